//! The parts of a stream.

use core::ops::Range;

/// A part of a stream that is apart from what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    /// Bytes of any kind.
    Bytes(Range<usize>),
    /// Text, in pieces with another text width each.
    Text(Vec<Piece>),
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) place: Range<usize>,
    /// UTF-16LE; otherwise single bytes.
    pub(crate) is_wide: bool,
}
