//! The regular expression of a pattern, and the groups of a match.

#[cfg(feature = "patterns")]
use regex::bytes::{CaptureLocations, Regex, RegexBuilder};
#[cfg(feature = "patterns")]
use regex_syntax::hir::{Class, Hir, HirKind};

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

/// The groups of the match that was found last.
#[cfg(feature = "patterns")]
#[derive(Clone, Debug)]
pub(super) struct Groups(CaptureLocations);

#[cfg(feature = "patterns")]
impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Expression, Problem> {
        // Unicode is off unless the pattern needs it. Without Unicode, `(?i)k` does not match U+212A, and `\w` matches
        // only ASCII.
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

    /// The first match that begins at or after `from`. If `groups` is given, the groups of the match are stored in it,
    /// which takes longer.
    pub(super) fn find_at(
        &self,
        text: &[u8],
        from: usize,
        groups: Option<&mut Groups>,
    ) -> Option<Span> {
        let found = match groups {
            Some(groups) => self.regex.captures_read_at(&mut groups.0, text, from),
            None => self.regex.find_at(text, from),
        };
        found.map(|found| found.range().into())
    }

    /// Whether no match has ASCII white space, and none depends on where a line or the text begins or ends. A search of one
    /// word then finds the same as a search of the line: to the other assertions (`\b`), white space is like the end of
    /// the text.
    pub(super) fn stays_in_word(&self) -> bool {
        !self.hir.properties().look_set().contains_anchor() && has_no_blank(&self.hir)
    }

    /// Space for the groups of a match.
    pub(super) fn groups(&self) -> Groups {
        Groups(self.regex.capture_locations())
    }

    /// A filter that skips lines without a match of `expressions`; `None` if the list is empty, or if the expressions
    /// are too large to be combined.
    pub(super) fn filter<'e>(
        expressions: impl Iterator<Item = &'e Expression>,
    ) -> Option<LineFilter> {
        LineFilter::new(expressions.map(|expression| expression.hir.clone()).collect())
    }

    /// The number of the group with this name or number; `None` if the expression has no such group.
    pub(super) fn group(&self, name: &str) -> Option<usize> {
        match name.parse() {
            Ok(number) => (number < self.regex.captures_len()).then_some(number),
            Err(_) => self.regex.capture_names().position(|known| known == Some(name)),
        }
    }
}

#[cfg(feature = "patterns")]
impl Groups {
    /// The span of the group in the text; `None` if the match does not use the group.
    pub(super) fn span(&self, group: usize) -> Option<Span> {
        self.0.get(group).map(|(start, end)| Span::new(start, end))
    }
}

/// Whether no match of `hir` has ASCII white space.
#[cfg(feature = "patterns")]
fn has_no_blank(hir: &Hir) -> bool {
    const BLANKS: [u8; 5] = *b"\t\n\x0C\r ";
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => !literal.0.iter().any(|byte| BLANKS.contains(byte)),
        HirKind::Class(class) => !BLANKS.iter().any(|&blank| match class {
            Class::Unicode(chars) => chars
                .ranges()
                .iter()
                .any(|range| (range.start()..=range.end()).contains(&char::from(blank))),
            Class::Bytes(bytes) => {
                bytes.ranges().iter().any(|range| (range.start()..=range.end()).contains(&blank))
            }
        }),
        HirKind::Repetition(repetition) => has_no_blank(&repetition.sub),
        HirKind::Capture(capture) => has_no_blank(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().all(has_no_blank),
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

/// The feature is off, so no expression can be built.
#[cfg(not(feature = "patterns"))]
#[derive(Debug)]
pub(super) enum Expression {}

#[cfg(not(feature = "patterns"))]
impl Expression {
    pub(super) fn new(pattern: &str) -> Result<Expression, Problem> {
        let message = "the feature `patterns` is not compiled in";
        Err(Problem::new(message, pattern, Span::new(0, pattern.len())))
    }

    pub(super) fn find_at(&self, _: &[u8], _: usize, _: Option<&mut Groups>) -> Option<Span> {
        match *self {}
    }

    pub(super) fn stays_in_word(&self) -> bool {
        match *self {}
    }

    pub(super) fn groups(&self) -> Groups {
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
#[derive(Clone, Debug)]
pub(super) enum Groups {}

#[cfg(not(feature = "patterns"))]
impl Groups {
    pub(super) fn span(&self, _: usize) -> Option<Span> {
        match *self {}
    }
}
