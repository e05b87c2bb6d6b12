//! Checks that the links of a document do not depend on whether it is read from a file, from standard input, or in
//! compressed form.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::documents::gzip;
use crate::{file, run};

const MESSAGE: &str = "From: Ann <ann@a.example>\nTo: bo@b.example\nSubject: x\n\
    Content-Type: multipart/alternative; boundary=b\nList-Archive: <http://a.example/list>\n\n\
    --b\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n\
    http://a.example/?q=3D1&amp=3Bx\n--b\nContent-Type: text/html\n\n\
    <a href=http://b.example/?a&amp;b>x</a>\n--b--\n";

/// The links that a run reports, without the name of the file.
fn links(args: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let run = run(&[&["extract", "--relative", "--format", "jsonl"], args].concat(), input);
    // Some of the documents are damaged, so the run may report an error at a byte offset.
    assert!(run.status == 0 || run.stderr.contains(": byte "), "{args:?}: {run:?}");
    let mut links = run.json();
    for link in &mut links {
        link["source"]["path"] = Value::Null;
    }
    links
}

/// The paths of the harvester's fixtures and of some mail files. A path has a format if the format can be detected only
/// from the file name.
fn documents() -> Vec<(PathBuf, Option<&'static str>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../harvest/fixtures");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let documents = paths.filter(|path| path.extension().is_some_and(|ending| ending != "links"));
    let with_format = |path: PathBuf| {
        let format = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Some("csv"),
            Some("tsv") => Some("tsv"),
            Some("js") => Some("script"),
            _ => None,
        };
        (path, format)
    };
    let mailbox = format!("From ann Thu Jan  1 00:00:00 2026\n{MESSAGE}\n").repeat(2);
    let mail =
        [("a.eml", MESSAGE), ("letter.txt", MESSAGE), ("list.log", &mailbox), ("a.mbox", &mailbox)];
    let mail = mail.map(|(name, text)| (PathBuf::from(file("one-answer", name, text)), None));
    documents.map(with_format).chain(mail).collect()
}

#[test]
fn a_document_has_the_same_links_from_any_kind_of_input() {
    let documents = documents();
    assert!(documents.len() > 15);
    for (path, format) in documents {
        let name = path.to_str().unwrap();
        let content = fs::read(&path).unwrap();
        let expected = links(&[name], "");
        assert!(!expected.is_empty(), "{name}");
        let from: Vec<&str> = format.map_or(Vec::new(), |format| vec!["--from", format]);
        assert_eq!(links(&from, &content), expected, "{name} on standard input");
        // The only difference is that the output has the decompression step.
        let mut compressed = links(&from, gzip(&content));
        for link in &mut compressed {
            let steps = link["bytes"]["steps"].as_array_mut().unwrap();
            assert_eq!(steps.remove(0), json!({"undo": "gzip"}), "{name}");
        }
        assert_eq!(compressed, expected, "{name} compressed");
    }
}

#[test]
fn a_file_with_a_mail_header_is_a_message_under_any_name() {
    let expected = ["header", "text", "attribute"];
    for name in ["letter.txt", "letter.eml", "letter"] {
        let path = file("one-answer-letter", name, MESSAGE);
        let found = links(&[&path], "");
        assert_eq!(
            found.iter().map(|link| &link["origin"]).collect::<Vec<_>>(),
            expected,
            "{name}"
        );
    }
    // `--from` takes precedence.
    let path = file("one-answer-letter", "letter.txt", MESSAGE);
    let text = links(&["--from", "text", &path], "");
    assert!(text.iter().all(|link| link["origin"] == "text"));
    assert_eq!(text, links(&["--from", "text"], MESSAGE));
}
