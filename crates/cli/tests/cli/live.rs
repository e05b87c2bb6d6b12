//! Checks that rows are written while the input is still open: each row is written as soon as it is known where its
//! link ends. The tests do not depend on timing, because they read an expected row before they write more input.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};

use crate::command;

/// A running command whose standard input is open.
struct Live {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Live {
    fn new(args: &[&str]) -> Live {
        let mut child = command(args).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Live { child, stdin, stdout }
    }

    fn write(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).unwrap();
    }

    /// The next line of the output.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Closes standard input, and returns the rest of the output.
    fn end(mut self) -> String {
        drop(self.stdin);
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

/// With these limits, the finder needs only a few bytes after a link to decide where the link ends.
const SHORT_LIMITS: &[&str] = &["--max-len", "64", "--set", "max_bytes=64"];

/// Text after a link. When repeated, it is more text than the finder needs to decide where the link ends.
const REST: &str = "and so on, and so on, and so on\n";

#[test]
fn each_line_is_reported_before_the_next_is_written() {
    for format in ["text", "jsonl"] {
        let mut live = Live::new(&["extract", "--line-buffered", "--format", format]);
        for number in 0..3 {
            live.write(&format!("see http://a.example/{number} now\n"));
            let row = live.line();
            assert!(row.contains(&format!("http://a.example/{number}")), "{row}");
        }
        // Write two lines at once, the second without a line feed.
        live.write("http://a.example/3\r\nhttp://a.example/4");
        assert!(live.line().contains("http://a.example/3"));
        assert!(live.end().contains("http://a.example/4"));
    }
}

#[test]
fn positions_of_separate_lines_refer_to_the_whole_input() {
    let args = ["extract", "--line-buffered", "--format", "jsonl", "--context", "4"];
    let mut live = Live::new(&args);
    live.write("\u{FEFF}one\nsee <http://a.example/b-\nc> now\n");
    let row: serde_json::Value = serde_json::from_str(&live.line()).unwrap();
    assert_eq!(row["uri"], "http://a.example/b-");
    assert_eq!((&row["source"]["line"], &row["source"]["column"]), (&2.into(), &6.into()));
    assert_eq!((&row["start"], &row["end"]), (&12.into(), &31.into()));
    assert_eq!(row["context"]["before"], "ee <");
    assert_eq!(live.end(), "");
}

#[test]
fn each_line_is_linked_before_the_next_is_written() {
    let mut html = Live::new(&["linkify", "--rel", "", "--line-buffered"]);
    let mut terminal = Live::new(&["linkify", "--line-buffered", "--to", "terminal"]);
    for number in 0..3 {
        let uri = format!("http://a.example/{number}");
        html.write(&format!("see {uri}\n"));
        assert_eq!(html.line(), format!("see <a href=\"{uri}\">{uri}</a>\n"));
        terminal.write(&format!("see {uri}\n"));
        assert_eq!(terminal.line(), format!("see \x1b]8;;{uri}\x1b\\{uri}\x1b]8;;\x1b\\\n"));
    }
    html.write("&");
    assert_eq!((html.end(), terminal.end()), ("&amp;".to_owned(), String::new()));
}

#[test]
fn linked_text_is_written_before_the_next_read() {
    for to in ["html", "terminal"] {
        let mut live = Live::new(&[&["linkify", "--to", to], SHORT_LIMITS].concat());
        for number in 0..2 {
            let uri = format!("http://a.example/{number}");
            live.write(&format!("see {uri} now\n{}", REST.repeat(40)));
            loop {
                let line = live.line();
                if line.starts_with("see ") {
                    assert!(line.contains(&uri), "{line}");
                    break;
                }
            }
        }
        live.end();
    }
}

#[test]
fn html_that_arrives_in_two_writes_is_read_as_html() {
    let mut live = Live::new(&["extract", "--format", "jsonl"]);
    live.write("<!DOCTYPE html>\n<title>x</title>\n");
    live.write("<p>http://a.example/1<wbr>2</p><a href='http://a.example/3'>x</a>\n");
    let rows = live.end();
    assert!(rows.contains("http://a.example/12") && rows.contains("\"attribute\""), "{rows}");
}
