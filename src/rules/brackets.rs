//! Rules that end a candidate at a bracket: texts of links, tags, marks of footnotes, and closing brackets without an opening
//! one.

use super::draft::Draft;
use super::rule::Rule;
use crate::ascii::{self, ByteSet};
use crate::candidate::facts::Facts;
use crate::span::Span;
use crate::text::chars;

/// `https://h/flow[Flow Guide]`, `[url]http://h/a[/url]`, `http://h/[a](b)`: in AsciiDoc, MediaWiki and forum markup,
/// text in brackets directly after a URI is the text of the link or a tag, and not a part of the URI. In mail `[1]` is the
/// mark of a footnote.
///
/// Three kinds of brackets belong to the URI if they are closed in the same token: the index of a list in a query
/// (`?a[]=1`, `?a[b][c]=1`, `?a[0]`), a part of a name that goes on with a mark (`photo[1].jpg`), and a segment of a path
/// that a program replaces (`/[id]`, but not `/[1]`). Brackets after a mark other than `/` also belong to the URI (`?q=[a]`), because
/// markup puts them after a word.
pub(super) const BRACKETED_TEXT: Rule =
    Rule::cut("bracketed-text", bracketed_text).when(Facts::IN_FOREIGN).documented(
        "`[` after the authority ends a URI, unless it begins an index, or a segment of the path",
        "AsciiDoc, link macros; BBCode; RFC 3986, 3.3 allows no bracket in a path",
    );

fn bracketed_text(draft: &Draft<'_>) -> Option<usize> {
    // The beginning of the query and of the last parameter in it, and whether that parameter has a value.
    let (mut is_query, mut has_value) = (false, false);
    for (at, byte) in draft.bytes_from(draft.after_authority()) {
        match byte {
            b'?' | b'#' => (is_query, has_value) = (byte == b'?', false),
            b'&' | b';' => has_value = false,
            b'=' => has_value = true,
            b'[' if !belongs(draft, at, is_query, has_value) => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether the text in brackets that begins at `at` belongs to the URI.
fn belongs(draft: &Draft<'_>, at: usize, is_query: bool, has_value: bool) -> bool {
    let piece = draft.pieces.as_slice().iter().find(|piece| piece.end() > at);
    let end = piece.map_or(at, |piece| piece.end());
    let end = if end == draft.end() { draft.extent() } else { end };
    let rest = Span::new(at + 1, end).of(draft.text);
    let closer = memchr::memchr2(b'[', b']', rest).filter(|&at| rest.get(at) == Some(&b']'));
    let Some((inner, after)) = closer.and_then(|at| Some((rest.get(..at)?, rest.get(at + 1..)?)))
    else {
        return false;
    };
    // A plural or a compound may follow the text of a link directly (`[list]s`).
    let is_joined = match after {
        [b'.', next, ..] => next.is_ascii_alphanumeric(),
        [next, ..] => b"/?#_=&%+[".contains(next),
        [] => false,
    };
    let goes_on =
        is_joined || after.first().is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'-');
    let is_number = !inner.is_empty() && inner.iter().all(u8::is_ascii_digit);
    let before = chars::byte_before(draft.text, at);
    match before {
        _ if inner.starts_with(b"/") || after.starts_with(b"(") => false,
        b'/' => is_joined || is_segment(inner) && !is_number,
        _ if is_query && goes_on => true,
        b')' | 0x80.. => is_joined,
        _ if !before.is_ascii_alphanumeric() => true,
        _ if is_query => is_number || inner.is_empty() && !has_value,
        _ => is_joined,
    }
}

/// Whether a program may replace a segment of a path with `inner` in brackets: `/[id]`, but not `/[Guide]`.
fn is_segment(inner: &[u8]) -> bool {
    let has_capital = inner.iter().any(u8::is_ascii_uppercase);
    let is_mixed = has_capital && inner.iter().any(u8::is_ascii_lowercase);
    !inner.is_empty() && inner.is_ascii() && !is_mixed
}

/// `(see http://h/wiki/A_(b))`: a closing bracket without an opening bracket in the URI ends the URI.
///
/// In a text directive a bracket belongs to the quotation (`#:~:text=1)%20first`, `#:~:text=see%20a,)`), unless its
/// partner is before the URI.
///
/// One pass from the left counts the open brackets of each kind. Other finders count all brackets again for every
/// bracket at the end of the URI, which takes quadratic time.
pub(super) const BALANCED_BRACKETS: Rule =
    Rule::cut("balanced-brackets", balanced_brackets).when(Facts::IN_CLOSER).documented(
        "a closing bracket without an opening bracket in the URI ends the URI",
        "RFC 3986 allows `(` and `)`; prose also encloses remarks in them",
    );

fn balanced_brackets(draft: &Draft<'_>) -> Option<usize> {
    first_unopened(draft).filter(|&at| !is_quotation(draft, at))
}

fn first_unopened(draft: &Draft<'_>) -> Option<usize> {
    static BRACKET: ByteSet = ascii::BRACKET;
    let [mut round, mut square, mut curly] = [0_u32; 3];
    let mut is_unopened = |byte: u8| {
        let (open, opens) = match byte {
            b'(' => (&mut round, true),
            b')' => (&mut round, false),
            b'[' => (&mut square, true),
            b']' => (&mut square, false),
            b'{' => (&mut curly, true),
            _ => (&mut curly, false),
        };
        let fewer = open.checked_sub(1);
        *open = if opens { *open + 1 } else { fewer.unwrap_or_default() };
        !opens && fewer.is_none()
    };
    for (at, byte) in draft.bytes_from(draft.body()) {
        if BRACKET.contains(byte) && is_unopened(byte) {
            return Some(at);
        }
    }
    None
}

/// Whether the closing bracket at `at` belongs to the text that a text directive quotes: more of the quotation follows,
/// or a comma is directly before the bracket, so that the bracket is the end of the quoted range.
fn is_quotation(draft: &Draft<'_>, at: usize) -> bool {
    let start = draft.pieces.as_slice().last().map_or(at, |piece| piece.start());
    let (quoted, rest) = (Span::new(start, at).of(draft.text), Span::new(at, draft.end()));
    let goes_on = rest.of(draft.text).iter().any(u8::is_ascii_alphanumeric);
    (goes_on || quoted.ends_with(b","))
        && memchr::memmem::find(quoted, b":~:text=").is_some()
        && !is_open_on_line(draft.before(), chars::byte_at(draft.text, at))
}

/// Whether a bracket that `closer` closes is open on the last line of `before`.
fn is_open_on_line(before: &[u8], closer: u8) -> bool {
    /// The number of bytes before a URI that are searched for the partner of the bracket.
    const MAX_REMARK: usize = 256;
    let opener = match closer {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    };
    let line = before.iter().rev().take(MAX_REMARK).take_while(|&&byte| byte != b'\n');
    let mut closed = 0_usize;
    for &byte in line {
        match byte {
            _ if byte == closer => closed += 1,
            _ if byte == opener && closed == 0 => return true,
            _ if byte == opener => closed -= 1,
            _ => {}
        }
    }
    false
}
