//! Finds the text nodes of a document with `lol_html`, which reads the document with the parsing context of a browser.

use lol_html::errors::RewritingError;
use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, HtmlRewriter, LocalHandlerTypes, Settings};

use crate::span::Span;

/// What happens at a place where a tree builder may read raw text and the tokenizer markup, or the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ambiguous {
    /// The tokenizer stops there.
    Stop,
    /// The tokenizer continues.
    ReadOn,
}

/// Calls `each` for each text node in `part` of `html`, with the markup before the node, the position of the node, and
/// its type. `part` must begin at a place where the tokenizer can start as if a document began there. If all of `part`
/// was read, the last call receives the markup after the last node, and an empty text.
pub(super) fn text_nodes(
    html: &[u8],
    part: Span,
    ambiguous: Ambiguous,
    mut each: impl FnMut(Span, Span, TextType),
) {
    // The tokenizer reports a node in chunks, and a chunk may end inside a character reference.
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

/// Calls `each` for each chunk of text in `html`, which begins at the offset `start` of the document.
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
    // The output is discarded, because it has U+FFFD in place of bytes that are not UTF-8.
    let mut tokenizer = HtmlRewriter::new(settings, |_: &[u8]| {});
    tokenizer.write(html)?;
    tokenizer.end()
}
