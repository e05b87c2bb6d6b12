//! Which runs are worth a look. Nearly all are not, and looking takes longer than reading events.

use core::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::raw::RawHtml;
use super::search::Search;

/// What of the events so far matters for those to come.
#[derive(Debug)]
pub(super) struct Gate<'s> {
    source: Option<&'s str>,
    /// Where in the source a link could be, in ascending order.
    triggers: Vec<usize>,
    /// The first of them that is not before what was asked about last.
    next: usize,
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
            triggers: source.map(|source| search.triggers(source)).unwrap_or_default(),
            next: 0,
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
        if self.source.is_some() && !self.has_trigger(range) {
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
        let written = self.source.and_then(|source| source.get(range.clone()));
        match written {
            Some(written) if written == &**text => self.has_trigger(range),
            _ => search.is_hot(text),
        }
    }

    fn has_trigger(&mut self, range: &Range<usize>) -> bool {
        let before = self.next.checked_sub(1).and_then(|at| self.triggers.get(at));
        if before.is_some_and(|before| *before >= range.start) {
            // Backwards: somebody has changed the order of the events.
            self.next = self.triggers.partition_point(|trigger| *trigger < range.start);
        }
        while let Some(trigger) = self.triggers.get(self.next) {
            if *trigger >= range.start {
                return *trigger < range.end;
            }
            self.next += 1;
        }
        false
    }

    /// The elements of raw HTML that are open.
    pub(super) fn raw(&mut self) -> &mut RawHtml {
        &mut self.raw
    }
}
