//! Reads a document run by run. A [run](super::run) is inline content that looks like continuous text to a reader.
//!
//! Few runs have links, and examining a run takes longer than reading its events, so most of them are passed over.

use core::mem;
use core::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::raw::RawHtml;
use super::run::Run;
use super::search::MarkdownSearch;
use crate::find::{Hits, Match};

/// An event and its position in the source.
pub(super) type Located<'s> = (Event<'s>, Range<usize>);

/// Receives the events and the links of a document.
pub(super) trait Visitor<'s> {
    /// Called for every event, in order.
    #[inline]
    fn event(&mut self, _event: &Event<'s>, _range: &Range<usize>) {}

    /// Called with the links of a run, after its last event.
    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]);
}

/// Reads the events of `parser` for `source`, from the beginning to the end.
pub(super) fn walk<'s>(
    search: &MarkdownSearch,
    source: &'s str,
    parser: Parser<'s>,
    visitor: &mut impl Visitor<'s>,
) {
    let mut runs = Runs::new(search, source);
    // The events of the current run.
    let mut held = Vec::new();
    let mut events = parser.into_offset_iter();
    loop {
        // The event is examined in place, because events are large and few of them are kept.
        let mut located = events.next();
        let Some((event, range)) = &located else { break };
        if runs.read(event, range)
            && let Some((run, links)) = runs.end(&held)
        {
            visitor.links(run, &links);
        }
        visitor.event(event, range);
        if runs.is_open() {
            held.extend(located.take());
        } else {
            held.clear();
        }
    }
    if let Some((run, links)) = runs.end(&held) {
        visitor.links(run, &links);
    }
}

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

/// Divides the events of a document into runs. The events of a run are held until it is complete, or is known to have no
/// link.
#[derive(Debug)]
pub(super) struct Runs<'s> {
    search: MarkdownSearch,
    triggers: TriggerOffsets<'s>,
    /// The part of the source in which no link is possible. Empty while a run is held.
    quiet: Range<usize>,
    /// The end of the block that was entered last.
    block_end: usize,
    /// The elements of raw HTML that are open.
    raw: RawHtml,
    /// Those that were open before the run.
    raw_before: RawHtml,
    run: Run<'s>,
    outlook: Outlook,
}

/// What is known about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlook {
    /// Nothing.
    Open,
    /// It may have a link.
    Hot,
    /// It has no link, neither in the last event nor in later ones, or there is no run; no events are held.
    Cold,
}

/// A range that contains no event.
const NOWHERE: Range<usize> = usize::MAX..usize::MAX;

impl<'s> Runs<'s> {
    pub(super) fn new(search: &MarkdownSearch, source: &'s str) -> Runs<'s> {
        Runs {
            search: search.clone(),
            triggers: TriggerOffsets::new(search.hits(), source),
            quiet: NOWHERE,
            block_end: 0,
            raw: RawHtml::default(),
            raw_before: RawHtml::default(),
            run: Run::new(source, search.autolinks),
            outlook: Outlook::Cold,
        }
    }

    /// Whether a run is held.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.outlook != Outlook::Cold
    }

    /// Reads the next event; returns whether it ends the run before it.
    ///
    /// For most events, which are in a quiet range, two comparisons are enough. The event is not moved.
    #[inline]
    pub(super) fn read(&mut self, event: &Event<'_>, range: &Range<usize>) -> bool {
        let is_quiet = self.quiet.start <= range.start && range.end <= self.quiet.end;
        let ends_run = !is_quiet && !is_inline(event);
        if ends_run {
            self.enter(event, range);
        } else if !is_quiet {
            self.hold(event, range);
        }
        if let Event::Html(html) | Event::InlineHtml(html) = event {
            self.raw.read(html);
        }
        ends_run
    }

    /// Enters or leaves a block.
    fn enter(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let Event::Start(tag) = event else { return };
        let is_block = matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_));
        if !is_block {
            self.block_end = range.end;
        }
        // In such a block no link is made, and in a block without a trigger none is possible.
        if is_block || self.triggers.first_from(range.start) >= range.end {
            self.quiet = range.clone();
        }
    }

    /// Adds an event to the run.
    fn hold(&mut self, event: &Event<'_>, range: &Range<usize>) {
        if self.outlook == Outlook::Cold {
            self.outlook = Outlook::Open;
            self.quiet = NOWHERE;
            // Elements that were opened in another block are not open here.
            self.raw.end_block();
            self.raw_before.clone_from(&self.raw);
        }
        if self.outlook == Outlook::Open {
            self.outlook = self.outlook_after(event, range);
        }
    }

    /// Classifies a run of which nothing is known yet by its next event.
    fn outlook_after(&mut self, event: &Event<'_>, range: &Range<usize>) -> Outlook {
        let triggers = &mut self.triggers;
        let next = match event {
            Event::Text(text) => {
                let next = triggers.first_from(range.start);
                if next < range.end || triggers.is_foreign(text, range) && self.search.is_hot(text)
                {
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

    /// Ends the run, which consists of `events`. Returns the run and its links; `None` if the run has no links.
    pub(super) fn end<'h, 'e>(
        &'h mut self,
        events: impl IntoIterator<Item = &'e Located<'s>>,
    ) -> Option<(&'h Run<'s>, Vec<Match<'h>>)>
    where
        's: 'e,
    {
        if mem::replace(&mut self.outlook, Outlook::Cold) != Outlook::Hot {
            return None;
        }
        self.run = Run::new(self.run.source, self.search.autolinks);
        for (event, range) in events {
            self.run.push(event, range, &mut self.raw_before);
        }
        let links = self.search.links(&self.run);
        (!links.is_empty()).then_some((&self.run, links))
    }
}

/// The positions in the source at which a link is possible.
///
/// The search follows the events, so that code and the targets of links are not searched.
#[derive(Debug)]
struct TriggerOffsets<'s> {
    source: &'s str,
    hits: Hits,
    /// A range without triggers; its end is the next trigger, or is after the source.
    gap: Range<usize>,
}

impl<'s> TriggerOffsets<'s> {
    fn new(mut hits: Hits, source: &'s str) -> TriggerOffsets<'s> {
        let first = hits.next(source.as_bytes(), 0);
        TriggerOffsets { source, hits, gap: 0..first.unwrap_or(usize::MAX) }
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
            let mut triggers = TriggerOffsets::new(Hits::new(&Finder::new()), source);
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
