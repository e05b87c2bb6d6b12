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

/// A piece of a URI, and the tags around it.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) tags: Tags<'static>,
}

/// The tags of a link.
#[derive(Clone, Debug)]
pub(super) struct Tags<'a> {
    pub(super) start: Event<'a>,
    pub(super) end: Event<'a>,
    /// The text that replaces the content of the link.
    pub(super) label: Option<String>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(link_type: LinkType, target: LinkTarget, id: CowStr<'a>) -> Tags<'a> {
        let LinkTarget { href, title, label } = target;
        let (dest_url, title) = (href.into(), title.into());
        let start = Event::Start(Tag::Link { link_type, dest_url, title, id });
        Tags { start, end: Event::End(TagEnd::Link), label }
    }

    /// The tags of a link that is written as HTML.
    #[cfg(feature = "pulldown-cmark-0-13")]
    pub(super) fn html(start: String, label: Option<String>) -> Tags<'a> {
        let end = Event::InlineHtml(CowStr::Borrowed(Linked::CLOSE));
        Tags { start: Event::InlineHtml(start.into()), end, label }
    }
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
            let Some((tags, span)) = self.tags(run, found) else { continue };
            if tags.label.is_some() {
                pieces.push(Piece { span, tags });
            } else {
                let spans = found.pieces().iter();
                pieces.extend(spans.map(|&span| Piece { span, tags: tags.clone() }));
            }
        }
        pieces
    }

    /// The tags around `found`, if it becomes a link, and the span that a label replaces.
    fn tags(&self, run: &Run<'_>, found: &Match<'_>) -> Option<(Tags<'static>, Span)> {
        match self {
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Decision(decision, _) => {
                let linked = decision.link(found, None, Context::Markdown, None)?;
                Some((link(found, LinkTarget::new(&linked, decision)), found.span()))
            }
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Html(linker) => {
                let linked = linker.decision.link(found, None, Context::Markdown, None)?;
                let mut open = String::new();
                // Writing to a `String` does not fail.
                let _ = linker.decision.open(&mut open, &linked);
                let label = linked.label(found.pieces().len()).map(str::to_owned);
                Some((Tags::html(open, label), found.span()))
            }
            LinkedBy::Edits(edits, _) => {
                let start = run.source_span(found.span()).start();
                let at = edits.binary_search_by_key(&start, |edit| edit.link.start()).ok()?;
                edits.get(at).map(|edit| made(found, edit))
            }
        }
    }
}

/// The tags that `edit` puts around `found`, and the span that a label replaces.
fn made(found: &Match<'_>, edit: &Edit) -> (Tags<'static>, Span) {
    let mut tags = Tags::new(LinkType::Inline, edit.target.clone(), CowStr::Borrowed(""));
    // A URI that was joined over lines is shown in one piece, without its `<` and `>`.
    let replaced = if edit.is_mended { found.wrapper() } else { None };
    if replaced.is_some() {
        tags.label.get_or_insert_with(|| found.text().to_owned());
    }
    (tags, replaced.unwrap_or(found.span()))
}

/// The tags of a link to a match.
#[cfg(feature = "pulldown-cmark-0-13")]
fn link(found: &Match<'_>, target: LinkTarget) -> Tags<'static> {
    let is_changed = target.href != found.href() || !target.title.is_empty();
    // Renderers prepend `mailto:` to an address.
    let (link_type, href) = match search::address(found) {
        _ if is_changed => (LinkType::Inline, target.href),
        Some(address) => (LinkType::Email, address.to_owned()),
        None if found.pattern().is_some() => (LinkType::Inline, target.href),
        None => (LinkType::Autolink, target.href),
    };
    Tags::new(link_type, LinkTarget { href, ..target }, CowStr::Borrowed(""))
}
