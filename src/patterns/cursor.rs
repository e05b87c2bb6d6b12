//! The position of the search for patterns: the current piece of the text, and the next match of each pattern in it.
//!
//! A piece is a line or a word, or a part of a long one. The positions are offsets into the window; when a stream drops the
//! beginning of its window, [`PatternCursor::slide`] adjusts them.

use regex::bytes::CaptureLocations;

use crate::span::Span;

/// The progress of the search for patterns. Offsets are into the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternCursor {
    /// The beginning of the current piece.
    pub(super) start: usize,
    /// The end of the current piece and the beginning of the next one, once they are known.
    pub(super) ends: Option<(usize, usize)>,
    /// The next match of each pattern in the piece; the list is empty before the first search.
    pub(super) hits: Vec<PatternHit>,
    /// The end of the last whole line or word in the window.
    whole: usize,
    /// The end of the part of the window that has been searched for the ends of lines or words.
    seen: usize,
}

/// How a text is divided into pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    /// Whether a piece is a word: text without ASCII white space. Otherwise it is a line.
    pub(super) by_word: bool,
    /// The maximum number of bytes of a piece.
    pub(super) max_len: usize,
}

impl Division {
    /// The offset of the first byte that ends a piece.
    fn first_end(self, text: &[u8]) -> Option<usize> {
        if self.by_word {
            text.iter().position(u8::is_ascii_whitespace)
        } else {
            memchr::memchr2(b'\n', b'\r', text)
        }
    }

    /// The offset of the last byte that ends a piece.
    pub(super) fn last_end(self, text: &[u8]) -> Option<usize> {
        if self.by_word {
            text.iter().rposition(u8::is_ascii_whitespace)
        } else {
            memchr::memrchr2(b'\n', b'\r', text)
        }
    }
}

/// The next match of a pattern, which has not been taken.
#[derive(Clone, Debug)]
pub(super) struct PatternHit {
    /// While the match is not known, the empty span at the offset at which the search for the pattern continues; after
    /// the last match this is the end of the piece.
    pub(super) span: Span,
    /// The groups of the match, with offsets from the beginning of the piece; `None` if the template uses no group other
    /// than the whole match, because the search for groups takes longer.
    pub(super) groups: Option<CaptureLocations>,
}

impl PatternCursor {
    /// Adjusts all offsets after the first `by` bytes of the window have been removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.start = self.start.saturating_sub(by);
        self.whole = self.whole.saturating_sub(by);
        self.seen = self.seen.saturating_sub(by);
        self.ends = self.ends.map(|(end, next)| (end.saturating_sub(by), next.saturating_sub(by)));
        for PatternHit { span, .. } in &mut self.hits {
            *span = Span::new(span.start().saturating_sub(by), span.end().saturating_sub(by));
        }
    }

    /// The end of the last line or word that is wholly in the window. `last` means that the text ends with the window.
    pub(super) fn whole(&mut self, window: &[u8], division: Division, last: bool) -> usize {
        if last {
            return window.len();
        }
        let new = window.get(self.seen..).unwrap_or_default();
        if let Some(at) = division.last_end(new) {
            self.whole = self.seen + at + 1;
        }
        self.seen = window.len();
        self.whole
    }

    /// The smallest offset at which the search for a pattern continues in the piece; `None` if a match is pending.
    pub(super) fn unsearched(&self) -> Option<usize> {
        let is_pending = self.hits.iter().any(|hit| !hit.span.is_empty());
        self.hits.iter().map(|hit| hit.span.start()).min().filter(|_| !is_pending)
    }

    /// The end of the current piece and the beginning of the next one. `None` if the end of the piece is not in the
    /// window yet, or if no text is left.
    pub(super) fn piece(
        &mut self,
        window: &[u8],
        division: Division,
        last: bool,
    ) -> Option<(usize, usize)> {
        if self.ends.is_none() {
            let start = self.start;
            let rest = window.get(start..).filter(|rest| !rest.is_empty())?;
            let rest = rest.get(..division.max_len).unwrap_or(rest);
            self.ends = match division.first_end(rest) {
                Some(at) => Some((start + at, start + at + 1)),
                None => (last || rest.len() == division.max_len)
                    .then(|| (start + rest.len(), start + rest.len())),
            };
        }
        self.ends
    }

    /// Whether all patterns have been searched for at the offset `at`. This is true if `at` is before the current piece.
    /// It is also true if the piece is complete, and the byte that ends it or at least four bytes (the length of the
    /// longest character) follow it.
    pub(crate) fn has_searched(&self, window: &[u8], at: usize) -> bool {
        let is_complete = |(end, next): (usize, usize)| next > end || end + 4 <= window.len();
        at < self.start || self.ends.is_some_and(is_complete)
    }

    /// Skips the pieces that end at or before `from` without searching them, and the matches that begin before it, for
    /// example inside the previous link.
    pub(super) fn pass(&mut self, window: &[u8], from: usize, division: Division, last: bool) {
        while let Some((_, next)) =
            self.piece(window, division, last).filter(|(end, _)| *end <= from)
        {
            self.enter(next);
        }
        for hit in self.hits.iter_mut().filter(|hit| hit.span.start() < from) {
            hit.span = Span::new(from, from);
        }
    }

    /// Makes the piece that begins at `start` the current one.
    pub(super) fn enter(&mut self, start: usize) {
        self.start = start;
        self.ends = None;
        for hit in &mut self.hits {
            hit.span = Span::new(start, start);
        }
    }
}
