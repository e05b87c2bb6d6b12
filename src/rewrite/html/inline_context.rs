//! The text that runs on, from one tag that ends it to the next, and where a link may be in it.
//!
//! A tag ends the run, or changes only how it looks, or is not seen at all. The early reader and the
//! reader that takes texts from the tokenizer both collect their runs here, so a run of the one is a run of the
//! other wherever both see the same tags and texts.

use super::context::{Context, Links};
use super::elements::{Edge, Element};
use super::interactive::is_interactive;
use super::noscript::reads_alike;
use super::run::Run;
use super::tag::{self, Tag};
use crate::span::Span;

/// The tags of a document so far, and the run that they leave open.
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
    /// At the beginning of a document; `without` are the names of the elements without links, in
    /// lower case.
    pub(super) fn new(html: &'s [u8], without: &'c [Box<str>]) -> InlineContext<'s, 'c> {
        let (context, run) = (Context::new(without), Run::new(html));
        InlineContext { html, without, context, is_in_noscript: false, run }
    }

    /// Goes on elsewhere: in a link and nothing else that matters, or in nothing that matters; and inside
    /// `<pre>` or not.
    pub(super) fn enter(&mut self, is_in_link: bool, is_in_pre: bool) {
        self.run.enter(is_in_pre);
        self.context.enter(is_in_link);
        self.is_in_noscript = false;
    }

    /// Whether a link may be here.
    pub(super) fn links(&self) -> Links {
        self.context.links()
    }

    /// Whether it has given up: nothing after this is linked.
    pub(super) const fn is_lost(&self) -> bool {
        self.context.is_lost()
    }

    /// Gives up.
    pub(super) fn lose(&mut self) {
        self.context.lose();
    }

    /// Whether an element of that name, in any case, could mean more than the end of a text.
    pub(super) fn may_mean(&self, name: &[u8]) -> bool {
        self.context.may_mean(name)
    }

    /// Processes text that is not raw.
    pub(super) fn text(&mut self, text: Span) {
        match self.links() {
            _ if self.is_lost() => {}
            // Between two blocks, mostly.
            _ if self.run.is_empty() && is_blank(text.of(self.html)) => {}
            Links::Yes => self.run.push(self.visible(text)),
            Links::Inside => self.run.push_linked(text),
            Links::No => {}
        }
    }

    /// `text` without the mark for the encoding at the beginning of the document.
    fn visible(&self, text: Span) -> Span {
        let has_mark = text.start() == 0 && self.html.starts_with(b"\xEF\xBB\xBF");
        Span::new(if has_mark { 3 } else { text.start() }, text.end())
    }

    /// Takes a tag; returns whether it ends the run.
    pub(super) fn tag(&mut self, tag: Tag<'_>, edge: Edge) -> bool {
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        let is_break = self.run.takes_break(name, tag, edge);
        let is_interactive = edge == Edge::Start && is_interactive(self.html, tag);
        if !is_interactive && self.context.passes(tag.name) {
            self.is_in_noscript &= edge == Edge::End;
            return !is_break;
        }
        // A place where the line may break.
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

    /// Takes raw text. All parsers agree on its end, except in `<noscript>`.
    pub(super) fn raw_text(&mut self, raw: &[u8]) {
        if self.is_in_noscript && !reads_alike(raw, self.without) {
            self.context.lose();
        }
    }
}

/// Whether `text` has nothing to see; if so, it neither has a link nor makes one with other text.
pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}
