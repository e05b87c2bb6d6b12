//! Combines the asides of a document with the text in the gaps between its blocks.

use core::ops::Range;

use linkwright::Span;
use pulldown_cmark::{Event, Parser};

use super::aside::{Aside, Collector};
use super::gaps::Gaps;

/// Collects the asides of a document from its events.
pub(super) struct Asides<'s> {
    gaps: Gaps<'s>,
    collector: Collector<'s>,
}

impl<'s> Asides<'s> {
    /// A collector for the asides of `source`, which is the document of `parser`, and for the `directives` that were
    /// removed from `source`.
    pub(super) fn new(
        source: &'s str,
        parser: &Parser<'_>,
        directives: impl Iterator<Item = Span>,
    ) -> Asides<'s> {
        Asides { gaps: Gaps::new(source, parser), collector: Collector::new(source, directives) }
    }

    pub(super) fn event(&mut self, event: &Event<'_>, place: &Range<usize>) {
        self.gaps.event(event, place, &mut self.collector);
        self.collector.event(event, place);
    }

    /// Collects the text before the definition whose destination is at `place`. The parser has no event for it.
    pub(super) fn definition(&mut self, place: Span) {
        self.gaps.definition(place, &mut self.collector);
    }

    /// Must be called after the last event. Collects the text between that event and the end of the document.
    pub(super) fn end(&mut self) {
        self.gaps.end(&mut self.collector);
    }

    /// The next aside, if it begins before `offset`.
    pub(super) fn next_before(&mut self, offset: usize) -> Option<Aside> {
        self.collector.next_before(offset)
    }
}
