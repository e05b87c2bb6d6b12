//! Which runs are worth a look. Nearly all are not, and looking takes longer than reading events.

use core::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::raw::RawHtml;
use super::search::Search;
use crate::find::Hits;

/// What of the events so far matters for those to come.
#[derive(Debug)]
pub(super) struct Gate<'s> {
    /// Where the source is known.
    triggers: Option<Triggers<'s>>,
    /// No link can be in what stands here in the source. Empty while a run is held.
    quiet: Range<usize>,
    /// Where the block ends that was entered last.
    block_end: usize,
    /// Whether in a block of code, HTML or metadata, where that is not told by the source.
    is_closed: bool,
    raw: RawHtml,
}

/// What an event says about the links of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing.
    Open,
    /// There may be one.
    Hot,
    /// There is none, here or in what comes.
    Cold,
}

/// Where no event is.
const NOWHERE: Range<usize> = usize::MAX..usize::MAX;

/// Whether the event belongs to a run, and does not end it.
#[inline]
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript
                | Tag::Link { .. }
                | Tag::Image { .. }
        ),
        Event::End(tag) => matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Superscript
                | TagEnd::Subscript
                | TagEnd::Link
                | TagEnd::Image
        ),
        Event::Html(_) | Event::Rule => false,
        _ => true,
    }
}

impl<'s> Gate<'s> {
    pub(super) fn new(search: &Search, source: Option<&'s str>) -> Gate<'s> {
        Gate {
            triggers: source.map(|source| Triggers::new(search.hits(), source)),
            quiet: NOWHERE,
            block_end: 0,
            is_closed: false,
            raw: RawHtml::default(),
        }
    }

    /// Whether nothing has to be known about the event but that it passed.
    ///
    /// Of most events it is asked only this, and they are not moved for it.
    #[inline]
    pub(super) fn passes(&mut self, event: &Event<'_>, range: &Range<usize>) -> bool {
        let is_quiet = self.quiet.start <= range.start && range.end <= self.quiet.end;
        if is_quiet {
            self.read_tag(event);
        }
        is_quiet
    }

    /// Takes note of what an event opens or closes if it is raw HTML.
    #[inline]
    pub(super) fn read_tag(&mut self, event: &Event<'_>) {
        if let Event::Html(html) | Event::InlineHtml(html) = event {
            self.raw.read(html);
        }
    }

    /// Whether the event is one of a run that may have links.
    #[inline]
    pub(super) fn takes(&self, event: &Event<'_>) -> bool {
        !self.is_closed && is_inline(event)
    }

    /// Takes note of an event that is not taken.
    pub(super) fn note(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => {
                self.close(range);
            }
            Event::Start(_) => self.enter(range),
            Event::End(_) => self.is_closed = false,
            _ => self.read_tag(event),
        }
    }

    /// A block begins in which nothing is linked.
    fn close(&mut self, range: &Range<usize>) {
        match self.triggers {
            Some(_) => self.quiet = range.clone(),
            None => self.is_closed = true,
        }
    }

    /// A block begins: perhaps there is nothing in it.
    fn enter(&mut self, range: &Range<usize>) {
        self.block_end = range.end;
        if let Some(triggers) = &mut self.triggers
            && triggers.first_from(range.start) >= range.end
        {
            self.quiet = range.clone();
        }
    }

    /// A run begins: what tags have opened before it.
    pub(super) fn begin_run(&mut self) -> RawHtml {
        self.quiet = NOWHERE;
        // What another block has opened, it has not opened here.
        self.raw.end_block();
        self.raw.clone()
    }

    /// What an event that is taken says about its run.
    pub(super) fn outlook(
        &mut self,
        search: &Search,
        event: &Event<'_>,
        range: &Range<usize>,
    ) -> Outlook {
        let Some(triggers) = &mut self.triggers else {
            let is_hot = matches!(event, Event::Text(text) if search.is_hot(text));
            return if is_hot { Outlook::Hot } else { Outlook::Open };
        };
        let next = match event {
            Event::Text(text) => {
                let next = triggers.first_from(range.start);
                if next < range.end || triggers.is_foreign(text, range) && search.is_hot(text) {
                    return Outlook::Hot;
                }
                next
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => triggers.first_from(range.end),
            // The triggers of an emphasis are those of its text.
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

/// Where in the source a link could be.
///
/// They are looked for as the events come, so that nobody searches code and the targets of links.
#[derive(Debug)]
struct Triggers<'s> {
    source: &'s str,
    hits: Hits,
    /// There is none at or behind the start of this, and one at its end, if not behind the source.
    gap: Range<usize>,
    /// All of them, once somebody has changed the order of the events.
    all: Option<Vec<usize>>,
}

impl<'s> Triggers<'s> {
    fn new(mut hits: Hits, source: &'s str) -> Triggers<'s> {
        let first = hits.next(source.as_bytes(), 0);
        Triggers { source, hits, gap: 0..first.unwrap_or(usize::MAX), all: None }
    }

    /// The first one at or behind `at`, or what is behind every source.
    #[inline]
    fn first_from(&mut self, at: usize) -> usize {
        if at < self.gap.start || self.gap.end < at {
            self.search(at);
        }
        self.gap.end
    }

    fn search(&mut self, at: usize) {
        let source = self.source.as_bytes();
        if at < self.gap.start && self.all.is_none() {
            self.all = Some(self.hits.all(source));
        }
        let next = match &self.all {
            Some(all) => all.get(all.partition_point(|hit| *hit < at)).copied(),
            None => self.hits.next(source, at),
        };
        self.gap = at..next.unwrap_or(usize::MAX);
    }

    /// Whether `text` is not what was written in `range`. Nearly always it is the very same bytes.
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

    /// Events may come in any order: whoever sorted them finds the same triggers.
    #[test]
    fn triggers_are_found_in_any_order() {
        let source = "www.a.example b www.c.example d";
        let ranges = [0..13, 14..15, 16..29, 30..31];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut triggers = Triggers::new(Hits::new(&Finder::new()), source);
            for at in order {
                let range = ranges[at].clone();
                let has_one = triggers.first_from(range.start) < range.end;
                assert_eq!(has_one, at % 2 == 0, "{order:?}, {at}");
            }
        }
    }
}
