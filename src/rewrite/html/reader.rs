//! Reads a document: `lol_html` says where text stands, and what runs on is searched as one.
//!
//! What a [glance](super::glance) tells to have no link is not read at all. So most of a page is left
//! out, and each part that is read begins between two blocks, where the tokenizer begins as well.

use core::mem;

use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, HtmlRewriter as Tokenizer, LocalHandlerTypes, Settings};

use super::context::Links;
use super::existing::{self, Existing};
use super::flow::{Flow, Step};
use super::glance;
use super::run::{Edge, Run};
use super::tag::{self, Tag, Token};
use crate::find::{Finder, Match};
use crate::rewrite::source_map::SourceMap;
use crate::span::Span;

/// Takes what is found, in the order of the document.
pub(super) trait Sink {
    /// A URI in text, and the way from the text to the document.
    fn found(&mut self, found: &Match<'_>, map: &SourceMap);
    /// A link that is there already.
    fn existing(&mut self, link: &Existing<'_>);
    /// Whether those are wanted; they cost a look at each attribute.
    fn wants_existing(&self) -> bool;
}

/// Reads `html` to its end, or to where it cannot be understood.
pub(super) fn read(html: &[u8], finder: &Finder, without: &[Box<str>], sink: &mut impl Sink) {
    let parts = if sink.wants_existing() { None } else { glance::parts(html, finder, without) };
    let mut reader = Reader::new(html, finder, without, sink);
    match parts {
        Some(parts) => {
            for part in parts {
                reader.flow.enter(part.is_in_link);
                reader.read(part.span);
            }
        }
        None => reader.read(Span::new(0, html.len())),
    }
}

struct Reader<'s, 'r, S> {
    html: &'s [u8],
    finder: &'r Finder,
    sink: &'r mut S,
    flow: Flow<'r>,
    run: Run<'s>,
    /// The text node that is being read: it comes in chunks, which may cut a character reference.
    text: Span,
    kind: TextType,
    /// The links in the tags of the run.
    links: Vec<Existing<'s>>,
}

impl<'s, 'r, S: Sink> Reader<'s, 'r, S> {
    fn new(
        html: &'s [u8],
        finder: &'r Finder,
        without: &'r [Box<str>],
        sink: &'r mut S,
    ) -> Reader<'s, 'r, S> {
        Reader {
            html,
            finder,
            sink,
            flow: Flow::new(without),
            run: Run::new(html),
            text: Span::new(0, 0),
            kind: TextType::Data,
            links: Vec::new(),
        }
    }

    /// Reads a part of the document.
    fn read(&mut self, part: Span) {
        self.text = Span::new(part.start(), part.start());
        // The tokenizer may give up (strictly: where a tree builder could see raw text and it could
        // not, and the other way round). What it said before holds, and behind that nothing is
        // linked.
        let is_read = self.tokenize(part).is_ok();
        let gap = self.end_text();
        if is_read {
            // What is left may be half a tag.
            self.read_tags(Span::new(gap, part.end()));
        }
        self.end_run();
    }

    fn tokenize(&mut self, part: Span) -> Result<(), lol_html::errors::RewritingError> {
        let html = part.of(self.html);
        let handlers: DocumentContentHandlers<'_, LocalHandlerTypes> =
            DocumentContentHandlers::default().text(|chunk: &mut TextChunk<'_>| {
                let place = chunk.source_location().bytes();
                let place = Span::new(part.start() + place.start, part.start() + place.end);
                self.chunk(place, chunk.text_type());
                Ok(())
            });
        let settings = Settings::new().append_document_content_handler(handlers).with_strict(true);
        // Its output is not wanted: it would write bytes that are no UTF-8 back as U+FFFD.
        let mut tokenizer = Tokenizer::new(settings, |_: &[u8]| {});
        tokenizer.write(html)?;
        tokenizer.end()
    }

    /// Takes the next chunk of text.
    fn chunk(&mut self, place: Span, kind: TextType) {
        if place.start() == self.text.end() && kind == self.kind {
            self.text = Span::new(self.text.start(), place.end());
            return;
        }
        let gap = self.end_text();
        self.read_tags(Span::new(gap, place.start()));
        (self.text, self.kind) = (place, kind);
    }

    /// Takes the text node that has ended; says where.
    fn end_text(&mut self) -> usize {
        let text = mem::replace(&mut self.text, Span::new(0, 0));
        match self.kind {
            _ if text.is_empty() || self.flow.is_lost() => {}
            // Between two blocks, mostly.
            TextType::Data if self.run.is_empty() && is_blank(text.of(self.html)) => {}
            TextType::Data => match self.flow.links() {
                Links::Yes => self.run.push(self.visible(text)),
                Links::Inside => self.run.push_linked(text),
                Links::No => {}
            },
            TextType::RawText => self.flow.raw_text(text.of(self.html)),
            _ => {}
        }
        text.end()
    }

    /// `text` without the mark for the encoding at the beginning of the document.
    fn visible(&self, text: Span) -> Span {
        let has_mark = text.start() == 0 && self.html.starts_with(b"\xEF\xBB\xBF");
        Span::new(if has_mark { 3 } else { text.start() }, text.end())
    }

    /// Reads the tags between two texts.
    fn read_tags(&mut self, gap: Span) {
        let mut at = gap.start();
        while at < gap.end() && !self.flow.is_lost() {
            let half = half_character(Span::new(at, gap.end()).of(self.html));
            if half > 0 {
                self.text = Span::new(at, at + half);
                at = self.end_text();
                continue;
            }
            let Some((token, end)) = tag::token(self.html, at, gap.end()) else {
                self.end_run();
                self.flow.lose();
                return;
            };
            match token {
                Token::Start(tag) => self.tag(tag, Edge::Start),
                Token::End(tag) => self.tag(tag, Edge::End),
                // Nobody sees a comment: text runs on.
                Token::Other => {}
            }
            at = end;
        }
    }

    fn tag(&mut self, tag: Tag<'s>, edge: Edge) {
        match self.flow.tag(self.html, tag, edge) {
            Step::On => {}
            Step::Border(element, edge) => self.run.border(element, edge),
            Step::End => self.end_run(),
        }
        if edge == Edge::Start && self.sink.wants_existing() {
            self.links.extend(existing::links(self.html, tag));
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        if self.run.is_empty() && self.links.is_empty() {
            return;
        }
        let Reader { run, finder, sink, links, .. } = self;
        let mut links = links.drain(..).peekable();
        if !run.is_empty() {
            run.search(finder, |found, map| {
                let start = map.span(found.span()).map_or(0, Span::start);
                while let Some(link) = links.next_if(|link| link.span().start() < start) {
                    sink.existing(&link);
                }
                sink.found(found, map);
            });
        }
        run.clear();
        links.for_each(|link| sink.existing(&link));
    }
}

/// How much of what should be tags is text: a text that is half a character, of which the tokenizer
/// says no more than where it ends.
fn half_character(gap: &[u8]) -> usize {
    gap.iter().take_while(|byte| !byte.is_ascii()).count()
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}
