//! Directives and their kinds: delimiters, maximum extent, and effect on the text after them.

use super::set::Dialects;
use crate::span::Span;

/// A part of a document that is not meant for the Markdown parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) span: Span,
    pub(super) effect: Effect,
}

/// The effect of a directive on an adjacent word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The word ends at the directive.
    Ends,
    /// Text replaces the directive, and may continue the word: `https://a.example/{{ page }}`.
    Prints,
}

/// A kind of directive, with its delimiters.
#[derive(Debug)]
pub(super) struct DirectiveKind {
    pub(super) dialects: Dialects,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) effect: Effect,
    pub(super) extent: Extent,
    /// The effect of the directive on a block, given the content between its delimiters.
    pub(super) block: fn(&str) -> Block<'_>,
    /// Whether the text at a span, which has the delimiters of this kind, is a directive.
    pub(super) fits: fn(&str, Span) -> bool,
}

/// The value of `fits` for kinds that are recognized only by their delimiters.
pub(super) fn always(_: &str, _: Span) -> bool {
    true
}

/// The maximum extent of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// It may contain blank lines.
    Any,
    /// It ends in the paragraph in which it begins.
    Paragraph,
    /// It must be alone on its line.
    Line,
}

/// The effect of a tag on a block whose content is not Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block<'t> {
    /// It opens the block with this name.
    Opens(&'t str),
    /// It closes the block with this name, or a block with any name if the name is empty. The names come from a fixed
    /// list.
    Closes(&'t str),
    /// It neither opens nor closes a block.
    None,
}

impl Extent {
    /// Whether a directive at `span` stays within this extent.
    pub(super) fn holds(self, source: &str, span: Span) -> bool {
        let text = source.get(span.range()).unwrap_or_default();
        match self {
            Extent::Any => true,
            Extent::Paragraph => text.lines().all(|line| !line.trim().is_empty()),
            Extent::Line => {
                let before = source.get(..span.start()).unwrap_or_default();
                let line = before.trim_end_matches(' ');
                let after = source.get(span.end()..).unwrap_or_default();
                before.len() - line.len() <= MOST_INDENTED
                    && (line.is_empty() || line.ends_with('\n'))
                    && !text.contains('\n')
                    && after.lines().next().unwrap_or_default().trim().is_empty()
            }
        }
    }
}

/// The maximum indentation, in spaces; text that is indented further is code.
const MOST_INDENTED: usize = 3;

/// The next position of a mark. Positions must be requested in ascending order, so that each byte is searched once.
pub(super) struct Next<'s> {
    source: &'s str,
    text: &'static str,
    /// The last result; `None` before the first search.
    found: Option<usize>,
}

impl<'s> Next<'s> {
    pub(super) fn new(source: &'s str, text: &'static str) -> Next<'s> {
        Next { source, text, found: None }
    }

    /// The first position at or after `at`.
    pub(super) fn from(&mut self, at: usize) -> Option<usize> {
        if self.found.is_none_or(|found| found < at) {
            let rest = self.source.as_bytes().get(at..).unwrap_or_default();
            let next = memchr::memmem::find(rest, self.text.as_bytes());
            self.found = Some(next.map_or(usize::MAX, |len| at + len));
        }
        self.found.filter(|found| *found < usize::MAX)
    }
}
