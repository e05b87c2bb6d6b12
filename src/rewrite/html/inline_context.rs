//! Collects runs, and determines where a link is permitted in them. A run is the text from one tag that interrupts text
//! to the next such tag.
//!
//! A tag ends the run, changes only how the run looks, or is not visible at all. The early reader and the reader of the
//! tokenizer's texts both collect their runs here, so both get the same runs where they read the same tags and texts.

use super::context::{Context, Links};
use super::elements::{Edge, Element};
use super::interactive::is_interactive;
use super::noscript::parsers_agree;
use super::run::Run;
use super::tag::{self, Tag};
use crate::span::Span;

/// The state after the part of a document that was read so far, with the run that has not ended yet.
#[derive(Debug)]
pub(super) struct InlineContext<'s, 'c> {
    html: &'s [u8],
    without: &'c [Box<str>],
    context: Context<'c>,
    /// Whether `<noscript>` was the last start tag.
    is_in_noscript: bool,
    /// The run so far.
    pub(super) run: Run<'s>,
}

impl<'s, 'c> InlineContext<'s, 'c> {
    /// The state at the beginning of a document; `without` has the names of the elements in which nothing is linked, in
    /// lower case.
    pub(super) fn new(html: &'s [u8], without: &'c [Box<str>]) -> InlineContext<'s, 'c> {
        let (context, run) = (Context::new(without), Run::new(html));
        InlineContext { html, without, context, is_in_noscript: false, run }
    }

    /// Starts a new region of the document: inside a link (and no other element that forbids links) or not, and inside
    /// `<pre>` or not.
    pub(super) fn enter(&mut self, is_in_link: bool, is_in_pre: bool) {
        self.run.enter(is_in_pre);
        self.context.enter(is_in_link);
        self.is_in_noscript = false;
    }

    /// Whether a link is permitted here.
    pub(super) fn links(&self) -> Links {
        self.context.links()
    }

    /// Whether the open elements are no longer known. If so, nothing more is linked.
    pub(super) const fn is_lost(&self) -> bool {
        self.context.is_lost()
    }

    /// Stops tracking: nothing more is linked.
    pub(super) fn lose(&mut self) {
        self.context.lose();
    }

    /// Whether a tag with this name, whose case is ignored, may do more than end a text.
    pub(super) fn may_mean(&self, name: &[u8]) -> bool {
        self.context.may_mean(name)
    }

    /// Processes text that is not raw.
    pub(super) fn text(&mut self, text: Span) {
        match self.links() {
            _ if self.is_lost() => {}
            // This is usually the white space between two blocks.
            _ if self.run.is_empty() && is_blank(text.of(self.html)) => {}
            Links::Yes => self.run.push(self.visible(text)),
            Links::Inside => self.run.push_linked(text),
            Links::No => {}
        }
    }

    /// `text` without the byte order mark at the beginning of the document.
    fn visible(&self, text: Span) -> Span {
        let has_mark = text.start() == 0 && self.html.starts_with(b"\xEF\xBB\xBF");
        Span::new(if has_mark { 3 } else { text.start() }, text.end())
    }

    /// Processes a tag; returns whether it ends the run.
    pub(super) fn tag(&mut self, tag: Tag<'_>, edge: Edge) -> bool {
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        let is_break = self.run.takes_break(name, tag, edge);
        let is_interactive = edge == Edge::Start && is_interactive(self.html, tag);
        if !is_interactive && self.context.passes(tag.name) {
            self.is_in_noscript &= edge == Edge::End;
            return !is_break;
        }
        // `<wbr>` is only a place where the line may break.
        if name == b"wbr" {
            return false;
        }
        let before = self.links();
        match edge {
            Edge::Start => {
                self.is_in_noscript = name == b"noscript";
                let is_slashed = tag::ends_in_slash(self.html, tag.attributes.end() + 1);
                self.context.start(name, is_slashed);
                if is_interactive {
                    self.context.start_interactive(name, is_slashed);
                }
            }
            Edge::End => self.context.end(name),
        }
        match Element::named(name) {
            _ if before == Links::No || self.links() == Links::No => true,
            Some(element) => {
                self.run.border(element, edge);
                false
            }
            // Text continues from a link to the text after it, and through a highlight.
            None => !matches!(name, b"a" | b"mark") && !is_break,
        }
    }

    /// Processes raw text. All parsers agree on where it ends, except in `<noscript>`.
    pub(super) fn raw_text(&mut self, raw: &[u8]) {
        if self.is_in_noscript && !parsers_agree(raw, self.without) {
            self.context.lose();
        }
    }
}

/// Whether `text` is only white space, which neither contains a link nor forms one with other text.
pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}
