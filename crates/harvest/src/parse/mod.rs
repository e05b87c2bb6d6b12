//! The parsers of text documents. They find the links in bytes that the caller provides, and do not read files.
//!
//! Each parser has a function that receives a whole document, or a window of complete records, and reports to a
//! [`Sink`](crate::sink::Sink):
//!
//! ```text
//! pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
//!     let finder = sink.finder().clone();
//!     ...
//!     sink.existing(&href, span, Origin::Attribute, "href");   // a link of the document
//!     sink.search_run(&run);                                   // text, with a map to the document
//! }
//! ```
//!
//! If the encoding of the document is known, the document is decoded to UTF-8 beforehand, without its byte-order mark
//! ([`crate::encoding`]). Spans refer to `document`; the sink converts them to positions in the file.

mod anchor;
pub(crate) mod asciidoc;
pub(crate) mod calendar;
pub(crate) mod css;
mod field;
pub(crate) mod har;
pub(crate) mod html;
pub(crate) mod http;
pub(crate) mod json;
pub(crate) mod latex;
mod lossless;
pub(crate) mod markdown;
mod marked_text;
mod nested;
pub(crate) mod notebook;
mod records;
pub(crate) mod rtf;
mod runs;
pub(crate) mod script;
pub(crate) mod table;
#[cfg(test)]
mod testing;
mod typed;
pub(crate) mod value;
pub(crate) mod warc_fields;
pub(crate) mod wat;
pub(crate) mod xml;
