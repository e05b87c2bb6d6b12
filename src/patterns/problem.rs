//! A problem in a pattern or a template, with a caret under its position.

use core::fmt;

use crate::span::Span;

/// A problem at a position of a text. The `Display` form is the message, the line of the text, and
/// carets under the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    message: String,
    text: String,
    place: Span,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>, text: &str, place: Span) -> Problem {
        Problem { message: message.into(), text: text.to_owned(), place }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |start: usize, end: usize| self.text.get(start..end).unwrap_or_default();
        let before = part(0, self.place.start().min(self.text.len()));
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = part(line_start, self.text.len()).lines().next().unwrap_or_default();
        let indent = part(line_start, before.len()).chars().count();
        let end = self.place.end().min(line_start + line.len());
        let carets = part(before.len(), end).chars().count().max(1);
        // A tab or a control character would displace the caret.
        let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        write!(f, "{}\n  {shown}\n  {:indent$}{:^<carets$}", self.message, "", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_placed_by_counting_characters() {
        let problem = Problem::new("no", "a\né\t$9x", Span::new(5, 7));
        assert_eq!(problem.to_string(), "no\n  é $9x\n    ^^");
        let at_end = Problem::new("no", "ab", Span::new(2, 2));
        assert_eq!(at_end.to_string(), "no\n  ab\n    ^");
    }
}
