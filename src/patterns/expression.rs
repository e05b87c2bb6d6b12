//! The regular expression of a pattern.

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::patterns::problem::Problem;
use crate::span::Span;

/// Compiles an expression that does not match the empty text.
pub(super) fn compile(pattern: &str) -> Result<(Regex, Hir), Problem> {
    // Unicode is off unless the pattern needs it. Without Unicode, `(?i)k` does not match U+212A, and `\w` matches only
    // ASCII.
    let (unicode, parsed) = match parse(pattern, false) {
        Ok(parsed) => (false, parsed),
        Err(_) => (true, parse(pattern, true)?),
    };
    let problem = |message: &str| Problem::new(message, pattern, Span::new(0, pattern.len()));
    if parsed.properties().minimum_len() == Some(0) {
        return Err(problem("the pattern can match the empty text"));
    }
    let regex = RegexBuilder::new(pattern).unicode(unicode).build();
    Ok((regex.map_err(|error| problem(&error.to_string()))?, parsed))
}

/// The number of the group with this name or number; `None` if the expression has no such group.
pub(super) fn group(regex: &Regex, name: &str) -> Option<usize> {
    match name.parse() {
        Ok(number) => (number < regex.captures_len()).then_some(number),
        Err(_) => regex.capture_names().position(|known| known == Some(name)),
    }
}

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
