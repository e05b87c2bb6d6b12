//! Tests of `linkwright explain`.

use crate::{file, run};

#[test]
fn the_report_of_a_link_names_the_rule_that_moved_its_end() {
    let run = run(&["explain", "日本 http://example.com/a."], "");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "1 | 日本 http://example.com/a.");
    assert_eq!(lines[1], "  |      ^^^^^^^^^^^^^^^^^^^^");
    assert_eq!(lines[2], "  link       http://example.com/a");
    assert_eq!(lines[3], "  host       example.com");
    assert_eq!(lines[4], "  kind       uri, without delimiters");
    assert_eq!(lines[5], "  found by   \":\" at byte 11");
    assert!(run.stdout.contains("\".\" removed at the end"), "{}", run.stdout);
    assert!(run.stdout.ends_with("1 link\n"), "{}", run.stdout);
}

#[test]
fn pieces_and_alternates_are_shown() {
    let run = run(&["explain", "-"], "x\n<http://example.com/foo-\nbar>\n");
    let expected =
        "2 | <http://example.com/foo-\n  |  ^^^^^^^^^^^^^^^^^^^^^^^\n3 | bar>\n  | ^^^\n";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert!(run.stdout.contains("  link       http://example.com/foo-bar\n"));
    assert!(run.stdout.contains("  joined     over \"␊\": delimited\n"), "{}", run.stdout);
    assert!(run.stdout.contains("  or         http://example.com/foobar\n"));
    assert!(run.stdout.contains("hyphen-dropped: if a typesetter added the hyphen"));
}

#[test]
fn the_report_says_why_a_candidate_is_not_a_link() {
    let run = run(&["explain", "http://exa%mple.com:x/"], "");
    assert!(run.stdout.contains("  no link    "), "{}", run.stdout);
    assert!(run.stdout.contains("  candidate  "), "{}", run.stdout);
    assert!(
        run.stdout.ends_with("\nno link: none of the options tried makes one\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_fault_after_a_host_and_a_colon_is_in_the_port_unless_an_at_sign_follows() {
    for (text, at, reason) in [
        ("http://example.com:80:90/@x", 21, "expected a digit in port"),
        ("http://example.com:http/", 19, "expected a digit in port"),
        (
            "http://user:pa[ss@example.com/",
            14,
            "expected a userinfo character or \"@\" in userinfo",
        ),
    ] {
        let report = run(&["explain", "--set", "repair=no", text], "").stdout;
        let marks = format!("\n  | {}^\n  no link    {reason}\n", " ".repeat(at));
        assert!(report.contains(&marks), "{report}");
    }
}

#[test]
fn the_weighed_evidence_is_shown() {
    let report = run(&["explain", "--preset", "chat"], "see arr.map(x) and example.de").stdout;
    for row in [
        "the confidence in a link is 0 percent",
        "-5.00 brackets follow it, as in a call",
        "the confidence in a link is 90 percent",
        "+4.35 its top-level",
    ] {
        assert!(report.contains(row), "{row}: {report}");
    }
}

#[test]
fn the_report_of_a_text_without_candidates_says_what_a_link_is() {
    let run = run(&["explain", "plain words"], "");
    assert_eq!(run.status, 1);
    let expected = "no link: no single option would make a part of this text a link\n";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert!(run.stdout.contains("NAME PATTERN HREF links"), "{}", run.stdout);
}

/// The flags in the lines of the report that begin with `option` or `or`.
fn options(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter_map(|line| {
            line.strip_prefix("  option     ").or(line.strip_prefix("  or         "))
        })
        .flat_map(|row| row.split(", "))
        .filter(|option| option.starts_with("--"))
        .collect()
}

#[test]
fn the_option_that_would_link_a_text_is_shown() {
    for (text, expected) in [
        ("example.com", "--domains"),
        ("example.com", "--preset chat"),
        ("192.0.2.1", "--ip"),
        ("foo://bar", "--scheme foo"),
        ("foo://bar", "--scheme any"),
        ("javascript:alert(1)", "--scheme javascript"),
        ("data:text/html,x", "--scheme data"),
        ("http://x.example:99999/", "--without-rule port-range"),
    ] {
        let report = run(&["explain", text], "").stdout;
        let options = options(&report);
        assert!(options.contains(&expected), "{expected}\n{report}");
        for option in options {
            let args = ["extract", "--from", "text"].into_iter().chain(option.split(' '));
            let found = run(&args.collect::<Vec<_>>(), text);
            assert_eq!((found.status, found.stdout.lines().count()), (0, 1), "{option}: {text}");
        }
    }
}

#[test]
fn options_that_the_command_line_turned_off_are_proposed() {
    for (args, text, expected) in [
        (&["--preset", "rfc"][..], "www.example.com", "--set www=true"),
        (&["--preset", "rfc"], "a@example.com", "--emails"),
        (&["--set", "iri=no"], "http://例え.jp/", "--set iri=true"),
        (&["--set", "bare=no"], "http://a.example/", "--set bare=true"),
        (&["--max-len", "16"], "http://example.com/abc", "--max-len 66"),
        (&["--wrap", "off"], "<http://a.example/x\ny>", "--wrap delimited"),
        (&["--scheme", "http"], "ftp://a.example/", "--scheme ftp"),
    ] {
        let report = run(&[&["explain"], args, &[text]].concat(), "").stdout;
        assert!(options(&report).contains(&expected), "{expected}\n{report}");
    }
}

#[test]
fn options_that_are_needed_together_are_named_one_after_the_other() {
    let report = run(&["explain", "main.rs"], "").stdout;
    assert_eq!(options(&report), Vec::<&str>::new(), "{report}");
    let report = run(&["explain", "--domains", "main.rs"], "").stdout;
    assert!(options(&report).contains(&"--without-rule file-name"), "{report}");
}

#[test]
fn a_host_without_a_scheme_needs_one() {
    for text in ["localhost:3000/x", "//localhost/x", "[::1]:80/x"] {
        let run = run(&["explain", text], "");
        let lines: Vec<&str> = run.stdout.split_whitespace().collect();
        let says = lines.join(" ").contains("need http:// before them");
        assert!(run.status == 1 && says, "{}", run.stdout);
    }
}

#[test]
fn a_web_scheme_without_slashes_has_no_option() {
    for text in ["https:example.com", "https:/example.com/a"] {
        let report = run(&["explain", text], "").stdout;
        let row = "\nno link: none of the options tried makes one\n";
        assert!(report.contains("its scheme needs a host") && report.contains(row), "{report}");
        assert!(!report.contains("--scheme") && !report.contains("--set uris"), "{report}");
    }
}

#[test]
fn a_text_that_names_a_file_causes_a_hint() {
    let path = file("explain", "a letter.txt", "see http://a.example/x");
    let report = run(&["explain", &path], "").stdout;
    assert!(report.ends_with("of that name: `explain --file` explains its content\n"), "{report}");
    let report = run(&["explain", "--file", &path], "");
    assert_eq!((report.status, report.stderr.as_str()), (0, ""));
    assert!(report.stdout.contains("  link       http://a.example/x\n"), "{}", report.stdout);
    assert!(!report.stdout.contains("file of that name"), "{}", report.stdout);
}

#[test]
fn an_unreadable_file_is_reported() {
    let missing = run(&["explain", "--file", "/no/such/file"], "");
    assert_eq!((missing.status, missing.stdout.as_str()), (2, ""));
    assert!(missing.stderr.starts_with("linkwright: /no/such/file: "), "{}", missing.stderr);
    assert_eq!(run(&["explain", "--file", "x", "text"], "").status, 2);
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
fn colours_are_written_on_request() {
    let run = run(&["explain", "--color", "always", "http://example.com/"], "");
    assert!(run.stdout.contains("\x1b["));
}

#[test]
fn an_input_over_the_limit_is_refused() {
    let run = run(&["explain"], vec![b'x'; 1_100_000]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_eq!(
        run.stderr,
        "linkwright: -: the input has more than 1048576 bytes, which is too long to explain\n"
    );
}
