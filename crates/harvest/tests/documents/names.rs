//! Checks that a document whose format is recognized by its content yields the same links under any name.

use std::io::Write as _;

use super::support::read_plainly;

const MAILBOX: &str = "From a@a.example Mon Sep  2 12:28:53 2002\nSubject: a\n\
    Content-Transfer-Encoding: quoted-printable\n\nhttp://a.example/?b=3Dc\n\n\
    From b@b.example Mon Sep  2 12:29:53 2002\nSubject: b\n\nhttp://b.example/\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn links(name: &str, bytes: &[u8]) -> Vec<String> {
    read_plainly(name, bytes).links
}

#[test]
fn a_mailbox_is_recognized_under_any_name() {
    let expected = ["#1/part 1@0 text http://a.example/?b=c", "#2/part 1@0 text http://b.example/"];
    for name in ["2002-September.txt", "a.mbox", "a", "a.log", "a.eml", "a.html", "Sent", "a.md"] {
        assert_eq!(links(name, MAILBOX.as_bytes()), expected, "{name}");
    }
    assert_eq!(links("2002-September.txt.gz", &gzip(MAILBOX.as_bytes())), expected);
    // A page that quotes a mailbox is read as a page.
    let page = format!("<pre>\n{MAILBOX}</pre>");
    assert!(links("a.html", page.as_bytes()).iter().all(|link| link.starts_with('@')));
}

#[test]
fn json_lines_are_recognized_under_any_name() {
    let log = br#"{"a": "http:\/\/a.example\/?b\u0026c"}
{"a": "http:\/\/b.example\/"}
"#;
    let expected = ["@7 text http://a.example/?b&c", "@46 text http://b.example/"];
    for name in ["app.log", "a.txt", "a", "a.jsonl", "a.out"] {
        assert_eq!(links(name, log), expected, "{name}");
    }
}

#[test]
fn xml_without_a_declaration_is_recognized_under_any_name() {
    let xml = b"<list><item url='http://a.example/?b&amp;c'>x</item></list>";
    for name in ["a.txt", "a", "a.xml", "a.conf"] {
        assert_eq!(links(name, xml), ["@17 attribute http://a.example/?b&c"], "{name}");
    }
}
