//! `PROMISES.md` names a test for each promise: they are there, and each promise has one.

use std::fs;
use std::path::Path;

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("PROMISES.md"))
        .expect("it is there")
}

/// What stands between backquotes and names a test: `file::function`.
fn named(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('`').skip(1).step_by(2).filter_map(|name| name.split_once(".rs::"))
}

#[test]
fn tests_that_are_named_are_there() {
    let page = page();
    assert!(named(&page).count() > 20, "the page names no tests");
    for (file, function) in named(&page) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{file}.rs"));
        let source = fs::read_to_string(&path).unwrap_or_default();
        assert!(source.contains(&format!("fn {function}(")), "{file}.rs has no {function}");
    }
}

#[test]
fn every_promise_names_its_test() {
    let page = page();
    for promise in page.split("\n\n").filter(|paragraph| paragraph.starts_with("**")) {
        assert!(named(promise).next().is_some(), "{promise}");
    }
}
