//! Selects the [runs](super::run) that may have links. Few runs have links, and examining a run takes longer than
//! reading its events.

use core::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::raw::RawHtml;
use super::search::MarkdownSearch;
use crate::find::Hits;

/// The state after the events so far, on which the treatment of the next events depends.
#[derive(Debug)]
pub(super) struct Gate<'s> {
    triggers: Triggers<'s>,
    /// The part of the source in which no link is possible. Empty while a run is held.
    quiet: Range<usize>,
    /// The end of the block that was entered last.
    block_end: usize,
    raw: RawHtml,
}

/// What is known about a run after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing.
    Open,
    /// The run may have a link.
    Hot,
    /// The run has no link, neither in this event nor in later ones; its events are not held.
    Cold,
}

/// A range that contains no event.
const NOWHERE: Range<usize> = usize::MAX..usize::MAX;

/// Whether the event is inline and so continues its run.
#[inline]
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    let tag = match event {
        Event::Start(tag) => tag.to_end(),
        Event::End(tag) => *tag,
        Event::Html(_) | Event::Rule => return false,
        _ => return true,
    };
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}

impl<'s> Gate<'s> {
    pub(super) fn new(search: &MarkdownSearch, source: &'s str) -> Gate<'s> {
        Gate {
            triggers: Triggers::new(search.hits(), source),
            quiet: NOWHERE,
            block_end: 0,
            raw: RawHtml::default(),
        }
    }

    /// Whether the event is in a range where no link is possible, so that the event can be skipped. If it is raw HTML,
    /// it is recorded.
    ///
    /// For most events, this is the only check. It does not move the event.
    #[inline]
    pub(super) fn passes(&mut self, event: &Event<'_>, range: &Range<usize>) -> bool {
        let is_quiet = self.quiet.start <= range.start && range.end <= self.quiet.end;
        if is_quiet {
            self.read_tag(event);
        }
        is_quiet
    }

    /// Records what an event of raw HTML opens or closes.
    #[inline]
    pub(super) fn read_tag(&mut self, event: &Event<'_>) {
        if let Event::Html(html) | Event::InlineHtml(html) = event {
            self.raw.read(html);
        }
    }

    /// Records an event that is skipped.
    pub(super) fn note(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            // In such a block no link is made.
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => {
                self.quiet = range.clone();
            }
            Event::Start(_) => self.enter(range),
            _ => self.read_tag(event),
        }
    }

    /// Enters a block. If it has no trigger, no link is possible in it.
    fn enter(&mut self, range: &Range<usize>) {
        self.block_end = range.end;
        if self.triggers.first_from(range.start) >= range.end {
            self.quiet = range.clone();
        }
    }

    /// Starts a run; returns the elements that raw tags have opened before it.
    pub(super) fn begin_run(&mut self) -> RawHtml {
        self.quiet = NOWHERE;
        // Elements that were opened in another block are not open here.
        self.raw.end_block();
        self.raw.clone()
    }

    /// Classifies an event of a run.
    pub(super) fn outlook(
        &mut self,
        search: &MarkdownSearch,
        event: &Event<'_>,
        range: &Range<usize>,
    ) -> Outlook {
        let triggers = &mut self.triggers;
        let next = match event {
            Event::Text(text) => {
                let next = triggers.first_from(range.start);
                if next < range.end || triggers.is_foreign(text, range) && search.is_hot(text) {
                    return Outlook::Hot;
                }
                next
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => triggers.first_from(range.end),
            // The triggers in emphasis are found in its text events.
            Event::Start(_) | Event::End(_) => return Outlook::Open,
            _ => triggers.first_from(range.end),
        };
        if range.end <= self.block_end && self.block_end <= next {
            self.quiet = range.start..self.block_end;
            return Outlook::Cold;
        }
        Outlook::Open
    }
}

/// The positions in the source at which a link is possible.
///
/// The search follows the events, so that code and the targets of links are not searched.
#[derive(Debug)]
struct Triggers<'s> {
    source: &'s str,
    hits: Hits,
    /// A range without triggers; its end is the next trigger, or is after the source.
    gap: Range<usize>,
}

impl<'s> Triggers<'s> {
    fn new(mut hits: Hits, source: &'s str) -> Triggers<'s> {
        let first = hits.next(source.as_bytes(), 0);
        Triggers { source, hits, gap: 0..first.unwrap_or(usize::MAX) }
    }

    /// The first trigger at or after `at`, or a position after the end of the source.
    #[inline]
    fn first_from(&mut self, at: usize) -> usize {
        if at < self.gap.start {
            // The text of a link comes after the link has been skipped, and a caller may have changed the order of the
            // events. The search does not go back, so a link may be here.
            return at;
        }
        if self.gap.end < at {
            let next = self.hits.next(self.source.as_bytes(), at);
            self.gap = at..next.unwrap_or(usize::MAX);
        }
        self.gap.end
    }

    /// Whether `text` differs from the source in `range`. Usually both share the same memory.
    fn is_foreign(&self, text: &str, range: &Range<usize>) -> bool {
        self.source.get(range.clone()).is_none_or(|written| {
            let is_there = written.as_ptr() == text.as_ptr() && written.len() == text.len();
            !is_there && written != text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Finder;

    /// Events may come in any order: no trigger is missed. In the order of the source, all triggers are real.
    #[test]
    fn no_trigger_is_missed_in_any_order() {
        let source = "www.a.example b www.c.example d";
        let ranges = [0..13, 14..15, 16..29, 30..31];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut triggers = Triggers::new(Hits::new(&Finder::new()), source);
            for at in order {
                let range = ranges[at].clone();
                let has_one = triggers.first_from(range.start) < range.end;
                let is_expected = if order.is_sorted() {
                    has_one == (at % 2 == 0)
                } else {
                    has_one || at % 2 == 1
                };
                assert!(is_expected, "{order:?}, {at}");
            }
        }
    }
}
