//! Tests of the kind `invalid`: references that occur in documents although no RFC allows them.

use std::fs;

use serde_json::{Value, json};

use crate::{Run, empty_folder, file, run};

const PAGE: &str = "<base href='http://base.example/d/'>\n\
    <a href='http://a.example\\path'>a</a> <a href='http://ok.example/é f'>b</a>\n\
    <a href='http://u@v@b.example/'>c</a> <a href='http://[::1'>d</a>\n\
    <a href='//x[y]\\z'>e</a>\n";

fn extract(args: &[&str], input: &str) -> Run {
    run(&[&["extract", "--from", "html"], args].concat(), input)
}

#[test]
fn rows_have_the_reference_as_written_and_the_url_of_a_browser() {
    let rows = extract(&["--kind", "invalid", "--format", "jsonl"], PAGE).json();
    let told: Vec<Value> = rows
        .iter()
        .map(|row| json!([row["uri"], row["text"], row["reference"], row["browser"]]))
        .collect();
    let row = |text: &str, browser: Option<&str>| json!([null, text, text, browser]);
    assert_eq!(
        told,
        [
            row("http://a.example\\path", Some("http://a.example/path")),
            row("http://u@v@b.example/", Some("http://u%40v@b.example/")),
            row("http://[::1", None),
            row("//x[y]\\z", None),
        ]
    );
    assert_eq!(rows[0]["source"]["line"], json!(2));
    let cells = extract(&["--kind", "invalid", "--fields", "reference"], PAGE).stdout;
    assert!(rows.iter().map(|row| row["reference"].as_str().unwrap()).eq(cells.lines()), "{cells}");
    let others = ["kind", "scheme", "host", "normalized"].map(|name| &rows[0][name]);
    assert_eq!(others, [&json!("invalid"), &Value::Null, &Value::Null, &Value::Null]);
}

#[test]
fn invalid_references_are_reported_on_request() {
    let plain = extract(&[], PAGE);
    assert_eq!(plain.stdout, "http://base.example/d/\nhttp://ok.example/%C3%A9%20f\n");
    let rows = extract(&["--format", "jsonl"], PAGE).json();
    assert!(rows.iter().all(|row| row.get("browser").is_none()));
    let summary = |args: &[&str]| extract(&[args, &["--summary"]].concat(), PAGE).stderr;
    assert!(summary(&[]).contains("4 × reference that is not a URI"));
    assert!(!summary(&["--kind", "invalid"]).contains("reference that is not a URI"));
    // A page without invalid references has no rows.
    let fine = "<a href='http://ok.example/é f'>b</a>";
    assert_eq!(extract(&["--kind", "invalid"], fine), Run::new(1, "", ""));
}

#[test]
fn each_format_shows_invalid_references_in_document_order() {
    let page = "<a href='http://a.example\\p&#9;q'>a</a> <a href='http://b.example/'>b</a>";
    let args = |format| ["--kind", "invalid,uri", "--format", format];
    assert_eq!(
        extract(&args("text"), page).stdout,
        "http://a.example\\p␉q\thttp://a.example/pq\nhttp://b.example/\n"
    );
    assert_eq!(
        extract(&["--kind", "invalid", "-n"], page).stdout,
        "1:10: http://a.example\\p␉q\thttp://a.example/pq\n"
    );
    for (format, separator) in [("csv", ","), ("tsv", "\t")] {
        let fields = ["--fields", "kind,uri,text,browser"];
        let lines = extract(&[&args(format)[..], &fields].concat(), page).stdout;
        let line = ["invalid", "", "http://a.example\\p&#9;q", "http://a.example/pq"];
        let next = ["uri", "http://b.example/", "http://b.example/", ""];
        let expected = [["kind", "uri", "text", "browser"], line, next].map(|l| l.join(separator));
        assert_eq!(lines.lines().collect::<Vec<_>>(), expected);
    }
    let array = extract(&args("json"), page).stdout;
    let array: Vec<Value> = serde_json::from_str(&array).unwrap();
    assert_eq!((&array[0]["uri"], &array[1]["kind"]), (&Value::Null, &json!("uri")));
}

#[test]
fn counts_and_limits_include_invalid_references() {
    let kind = |args: &[&str]| extract(&[&["--kind", "invalid"], args].concat(), PAGE);
    assert_eq!(kind(&[]).stdout.lines().count(), 4);
    assert_eq!(kind(&["-l"]).stdout, "-\n");
    assert_eq!(kind(&["-q"]), Run::new(0, "", ""));
    assert_eq!(kind(&["-m", "1"]).stdout.lines().count(), 1);
}

#[test]
fn filters_apply_to_the_url_of_a_browser() {
    let filtered = |args: &[&str]| {
        extract(&[&["--kind", "invalid"], args].concat(), PAGE).stdout.lines().count()
    };
    assert_eq!(filtered(&["--domain", "a.example"]), 1);
    assert_eq!(filtered(&["--host", "b.example"]), 1);
    assert_eq!(filtered(&["--include", "a.example/path"]), 1);
    assert_eq!(filtered(&["--include", "::1"]), 1);
    assert_eq!(filtered(&["--exclude", "a.example"]), 3);
    assert_eq!(filtered(&["--scheme", "http"]), 2);
    assert_eq!(filtered(&["--origin", "header"]), 0);
}

#[test]
fn the_query_is_encoded_in_the_encoding_of_the_page() {
    let folder = empty_folder("invalid-encoding");
    let page = folder.join("a.html");
    let text = b"<meta charset=windows-1252><a href='http://a.example\\?\xE9'>x</a>";
    fs::write(&page, text).unwrap();
    let rows = run(&["extract", "--kind", "invalid", page.to_str().unwrap()], "");
    assert_eq!(rows.stdout, "http://a.example\\?é\thttp://a.example/?%E9\n");
}

#[test]
fn invalid_references_are_never_merged_or_counted_by_host() {
    for args in [["--unique"].as_slice(), &["--by", "host"], &["--unwrap"]] {
        let run = extract(&[&["--kind", "invalid"], args].concat(), PAGE);
        assert_eq!((run.status, &*run.stdout), (2, ""));
        assert!(run.stderr.contains("no effect with --kind invalid"), "{}", run.stderr);
    }
    // If another kind is also selected, merged rows and counts leave out invalid references.
    let beside = |args: &[&str]| extract(&[&["--kind", "invalid,uri"], args].concat(), PAGE);
    assert_eq!(
        beside(&["--unique"]).stdout,
        "http://base.example/d/\nhttp://ok.example/%C3%A9%20f\n"
    );
    assert_eq!(beside(&["--by", "host"]).stdout, "1\tbase.example\n1\tok.example\n");
    let linkify = run(&["linkify", "--kind", "invalid"], "");
    assert_eq!(linkify.status, 2);
}

#[test]
fn a_repeated_run_with_a_journal_writes_invalid_references_once() {
    let page = file("invalid-journal", "a.html", PAGE);
    let folder = empty_folder("invalid-journal-output");
    let [output, journal] = ["out", "journal"].map(|name| folder.join(name).display().to_string());
    let args = ["extract", "--kind", "invalid,uri", "--format", "jsonl"];
    let rest = ["--output", &output, "--resume", &journal, &page];
    for _ in 0..2 {
        assert_eq!(run(&[&args[..], &rest].concat(), ""), Run::new(0, "", ""));
        assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 6);
    }
}
