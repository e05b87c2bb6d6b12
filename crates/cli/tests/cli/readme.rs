//! Checks that the README and the documentation show the actual output of the command.

use std::fs;
use std::path::Path;

use crate::run;

/// The file at `path`, relative to the root of the repository.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn the_readme_shows_the_letter_and_its_links() {
    let (readme, letter) = (read("README.md"), read("examples/letter.txt"));
    let (_, body) = letter.split_once("\n\n").unwrap();
    assert!(readme.contains(body), "the README does not contain the text of examples/letter.txt");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/letter.txt");
    let found = run(&["extract", path.to_str().unwrap()], "");
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    let links = &found.stdout;
    assert!(readme.contains(&format!("letter.txt\n{links}```")), "not in the README:\n{links}");
    assert_eq!(run(&["extract"], letter), found, "on standard input");
}

#[test]
fn the_page_on_uris_shows_the_output_of_parse() {
    let page = read("docs/uri.md");
    let parsed = run(&["uri", "parse", "http://example.com:80x/"], "");
    assert!(page.contains(&parsed.stdout), "not in the page:\n{}", parsed.stdout);
}

#[test]
fn the_page_on_linkify_shows_its_output() {
    let shown = read("docs/linkify.md");
    let page = "<p>1 < 2, see <b>http://example.com/?a=1&amp;b=2</b>, not <code>http://example.com</code>.</p>\n";
    let text =
        "See http://example.com/a_b, `http://example.com` and [this](http://example.com/x).\n";
    for (format, source) in [("html", page), ("markdown", text)] {
        let linked = run(&["linkify", "--from", format], source);
        assert!(shown.contains(&linked.stdout), "not in the page:\n{}", linked.stdout);
    }
    let notes = "See http://own.example/a and http://b.example/.\n";
    let own = run(&["linkify", "--rel", "", "--domain", "own.example"], notes).stdout;
    let all = run(&["linkify", "--from", "html", "--rel", "nofollow"], own).stdout;
    assert!(shown.contains(&all), "not in the page:\n{all}");
    let labels = "https://shop.example.com/p/ship-lantern?utm_source=letter&utm_medium=email\n\
        https://news.example/2024/05/17/harbour-town-votes-to-keep-its-old-lighthouse\n";
    let short = run(&["linkify", "--rel", "", "--truncate", "40"], labels).stdout;
    assert!(shown.contains(&short), "not in the page:\n{short}");
}

/// Runs the commands in the documentation in a shell, in the root of the repository, and compares their output with the
/// output that the pages show.
#[cfg(unix)]
#[test]
fn pages_show_the_output_of_their_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (page, least) in
        [("docs/tour.md", 4), ("docs/delimiting.md", 1), ("docs/uts58.md", 2), ("README.md", 1)]
    {
        let text = read(page);
        let blocks = text.split("```console\n$ ").skip(1).filter_map(|rest| rest.split_once("```"));
        let mut shown = 0;
        for (block, _) in blocks {
            let (command, output) = block.split_once('\n').unwrap();
            shown += 1;
            if command.contains("jq") && crate::jobs::is_missing("jq") {
                eprintln!("skipped because jq is not installed: {command}");
                continue;
            }
            let command = command.replace("cargo run --release -- ", "linkwright ");
            let (written, errors) = crate::jobs::shell(&command, &root);
            assert_eq!(written, output, "{page}: {command}\n{errors}");
        }
        assert!(shown >= least, "{page}: {shown} commands");
    }
}
