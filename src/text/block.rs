//! Sixty-four bytes at once: one question to all of them, and a bit of the answer for each.
//!
//! Where a component ends is what a branch predictor cannot know, so a loop over bytes pays for a
//! wrong guess at the end of each. Here the ends are counted in words. (Eight bytes in a word were
//! slower than a table, as each step waits for the one before; loops of fixed length become vector
//! instructions only as long as no one looks. So this is left to a crate. Of vectors these are the
//! narrow ones that every processor has: wider ones need a call of their own, and one block does not
//! earn it.)

#![expect(clippy::inline_always, reason = "a call would pass the answers through memory")]

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::lanes::{Lanes, NARROW, among, digits, is, letters, narrow};
#[cfg(test)]
use crate::ascii::{ALPHA, ByteSet, DIGIT};

/// What is asked about the bytes that begin a text: the first one is the lowest bit of each answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Letters, digits and [`Block::marks`].
    pub(crate) names: u64,
    /// `.` and `-`
    pub(crate) marks: u64,
    /// [`USUAL`].
    pub(crate) usual: u64,
}

/// Most bytes of most paths and queries.
#[cfg(test)]
pub(crate) const USUAL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-./:_=&"));

impl Block {
    /// How many bytes are asked.
    pub(crate) const LEN: usize = 64;

    /// How many bytes [`Block::head`] asks.
    pub(crate) const HEAD: usize = 32;

    /// The answers for the first bytes of `text` only, which are enough for most labels.
    #[inline]
    pub(crate) fn head(text: &[u8]) -> Block {
        let bytes: [u8; Block::HEAD] = padded(text);
        dispatch!(Level::baseline(), simd => Block::of_bytes(simd, &bytes))
    }

    /// The answers for the bytes that begin `text`; those that are missing have none.
    #[inline(always)]
    pub(crate) fn of(text: &[u8]) -> Block {
        dispatch!(Level::baseline(), simd => match text.first_chunk::<{ Block::LEN }>() {
            Some(bytes) => Block::of_bytes(simd, bytes),
            None => Block::of_bytes(simd, &padded::<{ Block::LEN }>(text)),
        })
    }

    /// The answers for the bytes that begin `text`, of names for the first [`Block::HEAD`] only, which are enough
    /// for most hosts.
    #[inline]
    pub(crate) fn of_host(text: &[u8]) -> Block {
        let bytes: [u8; Block::LEN] = padded(text);
        let (head, rest) = bytes.split_at(Block::HEAD);
        dispatch!(Level::baseline(), simd => {
            let block = Block::of_bytes(simd, head);
            Block { usual: block.usual | Block::usual_of_bytes(simd, rest) << Block::HEAD, ..block }
        })
    }

    /// Which of the bytes that begin `text` are [`USUAL`], as many as fit.
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

    /// The answers for as many bytes as a block may have.
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

/// The runs of [`USUAL`] bytes of a text, which are passed over a block at a time.
pub(crate) struct UsualRuns {
    /// Which bytes from `base` on are usual, as many as a block has.
    usual: u64,
    base: usize,
}

impl UsualRuns {
    /// Those of a text of which `block` has the answers from `base` on, or none.
    #[inline]
    pub(crate) const fn new(block: Block, base: usize) -> UsualRuns {
        UsualRuns { usual: block.usual, base }
    }

    /// Where the run at `at` ends, at `limit` at the latest.
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

/// Which lanes are [`USUAL`].
#[inline(always)]
fn usual<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    let signs = is(lanes, b'_') | is(lanes, b'=') | is(lanes, b'&');
    letters(lanes) | among(lanes, b'-', b':') | signs
}

/// The bytes of a text, and NUL after it.
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

/// How many bits of `answer` are set in a row from `at` on.
#[inline]
pub(crate) fn run_len(answer: u64, at: usize) -> usize {
    let rest = u32::try_from(at).ok().and_then(|at| answer.checked_shr(at));
    rest.unwrap_or_default().trailing_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_those_of_tables() {
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
    fn runs_end_with_the_block() {
        let block = Block::of(&[b'a'; 100]);
        assert_eq!(run_len(block.usual, 0), 64);
        assert_eq!(run_len(block.usual, 60), 4);
        assert_eq!(run_len(block.usual, 64), 0);
        assert_eq!(run_len(block.usual, usize::MAX), 0);
        assert_eq!(run_len(Block::of(b"ab c").usual, 0), 2);
        assert_eq!(run_len(Block::of(b"").usual, 0), 0);
    }
}
