//! Converts byte offsets to the units that other programs and people use: characters, UTF-16 code units, and lines with
//! columns.
//!
//! Matches have only byte offsets. [`Offsets`] converts the offsets of a text in memory, in any order. [`StreamLines`]
//! computes lines and columns for a text that arrives in chunks.
//!
//! ```
//! use linkwright::{Finder, text::offsets::{Offsets, Units}};
//!
//! let text = "👍 http://a.example/, mail jane@a.example";
//! let offsets = Offsets::new(text);
//! let finder = Finder::new();
//! let spans: Vec<_> =
//!     finder.find_iter(text).map(|found| offsets.span(found.span(), Units::Utf16).range()).collect();
//! assert_eq!(spans, [3..20, 27..41]);
//! ```
//!
//! If bytes are not UTF-8, the results are those for the text of [`String::from_utf8_lossy`]: an invalid sequence is
//! one character. An offset inside a character is treated as the beginning of that character, and an offset after the
//! end as the end.

mod lines;
mod units;

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::options::name::names;
use crate::span::Span;

pub use lines::{LineColumn, StreamLines};

/// The unit of an offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Units {
    /// Bytes of UTF-8.
    #[default]
    Bytes,
    /// UTF-16 code units, in which JavaScript, Java, Qt, Cocoa and the Language Server Protocol count.
    Utf16,
    /// Characters (Unicode scalar values), in which Python counts.
    Chars,
}

names!(Units "unit of offsets" { Bytes "bytes" Utf16 "utf16" Chars "chars" });

/// Offsets of a text that is in memory.
///
/// The first conversion to characters or UTF-16 reads the whole text once, with vector instructions. Every later
/// conversion reads at most 512 bytes, in any order. The first lookup of a line reads the text up to its offset. A
/// later lookup reads at most about 1 KiB, unless its offset is the highest so far.
///
/// ```
/// use linkwright::{Finder, text::offsets::{Offsets, Units}};
///
/// let text = "Ü 👍\n→ http://example.com/";
/// let offsets = Offsets::new(text);
/// let start = Finder::new().find(text).unwrap().start();
///
/// assert_eq!(start, 12);
/// assert_eq!(offsets.to(start, Units::Chars), 6);
/// assert_eq!(offsets.to(start, Units::Utf16), 7);
/// let place = offsets.line_column(start);
/// assert_eq!((place.line(), place.column()), (2, 3));
/// ```
#[derive(Debug)]
pub struct Offsets<'t> {
    bytes: &'t [u8],
    /// The same text as a `str`, if it is known to be UTF-8.
    text: Option<&'t str>,
    units: OnceLock<units::Index<'t>>,
    lines: Mutex<lines::LineMarks>,
}

impl<'t> Offsets<'t> {
    /// Offsets of `text`.
    pub fn new(text: &'t str) -> Offsets<'t> {
        Offsets { text: Some(text), ..Offsets::of_bytes(text.as_bytes()) }
    }

    /// Offsets of bytes that are expected to be UTF-8. The first conversion to characters or UTF-16 validates the
    /// bytes.
    pub fn of_bytes(bytes: &'t [u8]) -> Offsets<'t> {
        Offsets { bytes, text: None, units: OnceLock::new(), lines: Mutex::default() }
    }

    /// The number of `units` before the byte at `offset`.
    pub fn to(&self, offset: usize, units: Units) -> usize {
        match units {
            Units::Bytes => offset.min(self.bytes.len()),
            Units::Utf16 => self.index().before(offset).utf16,
            Units::Chars => self.index().before(offset).chars,
        }
    }

    /// Converts a span of bytes to `units`. This is faster than a conversion of both ends. The result must not index a
    /// `str`, whose offsets are in bytes.
    ///
    /// ```
    /// use linkwright::{Finder, Span, text::offsets::{Offsets, Units}};
    ///
    /// let text = "👍 http://a.example/";
    /// let found = Finder::new().find(text).unwrap();
    /// assert_eq!(found.span(), Span::new(5, 22));
    /// assert_eq!(Offsets::new(text).span(found.span(), Units::Utf16), Span::new(3, 20));
    /// ```
    pub fn span(&self, span: Span, units: Units) -> Span {
        let both = || self.index().before_both(span.start(), span.end());
        let [start, end] = match units {
            Units::Bytes => [span.start(), span.end()].map(|offset| self.to(offset, units)),
            Units::Utf16 => both().map(|before| before.utf16),
            Units::Chars => both().map(|before| before.chars),
        };
        Span::new(start, end)
    }

    /// The line and the column of the byte at `offset`.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.line_column(self.bytes, offset)
    }

    fn index(&self) -> &units::Index<'t> {
        self.units.get_or_init(|| {
            units::Index::new(self.text.map_or_else(|| units::same_length(self.bytes), Into::into))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces of texts in which bytes, characters, UTF-16 code units and clusters have different counts.
    const PIECES: [&[u8]; 12] = [
        b"plain ascii ",
        "Üñï ".as_bytes(),
        "日本語".as_bytes(),
        "👨‍👩‍👧🇩🇪".as_bytes(),
        "e\u{301}\u{302}".as_bytes(),
        b"\n",
        b"\r\n",
        b"\r",
        b"\xFF\xFE",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\r\r\n\n",
    ];

    /// A text of this many pieces. Every piece occurs, because 7 and 12 have no common divisor, and the square in the
    /// index prevents a short period.
    pub(super) fn sample(pieces: usize) -> Vec<u8> {
        (0..pieces).flat_map(|n| PIECES[(n * 7 + n * n / 5) % PIECES.len()]).copied().collect()
    }

    #[test]
    fn offsets_are_converted_in_any_order() {
        let text = sample(4000);
        let (there, back) = (Offsets::of_bytes(&text), Offsets::of_bytes(&text));
        let offsets: Vec<usize> = (0..=text.len()).step_by(997).collect();
        let ask = |of: &Offsets<'_>, at| {
            (of.to(at, Units::Chars), of.to(at, Units::Utf16), of.line_column(at))
        };
        let ascending: Vec<_> = offsets.iter().map(|&at| ask(&there, at)).collect();
        let descending: Vec<_> = offsets.iter().rev().map(|&at| ask(&back, at)).collect();
        assert!(ascending.iter().eq(descending.iter().rev()));
    }
}
