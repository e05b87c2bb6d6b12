//! The end of a line at which a bare URI ends, and what stands below it.
//!
//! Everything that a fold rule measures is here; the rules only compare. An edge is looked at once,
//! when a bare candidate reaches the end of its line, so text whose URIs end elsewhere pays nothing.

use super::class::{self, Class};
use super::lines::{self, Behind, Prefix};
use crate::span::Span;
use crate::text::chars;

/// The end of a line, the line below, and their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The marks before the line that ends.
    pub(crate) depth: usize,
    /// Where that line begins, and where its content does.
    line: Span,
    /// Characters from the beginning of the line to the end of the URI.
    pub(crate) width: usize,
    /// The same without the reply prefix.
    pub(crate) content_width: usize,
    /// The blanks before the line break.
    pub(crate) blanks: usize,
    /// From the end of the URI to the token below.
    pub(crate) gap: Span,
    /// The marks before the line below.
    pub(crate) next_depth: usize,
    /// The URI characters that begin the line below.
    pub(crate) token: Span,
    /// The classes of its bytes.
    pub(crate) token_class: Class,
    /// Nothing touches the token that no URI holds.
    pub(crate) is_clean: bool,
    /// Nothing but the token stands on its line.
    pub(crate) is_alone: bool,
    /// The marks before the line above, and before the one below the token.
    pub(crate) above: Option<usize>,
    pub(crate) below: Option<usize>,
}

/// The line below the one that a URI ends: looked at first, because it tells nearly always that
/// nothing goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below {
    line_end: usize,
    next: Prefix,
}

impl Below {
    /// Where its content begins.
    pub(crate) const fn token(&self) -> usize {
        self.next.content
    }
}

impl Edge {
    /// The line below `end`; `None` where no line ends there, and where the next one is blank.
    pub(crate) fn below(text: &[u8], end: usize) -> Option<Below> {
        let line_end = lines::skip_blanks(text, end);
        let broken = lines::break_len(text, line_end);
        if broken == 0 {
            return None;
        }
        let next = lines::prefix(text, line_end + broken, usize::MAX);
        let is_blank = chars::byte_at(text, next.content) <= b' ';
        (!is_blank).then_some(Below { line_end, next })
    }

    /// The edge behind `end`; `None` where the next line does not begin with URI characters, or
    /// where the line is too long to see its beginning.
    pub(crate) fn at(text: &[u8], behind: Behind, end: usize, below: Below) -> Option<Edge> {
        let Below { line_end, next } = below;
        let token = token(text, next.content)?;
        let start = behind.line_start(text, end)?;
        let prefix = lines::prefix(text, start, usize::MAX);
        let token_line_end = lines::skip_blanks(text, token.end());
        let below = lines::break_len(text, token_line_end);
        let is_alone = below > 0 || token_line_end >= text.len();
        Some(Edge {
            depth: prefix.depth,
            line: Span::new(start, prefix.content),
            width: columns(Span::new(start, end).of(text)),
            content_width: columns(Span::new(prefix.content, end).of(text)),
            blanks: line_end - end,
            gap: Span::new(end, token.start()),
            next_depth: next.depth,
            token,
            token_class: classes(token.of(text)),
            is_clean: is_alone || token_line_end > token.end(),
            is_alone,
            above: above(text, behind, start),
            below: (below > 0)
                .then(|| lines::prefix(text, token_line_end + below, usize::MAX).depth),
        })
    }

    /// Where the content of the line begins that ends.
    pub(crate) const fn content(&self) -> usize {
        self.line.end()
    }

    /// Whether the line is as wide as mailers make them, with or without the prefix.
    pub(crate) fn has_width(&self, widths: core::ops::RangeInclusive<usize>) -> bool {
        widths.contains(&self.width) || widths.contains(&self.content_width)
    }
}

/// The depth of the line above the one that begins at `start`.
fn above(text: &[u8], behind: Behind, start: usize) -> Option<usize> {
    let before = Span::new(behind.floor, start).of(text);
    let len = if before.ends_with(b"\r\n") { 2 } else { 1 };
    let end = start.checked_sub(len).filter(|&end| end >= behind.floor)?;
    let start = behind.line_start(text, end)?;
    Some(lines::prefix(text, start, usize::MAX).depth)
}

fn classes(token: &[u8]) -> Class {
    token.iter().fold(Class::NONE, |seen, &byte| seen | class::TEXT.of(byte))
}

/// Characters, not bytes: continuation bytes of UTF-8 have no column.
fn columns(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// The run of URI characters at `start` if it can be the rest of a URI: it holds a letter or digit
/// and begins like one.
fn token(text: &[u8], start: usize) -> Option<Span> {
    let rest = text.get(start..)?;
    let ends = Class::STOP.or(Class::HIGH).or(Class::FOREIGN);
    let len = rest.iter().take_while(|&&byte| !class::TEXT.of(byte).meets(ends)).count();
    let token = rest.get(..len)?;
    let first = chars::byte_at(token, 0);
    let begins = first.is_ascii_alphanumeric()
        || matches!(first, b'/' | b'&' | b'?' | b'=' | b'%' | b'#' | b'_' | b'-' | b'~' | b'+');
    let is_text = token.iter().any(u8::is_ascii_alphanumeric);
    (begins && is_text).then(|| Span::new(start, start + len))
}
