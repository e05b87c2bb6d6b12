//! Finds the link definitions that have no effect, because an earlier definition has the same label. A renderer drops
//! such a definition, but the definition may contain a link. The parser reports no events for definitions, so they are
//! in the gaps between the blocks of a document.

use core::ops::Range;

use linkwright::Span;
use pulldown_cmark::{Event, Parser, TagEnd};

use super::aside::{AsideKind, Collector};

/// The places of the definitions that have an effect, in order.
pub(super) fn definitions(parser: &Parser<'_>) -> Vec<Span> {
    let definitions = parser.reference_definitions();
    let mut places: Vec<Span> =
        definitions.iter().map(|(_, one)| one.span.clone().into()).collect();
    places.sort_unstable();
    places
}

impl Collector<'_> {
    /// Covers the place of an event. The content of a container has events of its own.
    pub(super) fn cover_event(&mut self, event: &Event<'_>, place: &Range<usize>) {
        match event {
            Event::Start(tag) if is_container(tag.to_end()) => self.cover(place.start, place.start),
            Event::End(tag) if is_container(*tag) => self.cover(place.end, place.end),
            _ => self.cover(place.start, place.end),
        }
    }

    /// Covers the definition with an effect that contains `place`. The parser has no event for it.
    pub(super) fn cover_definition(&mut self, place: Span) {
        let after = self.definitions.partition_point(|one| one.start() <= place.start());
        let definition = after.checked_sub(1).and_then(|last| self.definitions.get(last).copied());
        if let Some(one) = definition {
            self.cover(one.start(), one.end());
        }
    }

    /// Covers `start..end`. The text between what was covered before and `start` is a gap. The parts of a gap between the
    /// definitions that have an effect are asides.
    pub(super) fn cover(&mut self, start: usize, end: usize) {
        let gap = Span::new(self.covered, start);
        self.covered = end.max(self.covered);
        if memchr::memmem::find(gap.of(self.source.as_bytes()), b"]:").is_none() {
            return;
        }
        let first = self.definitions.partition_point(|one| one.start() < gap.start());
        let inside = self.definitions.iter().skip(first).copied();
        let inside = inside.take_while(|one| one.start() < gap.end());
        let inside: Vec<Span> = inside.chain([Span::new(start, start)]).collect();
        let mut at = gap.start();
        for definition in inside {
            let part = Span::new(at, definition.start());
            if !part.of(self.source.as_bytes()).trim_ascii().is_empty() {
                self.add(self.alone(AsideKind::Text, part, false));
            }
            at = definition.end();
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
