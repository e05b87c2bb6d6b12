//! A document of any bytes is read to its end: its links are URIs where they say so, and the
//! same each time (invariants 1, 4 and 15).

use core::ops::{ControlFlow, Range};

use linkwright_harvest::{Diagnostic, Harvester, Located, Outcome, Visitor};

/// The names by which a format is told; what is compressed or packed is told by its content.
#[rustfmt::skip]
pub const NAMES: [&str; 21] = [
    "a.txt", "a.html", "a.md", "a.eml", "a.mbox", "a.json", "a.csv", "a.xml", "a.css", "a",
    "a.ndjson", "a.tsv", "a.ics", "a.vcf", "a.adoc", "a.tex", "a.texi", "a.properties", "a.js",
    "a.ipynb", "a.pdf",
];

/// What was reported, in words.
#[derive(Default)]
struct Heard<'f> {
    file: &'f [u8],
    links: Vec<String>,
    diagnostics: Vec<String>,
    /// How many of these are failures.
    harmful: u64,
    /// How many of these leave a whole file, member or part out.
    skips: u64,
}

impl Visitor for Heard<'_> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let uri = link.uri().map(|uri| uri.to_string());
        if let Some(uri) = &uri {
            assert!(fluent_uri::Uri::parse(uri.as_str()).is_ok(), "fluent-uri: {uri}");
            assert!(iri_string::types::UriStr::new(uri).is_ok(), "iri-string: {uri}");
        }
        let bytes = link.source_pieces();
        if let (Ok(pieces), []) = (&bytes, link.source().steps()) {
            check_bytes(self.file, link, pieces);
        }
        self.links.push(format!("{}@{:?} {:?} {bytes:?}", link.place(), link.span(), uri));
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.to_string());
        self.harmful += u64::from(!diagnostic.kind().is_harmless());
        self.skips += u64::from(diagnostic.is_skip());
    }
}

fn read<'f>(name: &str, data: &'f [u8]) -> Heard<'f> {
    let mut heard = Heard { file: data, ..Heard::default() };
    let summary = Harvester::new().read(name, data, &mut heard);
    assert_eq!(usize::try_from(summary.links()), Ok(heard.links.len()));
    assert_eq!(summary.diagnostics(), heard.harmful);
    assert_eq!(summary.skipped(), heard.skips);
    // What is read without a diagnostic is read, and what is not read is told.
    assert!(!heard.diagnostics.is_empty() || summary.outcome() == Outcome::Read);
    assert!(summary.outcome() != Outcome::Skipped || heard.links.is_empty());
    heard
}

/// The bytes of a link are in the file, in order, and are its text where they are UTF-8.
fn check_bytes(file: &[u8], link: &Located<'_>, pieces: &[Range<u64>]) {
    let at = |offset: u64| usize::try_from(offset).unwrap();
    let range = |piece: &Range<u64>| at(piece.start)..at(piece.end);
    let bytes: Vec<u8> = pieces.iter().flat_map(|piece| &file[range(piece)]).copied().collect();
    assert!(pieces.is_sorted_by(|one, next| one.end < next.start), "{pieces:?}");
    if link.encoding() == "UTF-8" {
        let text = String::from_utf8_lossy(&bytes).replace('\r', "\n");
        assert_eq!(text, link.text().replace('\r', "\n"));
    }
}

/// A name and a document.
pub fn check(data: &[u8]) {
    let Some((&byte, document)) = data.split_first() else { return };
    let name = NAMES[usize::from(byte) % NAMES.len()];
    let first = read(name, document);
    let second = read(name, document);
    assert_eq!((&first.links, &first.diagnostics), (&second.links, &second.diagnostics));
    // An ending that only says text says nothing: standard input has the same links.
    if name == "a.txt" {
        let nameless = read("", document);
        assert_eq!((first.links, first.diagnostics), (nameless.links, nameless.diagnostics));
    }
}
