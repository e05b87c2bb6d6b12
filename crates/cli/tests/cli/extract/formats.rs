//! Tests of the output formats.

use serde_json::{Value, json};

use crate::{file, run};

const TEXT: &str = "See http://example.com/a and\nalso <https://example.org/b?c=d,e>.\n";

fn extract(args: &[&str], input: &str) -> String {
    let run = run(&[&["extract"], args].concat(), input);
    assert_eq!(run.stderr, "");
    run.stdout
}

#[test]
fn json_output_is_one_array() {
    let written = extract(&["--format", "json"], TEXT);
    let rows: Vec<Value> = serde_json::from_str(&written).unwrap();
    let uris: Vec<&Value> = rows.iter().map(|row| &row["uri"]).collect();
    assert_eq!(uris, ["http://example.com/a", "https://example.org/b?c=d,e"]);
    assert_eq!(written.lines().count(), 4);
    assert_eq!(extract(&["--format", "json"], "nothing"), "[\n]\n");
}

#[test]
fn records_have_the_normal_form_and_the_surrounding_text() {
    let args = ["--format", "jsonl", "--context", "4"];
    let written = extract(&args, "日本語 see HTTP://Example.COM:80/%7ea for more");
    let row: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(row["normalized"], json!("http://example.com/~a"));
    assert_eq!(row["context"], json!({"before": "see ", "after": " for"}));
    let without: Value =
        serde_json::from_str(&extract(&args[..2], TEXT.lines().next().unwrap())).unwrap();
    assert_eq!(without.get("context"), None);
}

#[test]
fn unwrapped_uris_are_written_in_each_format() {
    const REDIRECT: &str = "https://www.google.com/url?q=https%3A%2F%2Fa.example%2F&sa=D";
    let text = format!("see {REDIRECT}\nand https://b.example/\n");
    let lines = format!("{REDIRECT}\thttps://a.example/\nhttps://b.example/\n");
    assert_eq!(extract(&["--unwrap"], &text), lines);
    assert_eq!(extract(&["--unwrap", "--unique"], &text.repeat(2)), lines);
    let located = extract(&["--unwrap", "-Hn"], &text);
    assert!(located.starts_with(&format!("-:1:5: {REDIRECT}\thttps://a.example/\n")), "{located}");
    let rows = extract(&["--unwrap", "--format", "json"], &text);
    let rows: Vec<Value> = serde_json::from_str(&rows).unwrap();
    let targets: Vec<&Value> = rows.iter().map(|row| &row["unwrapped"]).collect();
    assert_eq!(targets, [&json!("https://a.example/"), &Value::Null]);
    assert_eq!(rows[0]["uri"], json!(REDIRECT));

    let cell = |args: &[&str]| {
        let table = extract(&[&["--format", "tsv"], args].concat(), &text);
        let lines: Vec<Vec<&str>> = table.lines().map(|line| cells(line, '\t')).collect();
        let at = lines[0].iter().position(|name| *name == "unwrapped").unwrap();
        lines[1][at].to_owned()
    };
    assert_eq!([cell(&["--unwrap"]), cell(&[])], ["https://a.example/", ""]);
}

#[test]
fn no_format_has_control_characters_for_a_terminal() {
    let text = "\u{1b}[31m \u{9b}31m\u{202e} http://example.com/\u{7f} \u{1b}]0;x\u{7}";
    let path = file("steer", "a\u{1b}[1m\u{9b}1m.txt", text);
    for format in ["text", "jsonl", "json", "csv", "tsv"] {
        let shape = if format == "text" { ["-H", "-n"] } else { ["--context", "40"] };
        let args = [&["--format", format, &path][..], &shape].concat();
        let written = extract(&args, "");
        let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!written.contains(steers), "{format}: {written:?}");
        assert!(written.contains("http://example.com/"));
    }
    // JSON escapes control characters, so it still contains the whole text.
    let row = extract(&["--format", "jsonl", "--context", "40", &path], "");
    let row: Value = serde_json::from_str(&row).unwrap();
    assert_eq!(row["source"]["path"], json!(path));
    assert_eq!(row["context"]["before"], json!("\u{1b}[31m \u{9b}31m\u{202e} "));
}

/// The cells of a line without quotes.
fn cells(line: &str, separator: char) -> Vec<&str> {
    line.split(separator).collect()
}

#[test]
fn csv_and_tsv_have_a_header_and_one_row_per_link() {
    let written = extract(&["--format", "tsv"], TEXT);
    let lines: Vec<&str> = written.lines().collect();
    let header = cells(lines[0], '\t');
    assert_eq!(header[..7], ["path", "member", "part", "line", "column", "start", "end"]);
    let row = cells(lines[2], '\t');
    let of = |name| row[header.iter().position(|cell| *cell == name).unwrap()];
    assert_eq!((of("path"), of("line"), of("column")), ("'-", "2", "7"));
    assert_eq!((of("start"), of("end"), of("origin")), ("35", "62", "text"));
    assert_eq!((of("scheme"), of("host")), ("https", "example.org"));
    assert_eq!(of("uri"), "https://example.org/b?c=d,e");
    assert_eq!((of("member"), of("message_id"), of("before")), ("", "", ""));

    let written = extract(&["--format", "csv"], TEXT);
    assert_eq!(cells(written.lines().next().unwrap(), ','), header);
    assert!(written.contains("\"https://example.org/b?c=d,e\""), "{written}");
    // The header is always written.
    assert_eq!(extract(&["--format", "csv"], "nothing").lines().count(), 1);
}

#[test]
fn no_cell_is_a_formula() {
    let dir = crate::folder("formula");
    let path = file("formula", "=1+1.txt", "x +http://e.x/ @http://e.y/");
    let run = |args: &[&str]| {
        let mut command = crate::command(&[&["extract"], args].concat());
        let output = command.current_dir(&dir).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (format, separator) in [("csv", ','), ("tsv", '\t')] {
        let args = ["--format", format, "--context", "1", "--preset", "archive", "=1+1.txt"];
        let written = run(&args);
        assert!(written.contains(&format!("\n'=1+1.txt{separator}")), "{written}");
        for cell in written.lines().flat_map(|line| cells(line, separator)) {
            assert!(!cell.starts_with(['=', '+', '-', '@']), "{cell:?} of {path}");
        }
        assert!(written.contains("'+") && written.contains("'@"), "{written}");
    }
}

#[test]
fn incompatible_options_are_refused() {
    let refused = |args: &[&str]| {
        let run = run(&[&["extract"], args].concat(), TEXT);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        run.stderr
    };
    assert!(refused(&["--format", "sqlite"]).contains("--output"));
    assert!(refused(&["--format", "csv", "-0"]).contains("--null"));
    assert!(refused(&["--context", "3"]).contains("--context"));
    assert!(refused(&["--resume", "x"]).contains("--format jsonl"));
    assert!(refused(&["--by", "host", "--format", "json"]).contains("--by"));
    assert!(refused(&["--limit", "held=1X"]).contains("'held=1X' for '--limit"));
    assert!(refused(&["--origin", "body"]).contains("'body' for '--origin"));
}

#[cfg(not(feature = "sqlite"))]
#[test]
fn a_format_that_is_not_compiled_in_is_reported() {
    let path = file("left-out", "links.db", "");
    let run = run(&["extract", "--format", "sqlite", "--output", &path], TEXT);
    assert!(run.status == 2 && run.stderr.contains("--features"), "{run:?}");
}

#[cfg(feature = "sqlite")]
#[test]
fn sqlite_output_is_a_table_of_links() {
    let path = file("database", "links.db", "what was there before");
    for (args, count) in [(&[] as &[&str], 3), (&["--unique"], 2)] {
        let text = format!("{TEXT}again http://EXAMPLE.com/a\n");
        let command = ["extract", "--format", "sqlite", "--output", &path];
        let run = run(&[&command, args].concat(), text);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let database = rusqlite::Connection::open(&path).unwrap();
        let mut rows = database.prepare("SELECT uri, line, member FROM links").unwrap();
        let rows: Vec<(String, i64, Option<String>)> = rows
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(rows.len(), count);
        assert_eq!(rows[1], ("https://example.org/b?c=d,e".to_owned(), 2, None));
        if count == 2 {
            let most: i64 =
                database.query_row("SELECT max(count) FROM links", [], |row| row.get(0)).unwrap();
            assert_eq!(most, 2);
        }
    }
    let folder = crate::folder("database");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_output_has_a_row_per_link() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    let path = file("parquet", "links.parquet", "what was there before");
    let text = "see http://example.com/a\n".repeat(50_000);
    let run = run(&["extract", "--format", "parquet", "--output", &path], text);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    assert!(reader.num_row_groups() > 1);
    let mut lines = 0;
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        lines += 1;
        let column =
            |name: &str| row.get_column_iter().position(|(found, _)| found == name).unwrap();
        assert_eq!(row.get_long(column("line")).unwrap(), lines);
        assert_eq!(row.get_string(column("uri")).unwrap(), "http://example.com/a");
    }
    assert_eq!(lines, 50_000);
}
