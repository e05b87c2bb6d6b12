//! Rewriting: a document in, the same document out, with its bare URIs as links.
//!
//! A parser of the format says where text is; the URIs are found in that text, decoded; and the output is the input with
//! markup inserted. Whatever the parser does not understand, and whatever is not UTF-8, is kept.
//!
//! [`SourceMap`] leads from the decoded text back to the document.

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
// For readers of other formats in this repository; its interface may change.
#[doc(hidden)]
pub use source_map::TextRun;
