//! Turns the bare URIs in a document into links, and keeps the rest.
//!
//! A parser of the format reports where the text is, a finder searches the decoded text for URIs, and the output is the
//! input with markup inserted. Markup that the parser does not understand and bytes that are not UTF-8 are kept
//! unchanged.
//!
//! [`SourceMap`] converts offsets in decoded text to spans of the document.

#[cfg(any(feature = "html", feature = "markdown"))]
mod edit;
#[cfg(feature = "html")]
#[cfg_attr(docsrs, doc(cfg(feature = "html")))]
pub mod html;
#[cfg(feature = "markdown")]
#[cfg_attr(docsrs, doc(cfg(feature = "markdown")))]
pub mod markdown;
#[cfg(any(feature = "html", feature = "markdown"))]
mod separators;
mod source_map;

#[cfg(any(feature = "html", feature = "markdown"))]
#[cfg_attr(docsrs, doc(cfg(any(feature = "html", feature = "markdown"))))]
pub use edit::LinkEdit;
pub use source_map::SourceMap;
// `TextRun` is public only for the other crates of this repository; its interface may change.
#[doc(hidden)]
pub use source_map::TextRun;
// Public for the readers of documents in this repository.
#[cfg(any(feature = "html", feature = "markdown"))]
#[doc(hidden)]
pub use separators::separates_text;
