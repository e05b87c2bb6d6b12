//! The regular expressions of the patterns, compiled as one.

use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_automata::{Anchored, Input, PatternID};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::patterns::cursor::PatternHit;
use crate::patterns::problem::Problem;
use crate::span::Span;

/// The compiled expressions. The first match is that of the expression that matches first; of several that match at the
/// same offset, it is that of the first in the list.
#[derive(Debug)]
pub(super) struct Expressions(Regex);

/// The maximum size of one compiled expression in bytes, as in the crate regex.
const MOST_BYTES: usize = 10 << 20;

impl Expressions {
    pub(super) fn new(parsed: &[Hir]) -> Result<Expressions, String> {
        let most = MOST_BYTES.saturating_mul(parsed.len());
        let config = Regex::config().utf8_empty(false).nfa_size_limit(Some(most));
        let built = Regex::builder().configure(config).build_many_from_hir(parsed);
        built.map(Expressions).map_err(|_| format!("more than {most} bytes if compiled"))
    }

    /// The first match that begins at or after `from`. The expressions before `rank` are not searched for at `from`.
    pub(super) fn find(&self, text: &[u8], from: usize, rank: usize) -> Option<PatternHit> {
        let mut here = (rank..self.0.pattern_len()).filter(|_| rank > 0);
        let found = here.find_map(|pattern| self.0.search(&at(text, from, pattern)?));
        let from = if rank > 0 { from + 1 } else { from };
        let found = found.or_else(|| self.0.search(&Input::new(text).range(from..)))?;
        Some(PatternHit { span: found.range().into(), pattern: found.pattern().as_usize() })
    }

    /// The groups of a match that was found in `text`.
    pub(super) fn groups(&self, text: &[u8], hit: PatternHit) -> Captures {
        let mut groups = self.0.create_captures();
        if let Some(input) = at(text, hit.span.start(), hit.pattern) {
            self.0.search_captures(&input, &mut groups);
        }
        groups
    }

    /// The number of the group with this name or number; `None` if the expression has no such group.
    pub(super) fn group(&self, expression: usize, name: &str) -> Option<usize> {
        let (groups, expression) = (self.0.group_info(), PatternID::new(expression).ok()?);
        match name.parse() {
            Ok(number) => (number < groups.group_len(expression)).then_some(number),
            Err(_) => groups.to_index(expression, name),
        }
    }
}

/// A search for one expression at the offset `from`.
fn at(text: &[u8], from: usize, expression: usize) -> Option<Input<'_>> {
    let anchored = Anchored::Pattern(PatternID::new(expression).ok()?);
    Some(Input::new(text).range(from..).anchored(anchored))
}

/// Parses an expression that does not match the empty text.
pub(super) fn parse(pattern: &str) -> Result<Hir, Problem> {
    // Unicode is off unless the pattern needs it. Without Unicode, `(?i)k` does not match U+212A, and `\w` matches only
    // ASCII.
    let parsed = parse_as(pattern, false).or_else(|_| parse_as(pattern, true))?;
    if parsed.properties().minimum_len() == Some(0) {
        let whole = Span::new(0, pattern.len());
        return Err(Problem::new("the pattern can match the empty text", pattern, whole));
    }
    Ok(parsed)
}

fn parse_as(pattern: &str, unicode: bool) -> Result<Hir, Problem> {
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

/// Whether no match has ASCII white space, and none depends on where a line or the text begins or ends. A search of one word
/// then finds the same as a search of the line: to the other assertions (`\b`), white space is like the end of the text.
pub(super) fn stays_in_word(hir: &Hir) -> bool {
    !hir.properties().look_set().contains_anchor() && has_no_blank(hir)
}

/// Whether no match of `hir` has ASCII white space.
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
