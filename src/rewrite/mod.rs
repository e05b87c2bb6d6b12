//! Rewriting: makes links of the bare URIs in a document, and keeps the rest.
//!
//! A parser of the format reports where text is; URIs are found in the decoded text; the output is the input with
//! markup inserted. What the parser does not understand, and what is not UTF-8, is kept.
//!
//! [`SourceMap`] converts offsets in decoded text to spans of the document.

#[cfg(feature = "html")]
#[cfg_attr(docsrs, doc(cfg(feature = "html")))]
pub mod html;
#[cfg(feature = "markdown")]
#[cfg_attr(docsrs, doc(cfg(feature = "markdown")))]
pub mod markdown;
mod source_map;
#[cfg(any(feature = "html", feature = "markdown"))]
mod splice;

pub use source_map::SourceMap;
// For other crates of this repository; the interface may change.
#[doc(hidden)]
pub use source_map::TextRun;
