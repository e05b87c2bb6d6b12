//! A regular expression of the caller, and the groups of a match.

#[cfg(feature = "patterns")]
use regex::bytes::{Captures, Regex, RegexBuilder};
#[cfg(feature = "patterns")]
use regex_syntax::hir::Hir;

#[cfg(feature = "patterns")]
use crate::patterns::line_filter::LineFilter;
use crate::patterns::problem::Problem;
use crate::span::Span;

/// A compiled expression that does not match the empty text.
#[cfg(feature = "patterns")]
#[derive(Debug)]
pub(super) struct Expression {
    regex: Regex,
    hir: Hir,
}

/// The groups of one match.
#[cfg(feature = "patterns")]
#[derive(Debug)]
pub(super) struct Groups<'t>(Captures<'t>);

#[cfg(feature = "patterns")]
impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Expression, Problem> {
        // Without Unicode classes `(?i)k` cannot match U+212A. A pattern that needs Unicode classes
        // gets them.
        let (unicode, hir) = match parse(pattern, false) {
            Ok(hir) => (false, hir),
            Err(_) => (true, parse(pattern, true)?),
        };
        let problem = |message: &str| Problem::new(message, pattern, Span::new(0, pattern.len()));
        if hir.properties().minimum_len() == Some(0) {
            return Err(problem("the pattern can match the empty text"));
        }
        let regex = RegexBuilder::new(pattern).unicode(unicode).build();
        let regex = regex.map_err(|error| problem(&error.to_string()))?;
        Ok(Expression { regex, hir })
    }

    /// The first match that begins at or after `from`.
    pub(super) fn find_at(&self, text: &[u8], from: usize) -> Option<Span> {
        self.regex.find_at(text, from).map(|found| found.range().into())
    }

    /// The groups of the match that [`find_at`](Expression::find_at) found at `at`.
    pub(super) fn groups_at<'t>(&self, text: &'t [u8], at: usize) -> Option<Groups<'t>> {
        self.regex.captures_at(text, at).map(Groups)
    }

    /// What passes lines without a match of `expressions`; `None` if they are too large together.
    pub(super) fn filter<'e>(
        expressions: impl Iterator<Item = &'e Expression>,
    ) -> Option<LineFilter> {
        LineFilter::new(expressions.map(|expression| expression.hir.clone()).collect())
    }

    /// The number of the group that a template calls `name`.
    pub(super) fn group(&self, name: &str) -> Option<usize> {
        match name.parse() {
            Ok(number) => (number < self.regex.captures_len()).then_some(number),
            Err(_) => self.regex.capture_names().position(|known| known == Some(name)),
        }
    }
}

#[cfg(feature = "patterns")]
impl Groups<'_> {
    /// The span of the group in the text; `None` if the match does not use the group.
    pub(super) fn span(&self, group: usize) -> Option<Span> {
        self.0.get(group).map(|found| found.range().into())
    }
}

#[cfg(feature = "patterns")]
fn parse(pattern: &str, unicode: bool) -> Result<Hir, Problem> {
    let mut parser = regex_syntax::ParserBuilder::new();
    let parsed = parser.unicode(unicode).utf8(false).build().parse(pattern);
    parsed.map_err(|error| {
        let (message, place) = match &error {
            regex_syntax::Error::Parse(error) => (error.kind().to_string(), *error.span()),
            regex_syntax::Error::Translate(error) => (error.kind().to_string(), *error.span()),
            _ => return Problem::new(error.to_string(), pattern, Span::new(0, pattern.len())),
        };
        Problem::new(message, pattern, Span::new(place.start.offset, place.end.offset))
    })
}

/// The feature is off: no expression can be built.
#[cfg(not(feature = "patterns"))]
#[derive(Debug)]
pub(super) enum Expression {}

#[cfg(not(feature = "patterns"))]
impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Expression, Problem> {
        let message = "the feature `patterns` is not compiled in";
        Err(Problem::new(message, pattern, Span::new(0, pattern.len())))
    }

    pub(super) fn find_at(&self, _: &[u8], _: usize) -> Option<Span> {
        match *self {}
    }

    pub(super) fn groups_at(&self, _: &[u8], _: usize) -> Option<NoGroups> {
        match *self {}
    }

    pub(super) fn filter<'e>(_: impl Iterator<Item = &'e Expression>) -> Option<LineFilter> {
        None
    }

    pub(super) fn group(&self, _: &str) -> Option<usize> {
        match *self {}
    }
}

#[cfg(not(feature = "patterns"))]
#[derive(Debug)]
pub(super) enum LineFilter {}

#[cfg(not(feature = "patterns"))]
impl LineFilter {
    pub(super) fn find(&self, _: &[u8], _: usize) -> Option<usize> {
        match *self {}
    }
}

#[cfg(not(feature = "patterns"))]
pub(super) enum NoGroups {}

#[cfg(not(feature = "patterns"))]
impl NoGroups {
    pub(super) fn span(&self, _: usize) -> Option<Span> {
        match *self {}
    }
}
