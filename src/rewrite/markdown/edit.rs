//! The changes to a document that make links.

use super::place::Safety;
use crate::link::{Decision, Linked};
use crate::rewrite::link_edit::LinkEdit;
use crate::span::Span;

/// A change: a range of the source and its replacement.
pub(super) type Change = (Span, String);

/// The changes for one link.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) safety: Safety,
    /// In ascending order.
    pub(super) changes: Vec<Change>,
    /// The linked range of the source.
    pub(super) link: Span,
    pub(super) target: LinkTarget,
    /// Whether the edit joins a URI between `<` and `>` that is broken over lines.
    pub(super) is_mended: bool,
}

impl Edit {
    /// The edit as callers see it.
    pub(super) fn reported(&self, is_refused: bool) -> LinkEdit {
        LinkEdit {
            span: self.link,
            uri: self.target.href.clone(),
            changes: self.changes.clone(),
            is_refused,
            is_mended: self.is_mended,
        }
    }
}

/// The target, the text and the title of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkTarget {
    pub(super) href: String,
    pub(super) title: String,
    /// The text that is shown in place of the URI.
    pub(super) label: Option<String>,
}

impl LinkTarget {
    /// The result of `decision` for `linked`.
    pub(super) fn new(linked: &Linked<'_>, decision: &Decision) -> LinkTarget {
        LinkTarget {
            href: linked.href.to_string(),
            title: linked.attributes(decision).get("title").map(shown).unwrap_or_default(),
            label: linked.label(1).map(shown),
        }
    }
}

/// `text` with spaces in place of control characters.
fn shown(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The result for a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The URI becomes a link. The URIs with this fate have the same order as the edits that make their links.
    Made,
    /// The URI keeps its bytes, because no markup is possible at its position, or because of its scheme, a hazard or its
    /// flags.
    Bare,
    /// A closure declined the URI. A second pass, which calls no closure, may link it.
    Declined,
}

/// A URI in the text of a document.
#[derive(Clone, Debug)]
pub(super) struct TextUri {
    pub(super) href: String,
    pub(super) fate: Fate,
}

/// The results for the URIs of a document.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The edits, in ascending order.
    pub(super) made: Vec<Edit>,
    /// The URIs in text, in their order.
    pub(super) all: Vec<TextUri>,
}
