//! The events of pulldown-cmark, with the bare URIs in their text as links.

use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::gate::Gate;
use super::run::{Kind, Part, Run};
use super::search::{self, Search};
use super::walk::{Held, Located};
use crate::find::{Finder, Match};
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
/// As [`LinkEvents`]; and the marks of emphasis inside a URI's source are its text, as in GFM, so
/// that the start and the end of that emphasis are no events any more; so is smart punctuation
/// what was typed. The ranges of the links are
/// those of the URI in the source.
#[derive(Debug)]
pub struct LinkEventsWithOffset<'a, I> {
    events: I,
    search: Search,
    gate: Gate<'a>,
    /// The events of a run; in front of it are those that are ready to go out.
    held: Held<'a>,
    ready: usize,
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
        LinkEventsWithOffset { events, search, gate, held: Held::new(source), ready: 0 }
    }

    /// Links only what begins at these places in the source, in ascending order.
    pub(super) fn only_at(&mut self, places: Vec<usize>) {
        self.search.only_at(places);
    }

    /// The run is complete: its events are ready, with its links.
    fn flush(&mut self) {
        let mut linked = None;
        self.held.end(&self.search, &mut self.gate, |run, links, events| {
            let mut out = VecDeque::with_capacity(events.len() + 4 * links.len());
            let mut writer = Writer::new(run, links, &mut out);
            let mut events = events.drain(..);
            for (index, part) in run.parts().iter().enumerate() {
                writer.write(index, part, &mut events);
            }
            linked = Some(out);
        });
        if let Some(linked) = linked {
            self.held.events = linked;
        }
        self.ready = self.held.events.len();
    }
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkEventsWithOffset<'a, I> {
    type Item = Located<'a>;

    fn next(&mut self) -> Option<Located<'a>> {
        loop {
            if self.ready > 0 {
                self.ready -= 1;
                return self.held.events.pop_front();
            }
            match self.events.next() {
                Some((mut event, range)) if self.gate.takes(&event, &range) => {
                    self.search.mend(&mut event);
                    self.held.hold(&self.search, &mut self.gate, event, range);
                }
                Some((event, range)) => {
                    if self.held.events.is_empty() {
                        self.gate.pass(&event, &range);
                        return Some((event, range));
                    }
                    self.flush();
                    self.gate.pass(&event, &range);
                    self.held.events.push_back((event, range));
                    self.ready += 1;
                }
                None if self.held.events.is_empty() => return None,
                None => self.flush(),
            }
        }
    }
}

/// The start of a link to what was found.
fn start<'a>(found: &Match<'_>) -> Event<'a> {
    // A renderer writes the `mailto:` of an address itself.
    let (link_type, target) = match search::address(found) {
        Some(address) => (LinkType::Email, address),
        None => (LinkType::Autolink, found.uri().as_str()),
    };
    Event::Start(Tag::Link {
        link_type,
        dest_url: CowStr::from(target.to_owned()),
        title: CowStr::Borrowed(""),
        id: CowStr::Borrowed(""),
    })
}

/// Writes the events of a run, with its links.
struct Writer<'w, 'a> {
    run: &'w Run<'a>,
    /// The pieces of the links that are not written yet.
    pieces: Vec<(Span, &'w Match<'w>)>,
    next: usize,
    /// Where the piece that is being written stands in the source.
    source: Range<usize>,
    /// For each part whether it is a mark that is text now.
    is_text: Vec<bool>,
    out: &'w mut VecDeque<Located<'a>>,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(run: &'w Run<'a>, links: &'w [Match<'w>], out: &'w mut VecDeque<Located<'a>>) -> Self {
        let pieces: Vec<(Span, &Match<'_>)> = links
            .iter()
            .flat_map(|found| found.pieces().iter().map(move |piece| (*piece, found)))
            .collect();
        let mut is_text = vec![false; run.parts().len()];
        for (piece, _) in &pieces {
            for (index, part) in run.parts_in(*piece) {
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
        Writer { run, pieces, next: 0, source: 0..0, is_text, out }
    }

    /// Writes a part, whose events come next in `held`.
    fn write(&mut self, index: usize, part: &Part, held: &mut impl Iterator<Item = Located<'a>>) {
        let mut events: VecDeque<Located<'a>> = held.take(part.events).collect();
        let mut at = part.text.start();
        while let Some((piece, found)) = self.pieces.get(self.next).copied()
            && piece.start() < part.text.end()
        {
            if piece.start() >= part.text.start() {
                self.write_text(part, Span::new(at, piece.start()), &mut events);
                self.source = self.run.source_span(piece).range();
                self.out.push_back((start(found), self.source.clone()));
                at = piece.start();
            }
            let end = piece.end().min(part.text.end());
            self.write_linked(part, Span::new(at, end), &mut events);
            at = end;
            if end < piece.end() {
                break;
            }
            self.out.push_back((Event::End(TagEnd::Link), self.source.clone()));
            self.next += 1;
        }
        if self.is_text.get(index) == Some(&true) {
            self.write_source(Span::new(at, part.text.end()), part);
        } else if at < part.text.end() && at > part.text.start() {
            self.write_text(part, Span::new(at, part.text.end()), &mut events);
        } else if at == part.text.start() {
            self.out.extend(events);
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
