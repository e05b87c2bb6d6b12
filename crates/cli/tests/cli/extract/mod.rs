//! Tests of `linkwright extract`. Each other file in this folder tests one subject, such as formats, documents,
//! journals or the output file.

mod counts;
mod destinations;
mod documents;
mod files;
mod formats;
mod forms;
#[cfg(unix)]
mod hostile;
mod invalid;
mod journal;
mod one_answer;
mod order;
mod output;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(unix)]
mod pre;
mod skipped;
#[cfg(feature = "sqlite")]
mod sqlite;
mod targets;
mod trees;
mod warc;

use serde_json::json;

use crate::{Run, file, run, run_and_hang_up};

const TEXT: &str = "See http://example.com/a and\nalso <https://example.org/b?c=d>.\n";

#[test]
fn output_to_a_pipe_has_only_uris() {
    let expected = Run::new(0, "http://example.com/a\nhttps://example.org/b?c=d\n", "");
    assert_eq!(run(&["extract"], TEXT), expected);
    assert_eq!(run(&["extract", "-"], TEXT), expected);
}

#[test]
fn locations_are_written_on_request() {
    let path =
        file("places", "letter.txt", "日本 👍 http://example.com/a\r\nx http://example.com/b");
    assert_eq!(
        run(&["extract", "-Hn", &path, "-"], TEXT).stdout,
        format!(
            "{path}:1:6: http://example.com/a\n{path}:2:3: http://example.com/b\n\
             -:1:5: http://example.com/a\n-:2:7: https://example.org/b?c=d\n"
        )
    );
}

#[test]
fn the_status_is_1_if_no_link_is_found() {
    assert_eq!(run(&["extract"], "nothing to see here"), Run::new(1, "", ""));
    assert_eq!(run(&["extract"], ""), Run::new(1, "", ""));
}

#[test]
fn jsonl_output_has_one_object_per_line() {
    let path = file("jsonl", "letter.txt", TEXT);
    let run = run(&["extract", "--format", "jsonl", &path], "");
    let links = run.json();
    assert_eq!((run.status, links.len()), (0, 2));
    let [first, second] = [&links[0], &links[1]];
    assert_eq!(first["v"], json!(1));
    assert_eq!(
        first["source"],
        json!({"path": path, "member": null, "part": null, "line": 1, "column": 5})
    );
    assert_eq!(first["uri"], json!("http://example.com/a"));
    assert_eq!(first["pieces"], json!([[4, 24]]));
    assert_eq!(second["source"]["line"], json!(2));
    assert_eq!(second["source"]["column"], json!(7));
    assert_eq!(second["delimiter"], json!("angle"));
    assert_eq!(second["wrapper"], json!([34, 61]));
    assert_eq!(second["host"], json!("example.org"));
}

#[test]
fn members_of_the_record_have_a_fixed_order() {
    let run = run(&["extract", "--format", "jsonl"], "http://e.x/");
    let members = [
        "v",
        "source",
        "text",
        "uri",
        "start",
        "end",
        "pieces",
        "kind",
        "scheme",
        "host",
        "delimiter",
        "prefix",
        "wrapper",
        "rules",
        "flags",
        "origin",
        "pattern",
        "reference",
        "joins",
        "alternates",
    ];
    let at: Vec<Option<usize>> =
        members.iter().map(|name| run.stdout.find(&format!("\"{name}\":"))).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{at:?}");
}

#[test]
fn links_are_selected_by_their_properties() {
    let text =
        "http://a.example.co.uk/x https://b.example.com:80/y ftp://192.0.2.1/z me@example.com";
    let select = |args: &[&str]| run(&[&["extract"], args].concat(), text).stdout;
    assert_eq!(
        select(&["--scheme", "https,FTP"]),
        "https://b.example.com:80/y\nftp://192.0.2.1/z\n"
    );
    assert_eq!(select(&["--host", "B.example.com"]), "https://b.example.com:80/y\n");
    assert_eq!(select(&["--domain", "example.co.uk"]), "http://a.example.co.uk/x\n");
    assert_eq!(select(&["--domain", "2.1"]), "");
    assert_eq!(select(&["--include", "/[xz]$", "--exclude", "^ftp"]), "http://a.example.co.uk/x\n");
    assert_eq!(select(&["--kind", "email"]), "mailto:me@example.com\n");
    assert_eq!(select(&["--kind", "uri", "--scheme", "http"]), "http://a.example.co.uk/x\n");
}

#[test]
fn a_selected_kind_is_searched_for_even_if_the_preset_leaves_it_out() {
    let text = "on 192.0.2.1:80/x and example.com/y";
    assert_eq!(run(&["extract", "--kind", "ip"], text).stdout, "http://192.0.2.1:80/x\n");
    assert_eq!(run(&["extract", "--kind", "domain"], text).stdout, "http://example.com/y\n");
    assert_eq!(run(&["extract", "--kind", "domain", "--set", "domains=no"], text).stdout, "");
}

#[test]
fn options_of_the_finder_change_what_is_found() {
    let text = "www.example.com x-y://host/p BUG-12";
    let find = |args: &[&str]| run(&[&["extract"], args].concat(), text).stdout;
    assert_eq!(find(&[]), "http://www.example.com\n");
    assert_eq!(find(&["--set", "www=no"]), "");
    assert_eq!(find(&["--set", "www=no", "--set", "www=yes"]), "http://www.example.com\n");
    assert_eq!(find(&["--default-scheme", "https"]), "https://www.example.com\n");
    assert_eq!(find(&["--scheme", "any", "--set", "www=no"]), "x-y://host/p\n");
    assert_eq!(find(&["--preset", "rfc"]), "x-y://host/p\n");
    let pattern =
        ["--set", "www=no", "--pattern", "bug", "BUG-([0-9]+)", "https://bugs.example/?id=$1"];
    assert_eq!(find(&pattern), "https://bugs.example/?id=12\n");
}

#[test]
fn links_are_separated_by_nul() {
    assert_eq!(
        run(&["extract", "-0"], TEXT).stdout,
        "http://example.com/a\0https://example.org/b?c=d\0"
    );
}

#[test]
fn a_missing_file_is_reported_and_other_files_are_read() {
    let path = file("missing", "there.txt", "http://example.com/a");
    let gone = format!("{path}.gone");
    let run = run(&["extract", &gone, &path], "");
    assert_eq!((run.status, run.stdout.as_str()), (2, "http://example.com/a\n"));
    assert!(run.stderr.starts_with(&format!("linkwright: {gone}: ")), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1);
}

#[test]
fn an_invalid_value_of_an_option_is_reported() {
    let complaint = |args: &[&str]| {
        let run = run(&[&["extract"], args].concat(), TEXT);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        run.stderr
    };
    assert!(complaint(&["--preset", "nope"]).contains("'nope' for '--preset"));
    assert!(complaint(&["--from", "xls"]).contains("'xls' for '--from"));
    assert!(complaint(&["--format", "xml"]).contains("'xml' for '--format"));
    assert!(complaint(&["--include", "(x"]).contains("'(x' for '--include"));
    assert!(complaint(&["--kind", "url"]).contains("'url' for '--kind"));
    assert!(complaint(&["--max-len", "many"]).contains("from 16 to 65536, found \"many\""));
    assert!(complaint(&["--wwww"]).contains("'--wwww'"));
    assert!(complaint(&["--scheme", "ht!tp"]).contains("ht!tp"));
    assert!(complaint(&["--max-len", "3"]).starts_with("linkwright: --max-len: "));
    assert!(complaint(&["--without-rule", "nope"]).contains("nope"));
    assert!(complaint(&["--pattern", "bug", "(", "http://b/"]).contains("bug"));
}

#[test]
fn nul_and_invalid_utf8_are_text_like_any_other() {
    let args = ["extract", "--binary", "--encoding", "utf-8", "--format", "jsonl"];
    let run = run(&args, b"\0\xFF\xFE http://example.com/a\xFF\0b\n");
    let links = run.json();
    assert_eq!((run.status, links.len()), (0, 1));
    assert_eq!(links[0]["text"], json!("http://example.com/a"));
    assert_eq!(links[0]["start"], json!(4));
    assert_eq!(links[0]["source"]["column"], json!(5));
}

#[cfg(unix)]
#[test]
fn control_characters_of_a_file_name_do_not_reach_the_terminal() {
    let path = file("controls", "a\x1b[31m\nb\u{202E}.txt", "http://example.com/a\x1b[1m");
    let seen = run(&["extract", "-Hn", &path], "");
    assert!(seen.stdout.ends_with("/a␛[31m␊b\u{FFFD}.txt:1:1: http://example.com/a\n"), "{seen:?}");
    let missing = run(&["extract", &format!("{path}.gone")], "");
    assert_eq!(missing.stderr.lines().count(), 1);
    assert!(!missing.stderr.contains(['\x1b', '\u{202E}']), "{missing:?}");
}

#[test]
fn colours_are_written_on_request() {
    let plain = run(&["extract", "-Hn"], "http://example.com/a").stdout;
    assert!(!plain.contains('\x1b'));
    let args = ["--color", "always", "extract", "-Hn"];
    let coloured = run(&args, "http://example.com/a").stdout;
    assert!(coloured.contains("\x1b[") && coloured.contains("http://example.com/a"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let line = "http://example.com/some/path/that/is/long/enough\n";
    assert_eq!(run_and_hang_up(&["extract"], line, 100_000), (0, String::new()));
}

#[test]
fn a_token_that_is_too_long_is_counted() {
    let long = |n: usize| format!("http://example.com/{}\n", "x".repeat(10_000)).repeat(n);
    let run_on = |text: String| run(&["extract"], text);
    assert_eq!(
        run_on(long(1)),
        Run::new(1, "", "linkwright: -: 1 token was too long for a link and was skipped\n")
    );
    assert_eq!(
        run_on(long(3) + "http://e.x/"),
        Run::new(
            0,
            "http://e.x/\n",
            "linkwright: -: 3 tokens were too long for links and were skipped\n"
        )
    );
}

#[test]
fn links_in_a_large_input_have_correct_locations() {
    let line = "日本語 and e\u{301} prose before http://example.com/a\n";
    let text = line.repeat(20_000);
    let run = run(&["extract", "-Hn"], &text);
    let expected: Vec<String> =
        (1..=20_000).map(|line| format!("-:{line}:24: http://example.com/a")).collect();
    assert!(run.stdout.lines().eq(expected.iter().map(String::as_str)));
}
