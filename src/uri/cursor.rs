//! A cursor over the bytes of a text, for the functions that parse the rules of the grammar.

use super::chars::is_allowed;
use super::error::{ParseError, Rule};
use crate::ascii::{ByteSet, HEXDIG};
use crate::text::chars;

/// A position in a text. It only moves forward.
// INVARIANT: `at` never passes the end of `bytes`, and `bytes` has at most `u32::MAX` bytes.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of `text`. The parser reads only the first 4 GiB of a text, so every offset
    /// fits into 32 bits.
    pub(super) fn new(text: &'t [u8]) -> Cursor<'t> {
        let most = u32::MAX as usize;
        Cursor { bytes: text.get(..most).unwrap_or(text), at: 0 }
    }

    #[expect(clippy::cast_possible_truncation, reason = "`new` cuts the text at `u32::MAX` bytes")]
    pub(super) const fn at(&self) -> u32 {
        self.at as u32
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The bytes from `start` to the current position.
    pub(super) fn since(&self, start: u32) -> &'t [u8] {
        self.bytes.get(start as usize..self.at).unwrap_or_default()
    }

    /// Moves past `text` if the rest begins with it; returns whether it does.
    pub(super) fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Moves past the next `count` bytes, which the caller has examined.
    pub(super) fn advance(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
    }

    /// Moves past all following bytes of `set`.
    #[inline]
    pub(super) fn skip(&mut self, set: &ByteSet) {
        self.at += set.run_len(self.rest());
    }

    /// `pct-encoded = "%" HEXDIG HEXDIG`
    ///
    /// Moves past the three characters. If a digit is missing, the cursor does not move, because a valid prefix may end
    /// before the `%`.
    pub(super) fn pct_encoded(&mut self) -> Result<(), ParseError> {
        let missing = match self.rest() {
            [_, high, low, ..] if HEXDIG.contains(*high) && HEXDIG.contains(*low) => {
                self.at += 3;
                return Ok(());
            }
            [_, high, ..] if HEXDIG.contains(*high) => 2,
            _ => 1,
        };
        let error = self.stop(Rule::PctEncoded, "a hexadecimal digit");
        Err(ParseError { at: error.at + missing, ..error })
    }

    /// Moves past all following non-ASCII characters that an IRI may contain here.
    ///
    /// Returns whether the cursor moved. A byte that is not UTF-8 ends the run.
    pub(super) fn skip_beyond_ascii(&mut self, in_query: bool) -> bool {
        let start = self.at;
        while let Some((char, len)) = chars::first(self.rest())
            && !char.is_ascii()
            && is_allowed(char, in_query)
        {
            self.at += len;
        }
        self.at > start
    }

    pub(super) fn stop(&self, rule: Rule, expected: &'static str) -> ParseError {
        ParseError { at: self.at(), rule, expected, valid_prefix: None }
    }
}
