//! Reads a document for a linker: collects runs, and determines where a link is permitted in them. A run is the text from
//! one tag that interrupts text to the next such tag.
//!
//! A tag ends the run, changes only how the run looks, or is not visible at all. Most runs have no trigger, which is a
//! text at which the finder begins to look for a match, and are not searched.

use super::anchor::Anchor;
use super::context::{Context, Links};
use super::elements::continued;
use super::noscript::parsers_agree;
use super::reader::{self, SeenTag, Visitor};
use super::run::{Item, Run};
use super::tag::Edge;
use crate::find::{Finder, Hits};
use crate::rewrite::separators::separates_text;
use crate::span::Span;

/// Reads `html` to its end, or to the place where parsers may disagree, and calls `each` for the URIs in text and, if it
/// `has_anchors`, for the anchors of the document, each after its end, in the order of the document. `without` has the names of the elements in which
/// nothing is linked, in lower case.
pub(super) fn read(
    html: &[u8],
    finder: &Finder,
    without: &[Box<str>],
    has_anchors: bool,
    each: impl FnMut(Item<'_, Anchor<'_>>),
) {
    let mut hits = Hits::new(finder);
    let mut linkable = Linkable {
        html,
        finder,
        has_anchors,
        each,
        context: Context::new(without),
        run: Run::new(html),
        hit: hits.next(html, 0),
        hits,
        is_suspect: false,
        held: Vec::new(),
        anchor: None,
    };
    reader::read(html, 0, &mut linkable);
    linkable.end_anchor(None, false);
    linkable.end_run();
}

struct Linkable<'s, 'r, F> {
    html: &'s [u8],
    finder: &'r Finder,
    /// Whether the anchors of the document are reported.
    has_anchors: bool,
    each: F,
    context: Context<'r>,
    /// The run so far.
    run: Run<'s>,
    hits: Hits,
    /// The position of the next trigger in the document, in text or elsewhere.
    hit: Option<usize>,
    /// Whether the run has to be searched.
    is_suspect: bool,
    /// The anchors of the run.
    held: Vec<(usize, Anchor<'s>)>,
    /// The anchor that is open, if anchors are wanted.
    anchor: Option<Anchor<'s>>,
}

impl<'s, F: FnMut(Item<'_, Anchor<'s>>)> Visitor<'s> for Linkable<'s, '_, F> {
    fn text(&mut self, text: Span, is_foreign: bool) {
        if let Some(anchor) = &mut self.anchor {
            anchor.push_text(text);
        }
        let is_blank = text.of(self.html).iter().all(u8::is_ascii_whitespace);
        match self.context.links() {
            _ if is_foreign => {}
            // This is usually the white space between two blocks.
            _ if self.run.is_empty() && is_blank => {}
            Links::Yes => {
                // A trigger may be split between two texts.
                self.is_suspect |= !is_blank && (self.run.is_open() || self.may_match(text));
                self.run.push(self.visible(text), false);
            }
            Links::Inside => self.run.push(text, true),
            Links::No => {}
        }
    }

    fn tag(&mut self, seen: &SeenTag<'_, 's>) {
        let SeenTag { name, tag, span, is_foreign } = *seen;
        if let Some(anchor) = self.anchor.as_mut().filter(|_| separates_text(name)) {
            anchor.separate(span);
        }
        if is_foreign || self.ends_run(seen) {
            self.end_run();
        }
        if name == b"a" && self.has_anchors {
            // A start tag also closes the anchor before it.
            let is_open = self.anchor.is_some();
            self.end_anchor(Some(span).filter(|_| tag.edge == Edge::End), is_foreign);
            if tag.edge == Edge::Start {
                let is_plain = !is_foreign && self.context.links() == Links::Inside;
                self.anchor = Anchor::new(self.html, tag, span, is_open, is_plain);
            }
        }
    }

    /// All parsers agree on where raw text ends, except in `<noscript>`.
    fn raw(&mut self, name: &[u8], raw: Span) {
        if name == b"noscript" && !parsers_agree(raw.of(self.html)) {
            self.context.is_lost = true;
        }
    }

    fn unfinished(&mut self, _rest: Span) {
        self.unsure();
    }

    fn unsure(&mut self) {
        self.end_run();
        self.context.is_lost = true;
    }

    fn goes_on(&self) -> bool {
        !self.context.is_lost
    }
}

impl<'s, F: FnMut(Item<'_, Anchor<'s>>)> Linkable<'s, '_, F> {
    /// Whether `text`, without the texts next to it, may have a match.
    fn may_match(&mut self, text: Span) -> bool {
        if self.hit.is_some_and(|hit| hit < text.start()) {
            self.hit = self.hits.next(self.html, text.start());
        }
        self.hit.is_some_and(|hit| hit < text.end())
            // A pattern may depend on the characters next to a match, which differ between the run and the document.
            || self.finder.has_patterns()
            || self.run.is_decoded(text)
    }

    /// `text` without the byte order mark at the beginning of the document.
    fn visible(&self, text: Span) -> Span {
        let has_mark = text.start() == 0 && self.html.starts_with(b"\xEF\xBB\xBF");
        Span::new(if has_mark { 3 } else { text.start() }, text.end())
    }

    /// Processes a tag of HTML; returns whether it ends the run.
    fn ends_run(&mut self, seen: &SeenTag<'_, '_>) -> bool {
        let SeenTag { name, tag, .. } = *seen;
        let is_break = self.run.takes_break(name, tag);
        // `<wbr>` is only a place where the line may break.
        if name == b"wbr" {
            return false;
        }
        let before = self.context.links();
        match tag.edge {
            Edge::Start => self.context.start(name),
            Edge::End => self.context.end(name),
        }
        match continued(name) {
            _ if before == Links::No || self.context.links() == Links::No => true,
            Some(element) => {
                self.run.border(element, tag.edge);
                false
            }
            // Text continues from a link to the text after it, and through a highlight.
            None => !matches!(name, b"a" | b"mark") && !is_break,
        }
    }

    /// Ends the anchor that is open; `end_tag` is its end tag, if it has one.
    fn end_anchor(&mut self, end_tag: Option<Span>, is_foreign: bool) {
        let is_plain = !is_foreign && self.context.links() != Links::No;
        if let Some(mut anchor) = self.anchor.take() {
            anchor.end_tag = end_tag;
            anchor.is_plain &= is_plain;
            self.held.push((anchor.start_tag.start(), anchor));
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        let finder = core::mem::take(&mut self.is_suspect).then_some(self.finder);
        self.run.finish(finder, &mut self.held, &mut self.each);
    }
}
