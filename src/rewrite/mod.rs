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
mod source_map;

#[cfg(any(feature = "html", feature = "markdown"))]
#[cfg_attr(docsrs, doc(cfg(any(feature = "html", feature = "markdown"))))]
pub use edit::LinkEdit;
pub use source_map::SourceMap;
// `TextRun` is public only for the other crates of this repository; its interface may change.
#[doc(hidden)]
pub use source_map::TextRun;

/// Whether a reader sees the text before and after a tag of the element `name`, in any case, as separate: a block, a line
/// break, a part of a table or a list, a picture or a control, and `sup`, `sub`, `q` and `rt`. Browsers show all other
/// elements, also unknown ones, inside of a line (HTML, 15.3).
///
/// A reader sees `a.example<wbr>.b.example` as one host, and `a.example<br>b` as two texts. The linkers and the readers of
/// the texts of links ask the same question; it is public for the readers of documents in this repository.
#[cfg(any(feature = "html", feature = "markdown"))]
#[doc(hidden)]
pub fn separates_text(name: &[u8]) -> bool {
    const SEPARATORS: &[&str] = include!("separators.in");
    SEPARATORS.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(name))
}
