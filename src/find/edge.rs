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
    /// The blanks before the token, behind the reply prefix.
    pub(crate) indent: usize,
    /// Nothing touches the token that no URI holds, and it is no cell of a table.
    pub(crate) is_clean: bool,
    /// Nothing but the token stands on its line.
    pub(crate) is_alone: bool,
    /// The marks before the line above, and before the one below the token; `None` where that line
    /// is empty, so that it says nothing.
    pub(crate) above: Option<usize>,
    pub(crate) below: Option<usize>,
    /// Where the line below the token begins.
    pub(crate) below_start: usize,
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

    /// The blanks before the line break behind `end`.
    pub(crate) const fn blanks(&self, end: usize) -> usize {
        self.line_end - end
    }

    /// Whether any fold rule may have something to say about a URI without percent-encoding that ends in
    /// `last`: nearly all of them ask for a token that stands alone.
    pub(crate) fn may_go_on(&self, text: &[u8], last: u8) -> bool {
        let Some(token) = token(text, self.token()) else { return false };
        let is_open = matches!(last, b'-' | b'=') || chars::byte_at(text, token.start()) == b'=';
        is_open || line_end_behind(text, token).is_some()
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
        let is_alone = line_end_behind(text, token).is_some();
        let token_line_end = lines::skip_blanks(text, token.end());
        let broken = lines::break_len(text, token_line_end);
        let below_start = token_line_end + broken;
        let blanks = token_line_end - token.end();
        let is_cell = blanks > 1 || chars::byte_at(text, token_line_end) == b'|';
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
            indent: next.content - next.marks_end,
            is_clean: is_alone || (blanks > 0 && !is_cell),
            is_alone,
            above: above(text, behind, start),
            below: (broken > 0).then(|| depth(text, below_start)).flatten(),
            below_start,
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
    depth(text, behind.line_start(text, end)?)
}

/// The depth of the line at `start`; `None` where the line is empty, or there is none.
fn depth(text: &[u8], start: usize) -> Option<usize> {
    let prefix = lines::prefix(text, start, usize::MAX);
    let is_over = prefix.content >= text.len() || lines::break_len(text, prefix.content) > 0;
    (prefix.depth > 0 || !is_over).then_some(prefix.depth)
}

fn classes(token: &[u8]) -> Class {
    token.iter().fold(Class::NONE, |seen, &byte| seen | class::TEXT.of(byte))
}

/// Characters, not bytes: continuation bytes of UTF-8 have no column.
fn columns(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// The run of URI characters at `start` if it holds a letter or digit, and is no rule or boundary.
fn token(text: &[u8], start: usize) -> Option<Span> {
    let rest = text.get(start..)?;
    let ends = Class::STOP.or(Class::HIGH).or(Class::FOREIGN);
    let len = rest.iter().take_while(|&&byte| !class::TEXT.of(byte).meets(ends)).count();
    let token = rest.get(..len)?;
    let is_rule = token.starts_with(b"--") || token.starts_with(b"==");
    let is_text = token.iter().any(u8::is_ascii_alphanumeric);
    (is_text && !is_rule).then(|| Span::new(start, start + len))
}

/// Where the line ends on which nothing follows `token`.
fn line_end_behind(text: &[u8], token: Span) -> Option<usize> {
    let end = lines::skip_blanks(text, token.end());
    (lines::break_len(text, end) > 0 || end >= text.len()).then_some(end)
}

/// The token that begins the content of the line at `start`, if it stands alone there.
pub(crate) fn lone_token(text: &[u8], start: usize) -> Option<&[u8]> {
    let token = token(text, lines::prefix(text, start, usize::MAX).content)?;
    line_end_behind(text, token).map(|_| token.of(text))
}
