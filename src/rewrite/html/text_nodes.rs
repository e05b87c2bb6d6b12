//! The text nodes of a document by `lol_html`, which reads it with the parsing context of a browser.

use lol_html::errors::RewritingError;
use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, HtmlRewriter, LocalHandlerTypes, Settings};

use crate::span::Span;

/// What is done where a tree builder could see raw text and the tokenizer could not, and the other way
/// round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ambiguous {
    /// The tokenizer stops there.
    Stop,
    /// It reads on.
    ReadOn,
}

/// Calls `each` for the text nodes in `part` of `html`, which begins in no element that matters: with the
/// markup between it and the one before, its place, and its type. At last it is called
/// for the markup after them, with no text, if all was read.
pub(super) fn text_nodes(
    html: &[u8],
    part: Span,
    ambiguous: Ambiguous,
    mut each: impl FnMut(Span, Span, TextType),
) {
    // A node comes in chunks, which may cut a character reference.
    let mut markup = Span::new(part.start(), part.start());
    let (mut text, mut kind) = (markup, TextType::Data);
    let chunk = |place: Span, chunk_kind: TextType| {
        if place.start() == text.end() && chunk_kind == kind {
            text = Span::new(text.start(), place.end());
            return;
        }
        each(markup, text, kind);
        markup = Span::new(text.end(), place.start());
        (text, kind) = (place, chunk_kind);
    };
    let is_read = chunks(part.of(html), part.start(), ambiguous, chunk).is_ok();
    each(markup, text, kind);
    if is_read {
        let end = Span::new(part.end(), part.end());
        each(Span::new(text.end(), part.end()), end, TextType::Data);
    }
}

/// Calls `each` for each chunk of text in `html`, which is at `start` of the document.
fn chunks(
    html: &[u8],
    start: usize,
    ambiguous: Ambiguous,
    mut each: impl FnMut(Span, TextType),
) -> Result<(), RewritingError> {
    let handlers: DocumentContentHandlers<'_, LocalHandlerTypes> =
        DocumentContentHandlers::default().text(|chunk: &mut TextChunk<'_>| {
            each(Span::from(chunk.source_location().bytes()).shifted(start), chunk.text_type());
            Ok(())
        });
    let settings = Settings::new()
        .append_document_content_handler(handlers)
        .with_strict(ambiguous == Ambiguous::Stop);
    // Its output is not wanted: it would write bytes that are not UTF-8 back as U+FFFD.
    let mut tokenizer = HtmlRewriter::new(settings, |_: &[u8]| {});
    tokenizer.write(html)?;
    tokenizer.end()
}
