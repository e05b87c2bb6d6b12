//! Checks the layers of the library: a module may import only from modules above it in [`LAYERS`], and a `mod.rs` may
//! also import from its children. Only the modules that own a dependency may import from it.
//!
//! A new module needs a row after those of all modules from which it imports.

use std::fs;
use std::path::Path;

use layers::is_in;
use layers::source::{self, code_only};

#[path = "support/layers.rs"]
mod layers;

/// Each module, after the modules from which it may import. The numbers group them into layers for the reader. `x::*`
/// means all children of `x` that have no row; these do not import from each other.
const LAYERS: &[(u8, &str)] = &[
    (0, "span"),
    (0, "ascii"),
    (0, "work"),
    (0, "public_suffix::table"),
    (0, "public_suffix::*"),
    (0, "public_suffix"),
    (0, "options::near"),
    (0, "options::value"),
    (0, "options::kind"),
    (0, "options::error"),
    (0, "options::setting"),
    (0, "options::name"),
    (0, "text::lanes"),
    (0, "text::block"),
    (0, "text::marks"),
    (0, "text::word"),
    (0, "text::wordlist"),
    (0, "text::signs"),
    (0, "text::specials"),
    (0, "text::chars"),
    (0, "text::glyph"),
    (0, "text::link_terms::*"),
    (0, "text::link_terms"),
    (0, "text::graphemes"),
    (0, "text::grid"),
    (0, "text::offsets::count"),
    (0, "text::offsets::*"),
    (0, "text::offsets"),
    (0, "text"),
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
    (1, "uri::hazards::wrapped::*"),
    (1, "uri::hazards::wrapped"),
    (1, "uri::hazards::host"),
    (1, "uri::hazards::punycode"),
    (1, "uri::hazards::uts39"),
    (1, "uri::hazards::*"),
    (1, "uri::hazards::screen"),
    (1, "uri::hazards"),
    (1, "uri::minimal"),
    (1, "uri::guide"),
    (1, "uri"),
    (2, "vocabulary::flags"),
    (2, "vocabulary"),
    (2, "candidate::scheme"),
    (2, "candidate::extension"),
    (2, "candidate::rooms"),
    (2, "candidate::lookaround"),
    (2, "candidate::pieces"),
    (2, "candidate::suffix::encoded"),
    (2, "candidate::suffix::*"),
    (2, "candidate::suffix"),
    (2, "candidate::host"),
    (2, "candidate::escape"),
    (2, "candidate::email"),
    (2, "candidate::gfm"),
    (2, "candidate::lines"),
    (2, "candidate::quoted_printable"),
    (2, "candidate::facts"),
    (2, "candidate::line_end"),
    (2, "candidate::broken_address"),
    (2, "candidate::extent"),
    (2, "candidate::name"),
    (2, "candidate::scanner"),
    (2, "candidate::syntax"),
    (2, "candidate"),
    (3, "evidence::bytes"),
    (3, "evidence::classes"),
    (3, "evidence::words"),
    (3, "evidence::facts"),
    (3, "evidence::spot"),
    (3, "evidence::table"),
    (3, "evidence::address_table"),
    (3, "evidence::room_table"),
    (3, "evidence::*"),
    (3, "evidence"),
    (3, "scan::hit"),
    (3, "scan::colon"),
    (3, "scan::*"),
    (3, "scan"),
    (4, "rules::draft"),
    (4, "rules::components"),
    (4, "rules::enclosed"),
    (4, "rules::weighing"),
    (4, "rules::rule"),
    (4, "rules::form"),
    (4, "rules::file_context"),
    (4, "rules::link_text"),
    (4, "rules::name_text"),
    (4, "rules::*"),
    (4, "rules::table"),
    (4, "rules"),
    (5, "patterns::problem"),
    (5, "patterns::line_filter"),
    (5, "patterns::expression"),
    (5, "patterns::cursor"),
    (5, "patterns::template"),
    (5, "patterns"),
    (6, "find::choices"),
    (6, "options::table"),
    (6, "options"),
    (6, "find::config"),
    (6, "find::builder"),
    (6, "find::pipeline::lazy_uri"),
    (6, "find::pipeline::validate"),
    (6, "find::pipeline::matches"),
    (6, "find::pipeline::compiled"),
    (6, "find::pipeline::defanged"),
    (6, "find::pipeline::run"),
    (6, "find::pipeline::report"),
    (6, "find::pipeline::early"),
    (6, "find::pipeline::state"),
    (6, "find::pipeline::kernel"),
    (6, "find::pipeline"),
    (7, "find::api::input"),
    (7, "find::api::iter"),
    (7, "find::api::spans"),
    (7, "find::api::explain"),
    (7, "find::api::stream"),
    // The finder returns the iterators and streams, so its row follows theirs.
    (7, "find::api::finder"),
    (7, "find::api::hits"),
    (7, "find::api"),
    (7, "find::mismatch"),
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
    (8, "link::styles"),
    (8, "link::terminal"),
    (8, "link::chunks"),
    (8, "link::*"),
    (8, "link"),
    (9, "rewrite::source_map"),
    (9, "rewrite::splice"),
    (9, "rewrite::separators"),
    (9, "rewrite::link_edit"),
    (9, "rewrite::html::tag"),
    (9, "rewrite::html::references"),
    (9, "rewrite::html::elements"),
    (9, "rewrite::html::code"),
    (9, "rewrite::html::context"),
    (9, "rewrite::html::reader"),
    (9, "rewrite::html::noscript"),
    (9, "rewrite::html::srcset"),
    (9, "rewrite::html::refresh"),
    (9, "rewrite::html::attribute"),
    (9, "rewrite::html::existing"),
    (9, "rewrite::html::word"),
    (9, "rewrite::html::lookahead"),
    (9, "rewrite::html::run"),
    (9, "rewrite::html::interactive"),
    (9, "rewrite::html::anchor"),
    (9, "rewrite::html::linkable"),
    (9, "rewrite::html::rewriter"),
    (9, "rewrite::html::list_links"),
    (9, "rewrite::html"),
    (9, "rewrite::markdown::extensions"),
    (9, "rewrite::markdown::dialect::budget"),
    (9, "rewrite::markdown::dialect::mask"),
    (9, "rewrite::markdown::dialect::script"),
    (9, "rewrite::markdown::dialect::front_matter"),
    (9, "rewrite::markdown::dialect::mdx"),
    (9, "rewrite::markdown::dialect::templates"),
    (9, "rewrite::markdown::dialect::directives"),
    (9, "rewrite::markdown::dialect"),
    (9, "rewrite::markdown::raw"),
    (9, "rewrite::markdown::run"),
    (9, "rewrite::markdown::borders"),
    (9, "rewrite::markdown::search"),
    (9, "rewrite::markdown::gate"),
    (9, "rewrite::markdown::walk"),
    (9, "rewrite::markdown::place"),
    (9, "rewrite::markdown::edit"),
    (9, "rewrite::markdown::says"),
    (9, "rewrite::markdown::treated"),
    (9, "rewrite::markdown::pieces"),
    (9, "rewrite::markdown::event_writer"),
    (9, "rewrite::markdown::events"),
    (9, "rewrite::markdown::form"),
    (9, "rewrite::markdown::verify"),
    (9, "rewrite::markdown::existing"),
    (9, "rewrite::markdown::anchor"),
    (9, "rewrite::markdown::anchors"),
    (9, "rewrite::markdown::links"),
    (9, "rewrite::markdown::builder"),
    (9, "rewrite::markdown::editor"),
    (9, "rewrite::markdown::linker"),
    (9, "rewrite::markdown::adapters"),
    (9, "rewrite::markdown"),
    (9, "rewrite"),
];

/// Each dependency, with the only module or folder of modules that may name it. `""` means all modules.
const OWNERS: &[(&str, &str)] = &[
    ("aho_corasick", "scan::literal"),
    ("entities", "rewrite::html"),
    ("fearless_simd", "text"),
    ("http", "uri::convert"),
    ("idna", "uri"),
    ("memchr", ""),
    ("psl", "public_suffix"),
    ("pulldown_cmark", "rewrite::markdown"),
    ("regex", "patterns"),
    ("regex_syntax", "patterns"),
    ("serde", ""),
    ("unicode_normalization", "uri::hazards"),
    ("unicode_security", "uri::hazards"),
    ("unicode_segmentation", "text"),
    ("url", "uri::convert"),
];

layers::check!(LAYERS);

#[test]
fn only_its_owner_names_a_dependency() {
    let layers = layers();
    let mut wrong = Vec::new();
    for (name, owner) in OWNERS {
        for source in layers.sources.iter().filter(|source| !is_in(&source.module, owner)) {
            for path in source::paths(&source.code, &[(*name).to_owned()]) {
                let place = format!("{}:{}", source.file.display(), path.line);
                wrong.push(format!("{place}: `{name}` belongs to `{owner}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn every_dependency_has_an_owner() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest exists");
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    for line in section.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, _)) = line.split_once('=') else { continue };
        let name = name.trim().replace('-', "_");
        assert!(OWNERS.iter().any(|(known, _)| *known == name), "`{name}` has no owner");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn paths_are_extracted_from_code() {
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
