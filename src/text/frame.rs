//! Sixty-four bytes at once, with the byte before them and the one behind: where marks stand that may
//! be a part of a URI.
//!
//! A search for one byte after the other passes over a text once for each, and pays for every dot that
//! ends a sentence. Here all are looked for in one pass, and their neighbours are asked in it too.

use wide::i8x16;

use super::block::{is, padded};

/// Bytes with their neighbours.
pub(crate) type Frame = [u8; Marks::LEN + 2];

/// Where in a frame something stands: the first byte that has a neighbour is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(pub(crate) u64);

impl Marks {
    /// How many bytes are asked.
    pub(crate) const LEN: usize = 64;

    /// Every `:`, each `@` with no blank and no control behind it, and each `.` behind a `w`; with
    /// `DOTS` each `.` also that has no blank and no control behind it.
    #[inline]
    pub(crate) fn of<const DOTS: bool>(frame: &Frame) -> Marks {
        let mut marks = 0;
        let lanes = lanes(frame, 0).zip(lanes(frame, 1)).zip(lanes(frame, 2));
        for (index, ((before, here), behind)) in lanes.enumerate() {
            // The sign is the bit that counts in the end, and bytes outside ASCII have it.
            let is_word = behind.simd_gt(i8x16::splat(b' '.cast_signed())) | behind;
            let is_www = is(before | i8x16::splat(0x20), b'w');
            let (at, dot) = (is(here, b'@'), is(here, b'.'));
            let inner = if DOTS { (at | dot) & is_word } else { at & is_word };
            let mark = inner | dot & is_www | is(here, b':');
            marks |= u64::from(mark.to_bitmask()) << (16 * index);
        }
        Marks(marks)
    }

    /// The same for the bytes of `text` from `at` on, of which the first is not the first of `text`;
    /// those that are missing are NUL.
    #[inline]
    pub(crate) fn at<const DOTS: bool>(text: &[u8], at: usize) -> Marks {
        let frame = text.get(at.saturating_sub(1)..).unwrap_or_default();
        padded(frame, Marks::of::<DOTS>)
    }
}

/// The bytes of a frame from `shift` on, sixteen at a time.
#[inline]
fn lanes(frame: &Frame, shift: usize) -> impl Iterator<Item = i8x16> {
    let bytes = frame.get(shift..).and_then(|rest| rest.first_chunk::<{ Marks::LEN }>());
    let (lanes, _) = bytes.unwrap_or(&[0; Marks::LEN]).as_chunks::<16>();
    lanes.iter().map(|lane| i8x16::new(lane.map(u8::cast_signed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`Marks::of`] says, byte by byte.
    fn is_mark<const DOTS: bool>([before, here, behind]: [u8; 3]) -> bool {
        match here {
            b':' => true,
            b'@' => behind > b' ',
            b'.' => DOTS && behind > b' ' || before.eq_ignore_ascii_case(&b'w'),
            _ => false,
        }
    }

    fn every_mark_is_seen<const DOTS: bool>() {
        for at in 0..Marks::LEN {
            for here in [b':', b'@', b'.', b'w', b'/', b'\n', 0xAE] {
                for other in 0..=u8::MAX {
                    for around in [[other, here, b'a'], [b'a', here, other]] {
                        let mut frame = [b' '; Marks::LEN + 2];
                        frame[at..at + 3].copy_from_slice(&around);
                        let is_there = Marks::of::<DOTS>(&frame).0 >> at & 1 == 1;
                        assert_eq!(is_there, is_mark::<DOTS>(around), "{around:?} at {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_mark_is_seen_with_its_neighbours() {
        every_mark_is_seen::<true>();
        every_mark_is_seen::<false>();
    }

    #[test]
    fn a_short_text_ends_with_its_last_byte() {
        assert_eq!(Marks::at::<true>(b"a:", 1), Marks(1));
        assert_eq!(Marks::at::<true>(b"a.", 1), Marks(0));
        assert_eq!(Marks::at::<true>(b"w.", 1), Marks(1));
        assert_eq!(Marks::at::<true>(b"a.b@c:d", 1), Marks(0b10101));
        assert_eq!(Marks::at::<false>(b"a.b@c:d", 1), Marks(0b10100));
        assert_eq!(Marks::at::<true>(b"a.b@c:d", 4), Marks(0b10));
        assert_eq!(Marks::at::<true>(b"a", 1), Marks(0));
        assert_eq!(Marks::at::<true>(b"", 1), Marks(0));
    }
}
