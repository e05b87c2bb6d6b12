//! Reports the links of a document that is inside another document, such as HTML in a feed or a style sheet in a page.

use linkwright::rewrite::SourceMap;
use linkwright::{Match, Span};

use crate::model::{Cause, Origin};
use crate::sink::{Sink, hand_on};

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
    hand_on!();

    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin) {
        let Some(inner) = map else { return self.outer.found_as(found, Some(self.map), origin) };
        let all = found.wrapper().unwrap_or(found.span());
        self.outer.found_as(found, Some(&inner.through(self.map, all)), origin);
    }

    fn existing(&mut self, reference: &str, span: Span, origin: Origin, name: &str) {
        let place = self.map.around(span);
        self.outer.existing(reference, place, origin, name);
    }

    fn note(&mut self, at: Option<usize>, cause: Cause, message: &str) {
        let place = at.map(|at| self.map.around(Span::new(at, at)).start());
        self.outer.note(place, cause, message);
    }
}
