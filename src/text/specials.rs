//! The positions of the bytes that HTML text cannot contain unchanged: `&`, `<`, `>` and NUL.
//!
//! One pass with vector instructions finds all four. The functions of memchr search for at most three different bytes,
//! so NUL would need a second pass. They also restart after each byte that is found.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::lanes::{Lanes, is, load};
use super::word::{self, LEN, Questions};

/// The offsets of these bytes in a text, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Specials<'t> {
    text: &'t [u8],
    /// The offset of the first byte of the current word. A word is a block of [`LEN`] bytes; the last one may be
    /// shorter.
    base: usize,
    /// The offset after the last byte of the current word.
    end: usize,
    /// A bit for each special byte of the word that has not been returned yet.
    found: u64,
}

impl<'t> Specials<'t> {
    pub(crate) const fn of(text: &'t [u8]) -> Specials<'t> {
        Specials { text, base: 0, end: 0, found: 0 }
    }

    /// Advances to the next word that has a special byte, or to the end.
    fn search(&mut self) {
        let rest = self.text.get(self.end..).unwrap_or_default();
        let (passed, found) = dispatch!(Level::new(), simd => first_word(simd, rest));
        self.base = self.end + passed;
        self.end = self.text.len().min(self.base + LEN);
        self.found = found;
    }
}

impl Iterator for Specials<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.found == 0 && self.end < self.text.len() {
            self.search();
        }
        let at = self.base + self.found.trailing_zeros() as usize;
        let is_found = self.found != 0;
        self.found &= self.found.wrapping_sub(1);
        is_found.then_some(at)
    }
}

/// The offset of the first word that has a special byte, and a bit for each special byte in it. If no word has a
/// special byte, the offset after the last full word, and 0.
#[inline(always)]
fn first_word<S: Simd>(simd: S, text: &[u8]) -> (usize, u64) {
    let (words, rest) = text.as_chunks::<LEN>();
    for (index, word) in words.iter().enumerate() {
        let found = in_word(simd, word);
        if found != 0 {
            return (index * LEN, found);
        }
    }
    let [found] = word::answers::<_, AreSpecial, 1>(simd, rest);
    (text.len() - rest.len(), found)
}

#[inline(always)]
fn in_word<S: Simd>(simd: S, word: &[u8; LEN]) -> u64 {
    let lanes = (0..LEN).step_by(S::i8s::LEN);
    lanes.fold(0, |found, at| {
        let lanes: S::i8s = load(simd, word, at);
        found | are_special(lanes).to_bitmask() << at
    })
}

struct AreSpecial;

impl Questions<1> for AreSpecial {
    #[inline(always)]
    fn ask<S: Simd, L: Lanes<S>>(lanes: L) -> [L::Mask; 1] {
        [are_special(lanes)]
    }
}

/// Whether `byte` must be replaced in HTML text.
pub(crate) const fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | 0)
}

#[inline(always)]
fn are_special<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    // `<` and `>` differ only in this bit. If it is set, both are equal to `>`, and no other byte is.
    is(lanes | 0b10, b'>') | is(lanes, b'&') | is(lanes, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_special_bytes_are_found() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for len in [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 200, 256] {
            for start in 0..=(all.len() - len) {
                let text = &all[start..start + len];
                let expected: Vec<_> = (0..len).filter(|&at| is_special(text[at])).collect();
                assert_eq!(Specials::of(text).collect::<Vec<_>>(), expected, "{len} from {start}");
            }
        }
    }

    #[test]
    fn specials_are_found_at_every_position() {
        for len in 0..200 {
            for at in 0..len {
                for special in [b'&', b'<', b'>', 0] {
                    let mut text = vec![b'x'; len];
                    text[at] = special;
                    assert_eq!(Specials::of(&text).collect::<Vec<_>>(), [at]);
                    text[0] = special;
                    let both: Vec<_> = if at == 0 { vec![0] } else { vec![0, at] };
                    assert_eq!(Specials::of(&text).collect::<Vec<_>>(), both);
                }
            }
        }
    }
}
