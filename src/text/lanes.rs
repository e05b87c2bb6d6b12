//! What vector instructions tell of bytes, many at once: each lane is a byte, and each answer a mask.
//!
//! A byte outside ASCII is a number below zero here, because every processor compares signed bytes.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined cannot use the instructions of its caller"
)]

use fearless_simd::{Simd, SimdInt, i8x16, prelude::*, u8x16};

/// Lanes of bytes.
pub(super) trait Lanes<S: Simd>: SimdInt<S, Element = i8> {}

impl<S: Simd, V: SimdInt<S, Element = i8>> Lanes<S> for V {}

/// The bytes of a frame from `at` on, as many as fit.
#[inline(always)]
pub(super) fn load<S: Simd>(simd: S, frame: &[u8], at: usize) -> S::i8s {
    let bytes = frame.get(at..).and_then(|rest| rest.get(..S::u8s::LEN));
    S::u8s::from_slice(simd, bytes.unwrap_or_default()).bitcast()
}

/// How many bytes the narrow vectors have that every processor has.
pub(super) const NARROW: usize = 16;

/// A narrow vector of bytes.
#[inline(always)]
pub(super) fn narrow<S: Simd>(simd: S, bytes: &[u8; NARROW]) -> i8x16<S> {
    u8x16::from_slice(simd, bytes).bitcast()
}

/// The same from `at` on in `text`; `None` where fewer bytes are left.
#[inline(always)]
pub(super) fn narrow_at<S: Simd>(simd: S, text: &[u8], at: usize) -> Option<i8x16<S>> {
    Some(narrow(simd, text.get(at..)?.first_chunk()?))
}

#[inline(always)]
pub(super) fn is<S: Simd, L: Lanes<S>>(lanes: L, byte: u8) -> L::Mask {
    lanes.simd_eq(byte.cast_signed())
}

/// What is greater than `byte`, in ASCII.
#[inline(always)]
pub(super) fn above<S: Simd, L: Lanes<S>>(lanes: L, byte: u8) -> L::Mask {
    lanes.simd_gt(byte.cast_signed())
}

/// What is outside ASCII.
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

/// What is between the two: moved up to the greatest numbers there are, they alone are greater than
/// what was before the first.
#[inline(always)]
pub(super) fn among<S: Simd, L: Lanes<S>>(lanes: L, first: u8, last: u8) -> L::Mask {
    const TOP: u8 = i8::MAX.cast_unsigned();
    above(lanes + (TOP - last).cast_signed(), TOP - (last - first) - 1)
}
