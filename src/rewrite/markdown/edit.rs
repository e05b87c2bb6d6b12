//! The change of a document that makes one link.

use super::place::Safety;
use crate::span::Span;

/// The changes for one link.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) safety: Safety,
    /// In ascending order.
    pub(super) changes: Vec<(Span, String)>,
    /// Where the link stands in the source.
    pub(super) link: Span,
}

impl Edit {
    /// A change that only inserts.
    pub(super) fn insertions(safety: Safety, texts: Vec<(usize, String)>, link: Span) -> Edit {
        let changes = texts.into_iter().map(|(at, text)| (Span::new(at, at), text)).collect();
        Edit { safety, changes, link }
    }
}
