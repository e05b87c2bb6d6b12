//! Tests of many bytes at once with vector instructions: each lane is a byte, and each result a mask.
//!
//! Non-ASCII bytes are negative numbers here, because every processor can compare signed bytes.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined cannot use the instructions of its caller"
)]

use fearless_simd::{Simd, SimdInt, i8x16, prelude::*, u8x16};

/// Lanes of bytes.
pub(super) trait Lanes<S: Simd>: SimdInt<S, Element = i8> {}

impl<S: Simd, V: SimdInt<S, Element = i8>> Lanes<S> for V {}

/// The bytes of a frame from `at`, as many as a vector holds.
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

/// The lanes that are greater than `byte`, in ASCII.
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

/// The lanes from `first` to `last`. They are shifted to the greatest values, so that only they are greater than the
/// shifted value before `first`.
#[inline(always)]
pub(super) fn among<S: Simd, L: Lanes<S>>(lanes: L, first: u8, last: u8) -> L::Mask {
    const TOP: u8 = i8::MAX.cast_unsigned();
    above(lanes + (TOP - last).cast_signed(), TOP - (last - first) - 1)
}
