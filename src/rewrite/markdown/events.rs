//! The events of pulldown-cmark, with the bare URIs in their text as links.

#![cfg_attr(
    not(feature = "pulldown-cmark-0-13"),
    expect(
        dead_code,
        unreachable_pub,
        reason = "the linker uses a part of what the feature makes public"
    )
)]

use core::iter::FusedIterator;
use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::gate::Gate;
use super::run::{Kind, Part, Run};
use super::search::{self, Search};
use super::walk::{Held, Located};
use crate::find::{Finder, Match};
use crate::link::{HtmlLinker, Linked};
use crate::span::Span;

/// Links the bare URIs in the events of pulldown-cmark.
///
/// One line between the parser and the renderer:
///
/// ```
/// use linkwright::{Finder, find::Preset, rewrite::markdown::LinkEvents};
/// use pulldown_cmark::{Parser, html};
///
/// let events = Parser::new("See *https://example.com/a?b=1&amp;c=2* and `https://example.com/`.");
/// let events = LinkEvents::new(&Finder::preset(Preset::Gfm), events);
///
/// let mut page = String::new();
/// html::push_html(&mut page, events);
/// assert_eq!(
///     page,
///     "<p>See <em><a href=\"https://example.com/a?b=1&amp;c=2\">https://example.com/a?b=1&amp;c=2\
///      </a></em> and <code>https://example.com/</code>.</p>\n",
/// );
/// ```
///
/// The events are those that went in, with the start and the end of a link around each URI; where
/// one runs on through several text events, they are all inside. Nothing is linked inside links,
/// images, code, mathematics, HTML, and metadata, nor between the raw tags `<a href>` and `</a>`,
/// `<code>` and `</code>`, and a few more of that kind.
///
/// Events do not tell whether emphasis was written with `*` or `_`, and what was a backslash or
/// smart punctuation. A URI with such a mark inside is left alone here. [`LinkEventsWithOffset`]
/// knows the source, and links it as GFM does: prefer that where you have the source.
///
/// Only schemes that run code (`javascript`, `data`, `vbscript`, `blob`) and hosts or addresses that a program would take for
/// an option (`ssh://-oProxyCommand=x`) are never linked; every other scheme that the finder finds is. For text of strangers
/// give the finder a list ([`FinderBuilder::schemes`](crate::find::FinderBuilder::schemes)).
/// Links that the document already has pass unchanged, whatever their scheme: a renderer of documents of strangers has to
/// test these.
#[derive(Debug)]
pub struct LinkEvents<'a, I> {
    inner: LinkEventsWithOffset<'a, DummyOffsets<I>>,
}

impl<'a, I: Iterator<Item = Event<'a>>> LinkEvents<'a, I> {
    /// Links what `finder` finds in `events`.
    pub fn new(finder: &Finder, events: I) -> LinkEvents<'a, I> {
        LinkEvents { inner: LinkEventsWithOffset::over(finder, None, DummyOffsets(events)) }
    }
}

impl<'a, I: Iterator<Item = Event<'a>>> Iterator for LinkEvents<'a, I> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        self.inner.next().map(|(event, _)| event)
    }
}

impl<'a, I: FusedIterator<Item = Event<'a>>> FusedIterator for LinkEvents<'a, I> {}

/// Events as if each of them stood at the beginning of the source.
#[derive(Debug)]
struct DummyOffsets<I>(I);

impl<'a, I: Iterator<Item = Event<'a>>> Iterator for DummyOffsets<I> {
    type Item = (Event<'a>, Range<usize>);

    fn next(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        self.0.next().map(|event| (event, 0..0))
    }
}

/// Links the bare URIs in the events of pulldown-cmark, which come with their place in the source.
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
/// As [`LinkEvents`], and in addition emphasis marks inside a URI's source are part of its text, as
/// in GFM: the events for the start and the end of that emphasis are dropped. Smart punctuation in a
/// URI becomes the typed text again. The ranges of the links are those of the URI in the source. What is never linked is the
/// same.
#[derive(Debug)]
pub struct LinkEventsWithOffset<'a, I> {
    events: I,
    search: Search,
    gate: Gate<'a>,
    /// The linker that writes the links, if they are to be HTML.
    linker: Option<HtmlLinker>,
    held: Held<'a>,
    /// The events of a run, followed by the event that ended it.
    ready: VecDeque<Located<'a>>,
}

impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links what `finder` finds in `events`, which were read from `source`.
    ///
    /// Where a range does not belong to `source`, nothing is linked that depends on it.
    pub fn new(finder: &Finder, source: &'a str, events: I) -> LinkEventsWithOffset<'a, I> {
        LinkEventsWithOffset::over(finder, Some(source), events)
    }

    fn over(finder: &Finder, source: Option<&'a str>, events: I) -> LinkEventsWithOffset<'a, I> {
        let search = Search::new(finder);
        let gate = Gate::new(&search, source);
        let held = Held::new(source);
        LinkEventsWithOffset { events, search, gate, linker: None, held, ready: VecDeque::new() }
    }

    /// Lets `linker` write the new links, as HTML with its attributes, its list of schemes, its closure and the text that
    /// it shows. They are then `Event::InlineHtml` of pulldown-cmark, and not links, for a reader of the events. Links that
    /// the document already has stay unchanged.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker, rewrite::markdown::LinkEventsWithOffset};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let finder = Finder::new();
    /// let linker = HtmlLinker::builder(&finder).rel("nofollow").strip_scheme(true).build()?;
    /// let source = "*See* http://a.example or [b](http://b.example).";
    /// let events = Parser::new(source).into_offset_iter();
    /// let events = LinkEventsWithOffset::new(&finder, source, events).written_by(&linker);
    ///
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.map(|(event, _)| event));
    /// assert_eq!(
    ///     page,
    ///     "<p><em>See</em> <a href=\"http://a.example\" rel=\"nofollow\">a.example</a> \
    ///      or <a href=\"http://b.example\">b</a>.</p>\n",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    #[must_use]
    pub fn written_by(mut self, linker: &HtmlLinker) -> LinkEventsWithOffset<'a, I> {
        self.linker = Some(linker.clone());
        self
    }

    /// Links only what begins at these places in the source, in ascending order.
    pub(super) fn only_at(&mut self, places: Vec<usize>) {
        self.search.only_at(places);
    }

    /// Looks at an event. Where it begins a run that may have links, the first event of that run
    /// comes in its place, and the others are ready.
    fn look(&mut self, located: &mut Option<Located<'a>>) {
        let Some((event, range)) = located else { return };
        if !self.take(event, range) {
            self.gate.note(event, range);
        } else if self.held.is_open() {
            // A run begins where the last one did in memory: a ring that goes on would lead through
            // all of it, and out of the caches.
            self.ready.clear();
            self.ready.extend(located.take());
            self.read_run();
            *located = self.ready.pop_front();
        }
    }

    /// Reads on to the end of the run, or until it is known to have no link.
    fn read_run(&mut self) {
        while self.held.is_open() {
            let Some((mut event, range)) = self.events.next() else { return self.end_run() };
            if !self.take(&mut event, &range) {
                self.end_run();
                self.gate.note(&event, &range);
            }
            self.ready.push_back((event, range));
        }
    }

    /// Takes note of an event of a run; whether it is one.
    fn take(&mut self, event: &mut Event<'a>, range: &Range<usize>) -> bool {
        let is_taken = self.gate.takes(event);
        if is_taken {
            self.search.mend(event);
            self.held.ask(&self.search, &mut self.gate, event, range);
        }
        is_taken
    }

    /// The run is complete: its links are put among its events.
    fn end_run(&mut self) {
        let Some((run, links)) = self.held.end(&self.search, &self.ready) else { return };
        let events = core::mem::take(&mut self.ready);
        Writer::new(run, pieces(&links, self.linker.as_ref()), &mut self.ready).write_all(events);
    }
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkEventsWithOffset<'a, I> {
    type Item = Located<'a>;

    // Never inlined: inside the loop of a caller, the event would be moved in small parts, each of
    // which waits for the previous one.
    #[inline(never)]
    fn next(&mut self) -> Option<Located<'a>> {
        if !self.ready.is_empty() {
            return self.ready.pop_front();
        }
        // Examined in place: an event is large, and nearly all of them are returned unchanged.
        let mut located = self.events.next();
        let is_passed = |(event, range): &Located<'a>| self.gate.passes(event, range);
        if !located.as_ref().is_none_or(is_passed) {
            self.look(&mut located);
        }
        located
    }
}

impl<'a, I: FusedIterator<Item = Located<'a>>> FusedIterator for LinkEventsWithOffset<'a, I> {}

/// A piece of a link, and the events around it.
struct Piece {
    span: Span,
    start: Event<'static>,
    end: Event<'static>,
    /// The label that replaces its text.
    label: Option<String>,
}

/// The pieces of all links, as `linker` writes them if there is one.
fn pieces(links: &[Match<'_>], linker: Option<&HtmlLinker>) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(links.len());
    for found in links {
        let (start, end, label) = match linker {
            None => (start(found), Event::End(TagEnd::Link), None),
            Some(linker) => match anchor(found, linker) {
                Some((open, label)) => {
                    let close = Event::InlineHtml(CowStr::Borrowed(Linked::CLOSE));
                    (Event::InlineHtml(open.into()), close, label)
                }
                None => continue,
            },
        };
        pieces.extend(found.pieces().iter().map(|&span| Piece {
            span,
            start: start.clone(),
            end: end.clone(),
            label: label.clone(),
        }));
    }
    pieces
}

/// The start of a link to what was found.
fn start(found: &Match<'_>) -> Event<'static> {
    // A renderer writes the `mailto:` of an address itself.
    let (link_type, target) = match search::address(found) {
        Some(address) => (LinkType::Email, address),
        None if found.pattern().is_some() => (LinkType::Inline, found.href()),
        None => (LinkType::Autolink, found.uri().as_str()),
    };
    Event::Start(Tag::Link {
        link_type,
        dest_url: CowStr::from(target.to_owned()),
        title: CowStr::Borrowed(""),
        id: CowStr::Borrowed(""),
    })
}

/// The start tag that `linker` writes, and its text where that is not what was found.
fn anchor(found: &Match<'_>, linker: &HtmlLinker) -> Option<(String, Option<String>)> {
    let linked = linker.decision.link(found)?;
    let mut open = String::new();
    // Writing to a `String` does not fail.
    let _ = linker.decision.open(&mut open, &linked.href);
    // A URI in several pieces keeps its text, because there are line breaks between them.
    let is_whole = found.pieces().len() == 1;
    Some((open, linked.label(1).filter(|_| is_whole).map(str::to_owned)))
}

/// Writes the events of a run, with its links.
struct Writer<'w, 'a> {
    run: &'w Run<'a>,
    /// The pieces of the links that are not written yet.
    pieces: core::iter::Peekable<std::vec::IntoIter<Piece>>,
    /// The range in the source of the piece that is being written.
    source: Range<usize>,
    /// Whether a label replaces its text.
    is_labelled: bool,
    /// For each part whether it is a mark that is text now.
    is_text: Vec<bool>,
    out: &'w mut VecDeque<Located<'a>>,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(run: &'w Run<'a>, pieces: Vec<Piece>, out: &'w mut VecDeque<Located<'a>>) -> Self {
        let mut is_text = vec![false; run.parts().len()];
        for piece in &pieces {
            for (index, part) in run.parts_in(piece.span) {
                let partner = match part.kind {
                    Kind::Open { close } => close.unwrap_or(index),
                    Kind::Close { open } => open,
                    _ => continue,
                };
                for mark in [index, partner] {
                    if let Some(is_text) = is_text.get_mut(mark) {
                        *is_text = true;
                    }
                }
            }
        }
        let pieces = pieces.into_iter().peekable();
        Writer { run, pieces, source: 0..0, is_labelled: false, is_text, out }
    }

    /// Writes the run, whose events are these.
    fn write_all(mut self, events: VecDeque<Located<'a>>) {
        let mut events = events.into_iter();
        for (index, part) in self.run.parts().iter().enumerate() {
            self.write(index, part, &mut events);
        }
    }

    /// Writes a part, whose events come next in `held`.
    fn write(&mut self, index: usize, part: &Part, held: &mut impl Iterator<Item = Located<'a>>) {
        let mut events: VecDeque<Located<'a>> = held.take(part.events).collect();
        let mut at = part.text.start();
        while let Some(piece) = self.pieces.peek().map(|piece| piece.span)
            && piece.start() < part.text.end()
        {
            if piece.start() >= part.text.start() {
                self.write_text(part, Span::new(at, piece.start()), &mut events);
                self.begin(piece);
                at = piece.start();
            }
            let end = piece.end().min(part.text.end());
            if !self.is_labelled {
                self.write_linked(part, Span::new(at, end), &mut events);
            }
            at = end;
            if end < piece.end() {
                break;
            }
            if let Some(piece) = self.pieces.next() {
                self.out.push_back((piece.end, self.source.clone()));
            }
        }
        if self.is_text.get(index) == Some(&true) {
            self.write_source(Span::new(at, part.text.end()), part);
        } else if at < part.text.end() && at > part.text.start() {
            self.write_text(part, Span::new(at, part.text.end()), &mut events);
        } else if at == part.text.start() {
            self.out.extend(events);
        }
    }

    /// Begins the piece at `span` of the text.
    fn begin(&mut self, span: Span) {
        self.source = self.run.source_span(span).range();
        self.is_labelled = false;
        let Some(piece) = self.pieces.peek_mut() else { return };
        // The placeholder is never read.
        let start = core::mem::replace(&mut piece.start, Event::Rule);
        self.out.push_back((start, self.source.clone()));
        if let Some(label) = piece.label.take() {
            self.is_labelled = true;
            self.out.push_back((Event::Text(label.into()), self.source.clone()));
        }
    }

    /// Writes what of `part` lies in a link.
    fn write_linked(&mut self, part: &Part, text: Span, events: &mut VecDeque<Located<'a>>) {
        match part.kind {
            Kind::Text { .. } | Kind::Foreign => self.write_text(part, text, events),
            Kind::Replaced { is_reference: true } | Kind::Break => {
                self.out.extend(events.drain(..));
            }
            // A URI is shown as it was typed: `a--b`, and not `a–b`.
            Kind::Replaced { .. } | Kind::Open { .. } | Kind::Close { .. } | Kind::Opaque(_) => {
                self.write_source(text, part);
            }
        }
    }

    /// Writes a part of a text event.
    fn write_text(&mut self, part: &Part, text: Span, events: &mut VecDeque<Located<'a>>) {
        let Some((Event::Text(whole), range)) = events.front() else { return };
        let (start, end) = (text.start() - part.text.start(), text.end() - part.text.start());
        if let Some(cut) = cut(whole, start..end).filter(|cut| !cut.is_empty()) {
            let is_located = self.run.source().is_some();
            let range = if is_located { part.source_of(text).range() } else { range.clone() };
            self.out.push_back((Event::Text(cut), range));
        }
    }

    /// Writes what was an element or a mark as the text that it is in the source.
    fn write_source(&mut self, text: Span, part: &Part) {
        let written = self.run.source().and_then(|source| source.get(part.source.range()));
        if let Some(written) = written.filter(|_| !text.is_empty()) {
            self.out.push_back((Event::Text(CowStr::Borrowed(written)), part.source.range()));
        }
    }
}

/// A part of a text, borrowed where the whole is.
fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> Option<CowStr<'a>> {
    match text {
        CowStr::Borrowed(text) => text.get(range).map(CowStr::Borrowed),
        text => text.get(range).map(|part| CowStr::from(part.to_owned())),
    }
}
