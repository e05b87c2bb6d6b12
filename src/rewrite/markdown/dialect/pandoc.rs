//! Attributes of Pandoc and Quarto: `[text](uri){.class key="value"}`, `[span]{.class}`, `# Title {#id}`, `::: {.note}`,
//! and the raw attribute `{=html}`.
//!
//! Braces are the only delimiters of attributes. They are a directive if their content has the syntax of attributes,
//! and if they are at a place where Pandoc reads attributes: directly after the element, in the line of a heading or of
//! a fenced div, or at the end of a line. Fenced divs and raw blocks need no other rule, because a fenced div is
//! enclosed by lines of colons and a raw block is a code block.

use super::directive::{Block, DirectiveKind, Effect, Extent};
use super::set::Dialects;
use crate::span::Span;

pub(super) const ATTRIBUTES: DirectiveKind = DirectiveKind {
    dialects: Dialects::PANDOC,
    open: "{",
    close: "}",
    effect: Effect::Ends,
    extent: Extent::Paragraph,
    block: |_| Block::None,
    fits,
};

/// Whether the braces at `span` contain attributes, at a place where Pandoc reads attributes.
fn fits(source: &str, span: Span) -> bool {
    let inner = source.get(span.start() + 1..span.end() - 1).unwrap_or_default();
    let Some(shape) = Shape::of(inner) else { return false };
    let before = source.get(..span.start()).unwrap_or_default();
    let after = source.get(span.end()..).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start_matches([' ', '>']);
    let ends_line = after.lines().next().unwrap_or_default().trim().is_empty();
    before.ends_with([']', ')', '`', '>'])
        || line.starts_with(":::")
        || ends_line && line.starts_with('#')
        || ends_line && shape == Shape::Marked && before.ends_with(' ')
}

/// The content of the braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The first attribute begins with a mark (`.class`, `#id`, `=format`) or is `-`.
    Marked,
    /// The first attribute is a key with a value.
    Pairs,
}

impl Shape {
    /// `None` if `inner` is not a list of attributes.
    fn of(inner: &str) -> Option<Shape> {
        let is_marked = inner.trim_start().starts_with(['.', '#', '=', '-']);
        let mut rest = inner.trim();
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let len = attribute(rest)?;
            let (_, after) = rest.split_at_checked(len)?;
            rest = after.trim_start();
            // White space must separate two attributes.
            if rest.len() == after.len() && !rest.is_empty() {
                return None;
            }
        }
        Some(if is_marked { Shape::Marked } else { Shape::Pairs })
    }
}

/// The length of the attribute with which `text` begins.
fn attribute(text: &str) -> Option<usize> {
    if text.starts_with(['.', '#', '=']) {
        let len = name(text.get(1..)?);
        return (len > 0).then_some(1 + len);
    }
    if text == "-" || text.starts_with("- ") {
        return Some(1);
    }
    let key = name(text);
    let value = text.get(key..)?.strip_prefix('=').filter(|_| key > 0)?;
    let len = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value.get(1..)?.find(quote)? + 2,
        _ => value.find(char::is_whitespace).unwrap_or(value.len()),
    };
    (len > 0).then_some(key + 1 + len)
}

/// The length of the name with which `text` begins.
fn name(text: &str) -> usize {
    let is_inner = |c: char| c.is_alphanumeric() || "-_.:".contains(c);
    text.find(|c| !is_inner(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn attributes_are_directives() {
        for (source, expected) in [
            ("[a](b){.c link=\"http://a.example\"} d", &["{.c link=\"http://a.example\"}"][..]),
            ("![a](b){width=50% src=http://a.example}", &["{width=50% src=http://a.example}"]),
            ("[a http://b.example]{.c #d e='f g'}", &["{.c #d e='f g'}"]),
            ("`a`{=html} `b`{.c}", &["{=html}", "{.c}"]),
            ("<http://a.example>{.b}", &["{.b}"]),
            ("# A {#b link=\"http://a.example\"}\n", &["{#b link=\"http://a.example\"}"]),
            ("# A {link=\"http://a.example\"}\n# B {-}", &["{link=\"http://a.example\"}", "{-}"]),
            ("::: {.a link=\"http://a.example\"} :::\nb\n:::", &["{.a link=\"http://a.example\"}"]),
            ("> ::::: {link=http://a.example}", &["{link=http://a.example}"]),
            (": A {#tbl-b link=\"http://a.example\"}\n", &["{#tbl-b link=\"http://a.example\"}"]),
            ("[a]{.b\nlink=\"http://a.example\"}", &["{.b\nlink=\"http://a.example\"}"]),
        ] {
            assert_eq!(directives(Dialects::PANDOC, source), expected, "{source}");
            assert_eq!(directives(Dialects::AUTO, source), expected, "{source}");
        }
    }

    #[test]
    fn other_braces_are_text() {
        for source in [
            "{http://a.example}",
            "[a]{http://a.example}",
            "[a](b){ http://a.example }",
            "[a]{}",
            "[a]{ }",
            "[a]{.b http://a.example}",
            "[a]{.b,http://a.example}",
            "[a]{.b\n\nlink=http://a.example}",
            "[a]{.b link=\"http://a.example}",
            "[a] {.b} http://a.example",
            "a {link=\"http://a.example\"}",
            "f(x) = {link=\"http://a.example\"} g",
            "# A {link=\"http://a.example\"} b",
            "[a]{b=}",
            "[a]{=}",
            "[a]{/b=http://a.example}",
        ] {
            assert_eq!(directives(Dialects::PANDOC, source), [""; 0], "{source}");
        }
    }
}
