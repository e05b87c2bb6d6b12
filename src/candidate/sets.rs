//! Sets of bytes by which candidates are read and cut.

use crate::ascii::ByteSet;

/// Ends every candidate in plain text: controls, blanks, `"`, `<`, `>`, `\`, backtick.
pub(crate) const STOP: ByteSet = ByteSet::range(0, b' ').or(ByteSet::of(b"\x7F\"<>\\`"));

/// Not allowed after an authority by RFC 3986, and not in [`STOP`].
pub(crate) const FOREIGN: ByteSet = ByteSet::of(b"[]{}|^");

/// Ends a sentence or a part of a sentence.
pub(crate) const POINT: ByteSet = ByteSet::of(b".,;:!?");

/// Opens or closes text in brackets.
pub(crate) const BRACKET: ByteSet = ByteSet::of(b"()[]{}");
