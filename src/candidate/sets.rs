//! Sets of bytes by which candidates are read and cut.

use crate::ascii::ByteSet;

/// Ends every candidate in plain text: controls, blanks, `"`, `<`, `>`, `\`, backtick.
pub(crate) const STOP: ByteSet = ByteSet::range(0, b' ').or(ByteSet::of(b"\x7F\"<>\\`"));

/// In no production of RFC 3986 after an authority, and no stop.
pub(crate) const FOREIGN: ByteSet = ByteSet::of(b"[]{}|^");

/// Ends a sentence or a part of one.
pub(crate) const POINT: ByteSet = ByteSet::of(b".,;:!?");

/// Opens or closes a remark.
pub(crate) const BRACKET: ByteSet = ByteSet::of(b"()[]{}");
