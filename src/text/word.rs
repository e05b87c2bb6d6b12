//! Tests the first bytes of a text, up to 64 of them at once. Each test returns one bit for each byte.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Simd, prelude::*};

use super::block::padded;
use super::lanes::{Lanes, NARROW, load, narrow, narrow_at};

/// The number of bytes that are tested at once.
pub(crate) const LEN: usize = 64;

/// A set of tests of bytes.
pub(crate) trait Questions<const N: usize> {
    /// The results for the bytes of one vector.
    fn ask<S: Simd, L: Lanes<S>>(lanes: L) -> [L::Mask; N];
}

/// The results for the bytes at the beginning of `text`. The lowest bit of each result belongs to the first byte. If
/// `text` has fewer than [`LEN`] bytes, the remaining bits are 0.
///
/// The last vector ends with the text and may overlap the one before it. Copying the last bytes into a padded vector
/// was rejected: a load of bytes that were just written has to wait for the write. The number of vectors depends on the
/// length as little as possible, because the processor cannot predict the length.
#[inline(always)]
pub(crate) fn answers<S: Simd, Q: Questions<N>, const N: usize>(simd: S, text: &[u8]) -> [u64; N] {
    let len = text.len().min(LEN);
    let mut answers = [0; N];
    let mut add = |masks: [u64; N], at: usize| {
        for (answer, mask) in answers.iter_mut().zip(masks) {
            *answer |= mask << at;
        }
    };
    if let Some(last) = len.checked_sub(S::i8s::LEN) {
        for index in 0..LEN / S::i8s::LEN {
            let at = (index * S::i8s::LEN).min(last);
            let lanes: S::i8s = load(simd, text, at);
            add(Q::ask(lanes).map(SimdMask::to_bitmask), at);
        }
    } else if let Some(last) = len.checked_sub(NARROW) {
        for at in (0..S::i8s::LEN).step_by(NARROW) {
            let at = at.min(last);
            let Some(lanes) = narrow_at(simd, text, at) else { break };
            add(Q::ask(lanes).map(SimdMask::to_bitmask), at);
        }
    } else {
        let masks = Q::ask(narrow(simd, &padded(text)));
        add(masks.map(|mask| mask.to_bitmask() & ((1 << len) - 1)), 0);
    }
    answers
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::super::lanes::is;
    use super::*;

    struct Signs;

    impl Questions<2> for Signs {
        #[inline(always)]
        fn ask<S: Simd, L: Lanes<S>>(lanes: L) -> [L::Mask; 2] {
            [is(lanes, b'+'), is(lanes, 0)]
        }
    }

    /// The results with the widest vectors of this processor, and with the vectors that every processor supports.
    fn signs(text: &[u8]) -> [[u64; 2]; 2] {
        [Level::new(), Level::baseline()]
            .map(|level| dispatch!(level, simd => answers::<_, Signs, 2>(simd, text)))
    }

    #[test]
    fn every_byte_sets_the_bit_of_its_position() {
        for len in 0..150 {
            for at in 0..len {
                let mut text = vec![b'x'; len];
                text[at] = b'+';
                let expected = if at < LEN { 1 << at } else { 0 };
                assert_eq!(signs(&text), [[expected, 0]; 2], "{at} of {len}");
                text[at] = 0;
                assert_eq!(signs(&text), [[0, expected]; 2], "{at} of {len}");
            }
        }
    }
}
