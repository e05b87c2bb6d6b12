//! A sink that records the links and diagnostics that it receives, for the tests of the parsers.

use std::sync::Arc;

use linkwright::find::Preset;
use linkwright::rewrite::SourceMap;
use linkwright::uri::{Resolver, UriBuf};
use linkwright::{Finder, Match, Span};

use crate::model::{Cause, Limits, Origin, Unit};
use crate::sink::Sink;

type Read = fn(&[u8], &mut dyn Sink);

/// The links and diagnostics that the sink received, in order.
pub(super) struct Notes<'d> {
    finder: Finder,
    document: &'d [u8],
    /// For a reference of the document: `reference@name`, resolved if there is a base. For a match: the URI, in
    /// backticks if the match is in code.
    pub(super) links: Vec<String>,
    /// The text of the document at each link.
    pub(super) places: Vec<String>,
    pub(super) spans: Vec<Span>,
    pub(super) bases: Vec<String>,
    base: Option<UriBuf>,
    pub(super) diagnostics: Vec<(Option<usize>, String)>,
    limits: Limits,
}

/// Reads `document`, and returns everything that was reported.
pub(super) fn notes(read: Read, document: &[u8]) -> Notes<'_> {
    let mut notes = Notes {
        finder: Finder::preset(Preset::Mail),
        document,
        links: Vec::new(),
        places: Vec::new(),
        spans: Vec::new(),
        bases: Vec::new(),
        base: None,
        diagnostics: Vec::new(),
        limits: Limits::default(),
    };
    read(document, &mut notes);
    notes
}

/// The links of `document`.
pub(super) fn links(read: Read, document: &[u8]) -> Vec<String> {
    notes(read, document).links
}

/// The text of `document` at its links.
pub(super) fn places(read: Read, document: &[u8]) -> Vec<String> {
    notes(read, document).places
}

/// Reads every prefix of `document`, and every copy of `document` with one byte changed. The test fails only if the
/// parser panics or overflows the stack, which is small.
pub(super) fn survives(read: Read, document: &[u8]) {
    let document = document.to_vec();
    let reader = std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
        for end in 0..document.len() {
            notes(read, &document[..end]);
        }
        for at in 0..document.len() {
            for byte in *b"\0\"'<>&\\{[(,\n\xFF\xC3" {
                let mut changed = document.clone();
                changed[at] = byte;
                notes(read, &changed);
            }
        }
    });
    reader.expect("the thread could not be started").join().expect("the parser panicked");
}

impl Notes<'_> {
    /// `reference`, resolved if there is a base.
    fn resolved(&self, reference: &str) -> String {
        let base = self.base.as_ref().map(|base| Resolver::new(base.as_uri()));
        let resolved = base.and_then(|base| base.resolve(reference).ok());
        resolved.map_or(reference.to_owned(), |uri| uri.as_str().to_owned())
    }

    fn note(&mut self, link: String, pieces: &[Span]) {
        let written: Vec<u8> =
            pieces.iter().flat_map(|piece| piece.of(self.document)).copied().collect();
        self.links.push(link);
        self.places.push(String::from_utf8_lossy(&written).into_owned());
        self.spans.extend(pieces.first());
    }
}

impl Sink for Notes<'_> {
    fn finder(&self) -> &Finder {
        &self.finder
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin) {
        let pieces = found.pieces().iter().map(|&piece| match map {
            Some(map) => map.pieces(piece),
            None => Some(vec![piece]),
        });
        let pieces: Option<Vec<Vec<Span>>> = pieces.collect();
        let around = || map.map_or(Vec::new(), |map| vec![map.around(found.span())]);
        let pieces = pieces.map_or_else(around, |pieces| pieces.concat());
        let uri = found.uri().as_str();
        let link = if origin == Origin::Code { format!("`{uri}`") } else { uri.to_owned() };
        self.note(link, &pieces);
    }

    fn found_within(&mut self, found: &Match<'_>, span: Span, _: Origin) {
        self.note(found.uri().as_str().to_owned(), &[span]);
    }

    fn existing_in(&mut self, reference: &str, pieces: &[Span], origin: Origin, name: &str) {
        assert_ne!(origin, Origin::Text);
        let reference = self.resolved(reference);
        self.note(format!("{reference}@{name}"), pieces);
    }

    fn unit(&mut self, _: Option<Arc<Unit>>) {}

    fn base(&mut self, reference: &str) {
        self.bases.push(reference.to_owned());
        self.base = UriBuf::parse(self.resolved(reference)).ok();
    }

    fn current_base(&mut self) -> &mut Option<UriBuf> {
        &mut self.base
    }

    fn note(&mut self, at: Option<usize>, _: Cause, message: &str) {
        self.diagnostics.push((at, message.to_owned()));
    }

    fn too_long(&mut self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
