//! The state of a scan between windows. It has a fixed size.

use crate::candidate::lookaround::Token;
use crate::find::pipeline::compiled::MAX_LOOKBEHIND;
use crate::find::pipeline::defanged::Tokens;
use crate::find::pipeline::early::Attempt;
use crate::find::pipeline::matches::Match;
use crate::patterns::PatternCursor;
use crate::scan::Cursor;
use crate::scan::code::CodeMarks;
use crate::span::Span;

/// The results of the scan so far that are needed to scan later text.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The number of bytes of the text before the window.
    pub(crate) base: usize,
    /// No candidate begins before this offset of the window.
    pub(crate) resume: usize,
    /// The end of the last match, including its closer. No opener of a later match is before this offset.
    pub(crate) taken: usize,
    /// The dots before this offset belong to a rejected host. `resume` is not moved past the host, because the host may
    /// be the local part of an address if an `@` follows it.
    pub(crate) spent_dots: usize,
    /// The token that was read last.
    pub(crate) token: Token,
    pub(crate) cursor: Cursor,
    /// No token with a sign of defanged text that was not read begins before this offset. It is not in the box, because
    /// the preset `archive` needs it for every text.
    pub(crate) signs: usize,
    rare: Option<Box<Rare>>,
    /// Whether bytes that were searched are no longer in the window.
    pub(crate) is_cut: bool,
    /// Whether `resume` is inside a token that is too long.
    pub(crate) in_long_token: bool,
    /// Whether an iterator returns the other readings of a match as well. It is here, where the two flags above leave
    /// room.
    pub(crate) all_readings: bool,
}

/// The parts of the state that most searches of a whole text do not need. They are in a box, because an iterator is moved
/// several times; a search without a link must not make the box (PROMISES.md).
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare {
    /// The text of the window before this offset has been searched. Later text may still contain matches. It is only
    /// known for a window that is not the last one.
    pub(crate) undecided: usize,
    pub(crate) patterns: PatternCursor,
    pub(crate) tokens: Tokens,
    pub(crate) code: CodeMarks,
    /// The last attempt to decide a candidate that needs more text.
    pub(crate) attempt: Option<Attempt>,
    pub(crate) skipped_too_long: u64,
    /// The other readings of the last match, to be reported next, in reverse order.
    pub(crate) readings: Vec<Match<'static>>,
}

impl State {
    /// The state before a text whose first byte has the offset `base`.
    #[inline]
    pub(crate) fn at(base: usize) -> State {
        State { base, ..State::default() }
    }

    /// The rare parts, if one of them was used.
    pub(crate) fn known(&self) -> Option<&Rare> {
        self.rare.as_deref()
    }

    pub(crate) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    pub(crate) fn skipped_too_long(&self) -> u64 {
        self.known().map_or(0, |rare| rare.skipped_too_long)
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.base += by;
        self.is_cut |= by > 0;
        for offset in [&mut self.resume, &mut self.taken, &mut self.spent_dots, &mut self.signs] {
            *offset = offset.saturating_sub(by);
        }
        self.token = self.token.slid(by);
        self.cursor.slide(by);
        if let Some(rare) = &mut self.rare {
            rare.undecided = rare.undecided.saturating_sub(by);
            rare.patterns.slide(by);
            rare.tokens.slide(by);
            rare.code.slide(by);
            rare.attempt = rare.attempt.and_then(|attempt| attempt.slid(by));
        }
    }

    /// The offset in the window from which the text may still contain matches.
    ///
    /// The result is the start of the run of non-blank bytes before the first byte that was not searched, because this
    /// run may be the scheme or the local part of the next match.
    pub(crate) fn undecided(&self, window: &[u8]) -> usize {
        let end = self.known().map_or(0, |rare| rare.undecided).min(window.len());
        let before = Span::new(end.saturating_sub(MAX_LOOKBEHIND), end).of(window);
        let run = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
        (end - run).max(self.resume)
    }
}
