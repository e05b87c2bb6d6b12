//! The search for the beginnings of the signs of defanged text: `hx`, `fx`, and an opening bracket before `.`, `:`, `@`,
//! `at` or `do`, in any case.
//!
//! The packed searcher of aho-corasick took six times as long, because it compares each of the 29 pairs. Words of 64 bytes
//! without an opening bracket and without an `x` are skipped with a third of the instructions.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::block::padded;
use super::lanes::{Lanes, is, load};

/// The number of bytes of a word.
const LEN: usize = 64;

/// The bytes of a word, and the two bytes after it.
type Frame = [u8; LEN + 2];

/// The offset of the first head of a sign at or after `from`.
pub(crate) fn next(text: &[u8], from: usize) -> Option<usize> {
    dispatch!(Level::new(), simd => search(simd, text, from))
}

#[inline(always)]
fn search<S: Simd>(simd: S, text: &[u8], mut from: usize) -> Option<usize> {
    while let Some(rest) = text.get(from..).filter(|rest| rest.len() > 1) {
        let bits = match rest.first_chunk() {
            Some(frame) if !may_be_in(simd, frame) => 0,
            Some(frame) => in_frame(simd, frame),
            None => in_frame(simd, &padded(rest)),
        };
        if bits != 0 {
            return Some(from + bits.trailing_zeros() as usize);
        }
        from += LEN;
    }
    None
}

/// Whether a head may be in the frame.
#[inline(always)]
fn may_be_in<S: Simd>(simd: S, frame: &Frame) -> bool {
    let mut found = <S::i8s as SimdBase<S>>::Mask::splat(simd, false);
    for at in (0..LEN).step_by(S::i8s::LEN) {
        let here: S::i8s = load(simd, frame, at + 1);
        let before: S::i8s = load(simd, frame, at);
        found |= opens(before) | is(here | 0x20, b'x');
    }
    found.any_true()
}

/// The bits of the heads of a frame.
#[inline(always)]
fn in_frame<S: Simd>(simd: S, frame: &Frame) -> u64 {
    let mut heads = 0;
    for at in (0..LEN).step_by(S::i8s::LEN) {
        let before: S::i8s = load(simd, frame, at);
        let [letter, next, last] = [0, 1, 2].map(|by| load::<S>(simd, frame, at + by) | 0x20);
        let is_word = is(next, b'a') & is(last, b't') | is(next, b'd') & is(last, b'o');
        let is_sign = is(next, b'.') | is(next, b':') | is(next, b'@' | 0x20) | is_word;
        let is_scheme = (is(letter, b'h') | is(letter, b'f')) & is(next, b'x');
        heads |= (opens(before) & is_sign | is_scheme).to_bitmask() << at;
    }
    heads
}

/// The lanes with an opening bracket.
#[inline(always)]
fn opens<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    is(lanes | 0x20, b'{') | is(lanes, b'(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heads_are_those_of_a_simple_search() {
        let is_head = |head: &[u8]| {
            let is_bracket = |byte| matches!(byte, b'[' | b'(' | b'{');
            match head.to_ascii_lowercase()[..] {
                [bracket, b'.' | b':' | b'@' | b'`' | 0x0E | 0x1A, ..]
                | [bracket, b'a', b't', ..]
                | [bracket, b'd', b'o', ..] => is_bracket(bracket),
                [letter, b'x', ..] => matches!(letter, b'h' | b'f'),
                _ => false,
            }
        };
        let pairs = (0..=u8::MAX).flat_map(|second| b"[({hHfF)x;".map(|first| [first, second]));
        let pairs = pairs.flat_map(|[first, second]| b"tToO-".map(|last| [first, second, last]));
        let texts =
            pairs.enumerate().map(|(at, pair)| [&b"-".repeat(at % 140)[..], &pair].concat());
        let spaced: Vec<u8> = texts.clone().collect::<Vec<_>>().join(&b' ');
        for text in texts.chain([spaced, b"(".to_vec(), Vec::new()]) {
            let mut from = 0;
            loop {
                let rest = text.get(from..).unwrap_or_default();
                let expected = (0..rest.len())
                    .position(|at| is_head(&rest[at..rest.len().min(at + 3)]))
                    .map(|at| from + at);
                let baseline = dispatch!(Level::baseline(), simd => search(simd, &text, from));
                assert_eq!((next(&text, from), baseline), (expected, expected), "{from} {text:?}");
                let Some(at) = expected else { break };
                from = at + 1;
            }
        }
    }
}
