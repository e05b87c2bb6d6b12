//! Who decides about links in events, and the links around the URIs of a run.

use pulldown_cmark::{CowStr, Event, LinkType, Tag};

use super::edit::{Edit, LinkTarget};
use super::run::Run;
#[cfg(feature = "pulldown-cmark-0-13")]
use super::search;
use crate::find::Match;
#[cfg(feature = "pulldown-cmark-0-13")]
use crate::link::{Context, Decision};
use crate::span::Span;

/// Decides which URIs become links.
#[derive(Debug)]
pub(super) enum LinkedBy {
    /// A linker decides.
    #[cfg(feature = "pulldown-cmark-0-13")]
    Decision(Box<Decision>),
    /// The edits of a document decide, which are in ascending order.
    Edits(Vec<Edit>),
}

/// A piece of a URI, and the link around it.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    /// The event that begins the link.
    pub(super) start: Event<'static>,
    /// The text that replaces the content of the link.
    pub(super) label: Option<String>,
}

impl LinkedBy {
    /// The pieces of all links of a run.
    pub(super) fn pieces(&self, run: &Run<'_>, links: &[Match<'_>]) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(links.len());
        for found in links {
            let Some((link_type, target)) = self.target(run, found) else { continue };
            let LinkTarget { href, title, label } = target;
            let (dest_url, title, id) = (href.into(), title.into(), CowStr::Borrowed(""));
            let start = Event::Start(Tag::Link { link_type, dest_url, title, id });
            if label.is_some() {
                pieces.push(Piece { span: found.span(), start, label });
            } else {
                let spans = found.pieces().iter();
                pieces.extend(spans.map(|&span| Piece { span, start: start.clone(), label: None }));
            }
        }
        pieces
    }

    /// The type and the target of the link of `found`, if it becomes one.
    fn target(&self, run: &Run<'_>, found: &Match<'_>) -> Option<(LinkType, LinkTarget)> {
        match self {
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Decision(decision) => {
                let linked = decision.link(found, None, Context::Markdown, None)?;
                let (link_type, target) = typed(found, LinkTarget::new(&linked, decision));
                Some((link_type, target))
            }
            LinkedBy::Edits(edits) => {
                let start = run.source_span(found.span()).start();
                let at = edits.binary_search_by_key(&start, |edit| edit.link.start()).ok()?;
                let edit = edits.get(at)?;
                Some((LinkType::Inline, edit.target.clone()))
            }
        }
    }
}

/// The type of a link to a match, and its target in the form of this type.
#[cfg(feature = "pulldown-cmark-0-13")]
fn typed(found: &Match<'_>, target: LinkTarget) -> (LinkType, LinkTarget) {
    let is_changed = target.href != found.href() || !target.title.is_empty();
    // Renderers prepend `mailto:` to an address.
    match search::address(found) {
        _ if is_changed => (LinkType::Inline, target),
        Some(address) => (LinkType::Email, LinkTarget { href: address.to_owned(), ..target }),
        None if found.pattern().is_some() => (LinkType::Inline, target),
        None => (LinkType::Autolink, target),
    }
}
