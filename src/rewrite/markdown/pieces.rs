//! Who decides about links in events, and the markup around the URIs of a run.

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::edit::{Changed, Edit, LinkTarget};
use super::run::Run;
#[cfg(feature = "pulldown-cmark-0-13")]
use super::search;
use crate::find::Match;
#[cfg(feature = "pulldown-cmark-0-13")]
use crate::link::{Context, Decision, HtmlLinker, Linked};
use crate::span::Span;

/// Decides which URIs become links and how existing links change, and how both are written.
#[derive(Debug)]
pub(super) enum LinkedBy {
    /// A linker decides, and the links are written as events. The second value says whether existing links are treated.
    #[cfg(feature = "pulldown-cmark-0-13")]
    Decision(Box<Decision>, bool),
    /// A linker decides, and the links are written as HTML.
    #[cfg(feature = "pulldown-cmark-0-13")]
    Html(Box<HtmlLinker>),
    /// The edits of a document decide: those that make links, and those of existing links. Both are in ascending order.
    Edits(Vec<Edit>, Vec<Changed>),
}

/// A piece of a link, and the events around it.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) start: Event<'static>,
    pub(super) end: Event<'static>,
    /// The label that replaces the text of the piece.
    pub(super) label: Option<String>,
}

/// The markup around a URI.
struct Around {
    start: Event<'static>,
    end: Event<'static>,
    /// The label, and the span that it replaces.
    label: Option<(String, Span)>,
}

impl LinkedBy {
    /// Whether existing links may change.
    #[inline]
    pub(super) const fn treats_existing(&self) -> bool {
        match self {
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Decision(_, treats_existing) => *treats_existing,
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Html(linker) => linker.existing,
            LinkedBy::Edits(_, changed) => !changed.is_empty(),
        }
    }

    /// The pieces of all links of a run.
    pub(super) fn pieces(&self, run: &Run<'_>, links: &[Match<'_>]) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(links.len());
        for found in links {
            let Some(Around { start, end, label }) = self.around(run, found) else { continue };
            if let Some((label, span)) = label {
                pieces.push(Piece { span, start, end, label: Some(label) });
                continue;
            }
            pieces.extend(found.pieces().iter().map(|&span| Piece {
                span,
                start: start.clone(),
                end: end.clone(),
                label: None,
            }));
        }
        pieces
    }

    /// The markup around `found`, if it becomes a link.
    fn around(&self, run: &Run<'_>, found: &Match<'_>) -> Option<Around> {
        match self {
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Decision(decision, _) => {
                let linked = decision.link(found, None, Context::Markdown, None)?;
                let target = LinkTarget::new(&linked, decision);
                let label = target.label.clone().map(|label| (label, found.span()));
                Some(Around { start: link(found, &target), end: Event::End(TagEnd::Link), label })
            }
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Html(linker) => {
                let linked = linker.decision.link(found, None, Context::Markdown, None)?;
                let mut open = String::new();
                // Writing to a `String` does not fail.
                let _ = linker.decision.open(&mut open, &linked);
                let label = linked.label(found.pieces().len());
                Some(Around {
                    start: Event::InlineHtml(open.into()),
                    end: Event::InlineHtml(CowStr::Borrowed(Linked::CLOSE)),
                    label: label.map(|label| (label.to_owned(), found.span())),
                })
            }
            LinkedBy::Edits(edits, _) => {
                let start = run.source_span(found.span()).start();
                let at = edits.binary_search_by_key(&start, |edit| edit.link.start()).ok()?;
                edits.get(at).map(|edit| made(found, edit))
            }
        }
    }
}

/// The markup that `edit` puts around `found`.
fn made(found: &Match<'_>, edit: &Edit) -> Around {
    let LinkTarget { href, title, label } = &edit.target;
    // A URI that was joined over lines is shown in one piece, without its `<` and `>`.
    let replaced = if edit.is_mended { found.wrapper() } else { None };
    let label = match (label, replaced) {
        (Some(label), span) => Some((label.clone(), span.unwrap_or(found.span()))),
        (None, Some(span)) => Some((found.text().to_owned(), span)),
        (None, None) => None,
    };
    let start = inline(LinkType::Inline, href, title);
    Around { start, end: Event::End(TagEnd::Link), label }
}

/// The start of a link to a match.
#[cfg(feature = "pulldown-cmark-0-13")]
fn link(found: &Match<'_>, target: &LinkTarget) -> Event<'static> {
    let LinkTarget { href, title, .. } = target;
    // Renderers prepend `mailto:` to an address.
    match search::address(found) {
        _ if href != found.href() || !title.is_empty() => inline(LinkType::Inline, href, title),
        Some(address) => inline(LinkType::Email, address, ""),
        None if found.pattern().is_some() => inline(LinkType::Inline, href, ""),
        None => inline(LinkType::Autolink, href, ""),
    }
}

fn inline(link_type: LinkType, target: &str, title: &str) -> Event<'static> {
    Event::Start(Tag::Link {
        link_type,
        dest_url: CowStr::from(target.to_owned()),
        title: CowStr::from(title.to_owned()),
        id: CowStr::Borrowed(""),
    })
}
