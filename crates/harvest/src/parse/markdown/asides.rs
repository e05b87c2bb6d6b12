//! All that a renderer leaves alone, in the order of the document: asides and gaps.

use core::ops::Range;

use linkwright::Span;
use pulldown_cmark::{Event, Parser};

use super::aside::{Aside, Collector};
use super::gaps::Gaps;

/// The asides of a document, which is read event by event.
pub(super) struct Asides<'s> {
    gaps: Gaps<'s>,
    collector: Collector<'s>,
}

impl<'s> Asides<'s> {
    /// Those of `source`, which `parser` is about to read, and the directives that were taken out of it.
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

    /// All events were read.
    pub(super) fn end(&mut self) {
        self.gaps.end(&mut self.collector);
    }

    /// The next aside, if it begins before `offset`.
    pub(super) fn next_before(&mut self, offset: usize) -> Option<Aside> {
        self.collector.next_before(offset)
    }
}
