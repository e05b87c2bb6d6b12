//! Rules that end a candidate at a bracket: link syntax, tags, footnote marks and closing brackets without an opening
//! one.

use super::draft::{Draft, Verdict};
use super::rule::Rule;
use crate::ascii;
use crate::ascii::ByteSet;
use crate::candidate::facts::Facts;
use crate::span::Span;
use crate::text::chars;

/// `[http://h](http://h)` in plain text: `](` ends the first URI.
pub(super) const LINK_SYNTAX: Rule =
    Rule::cut("link-syntax", link_syntax).when(Facts::IN_SQUARE).documented(
        "`](` ends a URI: it is the middle of a Markdown link",
        "CommonMark, 6.3; RFC 3986 allows no bracket in a path",
    );

fn link_syntax(draft: &mut Draft<'_>) -> Verdict {
    let text = draft.text;
    let middle = |&(at, byte): &(usize, u8)| byte == b']' && chars::byte_at(text, at + 1) == b'(';
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let found = draft.bytes_from(draft.body()).find(middle);
    let at = found.map(|(at, _)| at);
    draft.cut_at(at)
}

/// `[url]http://h[/url]`: `[/` begins a closing tag and ends the URI.
pub(super) const CLOSING_TAG: Rule =
    Rule::cut("closing-tag", closing_tag).when(Facts::IN_SQUARE).documented(
        "`[/` ends a URI: it begins a closing tag",
        "BBCode; RFC 3986 allows no bracket in a path",
    );

fn closing_tag(draft: &mut Draft<'_>) -> Verdict {
    let text = draft.text;
    let tag = |&(at, byte): &(usize, u8)| byte == b'[' && chars::byte_at(text, at + 1) == b'/';
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let found = draft.bytes_from(draft.body()).find(tag);
    let at = found.map(|(at, _)| at);
    draft.cut_at(at)
}

/// `http://h/[1] etc.`: digits in brackets directly after a URI are a footnote.
///
/// The rule applies only if the URI does not continue: `?a[0]=1` is a query.
pub(super) const FOOTNOTE_MARK: Rule =
    Rule::cut("footnote-mark", footnote_mark).when(Facts::IN_SQUARE).documented(
        "`[1]` at the end of a URI in mail is a footnote",
        "plain-text mail; RFC 3986 allows no bracket in a path",
    );

fn footnote_mark(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let at = mark(draft);
    draft.cut_at(at)
}

/// The beginning of the first footnote mark after which the URI does not continue.
fn mark(draft: &Draft<'_>) -> Option<usize> {
    let is_mark = |&(at, byte): &(usize, u8)| byte == b'[' && ends_with_mark(draft, at);
    draft.bytes_from(draft.body()).find(is_mark).map(|(at, _)| at)
}

fn ends_with_mark(draft: &Draft<'_>, at: usize) -> bool {
    let rest = Span::new(at + 1, draft.end()).of(draft.text);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).take(4).count();
    let next = chars::byte_at(rest, digits + 1);
    digits > 0
        && rest.get(digits) == Some(&b']')
        && (rest.len() == digits + 1 || ascii::POINT.or(ascii::BRACKET).contains(next))
}

/// `https://h/flow/[Flow Guide]`: in AsciiDoc, the text in brackets after a URI is the text of the link.
///
/// If the bracket is closed in the same token, the text in it belongs to the URI: `/[id]/edit`.
pub(super) const BRACKETED_TEXT: Rule =
    Rule::cut("bracketed-text", bracketed_text).when(Facts::IN_SQUARE).documented(
        "`[` after `/` ends a URI if its token has no `]` after it",
        "AsciiDoc, link macros; RFC 3986 allows no bracket in a path",
    );

fn bracketed_text(draft: &mut Draft<'_>) -> Verdict {
    let text = draft.text;
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let opener = |&(at, byte): &(usize, u8)| byte == b'[' && chars::byte_before(text, at) == b'/';
    let Some((at, _)) = draft.bytes_from(draft.body()).find(opener) else { return Verdict::Pass };
    if Span::new(at, draft.extent()).of(text).contains(&b']') {
        return Verdict::Pass;
    }
    draft.cut(at);
    Verdict::Changed
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

fn balanced_brackets(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let at = first_unopened(draft).filter(|&at| !is_quotation(draft, at));
    draft.cut_at(at)
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
    let mut bytes = draft.bytes_from(draft.body());
    bytes.find(|&(_, byte)| BRACKET.contains(byte) && is_unopened(byte)).map(|(at, _)| at)
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
        if byte == closer {
            closed += 1;
        } else if byte == opener {
            match closed.checked_sub(1) {
                Some(fewer) => closed = fewer,
                None => return true,
            }
        }
    }
    false
}
