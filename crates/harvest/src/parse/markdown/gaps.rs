//! Finds the link definitions that have no effect, because an earlier definition has the same label. A renderer drops
//! such a definition, but the definition may contain a link. The parser reports no events for definitions, so they are
//! in the gaps between the blocks of a document.

use core::ops::Range;

use linkwright::Span;
use pulldown_cmark::{Event, Parser, TagEnd};

use super::aside::Collector;

/// Finds the gaps between the events of a document.
pub(super) struct Gaps<'s> {
    source: &'s str,
    /// The offset up to which events have covered the document.
    covered: usize,
    /// The definitions that have an effect, in order.
    definitions: Vec<Span>,
}

impl<'s> Gaps<'s> {
    pub(super) fn new(source: &'s str, parser: &Parser<'_>) -> Gaps<'s> {
        let definitions = parser.reference_definitions();
        let places = definitions.iter().map(|(_, one)| Span::from(one.span.clone()));
        let mut definitions: Vec<Span> = places.collect();
        definitions.sort_unstable();
        Gaps { source, covered: 0, definitions }
    }

    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        place: &Range<usize>,
        out: &mut Collector<'_>,
    ) {
        match event {
            Event::Start(tag) if is_container(tag.to_end()) => {
                self.cover(place.start, place.start, out);
            }
            Event::End(tag) if is_container(*tag) => self.cover(place.end, place.end, out),
            _ => self.cover(place.start, place.end, out),
        }
    }

    /// Covers the definition with an effect that contains `place`. The parser has no event for it.
    pub(super) fn definition(&mut self, place: Span, out: &mut Collector<'_>) {
        let after = self.definitions.partition_point(|one| one.start() <= place.start());
        if let Some(one) = after.checked_sub(1).and_then(|last| self.definitions.get(last)) {
            self.cover(one.start(), one.end(), out);
        }
    }

    /// Covers the document up to its end, after the last event.
    pub(super) fn end(&mut self, out: &mut Collector<'_>) {
        self.cover(self.source.len(), self.source.len(), out);
    }

    /// Records that an event covers `start..end`. The text between the previous events and `start` is a gap.
    fn cover(&mut self, start: usize, end: usize, out: &mut Collector<'_>) {
        let gap = Span::new(self.covered, start);
        if memchr::memmem::find(gap.of(self.source.as_bytes()), b"]:").is_some() {
            self.add(gap, out);
        }
        self.covered = end.max(self.covered);
    }

    /// Adds the parts of `gap` between the definitions that have an effect.
    fn add(&self, gap: Span, out: &mut Collector<'_>) {
        let first = self.definitions.partition_point(|one| one.start() < gap.start());
        let inside = self.definitions.iter().skip(first);
        let mut at = gap.start();
        for definition in inside.take_while(|one| one.start() < gap.end()) {
            self.add_part(Span::new(at, definition.start()), out);
            at = definition.end();
        }
        self.add_part(Span::new(at, gap.end()), out);
    }

    fn add_part(&self, part: Span, out: &mut Collector<'_>) {
        if !part.of(self.source.as_bytes()).trim_ascii().is_empty() {
            out.add_text(part);
        }
    }
}

fn is_container(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListDefinition
    )
}
