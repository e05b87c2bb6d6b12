//! The changes of a document that make links.

use super::place::Safety;
use crate::link::{Decision, Linked};
use crate::span::Span;

/// The changes for one link.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) safety: Safety,
    /// In ascending order.
    pub(super) changes: Vec<(Span, String)>,
    /// What is linked, in the source.
    pub(super) link: Span,
    pub(super) target: Target,
    /// Whether a URI between `<` and `>` is joined.
    pub(super) is_mended: bool,
}

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) href: String,
    pub(super) title: String,
    /// The text that is shown in place of the URI.
    pub(super) label: Option<String>,
}

impl Target {
    /// What `linked` says, which `decision` has made. Control characters become blanks.
    pub(super) fn new(linked: &Linked<'_>, decision: &Decision) -> Target {
        let shown = |text: &str| text.replace(char::is_control, " ");
        Target {
            href: linked.href.to_string(),
            title: linked.attributes(decision).get("title").map(shown).unwrap_or_default(),
            label: linked.label(1).map(shown),
        }
    }
}

/// What becomes of a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// A link, by the next of the edits.
    Made,
    /// It keeps its bytes, because no markup is possible there.
    Bare,
    /// It is not a link: its scheme or a hazard or a closure says so.
    Declined,
}

/// What becomes of the URIs of a document.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The changes that make links, in ascending order.
    pub(super) made: Vec<Edit>,
    /// All URIs in their order.
    pub(super) all: Vec<(String, Fate)>,
}
