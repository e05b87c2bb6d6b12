//! The state of a scan between windows. It has a fixed size. What few searches need is in a box, because an iterator
//! is moved several times.

use crate::candidate::lookaround::Token;
use crate::find::pipeline::compiled::MAX_LOOKBEHIND;
use crate::find::pipeline::defanged::Ahead;
use crate::find::pipeline::early::Attempt;
use crate::patterns::PatternCursor;
use crate::scan::Cursor;
use crate::scan::code::CodeMarks;
use crate::span::Span;

/// The results of the scan so far that are needed to scan later text.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The number of bytes of the text before the window.
    pub(crate) base: usize,
    /// The offset in the text at which the search begins: text before it is not read.
    pub(crate) origin: usize,
    /// No candidate begins before this offset of the window.
    pub(crate) resume: usize,
    /// The end of the last match, including its closer. No opener of a later match is before this offset.
    pub(crate) taken: usize,
    /// The dots before this offset belong to a rejected host. `resume` is not moved past the host, because the host may
    /// be the local part of an address if an `@` follows it.
    pub(crate) spent_dots: usize,
    /// The text of the window before this offset has been searched. Later text may still contain matches.
    pub(crate) undecided: usize,
    /// Whether `resume` is inside a token that is too long.
    pub(crate) in_long_token: bool,
    /// The token that was read last.
    pub(crate) token: Option<Token>,
    pub(crate) cursor: Cursor,
    /// The search for patterns, once it has begun.
    pub(crate) patterns: Option<Box<PatternCursor>>,
    /// The search for defanged text. It is not in a box, because a search without a link allocates nothing (PROMISES.md),
    /// and the preset `archive` needs it for every text.
    pub(crate) defanged: Ahead,
    /// The search for code, once it has begun.
    pub(crate) code: Option<Box<CodeMarks>>,
    /// The last attempt to decide a candidate that needs more text.
    pub(crate) attempt: Option<Box<Attempt>>,
    pub(crate) skipped_too_long: u64,
}

impl State {
    /// The state before a text whose first byte has the offset `base`.
    #[inline]
    pub(crate) fn at(base: usize) -> State {
        State { base, origin: base, ..State::default() }
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.base += by;
        self.resume = self.resume.saturating_sub(by);
        self.taken = self.taken.saturating_sub(by);
        self.undecided = self.undecided.saturating_sub(by);
        self.spent_dots = self.spent_dots.saturating_sub(by);
        self.token = self.token.and_then(|token| token.slid(by));
        self.cursor.slide(by);
        if let Some(patterns) = &mut self.patterns {
            patterns.slide(by);
        }
        self.defanged.slide(by);
        if let Some(code) = &mut self.code {
            code.slide(by);
        }
        self.attempt = self.attempt.take().and_then(|attempt| attempt.slid(by)).map(Box::new);
    }

    /// The offset in the window from which the text may still contain matches.
    ///
    /// The result is the start of the run of non-blank bytes before the first byte that was not searched, because this
    /// run may be the scheme or the local part of the next match.
    pub(crate) fn undecided(&self, window: &[u8]) -> usize {
        let end = self.undecided.min(window.len());
        let before = Span::new(end.saturating_sub(MAX_LOOKBEHIND), end).of(window);
        let run = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
        (end - run).max(self.resume)
    }
}
