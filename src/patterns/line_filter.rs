//! A filter that skips lines without a match: one search over many lines finds the next line that may have one.
//!
//! The text is searched line by line, and most lines are short and have no match, so starting a search for each line
//! would take longer than the searches themselves. The filter is one expression made of all patterns, and it matches
//! wherever a pattern matches. Assertions (`^`, `\b`) are omitted, because they depend on where the line begins. The
//! filter matches no line break, so a match is within one line. All searches of the filter together read each byte at
//! most twice.

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::{self, Hir, HirKind};

/// An expression that matches in every line in which one of the patterns matches.
#[derive(Debug)]
pub(super) struct LineFilter(Regex);

impl LineFilter {
    /// The filter for `patterns`; `None` if they are too large for one expression.
    pub(super) fn new(patterns: Vec<Hir>) -> Option<LineFilter> {
        let any = Hir::alternation(patterns.into_iter().map(in_a_line).collect());
        RegexBuilder::new(&any.to_string()).build().ok().map(LineFilter)
    }

    /// The offset of a byte in the first line that may have a match after `from`; `None` if no line may have one.
    /// `from` may be inside a line, because the filter has no assertions.
    pub(super) fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        // A match has at least one byte.
        self.0.shortest_match_at(text, from).map(|end| end - 1)
    }
}

/// `hir` without assertions about neighbouring characters, and without line breaks.
fn in_a_line(hir: Hir) -> Hir {
    match hir.into_kind() {
        HirKind::Empty | HirKind::Look(_) => Hir::empty(),
        HirKind::Literal(literal) if literal.0.iter().any(|byte| b"\n\r".contains(byte)) => {
            Hir::fail()
        }
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(class) => Hir::class(without_breaks(class)),
        HirKind::Repetition(repetition) => {
            let mut sub = Box::new(in_a_line(*repetition.sub));
            // Without a group, `(?:a+)?` is printed as `a+?`.
            if let HirKind::Repetition(_) = sub.kind() {
                sub = Box::new(Hir::capture(hir::Capture { index: 1, name: None, sub }));
            }
            Hir::repetition(hir::Repetition { sub, ..repetition })
        }
        HirKind::Capture(capture) => in_a_line(*capture.sub),
        HirKind::Concat(parts) => Hir::concat(parts.into_iter().map(in_a_line).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.into_iter().map(in_a_line).collect()),
    }
}

fn without_breaks(mut class: hir::Class) -> hir::Class {
    match &mut class {
        hir::Class::Unicode(chars) => {
            let breaks = ['\n', '\r'].map(|c| hir::ClassUnicodeRange::new(c, c));
            chars.difference(&hir::ClassUnicode::new(breaks));
        }
        hir::Class::Bytes(bytes) => {
            let breaks = [b'\n', b'\r'].map(|byte| hir::ClassBytesRange::new(byte, byte));
            bytes.difference(&hir::ClassBytes::new(breaks));
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(pattern: &str) -> LineFilter {
        let mut parser = regex_syntax::ParserBuilder::new().utf8(false).build();
        LineFilter::new(vec![parser.parse(pattern).unwrap()]).unwrap()
    }

    #[test]
    fn assertions_are_omitted() {
        assert_eq!(filter(r"^\bab\b$").find(b"xaby", 0), Some(2));
        assert_eq!(filter(r"(?-u:\B\xFF)(?:^|c)").find(b"a\xFF", 0), Some(1));
    }

    #[test]
    fn a_repetition_of_a_repetition_may_be_empty() {
        for pattern in [r"(?:\w+)?,", r"(\w{2})?,", r"(?:\w+\b)?,", r"(?:(?:a+)?)?,"] {
            assert_eq!(filter(pattern).find(b" ,", 0), Some(1), "{pattern}");
        }
    }

    #[test]
    fn no_match_has_a_line_break() {
        for pattern in [r"a\nb", r"a\sb", r"a[^x]b", r"(?s)a.b", r"a(?-u:[^x])b"] {
            assert_eq!(filter(pattern).find(b"a\nb a\rb", 0), None, "{pattern}");
        }
        assert_eq!(filter(r"a\sb|c").find(b"a\nb\nc", 0), Some(4));
    }
}
