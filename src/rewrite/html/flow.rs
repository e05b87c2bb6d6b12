//! How far text runs on, and where in it a link may stand.
//!
//! A tag ends what runs on, or changes only how it looks, or is not seen at all. That is asked by who
//! glances at a document and by who reads it, and both must get the same answer.

use super::context::{Context, Links};
use super::noscript::reads_alike;
use super::run::{Edge, Element};
use super::tag::{self, Tag};

/// What a tag is for the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Text runs on as if there were no tag.
    On,
    /// Text runs on, and looks different.
    Border(Element, Edge),
    /// What ran on so far has ended.
    End,
}

/// The tags of a document so far.
#[derive(Debug)]
pub(super) struct Flow<'c> {
    without: &'c [Box<str>],
    context: Context<'c>,
    /// Whether `<noscript>` was the last start tag.
    is_in_noscript: bool,
}

impl<'c> Flow<'c> {
    /// At the beginning of a document; `without` are the names of the elements without links, in
    /// lower case.
    pub(super) fn new(without: &'c [Box<str>]) -> Flow<'c> {
        Flow { without, context: Context::new(without), is_in_noscript: false }
    }

    /// Goes on elsewhere: in a link and nothing else that matters, or in nothing that matters.
    pub(super) fn enter(&mut self, is_in_link: bool) {
        self.context.enter(is_in_link);
        self.is_in_noscript = false;
    }

    /// Whether a link may stand here.
    pub(super) fn links(&self) -> Links {
        self.context.links()
    }

    /// Whether there is no way back: nothing behind this is linked.
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

    /// Takes a tag.
    pub(super) fn tag(&mut self, html: &[u8], tag: Tag<'_>, edge: Edge) -> Step {
        if self.context.passes(tag.name) {
            self.is_in_noscript &= edge == Edge::End;
            return Step::End;
        }
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        // A place where the line may break.
        if name == b"wbr" {
            return Step::On;
        }
        let before = self.links();
        match edge {
            Edge::Start => {
                self.is_in_noscript = name == b"noscript";
                self.context.start(name, tag::ends_in_slash(html, tag.attributes.end() + 1));
            }
            Edge::End => self.context.end(name),
        }
        match Element::named(name) {
            _ if before == Links::No || self.links() == Links::No => Step::End,
            Some(element) => Step::Border(element, edge),
            // Text runs on from a link to what stands behind it.
            None if name == b"a" => Step::On,
            None => Step::End,
        }
    }

    /// Takes raw text, which ends where every reader says, but for that of `<noscript>`.
    pub(super) fn raw_text(&mut self, raw: &[u8]) {
        if self.is_in_noscript && !reads_alike(raw, self.without) {
            self.context.lose();
        }
    }
}
