//! Sixty-four bytes at once: one question to all of them, and a bit of the answer for each.
//!
//! Where a component ends is what a branch predictor cannot know, so a loop over bytes pays for a
//! wrong guess at the end of each. Here the ends are counted in words. (Eight bytes in a word were
//! slower than a table, as each step waits for the one before; loops of fixed length become vector
//! instructions only as long as nobody looks. So this is left to a crate.)

use wide::i8x16;

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
pub(crate) const USUAL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-./:_=&"));

impl Block {
    /// How many bytes are asked.
    pub(crate) const LEN: usize = 64;

    /// How many bytes [`Block::head`] asks.
    pub(crate) const HEAD: usize = 16;

    /// The answers for the first bytes of `text` only, which are enough for most labels.
    #[inline]
    pub(crate) fn head(text: &[u8]) -> Block {
        padded(text, |lane| {
            let mut block = Block::default();
            block.ask(0, lane);
            block
        })
    }

    /// The answers for the bytes that begin `text`; those that are missing have none.
    #[expect(clippy::inline_always, reason = "a call would pass the answers through memory")]
    #[inline(always)]
    pub(crate) fn of(text: &[u8]) -> Block {
        padded(text, |bytes: &[u8; Block::LEN]| {
            let mut block = Block::default();
            let (lanes, _) = bytes.as_chunks();
            for (index, lane) in lanes.iter().enumerate() {
                block.ask(index, lane);
            }
            block
        })
    }

    /// Asks the sixteen bytes with this index.
    #[expect(clippy::inline_always, reason = "a call would pass the answers through memory")]
    #[inline(always)]
    fn ask(&mut self, index: usize, lane: &[u8; 16]) {
        let lane = i8x16::new(lane.map(u8::cast_signed));
        let letters = among(lane | i8x16::splat(0x20), b'a', b'z');
        let marks = among(lane, b'-', b'.');
        let names = letters | marks | among(lane, b'0', b'9');
        let signs = is(lane, b'_') | is(lane, b'=') | is(lane, b'&');
        let usual = letters | among(lane, b'-', b':') | signs;
        let bits = |answer: i8x16| u64::from(answer.to_bitmask()) << (16 * index);
        self.names |= bits(names);
        self.marks |= bits(marks);
        self.usual |= bits(usual);
    }

    /// How many bytes of [`USUAL`] follow each other from `at` on, as far as the block reaches.
    #[inline]
    pub(crate) fn usual_len(self, at: usize) -> usize {
        run_len(self.usual, at)
    }
}

/// Shows `ask` the first bytes of `text`, and NUL for those that are missing.
#[expect(clippy::inline_always, reason = "a call would pass the answers through memory")]
#[inline(always)]
pub(super) fn padded<const LEN: usize, T>(text: &[u8], ask: impl Fn(&[u8; LEN]) -> T) -> T {
    if let Some(bytes) = text.first_chunk() {
        return ask(bytes);
    }
    let mut bytes = [0; LEN];
    if let Some(begin) = bytes.get_mut(..text.len()) {
        begin.copy_from_slice(text);
    }
    ask(&bytes)
}

/// How many bits of `answer` are set in a row from `at` on.
#[inline]
pub(crate) fn run_len(answer: u64, at: usize) -> usize {
    let rest = u32::try_from(at).ok().and_then(|at| answer.checked_shr(at));
    rest.unwrap_or_default().trailing_ones() as usize
}

#[inline]
pub(super) fn is(lane: i8x16, byte: u8) -> i8x16 {
    lane.simd_eq(i8x16::splat(byte.cast_signed()))
}

/// Which bytes are between the two: moved up to the greatest numbers there are, they alone are
/// greater than what was before the first.
#[inline]
fn among(lane: i8x16, first: u8, last: u8) -> i8x16 {
    const TOP: u8 = i8::MAX.cast_unsigned();
    let moved = lane + i8x16::splat((TOP - last).cast_signed());
    moved.simd_gt(i8x16::splat((TOP - (last - first) - 1).cast_signed()))
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
                }
            }
        }
    }

    #[test]
    fn runs_end_with_the_block() {
        let block = Block::of(&[b'a'; 100]);
        assert_eq!(block.usual_len(0), 64);
        assert_eq!(block.usual_len(60), 4);
        assert_eq!(block.usual_len(64), 0);
        assert_eq!(block.usual_len(usize::MAX), 0);
        assert_eq!(Block::of(b"ab c").usual_len(0), 2);
        assert_eq!(Block::of(b"").usual_len(0), 0);
    }
}
