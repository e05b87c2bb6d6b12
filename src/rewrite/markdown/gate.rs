//! Which runs are worth a look. Nearly all are not, and looking takes longer than reading events.

use core::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::raw::RawHtml;
use super::search::Search;
use crate::find::Hits;

/// What of the events so far matters for those to come.
#[derive(Debug)]
pub(super) struct Gate<'s> {
    source: Option<&'s str>,
    triggers: Triggers,
    /// Before this offset of the source no link can be.
    quiet: usize,
    /// Whether in a block of code, HTML or metadata.
    is_closed: bool,
    raw: RawHtml,
}

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
            source,
            triggers: Triggers::new(search.hits()),
            quiet: 0,
            is_closed: false,
            raw: RawHtml::default(),
        }
    }

    /// Whether the event is one of a run that may have links.
    #[inline]
    pub(super) fn takes(&self, event: &Event<'_>, range: &Range<usize>) -> bool {
        !self.is_quiet(range) && !self.is_closed && is_inline(event)
    }

    #[inline]
    fn is_quiet(&self, range: &Range<usize>) -> bool {
        self.source.is_some() && range.end <= self.quiet
    }

    /// Takes note of an event that is not taken.
    #[inline]
    pub(super) fn pass(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => {
                self.is_closed = true;
            }
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_)) => {
                self.is_closed = false;
                self.raw.end_block();
            }
            Event::Start(_) if !self.is_quiet(range) => self.enter(range),
            Event::End(_) => self.raw.end_block(),
            Event::Html(html) | Event::InlineHtml(html) => self.raw.read(html),
            _ => {}
        }
    }

    /// A block begins: perhaps there is nothing in it.
    fn enter(&mut self, range: &Range<usize>) {
        if let Some(source) = self.source
            && !self.triggers.are_in(source, range)
        {
            self.quiet = range.end;
        }
    }

    /// Whether a link can begin, end or go on in a text event.
    pub(super) fn is_hot(
        &mut self,
        search: &Search,
        text: &CowStr<'_>,
        range: &Range<usize>,
    ) -> bool {
        let Some(source) = self.source else { return search.is_hot(text) };
        if self.triggers.are_in(source, range) {
            return true;
        }
        let is_as_written = source.get(range.clone()).is_some_and(|written| is_same(written, text));
        !is_as_written && search.is_hot(text)
    }

    /// The elements of raw HTML that are open.
    pub(super) fn raw(&mut self) -> &mut RawHtml {
        &mut self.raw
    }
}

/// Whether `text` is what was written. Nearly always it is the very same bytes.
fn is_same(written: &str, text: &str) -> bool {
    written.len() == text.len() && (written.as_ptr() == text.as_ptr() || written == text)
}

/// Where in the source a link could be.
///
/// They are looked for as the events come, so that nobody searches code and the targets of links.
#[derive(Debug)]
struct Triggers {
    hits: Hits,
    /// The first one at or behind `from`.
    next: Option<usize>,
    from: usize,
    /// All of them, once somebody has changed the order of the events.
    all: Option<Vec<usize>>,
}

impl Triggers {
    const fn new(hits: Hits) -> Triggers {
        Triggers { hits, next: Some(0), from: 0, all: None }
    }

    /// Whether there is one in `range`.
    fn are_in(&mut self, source: &str, range: &Range<usize>) -> bool {
        if range.start < self.from && self.all.is_none() {
            self.all = Some(self.hits.all(source.as_bytes()));
        }
        let next = match &self.all {
            Some(all) => all.get(all.partition_point(|hit| *hit < range.start)).copied(),
            None => self.next_from(source, range.start),
        };
        next.is_some_and(|hit| hit < range.end)
    }

    fn next_from(&mut self, source: &str, from: usize) -> Option<usize> {
        let is_behind = self.from == 0 || self.next.is_some_and(|next| next < from);
        if is_behind {
            self.next = self.hits.next(source.as_bytes(), from);
        }
        self.from = from;
        self.next
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
            let mut triggers = Triggers::new(Hits::new(&Finder::new()));
            for at in order {
                let has_one = at % 2 == 0;
                assert_eq!(triggers.are_in(source, &ranges[at]), has_one, "{order:?}, {at}");
            }
        }
    }
}
