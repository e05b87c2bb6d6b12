//! Reads a document: `lol_html` reports where the text is, and text that looks continuous is searched as one run.
//!
//! Only the regions that the [early reader](super::prescan) selects are read, so most of a page is skipped. If existing
//! links are reported as well, the whole document is read. Each region begins between two blocks, where the tokenizer
//! can start.

use lol_html::html_content::TextType;

use super::anchor::{Anchor, OpenAnchor};
use super::context::Links;
use super::elements::Edge;
use super::existing::{self, Existing};
use super::inline_context::InlineContext;
use super::prescan;
use super::tag::{self, Piece, Tag, Token};
use super::text_nodes::{Ambiguous, text_nodes};
use crate::find::{Finder, Match};
use crate::rewrite::source_map::SourceMap;
use crate::span::Span;

/// Receives the results, in the order of the document.
pub(super) trait Sink {
    /// Receives a URI in text, and the map from the text to the document.
    fn found(&mut self, found: &Match<'_>, map: &SourceMap);
    /// Receives an existing link.
    fn existing(&mut self, link: &Existing<'_>);
    /// Whether existing links are reported. Finding them takes time for every attribute.
    fn wants_existing(&self) -> bool;
    /// Receives an existing anchor, after its end.
    fn anchor(&mut self, _anchor: &Anchor<'_>) {}
    /// Whether existing anchors are reported.
    fn wants_anchors(&self) -> bool {
        false
    }
}

/// A link or an anchor of a run, which is reported together with the matches of the run.
#[derive(Debug)]
enum Held<'s> {
    Link(Existing<'s>),
    Anchor(Anchor<'s>),
}

impl Held<'_> {
    fn start(&self) -> usize {
        match self {
            Held::Link(link) => link.span().start(),
            Held::Anchor(anchor) => anchor.start(),
        }
    }

    fn give(&self, sink: &mut impl Sink) {
        match self {
            Held::Link(link) => sink.existing(link),
            Held::Anchor(anchor) => sink.anchor(anchor),
        }
    }
}

/// Reads `html` to its end, or to the place where parsers disagree.
pub(super) fn read(html: &[u8], finder: &Finder, without: &[Box<str>], sink: &mut impl Sink) {
    // The early reader skips attributes.
    let wants_all = sink.wants_existing() || sink.wants_anchors();
    let regions = if wants_all { None } else { prescan::regions(html, finder, without) };
    let inline = InlineContext::new(html, without);
    let mut reader = DocumentReader { html, finder, sink, inline, held: Vec::new(), anchor: None };
    let Some(regions) = regions else { return reader.read(Span::new(0, html.len())) };
    for region in regions {
        reader.inline.enter(region.is_in_link, region.is_in_pre);
        reader.read(region.span);
    }
}

struct DocumentReader<'s, 'r, S> {
    html: &'s [u8],
    finder: &'r Finder,
    sink: &'r mut S,
    inline: InlineContext<'s, 'r>,
    /// The references in the tags of the run.
    held: Vec<Held<'s>>,
    /// The anchor that is open, if the sink receives anchors.
    anchor: Option<OpenAnchor<'s>>,
}

impl<'s, S: Sink> DocumentReader<'s, '_, S> {
    /// Reads a part of the document. If the tokenizer stops before the end, the results so far are kept, and nothing
    /// more is linked.
    fn read(&mut self, part: Span) {
        text_nodes(self.html, part, Ambiguous::Stop, |markup, text, kind| {
            self.read_tags(markup);
            self.text(text, kind);
        });
        self.end_anchor(None);
        self.end_run();
    }

    fn text(&mut self, text: Span, kind: TextType) {
        match kind {
            _ if text.is_empty() => {}
            TextType::Data => self.shown(text),
            TextType::RawText => self.inline.raw_text(text.of(self.html)),
            _ => {}
        }
    }

    /// Processes visible text.
    fn shown(&mut self, text: Span) {
        if let Some(anchor) = &mut self.anchor {
            anchor.text(text);
        }
        self.inline.text(text);
    }

    /// Reads the tags between two texts.
    fn read_tags(&mut self, markup: Span) {
        for piece in tag::markup(self.html, markup) {
            match piece {
                _ if self.inline.is_lost() => return,
                Piece::Text(half) => self.shown(half),
                Piece::Token(Token::Start(tag), span) => self.tag(tag, span, Edge::Start),
                Piece::Token(Token::End(tag), span) => self.tag(tag, span, Edge::End),
                // A comment is not visible: the text continues after it.
                Piece::Token(Token::Other, _) => {}
                // This reader and the tokenizer disagree, or the document is truncated.
                Piece::Unfinished(_) => {
                    self.end_run();
                    self.inline.lose();
                }
            }
        }
    }

    fn tag(&mut self, tag: Tag<'s>, span: Span, edge: Edge) {
        if self.inline.tag(tag, edge) {
            self.end_run();
        }
        if edge == Edge::Start && self.sink.wants_existing() {
            self.held.extend(existing::links(self.html, tag).map(Held::Link));
        }
        if self.sink.wants_anchors() && tag.name.eq_ignore_ascii_case(b"a") {
            self.anchor_tag(tag, span, edge);
        }
    }

    /// Processes a tag of an anchor. A start tag also closes the anchor before it.
    fn anchor_tag(&mut self, tag: Tag<'s>, span: Span, edge: Edge) {
        let is_open = self.anchor.is_some();
        self.end_anchor(Some(span).filter(|_| edge == Edge::End));
        if edge == Edge::Start {
            let is_plain = self.inline.links() == Links::Inside;
            self.anchor = OpenAnchor::new(self.html, tag, span, is_open, is_plain);
        }
    }

    /// Ends the anchor that is open; `end_tag` is its end tag, if it has one.
    fn end_anchor(&mut self, end_tag: Option<Span>) {
        let is_plain = self.inline.links() != Links::No;
        let anchor = self.anchor.take().map(|anchor| anchor.end(end_tag, is_plain));
        self.held.extend(anchor.map(Held::Anchor));
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        let DocumentReader { inline: InlineContext { run, .. }, finder, sink, held, .. } = self;
        if run.is_empty() && held.is_empty() {
            return;
        }
        let mut held = held.drain(..).peekable();
        if !run.is_empty() {
            run.search(finder, |found, map| {
                let start = map.span(found.span()).map_or(0, Span::start);
                while let Some(one) = held.next_if(|one| one.start() < start) {
                    one.give(*sink);
                }
                sink.found(found, map);
            });
        }
        run.clear();
        held.for_each(|one| one.give(*sink));
    }
}
