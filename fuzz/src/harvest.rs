//! A document of any bytes is read to its end: its links are URIs where they say so, and the
//! same each time (invariants 1, 4 and 15).

use core::ops::ControlFlow;

use linkwright_harvest::{Diagnostic, Harvester, Located, Outcome, Visitor};

/// The names by which a format is told; what is compressed or packed is told by its content.
#[rustfmt::skip]
pub const NAMES: [&str; 19] = [
    "a.txt", "a.html", "a.md", "a.eml", "a.mbox", "a.json", "a.csv", "a.xml", "a.css", "a",
    "a.ndjson", "a.tsv", "a.ics", "a.vcf", "a.adoc", "a.tex", "a.texi", "a.properties", "a.js",
];

/// What was reported, in words.
#[derive(Default)]
struct Heard {
    links: Vec<String>,
    diagnostics: Vec<String>,
    /// How many of these are failures.
    harmful: u64,
    /// How many of these leave a whole file, member or part out.
    skips: u64,
}

impl Visitor for Heard {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let uri = link.uri().map(|uri| uri.to_string());
        if let Some(uri) = &uri {
            assert!(fluent_uri::Uri::parse(uri.as_str()).is_ok(), "fluent-uri: {uri}");
            assert!(iri_string::types::UriStr::new(uri).is_ok(), "iri-string: {uri}");
        }
        self.links.push(format!("{}@{:?} {:?}", link.place(), link.span(), uri));
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.to_string());
        self.harmful += u64::from(!diagnostic.kind().is_harmless());
        self.skips += u64::from(diagnostic.is_skip());
    }
}

fn read(name: &str, data: &[u8]) -> Heard {
    let mut heard = Heard::default();
    let summary = Harvester::new().read(name, data, &mut heard);
    assert_eq!(usize::try_from(summary.links()), Ok(heard.links.len()));
    assert_eq!(summary.diagnostics(), heard.harmful);
    assert_eq!(summary.skipped(), heard.skips);
    // What is read without a diagnostic is read, and what is not read is told.
    assert!(!heard.diagnostics.is_empty() || summary.outcome() == Outcome::Read);
    assert!(summary.outcome() != Outcome::Skipped || heard.links.is_empty());
    heard
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
