//! Bytes that are expected to be UTF-8: their characters, grapheme clusters and offsets, and the cells of a terminal.

pub(crate) mod block;
pub(crate) mod chars;
pub(crate) mod glyph;
pub(crate) mod graphemes;
pub mod grid;
mod lanes;
pub(crate) mod link_terms;
pub(crate) mod marks;
pub mod offsets;
pub(crate) mod signs;
pub(crate) mod specials;
mod word;
pub(crate) mod wordlist;
