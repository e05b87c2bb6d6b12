//! What a scan knows of the text that it has passed. It has a fixed size.

use crate::candidate::lookaround::Token;
use crate::find::pipeline::compiled::BEHIND;
use crate::find::pipeline::early::Attempt;
use crate::patterns::PatternCursor;
use crate::scan::Cursor;
use crate::span::Span;

/// What the bytes that left the window still mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// How many bytes left the window.
    pub(crate) base: usize,
    /// The offset of the first byte that is searched: nothing is before it.
    pub(crate) origin: usize,
    /// No candidate begins before this offset of the window.
    pub(crate) resume: usize,
    /// No opener is before this offset: the closer of the last match ends there.
    pub(crate) taken: usize,
    /// The dots before this offset belong to a host that was rejected. An `@` after it may still
    /// make it a local part, so `resume` stays where it is.
    pub(crate) spent_dots: usize,
    /// After this offset the window has not been decided on.
    pub(crate) undecided: usize,
    /// The window begins, or goes on at `resume`, inside a token that is too long.
    pub(crate) in_long_token: bool,
    /// The token that was read last.
    pub(crate) token: Option<Token>,
    pub(crate) cursor: Cursor,
    pub(crate) patterns: PatternCursor,
    /// The candidate that was looked at too early.
    pub(crate) attempt: Option<Attempt>,
    pub(crate) skipped_too_long: u64,
}

impl State {
    /// The state before a text whose first byte has the offset `base`.
    #[inline]
    pub(crate) fn at(base: usize) -> State {
        State {
            base,
            origin: base,
            resume: 0,
            taken: 0,
            spent_dots: 0,
            undecided: 0,
            in_long_token: false,
            token: None,
            cursor: Cursor::default(),
            patterns: PatternCursor::default(),
            attempt: None,
            skipped_too_long: 0,
        }
    }

    /// The window loses its first `by` bytes.
    pub(crate) fn slide(&mut self, by: usize) {
        self.base += by;
        self.resume = self.resume.saturating_sub(by);
        self.taken = self.taken.saturating_sub(by);
        self.undecided = self.undecided.saturating_sub(by);
        self.spent_dots = self.spent_dots.saturating_sub(by);
        self.token = self.token.and_then(|token| token.slid(by));
        self.cursor.slide(by);
        self.patterns.slide(by);
        self.attempt = self.attempt.and_then(|attempt| attempt.slid(by));
    }

    /// The offset in the window from which on nothing has been decided.
    ///
    /// That is where the run of characters begins that holds the next trigger, because a scheme or
    /// a local part is before it.
    pub(crate) fn undecided(&self, window: &[u8]) -> usize {
        let end = self.undecided.min(window.len());
        let before = Span::new(end.saturating_sub(BEHIND), end).of(window);
        let run = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
        (end - run).max(self.resume)
    }
}
