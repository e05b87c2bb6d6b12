//! The changes to a document that make links.

use crate::link::{Decision, Linked};
use crate::rewrite::link_edit::LinkEdit;
use crate::span::Span;

/// A change: a range of the source and its replacement.
pub(super) type Change = (Span, String);

/// The changes for one link.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// Whether the adjacent text may be parsed differently, so that the result has to be checked.
    pub(super) is_doubtful: bool,
    /// In ascending order.
    pub(super) changes: Vec<Change>,
    /// The linked range of the source.
    pub(super) link: Span,
    pub(super) target: LinkTarget,
}

impl Edit {
    /// The edit as callers see it.
    pub(super) fn reported(&self, is_refused: bool) -> LinkEdit {
        LinkEdit {
            span: self.link,
            uri: self.target.href.clone(),
            changes: self.changes.clone(),
            is_refused,
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

/// A URI in the text of a document.
#[derive(Debug)]
pub(super) struct TextUri {
    pub(super) href: String,
    /// The edit that makes it a link; `None` if the URI keeps its bytes, because no markup is possible at its position,
    /// or because of its scheme, a hazard or its flags.
    pub(super) edit: Option<Edit>,
    /// Whether a closure declined it. A second pass, which calls no closure, may link it.
    pub(super) is_declined: bool,
}
