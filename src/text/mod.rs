//! Bytes that are expected to be UTF-8: their characters, grapheme clusters and offsets.

pub(crate) mod block;
pub(crate) mod chars;
pub(crate) mod glyph;
pub(crate) mod graphemes;
mod lanes;
pub(crate) mod marks;
#[cfg(feature = "html")]
pub(crate) mod needles;
pub mod offsets;
pub(crate) mod signs;
pub(crate) mod specials;
mod word;
