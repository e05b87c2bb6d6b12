//! Directives, and their kinds: the marks, the largest extent, and the effect on the text after it.

use super::set::Dialects;
use crate::span::Span;

/// A part of a document that no Markdown parser is meant to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) span: Span,
    pub(super) effect: Effect,
}

/// The effect of a directive on the word beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The word ends there.
    Ends,
    /// Text replaces the directive, and may continue the word: `https://a.example/{{ page }}`.
    Prints,
}

/// The marks of a kind of directive.
#[derive(Debug)]
pub(super) struct DirectiveKind {
    pub(super) dialects: Dialects,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) effect: Effect,
    pub(super) extent: Extent,
    /// The effect of the directive on the text up to another one, given the content between its marks.
    pub(super) block: fn(&str) -> Block<'_>,
    /// Whether marks at a place of a document are those of a directive, where the marks alone do not tell.
    pub(super) fits: fn(&str, Span) -> bool,
}

/// The marks alone tell.
pub(super) fn always(_: &str, _: Span) -> bool {
    true
}

/// The largest extent of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// It may hold blank lines.
    Any,
    /// It ends in its paragraph.
    Paragraph,
    /// It is all there is in its line.
    Line,
}

/// The effect of a tag on a block whose content is not Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block<'t> {
    /// It opens the block of that name.
    Opens(&'t str),
    /// It closes the block of that name; that of any name, if the name is empty. The names are those of a list.
    Closes(&'t str),
    /// The text after it is Markdown, or belongs to the block around it.
    None,
}

impl Extent {
    /// Whether a directive at `span` extends no further.
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

/// More blanks before a text make it code.
const MOST_INDENTED: usize = 3;

/// The next place of a mark. Places are requested from left to right, so each byte is searched once.
pub(super) struct Next<'s> {
    source: &'s str,
    text: &'static str,
    /// The last answer; `None` before the first question.
    found: Option<usize>,
}

impl<'s> Next<'s> {
    pub(super) fn new(source: &'s str, text: &'static str) -> Next<'s> {
        Next { source, text, found: None }
    }

    /// The first place at or after `at`.
    pub(super) fn from(&mut self, at: usize) -> Option<usize> {
        if self.found.is_none_or(|found| found < at) {
            let rest = self.source.as_bytes().get(at..).unwrap_or_default();
            let next = memchr::memmem::find(rest, self.text.as_bytes());
            self.found = Some(next.map_or(usize::MAX, |len| at + len));
        }
        self.found.filter(|found| *found < usize::MAX)
    }
}
