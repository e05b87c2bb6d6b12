//! The end of a line at which a bare URI ends, and the text on the next line. A bare URI has no delimiters around it.
//!
//! A line end is examined only when a bare candidate reaches it, so URIs that end inside a line cause no work here.

use crate::ascii;
use crate::ascii::ByteSet;
use crate::candidate::facts::Facts;
use crate::candidate::lines::{self, Prefix, TextBefore};
use crate::candidate::scheme;
use crate::span::Span;
use crate::text::chars;

/// The end of a line, and the token below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineEnd {
    /// The beginning of the line that ends here.
    pub(crate) start: usize,
    /// The reply prefix of the line that ends here.
    pub(crate) own: Prefix,
    /// The reply prefix of the line below.
    pub(crate) next: Prefix,
    /// The number of bytes of blanks before the line break.
    pub(crate) blanks: usize,
    /// The number of bytes of the typeset hyphen before the line break; 0 without one.
    pub(crate) hyphen: usize,
    /// The text from the end of the URI to the token below.
    pub(crate) gap: Span,
    /// The URI characters that begin the line below.
    pub(crate) token: Span,
}

/// The line after a line that ends with a URI. It is read before the rest of the line with the URI, because it nearly
/// always shows that the URI does not continue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextLine {
    line_end: usize,
    hyphen: usize,
    /// The reply prefix of the line.
    pub(crate) next: Prefix,
}

impl LineEnd {
    /// The line below `end`; `None` if no line ends there, or if the next line is blank.
    pub(crate) fn below(text: &[u8], end: usize) -> Option<NextLine> {
        let hyphen = typeset_hyphen(text, end);
        let line_end = lines::skip_blanks(text, end + hyphen);
        let broken = lines::break_len(text, line_end);
        if broken == 0 {
            return None;
        }
        let next = lines::prefix(text, line_end + broken, usize::MAX);
        let is_blank = chars::byte_at(text, next.content) <= b' ';
        (!is_blank).then_some(NextLine { line_end, hyphen, next })
    }

    /// The end of the line in which a URI ends at `end`; `None` if the next line does not begin with URI characters, or
    /// if the beginning of this line is too far back to be read.
    pub(crate) fn at(
        text: &[u8],
        text_before: TextBefore,
        end: usize,
        below: NextLine,
    ) -> Option<LineEnd> {
        let NextLine { line_end, hyphen, next } = below;
        let token = token(text, next.content)?;
        let start = text_before.line_start(text, end)?;
        let own = lines::prefix(text, start, usize::MAX);
        let gap = Span::new(end, token.start());
        Some(LineEnd { start, own, next, blanks: line_end - hyphen - end, hyphen, gap, token })
    }
}

/// The facts about the end of the line on which a URI ends at `end`. A fact holds only if nothing but blanks follows
/// the URI on its line.
#[inline]
pub(crate) fn line_facts(text: &[u8], end: usize) -> Facts {
    let token = || Facts::LINE_TOKEN.when(has_token_below(text, end));
    match chars::byte_at(text, end) {
        b' ' if chars::byte_at(text, end + 1) > b' ' => Facts::NONE,
        b' ' | b'\t' => token(),
        b'\n' | b'\r' => {
            let is_equals = |len| chars::byte_at(text, end.wrapping_sub(len)) == b'=';
            let is_encoded = is_equals(1) || is_equals(3);
            let token = if scheme::is_web_below(text, end) { Facts::NONE } else { token() };
            token | Facts::LINE_ENCODED.when(is_encoded)
        }
        0xC2 | 0xE2 if typeset_hyphen(text, end) > 0 => token(),
        _ => Facts::NONE,
    }
}

/// The length of the hyphen at `at` that a typesetter may have added before a line break: U+00AD or U+2010, directly
/// before the break. 0 for any other text.
pub(crate) fn typeset_hyphen(text: &[u8], at: usize) -> usize {
    match text.get(at..) {
        Some([0xC2, 0xAD, b'\n' | b'\r', ..]) => 2,
        Some([0xE2, 0x80, 0x90, b'\n' | b'\r', ..]) => 3,
        _ => 0,
    }
}

/// Whether the line below begins with a token that may belong to the URI.
fn has_token_below(text: &[u8], end: usize) -> bool {
    LineEnd::below(text, end).is_some_and(|below| {
        let start = below.next.content;
        !scheme::starts_uri(text, start) && token(text, start).is_some()
    })
}

/// The bytes that end a token.
static ENDS: ByteSet = ascii::STOP.or(ascii::FOREIGN).or(ByteSet::range(0x80, u8::MAX));

/// The run of URI characters at `start`, if it contains a letter or digit and is not a horizontal rule, a boundary of
/// message parts, or the option of a command (`-o FILE`).
fn token(text: &[u8], start: usize) -> Option<Span> {
    let rest = text.get(start..)?;
    let len = rest.iter().take_while(|&&byte| !ENDS.contains(byte)).count();
    let token = rest.get(..len)?;
    let is_rule = matches!(token, [b'-', b'-', ..] | [b'=', b'=', ..] | [b'-', _]);
    let is_text = token.iter().any(u8::is_ascii_alphanumeric);
    (is_text && !is_rule).then(|| Span::new(start, start + len))
}
