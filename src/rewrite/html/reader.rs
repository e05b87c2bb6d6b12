//! Reads a document: `lol_html` says where text stands, and what runs on is searched as one.

use core::mem;

use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, HtmlRewriter as Tokenizer, LocalHandlerTypes, Settings};

use super::context::{Context, Links};
use super::existing::{self, Existing};
use super::glance::Glance;
use super::noscript::reads_alike;
use super::run::{Edge, Element, Run};
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

/// Reads `html` to its end, or to where it cannot be understood, or to where nothing is left to find.
pub(super) fn read(html: &[u8], finder: &Finder, without: &[Box<str>], sink: &mut impl Sink) {
    let mut glance =
        if sink.wants_existing() { Glance::none() } else { Glance::at(html, finder, without) };
    if !glance.goes_on(0) {
        return;
    }
    let mut reader = Reader {
        html,
        finder,
        glance,
        sink,
        without,
        context: Context::new(without),
        run: Run::new(html),
        text: Span::new(0, 0),
        kind: TextType::Data,
        links: Vec::new(),
        is_in_noscript: false,
    };
    // The tokenizer may give up (strictly: where a tree builder could see raw text and it could
    // not, and the other way round). What it said before holds, and behind that nothing is linked.
    if tokenize(html, &mut reader).is_ok() {
        reader.end();
    } else {
        reader.end_text();
        reader.end_run();
    }
}

fn tokenize(
    html: &[u8],
    reader: &mut Reader<'_, '_, impl Sink>,
) -> Result<(), lol_html::errors::RewritingError> {
    let handlers: DocumentContentHandlers<'_, LocalHandlerTypes> =
        DocumentContentHandlers::default().text(|chunk: &mut TextChunk<'_>| {
            let place = chunk.source_location().bytes();
            reader.chunk(Span::from(place), chunk.text_type());
            if reader.is_done() { Err("nothing is left to find".into()) } else { Ok(()) }
        });
    let settings = Settings::new().append_document_content_handler(handlers).with_strict(true);
    // Its output is not wanted: it would write bytes that are no UTF-8 back as U+FFFD.
    let mut tokenizer = Tokenizer::new(settings, |_: &[u8]| {});
    tokenizer.write(html)?;
    tokenizer.end()
}

struct Reader<'s, 'r, S> {
    html: &'s [u8],
    finder: &'r Finder,
    glance: Glance,
    sink: &'r mut S,
    without: &'r [Box<str>],
    context: Context<'r>,
    run: Run<'s>,
    /// The text node that is being read: it comes in chunks, which may cut a character reference.
    text: Span,
    kind: TextType,
    /// The links in the tags of the run.
    links: Vec<Existing<'s>>,
    /// Whether `<noscript>` was the last start tag.
    is_in_noscript: bool,
}

impl<'s, S: Sink> Reader<'s, '_, S> {
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

    /// Whether there is nothing left to find.
    fn is_done(&mut self) -> bool {
        self.run.is_empty() && !self.glance.goes_on(self.text.start())
    }

    /// Takes the text node that has ended; says where.
    fn end_text(&mut self) -> usize {
        let text = mem::replace(&mut self.text, Span::new(0, 0));
        match self.kind {
            _ if text.is_empty() || self.context.is_lost() => {}
            // Between two blocks, mostly.
            TextType::Data if self.run.is_empty() && is_blank(text.of(self.html)) => {}
            TextType::Data => match self.context.links() {
                Links::Yes => self.run.push(self.visible(text)),
                Links::Inside => self.run.push_linked(text),
                Links::No => {}
            },
            // Any other raw text ends where every reader says.
            TextType::RawText
                if self.is_in_noscript && !reads_alike(text.of(self.html), self.without) =>
            {
                self.context.lose();
            }
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
        while at < gap.end() && !self.context.is_lost() {
            let Some((token, end)) = tag::token(self.html, at, gap.end()) else {
                self.end_run();
                self.context.lose();
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
        if self.context.passes(tag.name) {
            self.end_run();
            self.is_in_noscript &= edge == Edge::End;
        } else {
            self.marked_tag(tag, edge);
        }
        if edge == Edge::Start && self.sink.wants_existing() {
            self.links.extend(existing::links(self.html, tag));
        }
    }

    /// Takes a tag that may mean something.
    fn marked_tag(&mut self, tag: Tag<'_>, edge: Edge) {
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        // A place where the line may break.
        if name == b"wbr" {
            return;
        }
        let before = self.context.links();
        match edge {
            Edge::Start => {
                self.is_in_noscript = name == b"noscript";
                self.context.start(name, tag::ends_in_slash(self.html, tag.attributes.end() + 1));
            }
            Edge::End => self.context.end(name),
        }
        let after = self.context.links();
        match Element::named(name) {
            _ if before == Links::No || after == Links::No => self.end_run(),
            Some(element) => self.run.border(element, edge),
            // Text runs on from a link to what stands behind it.
            None if name == b"a" => {}
            None => self.end_run(),
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        if self.run.is_empty() && self.links.is_empty() {
            return;
        }
        let Reader { run, finder, sink, links, glance, .. } = self;
        let mut links = links.drain(..).peekable();
        if !run.is_empty() && glance.is_hot(run.span()) {
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

    /// Ends the document.
    fn end(&mut self) {
        let gap = self.end_text();
        // What is left may be half a tag.
        self.read_tags(Span::new(gap, self.html.len()));
        self.end_run();
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}
