//! Checks the pages that name tests for promises or statements: the tests exist, and each promise and statement names
//! at least one.

use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(path).unwrap_or_default()
}

/// The names of tests in backquotes: `file::function`.
fn named(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('`').skip(1).step_by(2).filter_map(|name| name.split_once(".rs::"))
}

#[test]
fn tests_in_the_pages_exist() {
    for page in ["PROMISES.md", "docs/statements.md"] {
        let text = read(page);
        assert!(named(&text).count() > 20, "{page} names too few tests");
        for (file, function) in named(&text) {
            let source = read(&format!("{file}.rs"));
            assert!(
                source.contains(&format!("fn {function}(")),
                "{page}: {file}.rs has no {function}"
            );
        }
    }
}

#[test]
fn every_promise_names_its_test() {
    let page = read("PROMISES.md");
    for promise in page.split("\n\n").filter(|paragraph| paragraph.starts_with("**")) {
        assert!(named(promise).next().is_some(), "{promise}");
    }
}

#[test]
fn every_statement_names_its_test() {
    let page = read("docs/statements.md");
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| section");
    let rows: Vec<&str> = page.lines().filter(is_row).collect();
    assert_eq!(rows.len(), 95);
    for row in rows {
        assert!(named(row).next().is_some(), "{row}");
    }
}
