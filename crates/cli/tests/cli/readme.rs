//! The README shows what the command does.

use std::fs;
use std::path::Path;

use crate::run;

/// The file at `path`, relative to the root of the repository.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn the_letter_and_its_links() {
    let (readme, letter) = (read("README.md"), read("examples/letter.txt"));
    let (_, body) = letter.split_once("\n\n").unwrap();
    assert!(readme.contains(body), "the README shows another letter");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/letter.txt");
    let found = run(&["extract", path.to_str().unwrap()], "");
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    let links = &found.stdout;
    assert!(readme.contains(&format!("letter.txt\n{links}```")), "not in the README:\n{links}");
    assert_eq!(run(&["extract"], letter), found, "on standard input");
}

#[test]
fn one_uri_and_what_is_wrong_with_it() {
    let readme = read("README.md");
    let parsed = run(&["uri", "parse", "http://example.com:80x/"], "");
    assert!(readme.contains(&parsed.stdout), "not in the README:\n{}", parsed.stdout);
}

#[test]
fn documents_with_links() {
    let readme = read("README.md");
    let page = "<p>1 < 2, see <b>http://example.com/?a=1&amp;b=2</b>, not <code>http://example.com</code>.</p>\n";
    let text =
        "See http://example.com/a_b, `http://example.com` and [this](http://example.com/x).\n";
    for (format, source) in [("html", page), ("markdown", text)] {
        let linked = run(&["linkify", "--from", format], source);
        assert!(readme.contains(&linked.stdout), "not in the README:\n{}", linked.stdout);
    }
}
