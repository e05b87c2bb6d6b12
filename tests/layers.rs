//! Which module may name which. A module names modules above it in [`LAYERS`], a
//! `mod.rs` also its children; a dependency is named by its owner only.
//!
//! A new module needs a row here: put it as high as its imports allow.

use std::fs;
use std::path::{Path, PathBuf};

use support::source::{self, code_only};

mod support {
    pub(crate) mod source;
}

/// Level and module, from the ground up. `x::*` means all children of `x` without a row of
/// their own: they never name each other.
const LAYERS: &[(u8, &str)] = &[
    (0, "span"),
    (0, "ascii"),
    (0, "public_suffix::table"),
    (0, "public_suffix::*"),
    (0, "public_suffix"),
    (0, "text::lanes"),
    (0, "text::block"),
    (0, "text::marks"),
    (0, "text::needles"),
    (0, "text::chars"),
    (0, "text::glyph"),
    (0, "text::graphemes"),
    (0, "text::offsets::sample"),
    (0, "text::offsets::count"),
    (0, "text::offsets::*"),
    (0, "text::offsets"),
    (0, "text"),
    (0, "options::near"),
    (0, "options::value"),
    (0, "options::kind"),
    (0, "options::error"),
    (0, "options::setting"),
    (0, "options::name"),
    (1, "uri::chars"),
    (1, "uri::error"),
    (1, "uri::grammar"),
    (1, "uri::parts"),
    (1, "uri::cursor"),
    (1, "uri::pct"),
    (1, "uri::host"),
    (1, "uri::parse"),
    (1, "uri::authority"),
    (1, "uri::iter"),
    (1, "uri::view"),
    (1, "uri::reference"),
    (1, "uri::iri"),
    (1, "uri::buf"),
    (1, "uri::map"),
    (1, "uri::split"),
    (1, "uri::rfc2396"),
    (1, "uri::rfc2396::generic"),
    (1, "uri::typed"),
    (1, "uri::builder"),
    (1, "uri::repair"),
    (1, "uri::convert"),
    (1, "uri::rung"),
    (1, "uri::schemes"),
    (1, "uri::urn"),
    (1, "uri::dots"),
    (1, "uri::spelling"),
    (1, "uri::form"),
    (1, "uri::normalize"),
    (1, "uri::compare"),
    (1, "uri::aliases"),
    (1, "uri::serialize"),
    (1, "uri::resolve"),
    (1, "uri::hazards::code"),
    (1, "uri::hazards::report"),
    (1, "uri::hazards::ipv4"),
    (1, "uri::hazards::joiner"),
    (1, "uri::hazards::screen"),
    (1, "uri::hazards::wrapped::*"),
    (1, "uri::hazards::wrapped"),
    (1, "uri::hazards::host"),
    (1, "uri::hazards::*"),
    (1, "uri::hazards"),
    (1, "uri::guide"),
    (1, "uri"),
    (2, "find::work"),
    (2, "find::flags"),
    (2, "find::vocabulary"),
    (2, "find::candidate::scheme"),
    (2, "find::choices"),
    (2, "options::table"),
    (2, "options"),
    (2, "find::config"),
    (2, "find::builder"),
    (2, "find::candidate::sets"),
    (2, "find::candidate::extension"),
    (2, "find::candidate::lookaround"),
    (2, "find::candidate::pieces"),
    (2, "find::candidate::suffix::special"),
    (2, "find::candidate::suffix::*"),
    (2, "find::candidate::suffix"),
    (2, "find::candidate::host"),
    (2, "find::candidate::escape"),
    (2, "find::candidate::email"),
    (2, "find::candidate::gfm"),
    (2, "find::candidate::lines"),
    (2, "find::candidate::quoted_printable"),
    (2, "find::candidate::facts"),
    (2, "find::candidate::line_end"),
    (2, "find::candidate::broken_address"),
    (2, "find::candidate::extent"),
    (2, "find::candidate::scanner"),
    (2, "find::candidate::name"),
    (2, "find::candidate::syntax"),
    (2, "find::candidate"),
    (3, "find::evidence::bytes"),
    (3, "find::evidence::classes"),
    (3, "find::evidence::words"),
    (3, "find::evidence::facts"),
    (3, "find::evidence::spot"),
    (3, "find::evidence::table"),
    (3, "find::evidence::address_table"),
    (3, "find::evidence::*"),
    (3, "find::evidence"),
    (3, "find::scan::hit"),
    (3, "find::scan::colon"),
    (3, "find::scan::*"),
    (3, "find::scan"),
    (4, "find::rules::draft"),
    (4, "find::rules::components"),
    (4, "find::rules::enclosed"),
    (4, "find::rules::weighing"),
    (4, "find::rules::rule"),
    (4, "find::rules::form"),
    (4, "find::rules::file_context"),
    (4, "find::rules::link_text"),
    (4, "find::rules::*"),
    (4, "find::rules::table"),
    (4, "find::rules"),
    (5, "find::patterns::problem"),
    (5, "find::patterns::line_filter"),
    (5, "find::patterns::expression"),
    (5, "find::patterns::template"),
    (5, "find::patterns"),
    (6, "find::pipeline::lazy_uri"),
    (6, "find::pipeline::validate"),
    (6, "find::pipeline::matches"),
    (6, "find::pipeline::compiled"),
    (6, "find::pipeline::run"),
    (6, "find::pipeline::report"),
    (6, "find::pipeline::early"),
    (6, "find::pipeline::state"),
    (6, "find::pipeline::kernel"),
    (6, "find::pipeline"),
    (7, "find::api::input"),
    (7, "find::api::iter"),
    (7, "find::api::spans"),
    (7, "find::api::replacer"),
    (7, "find::api::explain"),
    (7, "find::api::stream"),
    // It returns the iterators and streams, so it comes after them.
    (7, "find::api::finder"),
    (7, "find::api::declared"),
    (7, "find::api::hits"),
    (7, "find::api"),
    (7, "find::guide"),
    (7, "find"),
    (8, "link::escape"),
    (8, "link::elements"),
    (8, "link::allowed"),
    (8, "link::attributes"),
    (8, "link::treatment"),
    (8, "link::mailto"),
    (8, "link::display"),
    (8, "link::subject"),
    (8, "link::decision"),
    (8, "link::existing"),
    (8, "link::policy"),
    (8, "link::builder"),
    (8, "link::flow"),
    (8, "link::stream"),
    (8, "link::html"),
    (8, "link::terminal"),
    (8, "link::chunks"),
    (8, "link::*"),
    (8, "link"),
    (9, "rewrite::source_map"),
    (9, "rewrite::splice"),
    (9, "rewrite::html::tag"),
    (9, "rewrite::html::references"),
    (9, "rewrite::html::elements"),
    (9, "rewrite::html::foreign"),
    (9, "rewrite::html::context"),
    (9, "rewrite::html::noscript"),
    (9, "rewrite::html::srcset"),
    (9, "rewrite::html::refresh"),
    (9, "rewrite::html::attribute"),
    (9, "rewrite::html::existing"),
    (9, "rewrite::html::word"),
    (9, "rewrite::html::lookahead"),
    (9, "rewrite::html::run"),
    (9, "rewrite::html::inline_context"),
    (9, "rewrite::html::prescan::*"),
    (9, "rewrite::html::prescan"),
    (9, "rewrite::html::text_nodes"),
    (9, "rewrite::html::anchor"),
    (9, "rewrite::html::reader"),
    (9, "rewrite::html::rewriter"),
    (9, "rewrite::html::list_links"),
    (9, "rewrite::html"),
    (9, "rewrite::markdown::extensions"),
    (9, "rewrite::markdown::raw"),
    (9, "rewrite::markdown::run"),
    (9, "rewrite::markdown::borders"),
    (9, "rewrite::markdown::search"),
    (9, "rewrite::markdown::gate"),
    (9, "rewrite::markdown::walk"),
    (9, "rewrite::markdown::place"),
    (9, "rewrite::markdown::edit"),
    (9, "rewrite::markdown::pieces"),
    (9, "rewrite::markdown::event_writer"),
    (9, "rewrite::markdown::events"),
    (9, "rewrite::markdown::form"),
    (9, "rewrite::markdown::wrapped"),
    (9, "rewrite::markdown::verify"),
    (9, "rewrite::markdown::existing"),
    (9, "rewrite::markdown::links"),
    (9, "rewrite::markdown::seen"),
    (9, "rewrite::markdown::builder"),
    (9, "rewrite::markdown::checked"),
    (9, "rewrite::markdown::linker"),
    (9, "rewrite::markdown::adapters"),
    (9, "rewrite::markdown"),
    (9, "rewrite"),
];

/// Each dependency with the module that alone names it, or a folder of modules; `""` is everybody.
const OWNERS: &[(&str, &str)] = &[
    ("aho_corasick", "find::scan::literal"),
    ("entities", "rewrite::html"),
    ("fearless_simd", "text"),
    ("http", "uri::convert"),
    ("idna", "uri"),
    ("lol_html", "rewrite::html"),
    ("memchr", ""),
    ("psl", "public_suffix::registrable"),
    ("pulldown_cmark", "rewrite::markdown"),
    ("regex", "find::patterns"),
    ("regex_syntax", "find::patterns"),
    ("serde", ""),
    ("unicode_normalization", "uri::hazards"),
    ("unicode_security", "uri::hazards"),
    ("unicode_segmentation", "text"),
    ("url", "uri::convert"),
];

#[test]
fn imports_point_downwards() {
    let sources = sources();
    let mut wrong = Vec::new();
    for source in &sources {
        wrong.extend(source.misplaced_imports(&sources));
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn each_module_has_its_row() {
    let strangers: Vec<String> = sources()
        .into_iter()
        .filter(|source| !source.module.is_empty() && rank(&source.module).is_none())
        .map(|source| format!("{}: `{}` has no row", source.file.display(), source.module))
        .collect();
    assert!(strangers.is_empty(), "\n{}\nadd it to LAYERS in {}", strangers.join("\n"), file!());
}

#[test]
fn each_dependency_is_named_by_its_owner() {
    let mut wrong = Vec::new();
    for (name, owner) in OWNERS {
        for source in sources().iter().filter(|source| !is_in(&source.module, owner)) {
            for path in source::paths(&source.code, &[(*name).to_owned()]) {
                let place = format!("{}:{}", source.file.display(), path.line);
                wrong.push(format!("{place}: `{name}` belongs to `{owner}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn each_dependency_has_its_owner() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest is there");
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    for line in section.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, _)) = line.split_once('=') else { continue };
        let name = name.trim().replace('-', "_");
        assert!(OWNERS.iter().any(|(known, _)| *known == name), "`{name}` has no owner");
    }
}

/// A file of `src`.
struct Source {
    file: PathBuf,
    /// `find::rules::trailing`; empty for `lib.rs`.
    module: String,
    code: String,
}

impl Source {
    fn misplaced_imports(&self, all: &[Source]) -> Vec<String> {
        // The root names everything, and has no row.
        let Some(own) = rank(&self.module) else { return Vec::new() };
        let mut wrong = Vec::new();
        for path in source::paths(&self.code, &["crate", "super", "self"].map(str::to_owned)) {
            let target = module_of(&self.resolve(&path.segments), all);
            let allowed = target == self.module
                || is_in(&target, &self.module)
                || rank(&target).is_some_and(|rank| rank < own);
            if !allowed {
                let shown = if target.is_empty() { "the crate root" } else { &target };
                let place = format!("{}:{}", self.file.display(), path.line);
                wrong.push(format!("{place}: `{}` names `{shown}`", self.module));
            }
        }
        wrong
    }

    /// `segments` as a path from the crate root.
    fn resolve(&self, segments: &[String]) -> Vec<String> {
        let mut path: Vec<String> = match segments.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            _ => self.module.split("::").map(str::to_owned).collect(),
        };
        for segment in segments {
            match segment.as_str() {
                "super" => drop(path.pop()),
                "crate" | "self" => {}
                _ => path.push(segment.clone()),
            }
        }
        path
    }
}

/// The module that `path` leads to: its longest beginning that is one. What the crate root
/// re-exports is where it comes from.
fn module_of(path: &[String], all: &[Source]) -> String {
    for length in (1..=path.len()).rev() {
        let module = path[..length].join("::");
        if all.iter().any(|source| source.module == module) {
            return module;
        }
    }
    let root = all.iter().find(|source| source.module.is_empty());
    let children: Vec<String> =
        all.iter().map(|source| source.module.clone()).filter(|m| !m.contains("::")).collect();
    let exports = root.map(|root| source::paths(&root.code, &children)).unwrap_or_default();
    let export = exports.into_iter().find(|export| export.segments.last() == path.first());
    export.map(|export| module_of(&export.segments, all)).unwrap_or_default()
}

/// The place of `module` in the table. The children of `x::*` share one.
fn rank(module: &str) -> Option<usize> {
    let row = |name: &str| LAYERS.iter().position(|(_, row)| *row == name);
    let parent = module.rsplit_once("::").map(|(parent, _)| format!("{parent}::*"));
    row(module).or_else(|| row(&parent?))
}

/// Whether `module` is `parent` or a descendant of it.
fn is_in(module: &str, parent: &str) -> bool {
    parent.is_empty()
        || module.strip_prefix(parent).is_some_and(|r| r.is_empty() || r.starts_with("::"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a source folder can be read") {
            let file = entry.expect("a folder entry can be read").path();
            if file.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "rs") {
                sources.push(read(&file));
            }
        }
    }
    sources.sort_by(|a, b| a.file.cmp(&b.file));
    sources
}

fn read(file: &Path) -> Source {
    let short = file.strip_prefix(root()).unwrap_or(file);
    let module = short.strip_prefix("src").unwrap_or(short).with_extension("");
    let module = module.to_string_lossy().replace(['/', '\\'], "::");
    let module = module.strip_suffix("::mod").unwrap_or(&module);
    let text = fs::read_to_string(file).expect("a source file can be read");
    Source {
        file: short.to_owned(),
        module: if module == "lib" { String::new() } else { module.to_owned() },
        code: code_only(&text),
    }
}

#[test]
fn paths_are_read_out_of_code() {
    let code = code_only(
        "// crate::no\nuse super::{a::{self, B}, c::*, d::E as F};\nfn f(x: &str) -> crate::g::H { \
         self::i(\"crate::no\", 'x', b'\\'', r#\"crate::no\"#) }\npub(in crate::no) struct J;\n\
         #[cfg(test)]\nmod tests { use crate::no; }\n",
    );
    let roots = ["crate", "super", "self"].map(str::to_owned);
    let found: Vec<(usize, String)> = source::paths(&code, &roots)
        .into_iter()
        .map(|path| (path.line, path.segments.join("::")))
        .collect();
    let expected = [
        (2, "super::a"),
        (2, "super::a::B"),
        (2, "super::c"),
        (2, "super::d::E"),
        (3, "crate::g::H"),
        (3, "self::i"),
    ];
    assert_eq!(found, expected.map(|(line, path)| (line, path.to_owned())));
}
