//! `linkwright explain`.

use crate::run;

#[test]
fn a_link_and_the_rule_that_moved_its_end() {
    let run = run(&["explain", "日本 http://example.com/a."], "");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "1 | 日本 http://example.com/a.");
    assert_eq!(lines[1], "  |      ^^^^^^^^^^^^^^^^^^^^");
    assert_eq!(lines[2], "  link       http://example.com/a");
    assert_eq!(lines[3], "  host       example.com");
    assert_eq!(lines[4], "  kind       uri, in the open");
    assert_eq!(lines[5], "  found by   \":\" at byte 11");
    assert!(run.stdout.contains("\".\" off the end"), "{}", run.stdout);
    assert!(run.stdout.ends_with("1 link\n"), "{}", run.stdout);
}

#[test]
fn pieces_and_alternates() {
    let run = run(&["explain", "-"], "x\n<http://example.com/foo-\nbar>\n");
    let expected =
        "2 | <http://example.com/foo-\n  |  ^^^^^^^^^^^^^^^^^^^^^^^\n3 | bar>\n  | ^^^\n";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert!(run.stdout.contains("  link       http://example.com/foo-bar\n"));
    assert!(run.stdout.contains("  joined     over \"␊\": delimited\n"), "{}", run.stdout);
    assert!(run.stdout.contains("  or         http://example.com/foobar\n"));
    assert!(run.stdout.contains("hyphen-dropped: if the hyphen at the line break"));
}

#[test]
fn what_is_no_link_has_a_reason() {
    let run = run(&["explain", "http://exa%mple.com:x/ and foo://bar"], "");
    assert!(run.stdout.contains("  no link    "), "{}", run.stdout);
    assert!(run.stdout.contains("  candidate  "), "{}", run.stdout);
}

#[test]
fn nothing_at_all() {
    let run = run(&["explain", "plain words"], "");
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "no link: nothing in the text could begin one\n");
}

#[test]
fn long_lines_are_clipped_around_the_link() {
    let text = format!("{} http://example.com/a {}", "word ".repeat(200), "word ".repeat(200));
    let run = run(&["explain", &text], "");
    let lines: Vec<&str> = run.stdout.lines().collect();
    let at = lines[0].chars().position(|c| c == 'h').unwrap();
    assert_eq!(lines[1].find('^'), Some(at));
    assert!(lines[0].starts_with("1 | …") && lines[0].ends_with('…'));
    assert!(lines[0].chars().count() < 120);
}

#[test]
fn controls_of_the_text_do_not_reach_the_terminal() {
    let run = run(
        &["explain"],
        b"\x1b]0;title\x07 \xFF\x00 \x1b[31m http://example.com/\x1b[0m \xE2\x80\xAE",
    );
    assert_eq!(run.status, 0);
    assert!(!run.stdout.contains(['\x1b', '\x07', '\0', '\u{202E}']), "{:?}", run.stdout);
}

#[test]
fn colour_on_demand() {
    let run = run(&["explain", "--color", "always", "http://example.com/"], "");
    assert!(run.stdout.contains("\x1b["));
}

#[test]
fn a_flood_is_refused() {
    let run = run(&["explain"], vec![b'x'; 1_100_000]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, "linkwright: -: more than 1048576 bytes are not explained\n");
}
