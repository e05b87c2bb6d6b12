//! Bytes that are UTF-8 by convention: their characters, what a reader sees of them, and their offsets.

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
