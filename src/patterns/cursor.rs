//! The position of the search for patterns: the current piece of the text, and the next match in it.
//!
//! A piece is a line or a word, or a part of a long one. The positions are offsets into the window; when a stream drops the
//! beginning of its window, [`PatternCursor::slide`] adjusts them.

use crate::span::Span;

/// The progress of the search for patterns. Offsets are into the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternCursor {
    /// The beginning of the current piece.
    pub(super) start: usize,
    /// The end of the current piece and the beginning of the next one, once they are known.
    pub(super) ends: Option<(usize, usize)>,
    /// The offset in the piece at which the search continues.
    pub(super) from: usize,
    /// The first pattern that is searched for at that offset: those before it matched there and were taken.
    pub(super) rank: usize,
    /// The next match, once it is found.
    pub(super) hit: Option<PatternHit>,
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

/// The next match, which has not been taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternHit {
    pub(super) span: Span,
    /// The index of its pattern.
    pub(super) pattern: usize,
}

impl PatternCursor {
    /// Adjusts all offsets after the first `by` bytes of the window have been removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.start = self.start.saturating_sub(by);
        self.whole = self.whole.saturating_sub(by);
        self.seen = self.seen.saturating_sub(by);
        self.ends = self.ends.map(|(end, next)| (end.saturating_sub(by), next.saturating_sub(by)));
        self.from = self.from.saturating_sub(by);
        if let Some(PatternHit { span, .. }) = &mut self.hit {
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

    /// Skips the pieces that end at or before `from` without searching them.
    pub(super) fn pass(&mut self, window: &[u8], from: usize, division: Division, last: bool) {
        while let Some((_, next)) =
            self.piece(window, division, last).filter(|(end, _)| *end <= from)
        {
            self.enter(next);
        }
    }

    /// Makes the piece that begins at `start` the current one.
    pub(super) fn enter(&mut self, start: usize) {
        self.start = start;
        self.ends = None;
        self.hit = None;
        self.continue_at(start, 0);
    }

    /// The search continues at the offset `from` with the pattern `rank`, and after that offset with all patterns.
    pub(super) fn continue_at(&mut self, from: usize, rank: usize) {
        (self.from, self.rank) = (from, rank);
    }
}
