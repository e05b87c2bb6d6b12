//! Checks the layers of the library, and that only the modules that own a dependency name it.

use std::fs;
use std::path::Path;

use layers::is_in;
use layers::source::{self, code_only};

#[path = "support/layers.rs"]
mod layers;

/// The layers, the lowest first, each as the names of its modules. The module [`layers`] explains them.
const LAYERS: &[&str] = &[
    "span ascii work public_suffix options text",
    "uri",
    "vocabulary candidate",
    "evidence scan",
    "rules",
    "patterns",
    "options::table find",
    "link",
    "rewrite",
];

/// Each dependency, with the only module or folder of modules that may name it. `""` means all modules.
const OWNERS: &[(&str, &str)] = &[
    ("aho_corasick", "rewrite::markdown"),
    ("entities", "rewrite::html"),
    ("fearless_simd", "text"),
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
