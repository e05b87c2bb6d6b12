//! Counts the characters and UTF-16 code units that begin in a part of a text, with the widest vectors that the
//! processor has.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use core::ops::{Add, Range};

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use crate::text::block::padded;
use crate::text::lanes::{high, load};

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

/// The number of bytes in a step.
const LEN: usize = 64;

/// Counts the characters that begin in `part` of `text`, which is UTF-8.
pub(super) fn count(text: &[u8], part: Range<usize>) -> Counts {
    dispatch!(Level::new(), simd => count_by(simd, text, part))
}

#[inline(always)]
fn count_by<S: Simd>(simd: S, text: &[u8], part: Range<usize>) -> Counts {
    let mut counts = Counts::default();
    let mut at = part.start;
    while at < part.end {
        let rest = text.get(at..).unwrap_or_default();
        let [chars, wide] = match rest.first_chunk() {
            Some(frame) => in_frame(simd, frame),
            None => in_frame(simd, &padded(rest)),
        };
        // The frame may end after the part, so only the bytes inside the part are counted.
        let inside = u64::MAX >> LEN.saturating_sub(part.end - at);
        counts.chars += (chars & inside).count_ones() as usize;
        counts.wide += (wide & inside).count_ones() as usize;
        at += LEN;
    }
    counts
}

/// Two masks of the bytes of a frame: the first bytes of all characters, and the first bytes of characters above
/// U+FFFF.
#[inline(always)]
fn in_frame<S: Simd>(simd: S, frame: &[u8; LEN]) -> [u64; 2] {
    let (mut chars, mut wide) = (0, 0);
    for at in (0..LEN).step_by(S::i8s::LEN) {
        let lanes: S::i8s = load(simd, frame, at);
        // As signed numbers, continuation bytes are less than all other bytes.
        chars |= lanes.simd_gt(0xBF_u8.cast_signed()).to_bitmask() << at;
        wide |= (high(lanes) & lanes.simd_gt(0xEF_u8.cast_signed())).to_bitmask() << at;
    }
    [chars, wide]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every position in a frame, and characters that extend across the end of a frame.
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

    /// Tests all parts of a text, with the widest vectors and with the vectors that every processor supports.
    #[test]
    fn counts_are_the_same_as_in_the_standard_library() {
        let text = "añ€𝄞 ".repeat(40);
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| start <= *end) {
                let part = &text[start..end];
                let wide = part.encode_utf16().count() - part.chars().count();
                let expected = Counts { chars: part.chars().count(), wide };
                assert_eq!(count(text.as_bytes(), start..end), expected);
                let narrow = dispatch!(Level::baseline(), simd => count_by(simd, text.as_bytes(), start..end));
                assert_eq!(narrow, expected);
            }
        }
    }
}
