//! One directive.

use crate::span::Span;

/// A part of a document that no Markdown parser is meant to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) span: Span,
    pub(super) effect: Effect,
}

/// The effect of a directive on the word beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The word ends there.
    Ends,
    /// Text replaces the directive, and may continue the word: `https://a.example/{{ page }}`.
    Prints,
}
