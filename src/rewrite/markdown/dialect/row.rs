//! A kind of directive: its marks, its largest extent, and its effect on the text after it.

use super::directive::Effect;
use super::set::Dialects;
use crate::span::Span;

/// The marks of a kind of directive.
#[derive(Debug)]
pub(super) struct Row {
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
