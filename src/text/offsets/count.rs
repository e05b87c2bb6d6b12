//! Counts the characters and UTF-16 code units that begin in a part of a text.

use core::ops::{Add, Range};

/// The numbers of characters and of UTF-16 code units in a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    chars: usize,
    /// The number of characters above U+FFFF, which have four bytes in UTF-8 and two code units in UTF-16.
    wide: usize,
}

impl Counts {
    pub(super) const fn chars(self) -> usize {
        self.chars
    }

    /// The number of UTF-16 code units.
    pub(super) const fn utf16(self) -> usize {
        self.chars + self.wide
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts { chars: self.chars + other.chars, wide: self.wide + other.wide }
    }
}

/// The number of bytes that are counted in numbers of eight bits, so that the compiler makes vector instructions of the
/// loop.
const STEP: usize = u8::MAX as usize;

/// Counts the characters that begin in `part` of `text`, which is UTF-8.
pub(super) fn count(text: &[u8], part: Range<usize>) -> Counts {
    let mut counts = Counts::default();
    for bytes in text.get(part).unwrap_or_default().chunks(STEP) {
        let (mut chars, mut wide) = (0_u8, 0_u8);
        for &byte in bytes {
            // As signed numbers, continuation bytes are less than all other bytes.
            chars += u8::from(byte.cast_signed() > 0xBF_u8.cast_signed());
            wide += u8::from(byte > 0xEF);
        }
        counts.chars += usize::from(chars);
        counts.wide += usize::from(wide);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every position in a step, and characters that extend across its end.
    #[test]
    fn each_character_is_counted_where_it_begins() {
        for c in ['a', '\u{7F}', 'é', '€', '\u{FFFF}', '\u{10000}', '👍', '\u{10FFFF}'] {
            for before in 0..140 {
                let text = ["x".repeat(before), c.to_string(), "y".repeat(70)].concat();
                let counted = count(text.as_bytes(), before..before + c.len_utf8());
                let wide = c.len_utf16() - 1;
                assert_eq!(counted, Counts { chars: 1, wide }, "{c:?} after {before}");
                let all = count(text.as_bytes(), 0..text.len());
                assert_eq!(all, Counts { chars: before + 71, wide }, "{c:?} after {before}");
                let rest = count(text.as_bytes(), before + 1..text.len());
                assert_eq!(rest, Counts { chars: 70, wide: 0 }, "{c:?} after {before}");
            }
        }
        assert_eq!(count(b"", 0..0), Counts::default());
    }

    #[test]
    fn counts_are_the_same_as_in_the_standard_library() {
        let text = "añ€𝄞 ".repeat(40);
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| start <= *end) {
                let part = &text[start..end];
                let wide = part.encode_utf16().count() - part.chars().count();
                let expected = Counts { chars: part.chars().count(), wide };
                assert_eq!(count(text.as_bytes(), start..end), expected);
            }
        }
    }
}
