//! What may be looked at: a window of the text, and what of it lies around a trigger.

use super::rooms::Rooms;
use crate::span::Span;

/// The bytes that the kernel sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    pub(crate) bytes: &'w [u8],
    /// The same, where they are known to be UTF-8.
    pub(crate) text: Option<&'w str>,
    /// The rooms at the ends of its lines, where they are known.
    pub(crate) rooms: Rooms<'w>,
}

impl<'w> Window<'w> {
    /// A window of which only the bytes are known.
    pub(crate) fn of(bytes: &'w [u8]) -> Window<'w> {
        Window { bytes, text: None, rooms: Rooms::default() }
    }

    /// The text in `span`; `None` where it is not UTF-8.
    #[inline]
    pub(crate) fn str(&self, span: Span) -> Option<&'w str> {
        match self.text {
            Some(text) => text.get(span.range()),
            None => core::str::from_utf8(span.of(self.bytes)).ok(),
        }
    }
}

/// A run of candidate characters that was read to its end.
///
/// A token without blanks may hold many candidates, each of which would read on to its end: what the
/// first has read is kept for the others, or the work would grow with the square of the token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    pub(crate) fn holds(&self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// The token in a window that has lost its first `by` bytes; `None` where it is not in it.
    pub(crate) fn slid(self, by: usize) -> Option<Token> {
        let end = self.end.checked_sub(by)?;
        Some(Token { start: self.start.saturating_sub(by), end })
    }
}

/// The text around a trigger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookaround<'w> {
    /// The window up to the end of the look-ahead.
    pub(crate) text: &'w [u8],
    /// How far back context may be read.
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    pub(crate) is_start: bool,
    /// How far back an opener may be: after the closer of the last match.
    pub(crate) taken: usize,
    /// How far back a candidate may begin: after the last match.
    pub(crate) resume: usize,
    /// The first byte of the trigger.
    pub(crate) at: usize,
    /// The token that was read last.
    pub(crate) token: Option<Token>,
    /// How much is shown at first of a candidate in that token.
    pub(crate) sight: usize,
}

/// The bounds of joins, and the alphabet of what is joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) max_lines: u32,
    pub(crate) max_bytes: u32,
    /// Whether letters of any script belong to a URI.
    pub(crate) iri: bool,
    /// Whether the page breaks of RFCs are skipped.
    pub(crate) page_breaks: bool,
    /// Whether the text is declared format=flowed.
    pub(crate) is_flowed: bool,
    /// How likely a bare URI has to go on below its line to be joined, in percent.
    pub(crate) join_confidence: u8,
    /// How likely a text without a scheme has to be a link to be reported, in percent.
    pub(crate) least_confidence: u8,
}
