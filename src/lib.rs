//! linkwright finds URIs in text the way people and programs really write them, proves each one
//! with an RFC 3986 parser, and reports its place.
// Nothing here is fast enough to need `unsafe`, and everything here reads hostile text.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod ascii;
pub mod find;
pub mod link;
pub mod options;
mod public_suffix;
pub mod rewrite;
pub mod span;
pub mod text;
pub mod uri;

#[doc(inline)]
pub use find::{Finder, Match};
#[doc(inline)]
pub use span::Span;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
