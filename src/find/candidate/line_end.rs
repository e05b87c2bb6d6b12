//! The end of a line at which a bare URI ends, and what is below it.
//!
//! Everything that a fold rule measures is here; the rules only compare. An edge is looked at once,
//! when a bare candidate reaches the end of its line, so text whose URIs end elsewhere pays nothing.

use crate::ascii::ByteSet;
use crate::find::candidate::facts::Facts;
use crate::find::candidate::lines::{self, Behind, Prefix};
use crate::find::candidate::scheme;
use crate::find::candidate::sets;
use crate::span::Span;
use crate::text::chars;

/// The end of a line, the line below, and their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineEnd {
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
    /// The blanks before the token, after the reply prefix.
    pub(crate) indent: usize,
    /// Nothing touches the token that no URI holds, and it is not a cell of a table.
    pub(crate) is_clean: bool,
    /// Nothing but the token is on its line.
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
pub(crate) struct NextLine {
    line_end: usize,
    next: Prefix,
}

impl NextLine {
    /// Where its content begins.
    pub(crate) const fn token(&self) -> usize {
        self.next.content
    }

    /// The blanks before the line break after `end`.
    pub(crate) const fn blanks(&self, end: usize) -> usize {
        self.line_end - end
    }
}

impl LineEnd {
    /// The line below `end`; `None` where no line ends there, and where the next one is blank.
    pub(crate) fn below(text: &[u8], end: usize) -> Option<NextLine> {
        let line_end = lines::skip_blanks(text, end);
        let broken = lines::break_len(text, line_end);
        if broken == 0 {
            return None;
        }
        let next = lines::prefix(text, line_end + broken, usize::MAX);
        let is_blank = chars::byte_at(text, next.content) <= b' ';
        (!is_blank).then_some(NextLine { line_end, next })
    }

    /// The edge after `end`; `None` where the next line does not begin with URI characters, or
    /// where the line is too long to see its beginning.
    pub(crate) fn at(text: &[u8], behind: Behind, end: usize, below: NextLine) -> Option<LineEnd> {
        let NextLine { line_end, next } = below;
        let token = token(text, next.content)?;
        let start = behind.line_start(text, end)?;
        let prefix = lines::prefix(text, start, usize::MAX);
        let is_alone = line_end_behind(text, token).is_some();
        let token_line_end = lines::skip_blanks(text, token.end());
        let broken = lines::break_len(text, token_line_end);
        let below_start = token_line_end + broken;
        let blanks = token_line_end - token.end();
        let is_cell = blanks > 1 || chars::byte_at(text, token_line_end) == b'|';
        Some(LineEnd {
            depth: prefix.depth,
            line: Span::new(start, prefix.content),
            width: columns(Span::new(start, end).of(text)),
            content_width: columns(Span::new(prefix.content, end).of(text)),
            blanks: line_end - end,
            gap: Span::new(end, token.start()),
            next_depth: next.depth,
            token,
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

/// What is at the end of the line that a URI ends at `end`, if anything below may belong to it.
#[inline]
pub(crate) fn line_facts(text: &[u8], end: usize) -> Facts {
    match chars::byte_at(text, end) {
        b' ' if chars::byte_at(text, end + 1) > b' ' => Facts::NONE,
        b'\n' if scheme::web_ahead(text, end).is_some() => Facts::NONE,
        b' ' | b'\t' | b'\n' | b'\r' => facts_of_line_below(text, end).unwrap_or_default(),
        _ => Facts::NONE,
    }
}

fn facts_of_line_below(text: &[u8], end: usize) -> Option<Facts> {
    let below = LineEnd::below(text, end)?;
    if scheme::starts_uri(text, below.token()) {
        return None;
    }
    let token = token(text, below.token())?;
    let last = chars::byte_before(text, end);
    let is_triplet =
        last == b'%' || Span::new(end.saturating_sub(2), end).of(text).starts_with(b"%");
    let is_encoded = last == b'=' || chars::byte_at(text, token.start()) == b'=';
    let is_tight = below.blanks(end) == 0;
    Some(
        Facts::LINE_BLANKS.when(!is_tight)
            | Facts::LINE_HYPHEN.when(is_tight && last == b'-')
            | Facts::LINE_ENCODED.when(is_encoded)
            | Facts::LINE_PERCENT.when(is_triplet)
            | Facts::LINE_TOKEN.when(is_tight && line_end_behind(text, token).is_some()),
    )
}

/// The depth of the line above the one that begins at `start`.
fn above(text: &[u8], behind: Behind, start: usize) -> Option<usize> {
    let before = Span::new(behind.floor, start).of(text);
    let len = if before.ends_with(b"\r\n") { 2 } else { 1 };
    let end = start.checked_sub(len).filter(|&end| end >= behind.floor)?;
    depth(text, behind.line_start(text, end)?)
}

/// The depth of the line at `start`; `None` where the line is empty, or there is not one.
fn depth(text: &[u8], start: usize) -> Option<usize> {
    let prefix = lines::prefix(text, start, usize::MAX);
    let is_over = prefix.content >= text.len() || lines::break_len(text, prefix.content) > 0;
    (prefix.depth > 0 || !is_over).then_some(prefix.depth)
}

/// Characters, not bytes: continuation bytes of UTF-8 have no column.
fn columns(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// What ends a token of a line.
static ENDS: ByteSet = sets::STOP.or(sets::FOREIGN).or(ByteSet::range(0x80, u8::MAX));

/// The run of URI characters at `start` if it holds a letter or digit, and is not a rule or boundary.
fn token(text: &[u8], start: usize) -> Option<Span> {
    let rest = text.get(start..)?;
    let len = rest.iter().take_while(|&&byte| !ENDS.contains(byte)).count();
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

/// The token that begins the content of the line at `start`, if it is alone there.
pub(crate) fn lone_token(text: &[u8], start: usize) -> Option<&[u8]> {
    let token = token(text, lines::prefix(text, start, usize::MAX).content)?;
    line_end_behind(text, token).map(|_| token.of(text))
}
