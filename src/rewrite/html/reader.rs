//! Reads a document: `lol_html` says where text is, and text that runs on is searched as one.
//!
//! The regions that the [early reader](super::prescan) rejects are not read at all. So most of a page
//! is left out, and each region that is read begins between two blocks, where the tokenizer begins as
//! well.

use lol_html::html_content::TextType;

use super::elements::Edge;
use super::existing::{self, Existing};
use super::inline_context::InlineContext;
use super::prescan;
use super::tag::{self, Piece, Tag, Token};
use super::text_nodes::{Ambiguous, text_nodes};
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
    let mut reader =
        Reader { html, finder, sink, inline: InlineContext::new(html, without), links: Vec::new() };
    let Some(regions) = regions else { return reader.read(Span::new(0, html.len())) };
    for region in regions {
        reader.inline.enter(region.is_in_link, region.is_in_pre);
        reader.read(region.span);
    }
}

struct Reader<'s, 'r, S> {
    html: &'s [u8],
    finder: &'r Finder,
    sink: &'r mut S,
    inline: InlineContext<'s, 'r>,
    /// The links in the tags of the run.
    links: Vec<Existing<'s>>,
}

impl<'s, S: Sink> Reader<'s, '_, S> {
    /// Reads a part of the document. Where the tokenizer stops, what it said before holds, and after
    /// that nothing is linked.
    fn read(&mut self, part: Span) {
        text_nodes(self.html, part, Ambiguous::Stop, |markup, text, kind| {
            self.read_tags(markup);
            self.text(text, kind);
        });
        self.end_run();
    }

    fn text(&mut self, text: Span, kind: TextType) {
        match kind {
            _ if text.is_empty() => {}
            TextType::Data => self.inline.text(text),
            TextType::RawText => self.inline.raw_text(text.of(self.html)),
            _ => {}
        }
    }

    /// Reads the tags between two texts.
    fn read_tags(&mut self, markup: Span) {
        for piece in tag::markup(self.html, markup) {
            match piece {
                _ if self.inline.is_lost() => return,
                Piece::Text(half) => self.inline.text(half),
                Piece::Token(Token::Start(tag), _) => self.tag(tag, Edge::Start),
                Piece::Token(Token::End(tag), _) => self.tag(tag, Edge::End),
                // A comment is not seen: text runs on.
                Piece::Token(Token::Other, _) => {}
                // This reader and the tokenizer disagree, or the document was cut off.
                Piece::Unfinished(_) => {
                    self.end_run();
                    self.inline.lose();
                }
            }
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
