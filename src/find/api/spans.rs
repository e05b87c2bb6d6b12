//! Divides a text into segments: its matches, and the text between them.

use core::iter::FusedIterator;

use crate::find::api::iter::FindIter;
use crate::find::pipeline::matches::Match;
use crate::span::Span;

/// A part of a text: a match, or text without one; see [`Finder::spans`](crate::find::Finder::spans).
#[derive(Clone, Debug)]
pub struct Segment<'h> {
    span: Span,
    text: &'h str,
    found: Option<Match<'h>>,
}

impl<'h> Segment<'h> {
    /// The match; `None` for text between matches.
    pub const fn found(&self) -> Option<&Match<'h>> {
        self.found.as_ref()
    }

    /// The match without a copy; `None` for text between matches.
    pub fn into_found(self) -> Option<Match<'h>> {
        self.found
    }

    /// The text of the segment, unchanged. For a joined match it includes the gaps between the [pieces](Match::pieces).
    /// The texts of all segments, one after the other, are the whole input.
    pub const fn as_str(&self) -> &'h str {
        self.text
    }

    /// The position of the segment, in bytes of the text.
    pub const fn span(&self) -> Span {
        self.span
    }
}

/// The segments of a text, from left to right; see [`Finder::spans`](crate::find::Finder::spans). No segment is empty.
#[derive(Debug)]
pub struct Spans<'f, 'h> {
    text: &'h str,
    matches: FindIter<'f, 'h>,
    /// The end of the last segment that was returned.
    done: usize,
    /// The next segment, if it is a match that was found when the text before it was returned.
    next: Option<Match<'h>>,
}

impl<'f, 'h> Spans<'f, 'h> {
    /// The segments of `text`. Its `matches` must not overlap.
    pub(crate) const fn new(text: &'h str, matches: FindIter<'f, 'h>) -> Spans<'f, 'h> {
        Spans { text, matches, done: 0, next: None }
    }

    fn segment(&mut self, end: usize, found: Option<Match<'h>>) -> Segment<'h> {
        let span = Span::new(self.done, end);
        self.done = end;
        Segment { span, text: self.text.get(span.range()).unwrap_or_default(), found }
    }
}

impl<'h> Iterator for Spans<'_, 'h> {
    type Item = Segment<'h>;

    fn next(&mut self) -> Option<Segment<'h>> {
        let Some(found) = self.next.take().or_else(|| self.matches.next()) else {
            return (self.done < self.text.len()).then(|| self.segment(self.text.len(), None));
        };
        if self.done < found.start() {
            let start = found.start();
            self.next = Some(found);
            return Some(self.segment(start, None));
        }
        Some(self.segment(found.end(), Some(found)))
    }
}

impl FusedIterator for Spans<'_, '_> {}
