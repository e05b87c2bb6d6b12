//! Reports the links of a document that is inside another document, such as HTML in a feed or a style sheet in a page.

use std::sync::Arc;

use linkwright::rewrite::SourceMap;
use linkwright::uri::UriBuf;
use linkwright::{Finder, Match, Span};

use crate::model::{Cause, Limits, Origin, Unit};
use crate::sink::Sink;

/// A sink for the links in the decoded text of a run. It reports these links to the outer sink, with their positions in
/// the outer document.
pub(super) struct Nested<'n> {
    map: &'n SourceMap,
    outer: &'n mut dyn Sink,
}

impl<'n> Nested<'n> {
    /// A sink that reports to `outer`. `map` converts offsets in the text to offsets in the document of `outer`.
    pub(super) fn new(map: &'n SourceMap, outer: &'n mut dyn Sink) -> Nested<'n> {
        Nested { map, outer }
    }
}

impl Sink for Nested<'_> {
    fn finder(&self) -> &Finder {
        self.outer.finder()
    }

    fn limits(&self) -> &Limits {
        self.outer.limits()
    }

    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin) {
        let Some(inner) = map else { return self.outer.found_as(found, Some(self.map), origin) };
        let all = found.wrapper().unwrap_or(found.span());
        self.outer.found_as(found, Some(&inner.through(self.map, all)), origin);
    }

    fn found_within(&mut self, found: &Match<'_>, span: Span, origin: Origin) {
        self.outer.found_within(found, self.map.around(span), origin);
    }

    fn existing_in(&mut self, reference: &str, pieces: &[Span], origin: Origin, name: &str) {
        if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
            let place = self.map.around(Span::new(first.start(), last.end()));
            self.outer.existing(reference, place, origin, name);
        }
    }

    fn wants_displayed_text(&self) -> bool {
        self.outer.wants_displayed_text()
    }

    fn set_shown(&mut self, text: String) {
        self.outer.set_shown(text);
    }

    fn unit(&mut self, unit: Option<Arc<Unit>>) {
        self.outer.unit(unit);
    }

    fn base(&mut self, reference: &str) {
        self.outer.base(reference);
    }

    fn current_base(&mut self) -> &mut Option<UriBuf> {
        self.outer.current_base()
    }

    fn note(&mut self, at: Option<usize>, cause: Cause, message: &str) {
        let place = at.map(|at| self.map.around(Span::new(at, at)).start());
        self.outer.note(place, cause, message);
    }

    fn too_long(&mut self, tokens: u64) {
        self.outer.too_long(tokens);
    }

    fn is_cancelled(&self) -> bool {
        self.outer.is_cancelled()
    }
}
