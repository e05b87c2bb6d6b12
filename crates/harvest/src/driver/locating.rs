//! The sink for the links of a document, or of a window of a document, that is in memory.

use std::borrow::Cow;
use std::sync::Arc;

use linkwright::rewrite::SourceMap;
use linkwright::text::offsets::Offsets;
use linkwright::uri::UriBuf;
use linkwright::{Finder, Match, Span};

use super::session::Session;
use super::start::Start;
use super::undecoded::{Encoded, Undecoded};
use crate::model::{
    self, Cause, Diagnostic, DiagnosticKind, Existing, Limits, Located, Location, NoBytes, Origin,
    Raw, Unit, Way, What,
};
use crate::sink::Sink;

/// Locates the links that a parser finds, and reports them.
pub(crate) struct LocatingSink<'p, 'r> {
    session: &'p mut Session<'r>,
    location: &'p mut Location,
    finder: Finder,
    document: &'p [u8],
    /// The position at which this document, or this window of it, begins.
    start: Start,
    offsets: Option<Offsets<'p>>,
    undecoded: Undecoded<'p>,
    /// The text that the next link shows.
    shown: Option<String>,
    /// The number of tokens that were too long.
    too_long: u64,
    /// The number of references that were too long, and the offset of the first one.
    long_references: (u64, Option<usize>),
    /// Whether the rest of the document could not be read. A link that touches the end may then be incomplete, and is
    /// not reported.
    pub(super) is_cut: bool,
    /// Whether the document was assembled from the texts of a PDF. The references of a PDF are not part of these texts.
    pub(super) is_drawn: bool,
}

impl<'p, 'r> LocatingSink<'p, 'r> {
    /// The sink for `document`. `encoded` is all that it was decoded from, if that is in memory.
    pub(crate) fn new(
        session: &'p mut Session<'r>,
        location: &'p mut Location,
        document: &'p [u8],
        start: Start,
        encoded: Option<Encoded<'p>>,
    ) -> LocatingSink<'p, 'r> {
        let finder = session.finders.of(location.flow).clone();
        let (is_cut, encoding) = (location.is_cut, location.encoding);
        let offsets = session.settings.lines.then(|| Offsets::of_bytes(document));
        LocatingSink {
            session,
            location,
            finder,
            document,
            start,
            offsets,
            undecoded: Undecoded::new(encoding, start, encoded),
            shown: None,
            too_long: 0,
            long_references: (0, None),
            is_cut,
            is_drawn: false,
        }
    }

    /// Reports the tokens and the references that were too long. Must be called at the end of the document.
    pub(crate) fn finish(self) {
        if let (count, Some(first)) = self.long_references {
            let limit = self.finder.max_len();
            let message = match count {
                1 => format!("a reference is longer than {limit} bytes and was left out"),
                _ => format!("{count} references are longer than {limit} bytes and were left out"),
            };
            let kind = DiagnosticKind::ReferenceTooLong;
            let diagnostic = Diagnostic::new(&self.location.place, kind, message);
            self.session.diagnostic(&diagnostic.at((self.start.offset + first) as u64));
        }
        self.session.report_too_long(&self.location.place, self.too_long);
    }

    fn report(
        &mut self,
        span: Span,
        origin: Origin,
        (text, raw): (Cow<'_, str>, Option<Raw>),
        way: Way<'_>,
        what: What<'_>,
    ) {
        if self.is_cut && span.end() >= self.document.len() {
            return;
        }
        let mut located = Located::new(Cow::Borrowed(self.location), origin, text, way, what);
        let above = self.start.lines;
        let offsets = self.offsets.as_mut();
        located.line_column = offsets.map(|offsets| offsets.line_column(span.start()).below(above));
        let context = self.session.settings.context;
        located.context = context.map(|chars| model::around(self.document, span, chars));
        located.raw = match raw {
            _ if self.is_drawn => Raw::Nowhere(NoBytes::PageContent),
            Some(raw) => raw,
            None => self.undecoded.raw(&located, self.document, self.start.offset),
        };
        if let (true, What::Existing(existing)) = (self.is_drawn, &located.what) {
            located.text = Cow::Owned(existing.reference().to_owned());
        }
        self.session.link(&located);
    }

    /// Counts a reference that is too long.
    fn leave_out(&mut self, reference: &str, span: Span) {
        self.shown = None;
        // Leaving out a `data:` URI is not a loss: it contains a resource, such as a picture, and does not refer to
        // another one.
        let scheme = reference.trim_start().get(..5).unwrap_or_default();
        if scheme.eq_ignore_ascii_case("data:") {
            return self.too_long(1);
        }
        let (count, first) = self.long_references;
        self.long_references = (count + 1, first.or(Some(span.start())));
    }

    /// The text of the document at `pieces`.
    fn written(&self, pieces: &[Span]) -> String {
        let bytes: Vec<u8> =
            pieces.iter().flat_map(|piece| piece.of(self.document)).copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Sink for LocatingSink<'_, '_> {
    fn finder(&self) -> &Finder {
        &self.finder
    }

    fn limits(&self) -> &Limits {
        &self.session.settings.limits
    }

    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin) {
        let what = What::Found(found);
        let Some(map) = map else {
            let way = Way::Shift(self.start.offset);
            let text = Cow::Borrowed(found.text());
            return self.report(found.span(), origin, (text, None), way, what);
        };
        let pieces = Way::Map(map, 0).all_pieces(found.pieces()).unwrap_or_default();
        if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
            let span = Span::new(first.start(), last.end());
            let way = Way::Map(map, self.start.offset);
            let text = Cow::Owned(self.written(&pieces));
            self.report(span, origin, (text, None), way, what);
        }
    }

    fn found_within(&mut self, found: &Match<'_>, span: Span, origin: Origin) {
        let way = Way::At(vec![span.shifted(self.start.offset)]);
        let raw = Raw::Nowhere(NoBytes::EncodedWord);
        let text = (Cow::Borrowed(found.text()), Some(raw));
        self.report(span, origin, text, way, What::Found(found));
    }

    fn existing_in(&mut self, reference: &str, pieces: &[Span], origin: Origin, name: &str) {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return };
        let span = Span::new(first.start(), last.end());
        if reference.len() > self.finder.max_len() {
            return self.leave_out(reference, span);
        }
        let base = self.location.base.clone();
        let shown = self.shown.take();
        let existing = Existing::new(reference, name, base.as_ref()).showing(shown);
        let offset = self.start.offset;
        let text = if let [one] = pieces {
            String::from_utf8_lossy(one.of(self.document))
        } else {
            Cow::Owned(self.written(pieces))
        };
        let way = Way::At(pieces.iter().map(|piece| piece.shifted(offset)).collect());
        self.report(span, origin, (text, None), way, What::Existing(existing));
    }

    fn wants_displayed_text(&self) -> bool {
        self.session.settings.displayed_text
    }

    fn set_shown(&mut self, text: String) {
        self.shown = Some(text);
    }

    fn unit(&mut self, unit: Option<Arc<Unit>>) {
        self.location.unit = unit;
    }

    fn base(&mut self, reference: &str) {
        self.location.set_base(reference);
    }

    fn current_base(&mut self) -> &mut Option<UriBuf> {
        &mut self.location.base
    }

    fn note(&mut self, at: Option<usize>, cause: Cause, message: &str) {
        let offset = at.map(|at| (self.start.offset + at) as u64);
        self.session.diagnostic(&Diagnostic::new(&self.location.place, cause, message).at(offset));
    }

    fn too_long(&mut self, tokens: u64) {
        self.too_long += tokens;
    }

    fn is_cancelled(&self) -> bool {
        self.session.is_over
    }
}
