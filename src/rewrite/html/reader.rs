//! Reads a document: `lol_html` says where text stands, and what runs on is searched as one.
//!
//! The regions that the [early reader](super::prescan) rejects are not read at all. So most of a page
//! is left out, and each region that is read begins between two blocks, where the tokenizer begins as
//! well.

use core::mem;

use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, HtmlRewriter as Tokenizer, LocalHandlerTypes, Settings};

use super::existing::{self, Existing};
use super::inline_context::InlineContext;
use super::prescan;
use super::run::Edge;
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
    // The early reader looks at no attributes.
    let wants_all = sink.wants_existing();
    let regions = if wants_all { None } else { prescan::regions(html, finder, without) };
    let mut reader = Reader {
        html,
        finder,
        sink,
        inline: InlineContext::new(html, without),
        text: Span::new(0, 0),
        kind: TextType::Data,
        links: Vec::new(),
    };
    let Some(regions) = regions else { return reader.read(Span::new(0, html.len())) };
    for region in regions {
        reader.inline.enter(region.is_in_link);
        reader.read(region.span);
    }
}

struct Reader<'s, 'r, S> {
    html: &'s [u8],
    finder: &'r Finder,
    sink: &'r mut S,
    inline: InlineContext<'s, 'r>,
    /// The text node that is being read: it comes in chunks, which may cut a character reference.
    text: Span,
    kind: TextType,
    /// The links in the tags of the run.
    links: Vec<Existing<'s>>,
}

impl<'s, S: Sink> Reader<'s, '_, S> {
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
            _ if text.is_empty() => {}
            TextType::Data => self.inline.text(text),
            TextType::RawText => self.inline.raw_text(text.of(self.html)),
            _ => {}
        }
        text.end()
    }

    /// Reads the tags between two texts.
    fn read_tags(&mut self, gap: Span) {
        let mut at = gap.start();
        while at < gap.end() && !self.inline.is_lost() {
            let half = half_character(Span::new(at, gap.end()).of(self.html));
            if half > 0 {
                self.text = Span::new(at, at + half);
                at = self.end_text();
                continue;
            }
            let Some((token, end)) = tag::token(self.html, at, gap.end()) else {
                self.end_run();
                self.inline.lose();
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
        if self.inline.tag(tag, edge) {
            self.end_run();
        }
        if edge == Edge::Start && self.sink.wants_existing() {
            self.links.extend(existing::links(self.html, tag));
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        let Reader { inline: InlineContext { run, .. }, finder, sink, links, .. } = self;
        if run.is_empty() && links.is_empty() {
            return;
        }
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
