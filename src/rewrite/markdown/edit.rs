//! The changes to a document that make new links and change existing ones.

use super::place::Safety;
use crate::link::{Decision, Linked};
use crate::rewrite::link_edit::LinkEdit;
use crate::span::Span;

/// A change: a range of the source and its replacement.
pub(super) type Change = (Span, String);

/// The changes for one link, or for all links to one definition.
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
    /// The existing links that the edit changes; empty if the edit makes a new link.
    pub(super) changed: Vec<Changed>,
}

impl Edit {
    /// Whether the edit makes a link from a URI in text.
    pub(super) const fn is_new(&self) -> bool {
        self.changed.is_empty()
    }

    /// The edit as callers see it.
    pub(super) fn reported(&self, is_refused: bool) -> LinkEdit {
        LinkEdit {
            span: self.link,
            uri: self.target.href.clone(),
            changes: self.changes.clone(),
            is_refused,
            is_mended: self.is_mended,
            is_existing: !self.is_new(),
        }
    }
}

/// An existing link and its form after an edit.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    /// The beginning of the link in the source.
    pub(super) start: usize,
    /// The new target, text and title; `None` if the link is removed and its content stays.
    pub(super) target: Option<LinkTarget>,
    /// Whether the changed link is a reference to a definition.
    pub(super) is_reference: bool,
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
pub(super) fn shown(text: &str) -> String {
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
    /// The range of the URI in the source.
    pub(super) span: Span,
}

/// The results for the URIs of a document.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The edits, in ascending order.
    pub(super) made: Vec<Edit>,
    /// The URIs in text, in their order.
    pub(super) all: Vec<TextUri>,
}

/// All changes of `edits`, in ascending order.
pub(super) fn changes<'e>(edits: &[&'e Edit]) -> Vec<&'e Change> {
    let mut changes: Vec<&Change> = edits.iter().flat_map(|edit| &edit.changes).collect();
    // The sort is stable: changes at the same position keep the order of their edits.
    changes.sort_by_key(|(span, _)| span.start());
    changes
}

/// The contents of the links that `edits` remove, as ranges of the document after the edits.
pub(super) fn unwrapped(edits: &[&Edit]) -> Vec<Span> {
    let is_removed = |edit: &&&Edit| edit.changed.iter().any(|one| one.target.is_none());
    let mut removed = edits.iter().filter(is_removed).map(|edit| edit.link).peekable();
    let mut spans = Vec::new();
    let (mut begun, mut shift) = (None, 0_isize);
    let at = |place: usize, shift: isize| place.saturating_add_signed(shift);
    for (span, text) in changes(edits) {
        spans.extend(
            begun
                .take_if(|(_, link): &mut (usize, Span)| link.end() <= span.start())
                .map(|(start, link)| Span::new(start, at(link.end(), shift))),
        );
        if let Some(link) = removed.next_if(|link| link.start() <= span.start()) {
            begun = Some((at(link.start(), shift), link));
        }
        shift +=
            isize::try_from(text.len()).unwrap_or(0) - isize::try_from(span.len()).unwrap_or(0);
    }
    spans.extend(begun.map(|(start, link)| Span::new(start, at(link.end(), shift))));
    spans
}
