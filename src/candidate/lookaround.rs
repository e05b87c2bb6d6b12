//! The text that may be read: a window, and the part of it around a trigger.

use core::convert::identity;

use super::rooms::Rooms;
use crate::span::Span;

/// The part of the text that the kernel reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    pub(crate) bytes: &'w [u8],
    /// The bytes as text, if they are known to be UTF-8.
    pub(crate) text: Option<&'w str>,
    /// The room that was left at the ends of its lines, if it is known.
    pub(crate) rooms: Rooms<'w>,
}

impl<'w> Window<'w> {
    /// A window of a text, or of bytes that may not be UTF-8.
    #[inline]
    pub(crate) fn new(text: Result<&'w str, &'w [u8]>, rooms: Rooms<'w>) -> Window<'w> {
        Window { bytes: text.map_or_else(identity, str::as_bytes), text: text.ok(), rooms }
    }

    /// A window of bytes that may not be UTF-8.
    pub(crate) fn of(bytes: &'w [u8]) -> Window<'w> {
        Window::new(Err(bytes), Rooms::default())
    }

    /// The text in `span`; `None` if it is not UTF-8.
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
/// A token without blanks may contain many candidates. If each candidate were read to the end of the token, the work
/// would grow with the square of its length, so the end is stored when the first candidate is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    pub(crate) fn holds(&self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// The token after the first `by` bytes of the window are removed; it is empty if they contain the token.
    pub(crate) fn slid(self, by: usize) -> Token {
        Token { start: self.start.saturating_sub(by), end: self.end.saturating_sub(by) }
    }
}

/// The text around a trigger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookaround<'w> {
    /// The window up to the end of the look-ahead.
    pub(crate) text: &'w [u8],
    /// The offset before which no context is read.
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    pub(crate) is_start: bool,
    /// The end of the last match, including its closer. No opener is before this offset.
    pub(crate) taken: usize,
    /// The end of the last match or rejected text. No candidate begins before this offset.
    pub(crate) resume: usize,
    /// The first byte of the trigger.
    pub(crate) at: usize,
    /// The token that was read last.
    pub(crate) token: Token,
    /// The number of bytes that are read at first, if the candidate is in `token`.
    pub(crate) sight: usize,
}

/// The letters outside ASCII that the local part of an address may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// None: the local part is ASCII.
    None,
    /// Those of scripts with blanks between words.
    Spaced,
    /// Those of all scripts (RFC 6531).
    All,
}

/// The limits and options that the rules read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadingLimits {
    pub(crate) max_lines: u32,
    pub(crate) max_bytes: u32,
    /// Whether letters of any script belong to a URI.
    pub(crate) iri: bool,
    pub(crate) local_letters: Letters,
    /// Whether the page breaks of RFCs are skipped.
    pub(crate) page_breaks: bool,
    /// Whether the text is declared format=flowed.
    pub(crate) is_flowed: bool,
    /// The minimum confidence, in percent, for joining a bare URI or an address with the next line.
    pub(crate) join_confidence: u8,
    /// The minimum confidence, in percent, for reporting a text without a scheme as a link.
    pub(crate) least_confidence: u8,
}
