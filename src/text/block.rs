//! Tests 64 bytes at once. Each test returns one bit for each byte.
//!
//! A branch predictor cannot predict where a component ends, so a loop over bytes causes a wrong prediction at the end
//! of each component. Here the ends are found by counting bits in a word.
//!
//! Two alternatives were rejected. Testing eight bytes in a 64-bit word is slower than a table, because each step waits
//! for the previous one. Compilers do not reliably turn loops of fixed length into vector instructions, so the vectors
//! come from the crate `fearless_simd`. They have the width that every processor supports, because wider vectors need a
//! separate function call, which takes more time than they save in one block.

#![expect(clippy::inline_always, reason = "a call would pass the results through memory")]

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::lanes::{Lanes, NARROW, among, digits, is, letters, narrow};
#[cfg(test)]
use crate::ascii::{ALPHA, ByteSet, DIGIT};

/// The results of the tests for the bytes at the beginning of a text. The lowest bit of each result belongs to the
/// first byte.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Letters, digits and [`Block::marks`].
    pub(crate) names: u64,
    /// `.` and `-`.
    pub(crate) marks: u64,
    /// The bytes in [`USUAL`].
    pub(crate) usual: u64,
}

/// The bytes that are most frequent in paths and queries.
#[cfg(test)]
pub(crate) const USUAL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-./:_=&"));

impl Block {
    /// The number of bytes that are tested.
    pub(crate) const LEN: usize = 64;

    /// The number of bytes that [`Block::head`] tests.
    pub(crate) const HEAD: usize = 32;

    /// The results for the first [`Block::HEAD`] bytes of `text`, which are enough for most labels.
    #[inline]
    pub(crate) fn head(text: &[u8]) -> Block {
        let bytes: [u8; Block::HEAD] = padded(text);
        dispatch!(Level::baseline(), simd => Block::of_bytes(simd, &bytes))
    }

    /// The results for the bytes at the beginning of `text`. If `text` is shorter, the other bits are 0.
    #[inline(always)]
    pub(crate) fn of(text: &[u8]) -> Block {
        dispatch!(Level::baseline(), simd => match text.first_chunk::<{ Block::LEN }>() {
            Some(bytes) => Block::of_bytes(simd, bytes),
            None => Block::of_bytes(simd, &padded::<{ Block::LEN }>(text)),
        })
    }

    /// The results for the bytes at the beginning of `text`. The tests for names cover only the first [`Block::HEAD`]
    /// bytes, which are enough for most hosts.
    #[inline]
    pub(crate) fn of_host(text: &[u8]) -> Block {
        let bytes: [u8; Block::LEN] = padded(text);
        let (head, rest) = bytes.split_at(Block::HEAD);
        dispatch!(Level::baseline(), simd => {
            let block = Block::of_bytes(simd, head);
            Block { usual: block.usual | Block::usual_of_bytes(simd, rest) << Block::HEAD, ..block }
        })
    }

    /// The bits of the [`USUAL`] bytes among the first [`Block::LEN`] bytes of `text`.
    #[inline]
    pub(crate) fn usual_of(text: &[u8]) -> u64 {
        dispatch!(Level::baseline(), simd => match text.first_chunk::<{ Block::LEN }>() {
            Some(bytes) => Block::usual_of_bytes(simd, bytes),
            None => Block::usual_of_bytes(simd, &padded::<{ Block::LEN }>(text)),
        })
    }

    #[inline(always)]
    fn usual_of_bytes<S: Simd>(simd: S, bytes: &[u8]) -> u64 {
        let (lanes, _) = bytes.as_chunks::<NARROW>();
        let usual = lanes
            .iter()
            .enumerate()
            .map(|(index, lanes)| usual(narrow(simd, lanes)).to_bitmask() << (NARROW * index));
        usual.fold(0, |all, part| all | part)
    }

    /// The results for all bytes of a block.
    #[inline(always)]
    fn of_bytes<S: Simd>(simd: S, bytes: &[u8]) -> Block {
        let mut block = Block::default();
        let (lanes, _) = bytes.as_chunks();
        for (index, lanes) in lanes.iter().enumerate() {
            let part = Block::of_lanes(simd, lanes);
            block.names |= part.names << (NARROW * index);
            block.marks |= part.marks << (NARROW * index);
            block.usual |= part.usual << (NARROW * index);
        }
        block
    }

    #[inline(always)]
    fn of_lanes<S: Simd>(simd: S, lanes: &[u8; NARROW]) -> Block {
        let lanes = narrow(simd, lanes);
        let letters = letters(lanes);
        let marks = among(lanes, b'-', b'.');
        let names = letters | marks | digits(lanes);
        let usual = usual(lanes);
        Block { names: names.to_bitmask(), marks: marks.to_bitmask(), usual: usual.to_bitmask() }
    }
}

/// The runs of [`USUAL`] bytes in a text, computed one block at a time.
pub(crate) struct UsualRuns {
    /// The bits of the usual bytes in the block that begins at `base`.
    usual: u64,
    base: usize,
}

impl UsualRuns {
    /// The runs of a text. `block` contains the results for the bytes from `base` on, or is empty.
    #[inline]
    pub(crate) const fn new(block: Block, base: usize) -> UsualRuns {
        UsualRuns { usual: block.usual, base }
    }

    /// The end of the run that begins at `at`, or `limit` if the run is longer.
    #[inline]
    pub(crate) fn skip(&mut self, text: &[u8], mut at: usize, limit: usize) -> usize {
        while at < limit {
            if at - self.base >= Block::LEN || (at == self.base && self.usual == 0) {
                self.base = at;
                self.usual = Block::usual_of(text.get(at..limit).unwrap_or_default());
            }
            at += run_len(self.usual, at - self.base);
            if at - self.base < Block::LEN {
                break;
            }
        }
        at.min(limit)
    }
}

/// The mask of the lanes that are [`USUAL`].
#[inline(always)]
fn usual<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    let signs = is(lanes, b'_') | is(lanes, b'=') | is(lanes, b'&');
    letters(lanes) | among(lanes, b'-', b':') | signs
}

/// The first `LEN` bytes of a text. A shorter text is padded with NUL.
#[inline(always)]
pub(super) fn padded<const LEN: usize>(text: &[u8]) -> [u8; LEN] {
    if let Some(bytes) = text.first_chunk() {
        return *bytes;
    }
    let mut bytes = [0; LEN];
    if let Some(begin) = bytes.get_mut(..text.len()) {
        begin.copy_from_slice(text);
    }
    bytes
}

/// The number of consecutive bits of `answer` that are set, starting at `at`.
#[inline]
pub(crate) fn run_len(answer: u64, at: usize) -> usize {
    let rest = u32::try_from(at).ok().and_then(|at| answer.checked_shr(at));
    rest.unwrap_or_default().trailing_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_agree_with_tables() {
        let marks = ByteSet::of(b"-.");
        let names = ALPHA.or(DIGIT).or(marks);
        for at in 0..Block::LEN {
            for byte in 0..=u8::MAX {
                let short = [vec![b' '; at], vec![byte]].concat();
                let long = [short.as_slice(), &[b' '; Block::LEN]].concat();
                let expected = |set: ByteSet| u64::from(set.contains(byte)) << at;
                for text in [short, long] {
                    let block = Block::of(&text);
                    assert_eq!(block.names, expected(names), "{byte} at {at}");
                    assert_eq!(block.marks, expected(marks), "{byte} at {at}");
                    assert_eq!(block.usual, expected(USUAL), "{byte} at {at}");
                    assert_eq!(Block::usual_of(&text), block.usual, "{byte} at {at}");
                    let host = Block::of_host(&text);
                    assert_eq!(host.usual, block.usual, "{byte} at {at}");
                    assert_eq!(host.names, block.names & u64::from(u32::MAX), "{byte} at {at}");
                }
            }
        }
    }

    #[test]
    fn a_run_ends_at_the_end_of_the_block_at_the_latest() {
        let block = Block::of(&[b'a'; 100]);
        assert_eq!(run_len(block.usual, 0), 64);
        assert_eq!(run_len(block.usual, 60), 4);
        assert_eq!(run_len(block.usual, 64), 0);
        assert_eq!(run_len(block.usual, usize::MAX), 0);
        assert_eq!(run_len(Block::of(b"ab c").usual, 0), 2);
        assert_eq!(run_len(Block::of(b"").usual, 0), 0);
    }
}
