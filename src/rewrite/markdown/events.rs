//! The events of a parser with new links: the events of a run that may have links are held until the run is complete.

use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::form::{LinkTarget, SourceEdit};
#[cfg(feature = "pulldown-cmark-0-13")]
use super::linker::MarkdownLinker;
use super::run::{PartKind, Run, RunPart};
use super::search::MarkdownSearch;
use super::walk::{Located, Runs};
#[cfg(feature = "pulldown-cmark-0-13")]
use crate::find::Finder;
use crate::find::Match;
#[cfg(feature = "pulldown-cmark-0-13")]
use crate::link::{Context, Decision};
use crate::span::Span;

/// Links the bare URIs in the events of pulldown-cmark, which come with their ranges in the source.
///
/// The output has the same events, with the start and the end of a link around each URI; a URI that extends over
/// several text events is one link around all of them. Emphasis marks inside a URI in the source are part of its text,
/// as in GFM: the events for the start and the end of that emphasis are dropped. Smart punctuation in a URI is turned
/// back into the characters of the source. The events of a link have the range of its URI in the source.
///
/// Nothing is linked inside links, images, code, mathematics, HTML and metadata. The same applies to text between the
/// raw HTML tags of an element in which HTML documents have no links, such as `<a href>` and `</a>`, or `<code>` and
/// `</code>`.
///
/// By default, the settings of [`MarkdownLinker::new`](super::MarkdownLinker::new) decide what becomes a link: the
/// schemes are [`Schemes::Clickable`](crate::find::Schemes::Clickable), and a URI with a hazard of the severity `danger` stays
/// text. [`linked_by`](LinkEventsWithOffset::linked_by) takes another linker. Links that the document already has and raw
/// HTML pass unchanged, whatever their scheme, so a program that renders untrusted documents has to sanitize its output.
/// `HtmlLinker::rewrite` with the option `existing` adds attributes such as `rel` to all links of the rendered page, and
/// treats those of the author like new ones.
#[cfg_attr(
    not(feature = "pulldown-cmark-0-13"),
    expect(unreachable_pub, reason = "exported with the feature")
)]
#[derive(Debug)]
pub struct LinkEventsWithOffset<'a, I> {
    events: I,
    by: LinkedBy,
    runs: Runs<'a>,
    /// The events of a run, followed by the event that ended it.
    ready: VecDeque<Located<'a>>,
}

impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links the URIs that `search` finds in `events`, which were read from `source`, according to `by`.
    pub(super) fn linked(
        search: &MarkdownSearch,
        source: &'a str,
        events: I,
        by: LinkedBy,
    ) -> Self {
        LinkEventsWithOffset { events, by, runs: Runs::new(search, source), ready: VecDeque::new() }
    }

    /// Inserts the links of the complete run among its events.
    fn end_run(&mut self) {
        let Some((run, links)) = self.runs.end(&self.ready) else { return };
        let events = mem::take(&mut self.ready);
        let pieces = self.by.pieces(run, &links);
        write(run, &pieces, events, &mut self.ready);
    }
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkEventsWithOffset<'a, I> {
    type Item = Located<'a>;

    // The events of a run are read up to its end, or until it is known that the run has no link.
    //
    // Never inlined: inside the loop of a caller, the event would be moved in small parts, each of
    // which waits for the previous one.
    #[inline(never)]
    fn next(&mut self) -> Option<Located<'a>> {
        while self.ready.is_empty() || self.runs.is_open() {
            let Some((event, range)) = self.events.next() else {
                self.end_run();
                break;
            };
            if self.runs.read(&event, &range) {
                self.end_run();
            }
            self.ready.push_back((event, range));
        }
        self.ready.pop_front()
    }
}

impl<'a, I: FusedIterator<Item = Located<'a>>> FusedIterator for LinkEventsWithOffset<'a, I> {}

#[cfg(feature = "pulldown-cmark-0-13")]
impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links the URIs that `finder` finds in `events`, which were read from `source`.
    ///
    /// The adapter is placed between the parser and the renderer:
    ///
    /// ```
    /// use linkwright::{Finder, find::Preset, rewrite::markdown::LinkEventsWithOffset};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let source = "See http://example.com/_a_b*c*d.";
    /// let events = Parser::new(source).into_offset_iter();
    /// let events = LinkEventsWithOffset::new(&Finder::preset(Preset::Gfm), source, events);
    ///
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.map(|(event, _)| event));
    /// assert_eq!(
    ///     page,
    ///     "<p>See <a href=\"http://example.com/_a_b*c*d\">http://example.com/_a_b*c*d</a>.</p>\n",
    /// );
    /// ```
    ///
    /// If the range of an event does not fit `source`, no link that depends on that range is made.
    pub fn new(finder: &Finder, source: &'a str, events: I) -> LinkEventsWithOffset<'a, I> {
        let by = LinkedBy::Decision(Box::new(MarkdownLinker::new(finder).decision));
        LinkEventsWithOffset::linked(&MarkdownSearch::new(finder), source, events, by)
    }

    /// Sets the linker that decides which URIs become links, and which target, text and title the links have. Its list
    /// of schemes, its treatment of hazards and its closure are used; its finder, its extensions and its style are not.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::{LinkEventsWithOffset, MarkdownLinker}};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let finder = Finder::new();
    /// let mut builder = MarkdownLinker::builder(&finder);
    /// let linker = builder.link_scheme("git").decide(|link| link.set_label("here")).build()?;
    /// let source = "git://a.example, file:///b";
    /// let events = LinkEventsWithOffset::new(&finder, source, Parser::new(source).into_offset_iter());
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.linked_by(&linker).map(|(event, _)| event));
    /// assert_eq!(page, "<p><a href=\"git://a.example\">here</a>, file:///b</p>\n");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    #[must_use]
    pub fn linked_by(mut self, linker: &MarkdownLinker) -> LinkEventsWithOffset<'a, I> {
        self.by = LinkedBy::Decision(Box::new(linker.decision.clone()));
        self
    }
}

/// Decides which URIs become links.
#[derive(Debug)]
pub(super) enum LinkedBy {
    /// A linker decides.
    #[cfg(feature = "pulldown-cmark-0-13")]
    Decision(Box<Decision>),
    /// The edits of a document decide, which are in ascending order.
    Edits(Vec<SourceEdit>),
}

/// A piece of a URI, and the link around it.
#[derive(Debug)]
struct Piece {
    span: Span,
    /// The event that begins the link.
    start: Event<'static>,
    /// The text that replaces the content of the link.
    label: Option<String>,
}

impl LinkedBy {
    /// The pieces of all links of a run.
    fn pieces(&self, run: &Run<'_>, links: &[Match<'_>]) -> Vec<Piece> {
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
                let target = LinkTarget::new(&linked, decision);
                let is_changed = target.href != found.href() || !target.title.is_empty();
                Some(match super::search::address(found) {
                    _ if is_changed => (LinkType::Inline, target),
                    // Renderers prepend `mailto:` to an address.
                    Some(address) => {
                        (LinkType::Email, LinkTarget { href: address.to_owned(), ..target })
                    }
                    None if found.pattern().is_some() => (LinkType::Inline, target),
                    None => (LinkType::Autolink, target),
                })
            }
            LinkedBy::Edits(edits) => {
                let start = run.source_span(found.span()).start();
                let at = edits.binary_search_by_key(&start, |edit| edit.link.start()).ok()?;
                Some((LinkType::Inline, edits.get(at)?.target.clone()))
            }
        }
    }
}

/// Writes the events of a run, with its links.
struct Writer<'w, 'a> {
    run: &'w Run<'a>,
    /// The pieces of the links that are not written yet.
    pieces: &'w [Piece],
    /// The range in the source of the piece that is being written.
    source: Range<usize>,
    out: &'w mut VecDeque<Located<'a>>,
}

/// Writes the run with the events `held` and with the links of `pieces` to `out`.
fn write<'a>(
    run: &Run<'a>,
    pieces: &[Piece],
    held: VecDeque<Located<'a>>,
    out: &mut VecDeque<Located<'a>>,
) {
    let mut is_text = vec![false; run.parts.len()];
    for (index, part) in pieces.iter().flat_map(|piece| run.parts_in(piece.span)) {
        let partner = match part.kind {
            PartKind::Open { close } => close.unwrap_or(index),
            PartKind::Close { open } => open,
            _ => continue,
        };
        for mark in [index, partner] {
            if let Some(is_text) = is_text.get_mut(mark) {
                *is_text = true;
            }
        }
    }
    let mut held = held.into_iter();
    let mut writer = Writer { run, pieces, source: 0..0, out };
    for (part, is_text) in run.parts.iter().zip(is_text) {
        writer.write(part, is_text, held.by_ref().take(part.events).collect());
    }
}

impl<'a> Writer<'_, 'a> {
    /// Writes one part, which has these events. If it `is_text`, it is a delimiter, such as `*`, that is written as text
    /// because a link contains it or its partner.
    fn write(&mut self, part: &RunPart, is_text: bool, mut events: VecDeque<Located<'a>>) {
        let mut at = part.text.start();
        while let [piece, rest @ ..] = self.pieces
            && piece.span.start() < part.text.end()
        {
            if piece.span.start() >= part.text.start() {
                self.write_text(part, Span::new(at, piece.span.start()), &mut events);
                self.source = self.run.source_span(piece.span).range();
                self.out.push_back((piece.start.clone(), self.source.clone()));
                if let Some(label) = &piece.label {
                    self.out.push_back((Event::Text(label.clone().into()), self.source.clone()));
                }
                at = piece.span.start();
            }
            let end = piece.span.end().min(part.text.end());
            if piece.label.is_none() {
                self.write_linked(part, Span::new(at, end), &mut events);
            }
            at = end;
            if end < piece.span.end() {
                break;
            }
            self.pieces = rest;
            self.out.push_back((Event::End(TagEnd::Link), self.source.clone()));
        }
        if is_text {
            self.write_source(Span::new(at, part.text.end()), part);
        } else if at < part.text.end() && at > part.text.start() {
            self.write_text(part, Span::new(at, part.text.end()), &mut events);
        } else if at == part.text.start() {
            self.out.extend(events);
        }
    }

    /// Writes the range `text` of `part`, which is inside a link.
    fn write_linked(&mut self, part: &RunPart, text: Span, events: &mut VecDeque<Located<'a>>) {
        match part.kind {
            PartKind::Text { .. } | PartKind::Foreign => self.write_text(part, text, events),
            PartKind::Replaced { is_reference: true } | PartKind::Break => {
                self.out.extend(events.drain(..));
            }
            // The link shows the URI as it was typed: `a--b`, not `a–b`.
            PartKind::Replaced { .. }
            | PartKind::Open { .. }
            | PartKind::Close { .. }
            | PartKind::Opaque(_) => {
                self.write_source(text, part);
            }
        }
    }

    /// Writes a part of a text event.
    fn write_text(&mut self, part: &RunPart, text: Span, events: &mut VecDeque<Located<'a>>) {
        let Some((Event::Text(whole), range)) = events.front() else { return };
        let (start, end) = (text.start() - part.text.start(), text.end() - part.text.start());
        if let Some(cut) = cut(whole, start..end).filter(|cut| !cut.is_empty()) {
            let range = match part.kind {
                PartKind::Text { .. } => part.source_of(text).range(),
                _ => range.clone(),
            };
            self.out.push_back((Event::Text(cut), range));
        }
    }

    /// Writes a delimiter or an element as text, exactly as the source has it.
    fn write_source(&mut self, text: Span, part: &RunPart) {
        let written = self.run.source.get(part.source.range());
        if let Some(written) = written.filter(|_| !text.is_empty()) {
            self.out.push_back((Event::Text(CowStr::Borrowed(written)), part.source.range()));
        }
    }
}

/// Returns a part of `text`, borrowed if `text` is borrowed.
fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> Option<CowStr<'a>> {
    match text {
        CowStr::Borrowed(text) => text.get(range).map(CowStr::Borrowed),
        text => text.get(range).map(|part| CowStr::from(part.to_owned())),
    }
}
