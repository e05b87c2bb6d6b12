//! Searches a text for any of three bytes, and for a letter that is followed by one of two other bytes.
//!
//! Separate searches would read the text five times. This search reads it once, with the widest vectors that the
//! processor has.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::block::padded;
use super::lanes::{is, load};

/// The bytes to search for, and the vector instructions to use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needles {
    level: Level,
    bytes: [u8; 3],
    /// The letter in lower case. It is also found in upper case.
    letter: u8,
    /// The letter is found only before one of these bytes.
    after: [u8; 2],
}

/// The number of bytes in a step.
const LEN: usize = 64;

/// The bytes of a step, and the byte after them.
type Frame = [u8; LEN + 1];

impl Needles {
    /// A search for any of `bytes`, and for `letter` if one of the bytes `after` follows it.
    pub(crate) fn new(bytes: [u8; 3], letter: u8, after: [u8; 2]) -> Needles {
        Needles { level: Level::new(), bytes, letter, after }
    }

    /// The offset of the first match at or after `from`.
    pub(crate) fn find(self, text: &[u8], from: usize) -> Option<usize> {
        dispatch!(self.level, simd => self.search(simd, text, from))
    }

    #[inline(always)]
    fn search<S: Simd>(self, simd: S, text: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        while at < text.len() {
            let rest = text.get(at..)?;
            let found = match rest.first_chunk() {
                Some(frame) => self.in_frame(simd, frame),
                None => self.in_frame(simd, &padded(rest)),
            };
            if found != 0 {
                return Some(at + found.trailing_zeros() as usize);
            }
            at += LEN;
        }
        None
    }

    /// A bit for each match in a frame.
    #[inline(always)]
    fn in_frame<S: Simd>(self, simd: S, frame: &Frame) -> u64 {
        let mut found = 0;
        for at in (0..LEN).step_by(S::i8s::LEN) {
            let here: S::i8s = load(simd, frame, at);
            let next: S::i8s = load(simd, frame, at + 1);
            let [first, second, third] = self.bytes;
            let [one, other] = self.after;
            let pair = is(here | 0x20, self.letter) & (is(next, one) | is(next, other));
            let all = is(here, first) | is(here, second) | is(here, third) | pair;
            found |= all.to_bitmask() << at;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search with the widest vectors of this processor, and with the vectors that every processor supports.
    fn needles() -> [Needles; 2] {
        let needles = Needles::new(*b":@&", b'w', *b".<");
        [Level::new(), Level::baseline()].map(|level| Needles { level, ..needles })
    }

    #[test]
    fn each_needle_is_found_at_every_offset() {
        for needles in needles() {
            for needle in [":", "@", "&", "w.", "w<", "W.", "W<"] {
                for before in 0..200 {
                    for after in [0, 1, 70] {
                        let text =
                            ["a".repeat(before).as_str(), needle, &"b".repeat(after)].concat();
                        assert_eq!(needles.find(text.as_bytes(), 0), Some(before), "{text}");
                        assert_eq!(needles.find(text.as_bytes(), before), Some(before), "{text}");
                        assert_eq!(needles.find(text.as_bytes(), before + 1), None, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn texts_without_a_needle_have_no_match() {
        let neighbours = ["", "w", "ww a", ".<", "w >", "7.", "\u{F7}.", "x<v.W"];
        for needles in needles() {
            for text in neighbours {
                for before in 0..140 {
                    let text = [" ".repeat(before).as_str(), text].concat();
                    assert_eq!(needles.find(text.as_bytes(), 0), None, "{text}");
                }
            }
        }
    }
}
