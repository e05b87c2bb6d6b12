//! Reads RTF 1.9.1: the text of paragraphs, notes, headers, comments and shapes, and the links of fields.
//!
//! ```text
//! bytes -> tokens -> groups (the kind of text) -> paragraphs (text and links) -> sink
//! ```
//!
//! The code page of the document and the character sets of its fonts determine how text is decoded. The instruction of
//! a field determines whether the field is a link. The result of a field is searched as text, but a URI that only
//! repeats the target of the field is not reported. Hidden and deleted text is searched separately. Pictures, objects,
//! style sheets and unknown destinations with `\*` are skipped. HTML that Outlook has put into RTF (MS-OXRTFEX) is read
//! as HTML.

mod code_page;
mod destination;
mod field;
mod group;
mod paragraph;
mod token;
mod walker;
mod words;

use crate::sink::Sink;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    walker::RtfWalker::new(document, sink).read();
}

/// Whether `head` is the beginning of an RTF document.
pub(crate) fn is_rtf(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    head.starts_with(b"{\\rtf") || head.starts_with(b"{\\urtf")
}

#[cfg(test)]
mod tests;
