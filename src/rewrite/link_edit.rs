//! What a linker changes in a document for one link.

use crate::span::Span;

/// The changes to a document that make a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEdit {
    pub(crate) span: Span,
    pub(crate) uri: String,
    pub(crate) changes: Vec<(Span, String)>,
    pub(crate) is_refused: bool,
}

impl LinkEdit {
    /// The range of the URI in the source, in bytes.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The target of the link.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The ranges of the source that are replaced, in ascending order, and the texts that replace them. An empty range
    /// means that the text is inserted before the byte at its offset.
    pub fn changes(&self) -> &[(Span, String)] {
        &self.changes
    }

    /// Whether the edit is not made, because with it the document would be parsed differently.
    pub const fn is_refused(&self) -> bool {
        self.is_refused
    }
}
