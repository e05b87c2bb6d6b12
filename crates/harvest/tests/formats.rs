//! Compares the links of a document of each format with a list. For example, the links of `fixtures/feed.rss` are in
//! `fixtures/feed.rss.links`. Each document has a link for every rule of its format, and texts that are not links. In the
//! lists, `[text]` is the text that a link shows, and `!` before it the hazard `text-mismatch`. AsciiDoc and
//! LaTeX have none.
//!
//! `BLESS=1 cargo test -p linkwright-harvest --test formats` rewrites the lists. Review the changes in them.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use core::fmt::Write as _;
use core::ops::ControlFlow;

use linkwright::uri::hazards::Code;
use linkwright_harvest::{Diagnostic, Format, Harvester, Located, Visitor};

/// Records the links and diagnostics of a reading, one on each line.
#[derive(Default)]
struct Notes(String);

impl Visitor for Notes {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let place = link.line_column().expect("the harvester reports lines");
        let (name, relative, shown) = match link.existing() {
            Some(existing) => {
                let is_other = existing.hazards().contains(Code::TextMismatch);
                let mark = if is_other { "!" } else { "" };
                let shown =
                    existing.displayed().map(|text| format!(" {mark}[{}]", text.escape_debug()));
                (existing.name(), existing.relative(), shown.unwrap_or_default())
            }
            None => ("", None, String::new()),
        };
        let uri = link.uri().map(|uri| uri.as_str().to_owned());
        let target = uri.or(relative.map(|one| format!("({one})"))).unwrap_or("none".to_owned());
        let origin = link.origin();
        let (line, column) = (place.line(), place.column());
        writeln!(
            self.0,
            "{line}:{column} {} {name} {target} {:?}{shown}",
            origin.name(),
            link.text()
        )
        .expect("writing to a string succeeds");
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        writeln!(self.0, "! {diagnostic}").expect("writing to a string succeeds");
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The links and diagnostics of `document` as a file with this name.
fn read(name: &str, document: &[u8]) -> String {
    let mut notes = Notes::default();
    let harvester = Harvester::builder().lines(true).build().expect("the options are valid");
    harvester.read(name, document, &mut notes);
    notes.0
}

/// The documents of the fixtures, with their names.
fn documents() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(fixtures()).expect("the fixtures can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let files = paths.filter(|path| path.is_file());
    let documents = files.filter(|path| path.extension().is_some_and(|ending| ending != "links"));
    let mut documents: Vec<(String, Vec<u8>)> = documents
        .map(|path| {
            let name =
                path.file_name().expect("the path has a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a fixture can be read"))
        })
        .collect();
    documents.sort();
    documents
}

#[test]
fn every_document_has_the_links_in_its_list() {
    for (name, document) in documents() {
        let list = fixtures().join(format!("{name}.links"));
        let found = read(&name, &document);
        if env::var_os("BLESS").is_some() {
            fs::write(&list, &found).expect("a list can be written");
        }
        let expected = fs::read_to_string(&list).unwrap_or_default();
        assert!(found == expected, "{name}:\n{found}\ninstead of\n{expected}");
    }
}

/// The pages name every format as `--from` does.
#[test]
fn every_format_is_documented() {
    for (page, text) in [
        ("docs/extract.md", include_str!("../../../docs/extract.md")),
        ("docs/documents.md", include_str!("../../../docs/documents.md")),
    ] {
        for format in Format::all() {
            assert!(text.contains(&format!("`{format}`")), "{page} does not name `{format}`");
        }
    }
}

/// Deeply nested documents do not overflow a small stack.
#[test]
fn a_small_stack_is_enough() {
    let nested = ["<div>", "<table><td>", "[", "{\"a\":", "> ", "- ", "(", "a{", "<a><![CDATA[<b>"];
    let documents = nested.map(|unit| unit.repeat(20_000) + "http://a.example/");
    let thread = thread::Builder::new().stack_size(128 << 10).spawn(move || {
        for document in documents {
            for ending in ["html", "xml", "md", "json", "ndjson", "css", "csv", "tsv", "rss"] {
                read(&format!("x.{ending}"), document.as_bytes());
            }
        }
    });
    thread.expect("a thread starts").join().expect("nothing panics");
}
