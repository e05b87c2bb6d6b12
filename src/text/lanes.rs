//! Tests many bytes at once with vector instructions. Each lane of a vector is a byte, and the result of a test is a
//! mask of the lanes.
//!
//! The lanes are signed, because every processor can compare signed bytes. Non-ASCII bytes are negative numbers.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Simd, SimdInt, i8x16, prelude::*, u8x16};

/// A vector of signed bytes of any width.
pub(super) trait Lanes<S: Simd>: SimdInt<S, Element = i8> {}

impl<S: Simd, V: SimdInt<S, Element = i8>> Lanes<S> for V {}

/// A vector of the bytes of `frame` that begin at `at`. The frame must have enough bytes there.
#[inline(always)]
pub(super) fn load<S: Simd>(simd: S, frame: &[u8], at: usize) -> S::i8s {
    let bytes = frame.get(at..).and_then(|rest| rest.get(..S::u8s::LEN));
    S::u8s::from_slice(simd, bytes.unwrap_or_default()).bitcast()
}

/// The number of bytes in the narrow vectors, which every processor supports.
pub(super) const NARROW: usize = 16;

/// A narrow vector of bytes.
#[inline(always)]
pub(super) fn narrow<S: Simd>(simd: S, bytes: &[u8; NARROW]) -> i8x16<S> {
    u8x16::from_slice(simd, bytes).bitcast()
}

/// The bytes of `text` from `at` as a narrow vector; `None` if there are too few.
#[inline(always)]
pub(super) fn narrow_at<S: Simd>(simd: S, text: &[u8], at: usize) -> Option<i8x16<S>> {
    Some(narrow(simd, text.get(at..)?.first_chunk()?))
}

#[inline(always)]
pub(super) fn is<S: Simd, L: Lanes<S>>(lanes: L, byte: u8) -> L::Mask {
    lanes.simd_eq(byte.cast_signed())
}

/// The lanes with an ASCII byte greater than `byte`.
#[inline(always)]
pub(super) fn above<S: Simd, L: Lanes<S>>(lanes: L, byte: u8) -> L::Mask {
    lanes.simd_gt(byte.cast_signed())
}

/// The lanes that are not ASCII.
#[inline(always)]
pub(super) fn high<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    lanes.simd_lt(0)
}

#[inline(always)]
pub(super) fn letters<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    among(lanes | 0x20, b'a', b'z')
}

#[inline(always)]
pub(super) fn digits<S: Simd, L: Lanes<S>>(lanes: L) -> L::Mask {
    among(lanes, b'0', b'9')
}

/// The lanes with values from `first` to `last`. A constant is added to every lane, which moves these values to the top
/// of the range of `i8`, so a single comparison is enough.
#[inline(always)]
pub(super) fn among<S: Simd, L: Lanes<S>>(lanes: L, first: u8, last: u8) -> L::Mask {
    const TOP: u8 = i8::MAX.cast_unsigned();
    above(lanes + (TOP - last).cast_signed(), TOP - (last - first) - 1)
}
