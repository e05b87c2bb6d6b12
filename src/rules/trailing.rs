//! Rules that trim characters from the end of a candidate.

use super::draft::Draft;
use super::rule::{Kinds, Rule};
use crate::candidate::facts::Facts;
use crate::candidate::scheme::SchemeForm;
use crate::span::Span;

/// `http://h/a&quot; and`: an escaped delimiter at the end does not belong to the URI.
///
/// Text that was escaped and never unescaped is common in feeds and logs. Only the five entities of XML and numeric
/// references to delimiters or spaces are trimmed, and only at the end: inside a query `&quot;x` is a parameter.
pub(super) const TRAILING_ENTITY: Rule = Rule::trim("trailing-entity", trailing_entity)
    .when(Facts::LAST_MARK)
    .documented("an escaped quote, bracket or ampersand at the end is trimmed", "XML 1.0, 4.6");

const NAMES: [&[u8]; 5] = [b"amp", b"apos", b"gt", b"lt", b"quot"];

/// The maximum length, in bytes, of a reference that is trimmed; `&#x000022;` has this length.
const MAX_LEN: usize = 10;

fn trailing_entity(draft: &Draft<'_>) -> Option<usize> {
    let end = draft.end();
    let tail = Span::new(draft.body().max(end.saturating_sub(MAX_LEN)), end).of(draft.text);
    let tail = tail.strip_suffix(b";")?;
    let amp = memchr::memrchr(b'&', tail)?;
    is_delimiter(tail.get(amp + 1..)?).then(|| end - (tail.len() + 1 - amp))
}

fn is_delimiter(reference: &[u8]) -> bool {
    let Some(number) = reference.strip_prefix(b"#") else { return NAMES.contains(&reference) };
    let (digits, radix) = match number {
        [b'x' | b'X', hex @ ..] => (hex, 16),
        _ => (number, 10),
    };
    let value = core::str::from_utf8(digits).ok().and_then(|d| u32::from_str_radix(d, radix).ok());
    matches!(
        value.and_then(char::from_u32),
        Some('"' | '\'' | '<' | '>' | '&' | ' ' | '\u{A0}' | '“' | '”' | '‘' | '’' | '«' | '»')
    )
}

/// `*http://h*`, `_http://h_`, `**see http://h**`: marks at the end are emphasis.
///
/// A `*` at the end is always emphasis: none of 265 such marks, in text that was not used to write the rule, belonged
/// to the URI. A `_` is emphasis if another `_` is directly before the URI, or opens before a word on the same line and
/// is not closed before the URI. In all other cases the `_` belongs to the URI (`some_user_`). A `~` belongs to the URI
/// unless another `~` is directly before the URI.
pub(super) const EMPHASIS: Rule =
    Rule::trim("emphasis", emphasis).when(Facts::LAST_MARK).documented(
        "`*` at the end is trimmed; `_` and `~` are trimmed only if the same mark opens before the URI",
        "CommonMark, 6.2; the emphasis of plain-text mail",
    );

fn emphasis(draft: &Draft<'_>) -> Option<usize> {
    let mark = Some(draft.last_byte()).filter(|mark| b"*_~".contains(mark))?;
    let before = draft.before();
    let opened = before.iter().rev().take_while(|&&byte| byte == mark).take(3).count();
    let opened = match mark {
        b'*' if draft.is_bare() => usize::MAX,
        b'_' if opened == 0 => usize::from(draft.is_bare() && is_open_on_line(before)),
        _ => opened,
    };
    let closed = draft.last_piece().iter().rev().take_while(|&&byte| byte == mark).count();
    draft.end_without(opened.min(closed))
}

/// Whether the last `_` at the border of a word, on the last line of `before`, opens emphasis.
fn is_open_on_line(before: &[u8]) -> bool {
    let near = before.get(before.len().saturating_sub(MAX_EMPHASIS)..).unwrap_or_default();
    let line = near.get(memchr::memrchr(b'\n', near).map_or(0, |at| at + 1)..).unwrap_or_default();
    let is_word = |at: Option<usize>| {
        at.and_then(|at| line.get(at))
            .is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
    };
    let opens = |at: usize| match (is_word(at.checked_sub(1)), is_word(Some(at + 1))) {
        (false, true) => Some(true),
        (true, false) => Some(false),
        _ => None,
    };
    memchr::memrchr_iter(b'_', line).find_map(opens).unwrap_or(false)
}

/// The number of bytes before a URI that are searched for an emphasis mark.
const MAX_EMPHASIS: usize = 256;

/// `http://h/a.`, `http://h/a…`, `http://h/a?!`: the punctuation that ends a sentence does not belong to the URI.
///
/// Inside the URI it is kept: `compare/a...b`, `/test!/`.
pub(super) const TRAILING_PUNCTUATION: Rule =
    Rule::trim("trailing-punctuation", trailing_punctuation).when(Facts::LAST_MARK).documented(
        "`. , ; : ! ?` and `…` at the end are trimmed",
        "RFC 3986, Appendix C: \"punctuation marks that might be mistaken for part of the URI\"",
    );

fn trailing_punctuation(draft: &Draft<'_>) -> Option<usize> {
    let mut tail = draft.last_piece();
    // Only one `;` is trimmed at a time, because the text before it may end with an entity, which another rule trims.
    if let [rest @ .., b';'] = tail {
        tail = rest;
    } else {
        // A backslash is last if another rule ended the URI at the mark that it escapes.
        while let [rest @ .., b'.' | b',' | b':' | b'!' | b'?' | b'\\']
        | [rest @ .., 0xE2, 0x80, 0xA6] = tail
        {
            tail = rest;
        }
    }
    draft.end_without(draft.last_piece().len() - tail.len())
}

/// `http://h/it's` keeps its apostrophe, `'http://h/a'` and `http://h's` do not.
///
/// A trailing apostrophe is trimmed if it has no partner in the URI, or if an apostrophe is before the URI.
pub(super) const TRAILING_APOSTROPHE: Rule =
    Rule::trim("trailing-apostrophe", trailing_apostrophe).when(Facts::LAST_MARK).documented(
        "`'` at the end is trimmed unless it has a partner in the URI",
        "RFC 3986, 2.2 allows it; English text and programs use it as a quote",
    );

fn trailing_apostrophe(draft: &Draft<'_>) -> Option<usize> {
    let is_alone = || !draft.apostrophes().is_multiple_of(2) || draft.byte_before() == b'\'';
    (draft.last_byte() == b'\'' && is_alone()).then(|| draft.end() - 1)
}

/// `http://h/a(` before more text: a bracket that opens at the very end encloses the text after it.
pub(super) const OPEN_BRACKET: Rule =
    Rule::trim("open-bracket", open_bracket).when(Facts::LAST_MARK).documented(
        "`( [ {` at the end are trimmed",
        "RFC 3986 allows `(`; at the end it opens a remark",
    );

fn open_bracket(draft: &Draft<'_>) -> Option<usize> {
    b"([{".contains(&draft.last_byte()).then(|| draft.end() - 1)
}

/// `http://example.org- where`, `http://example.org*`, `http://h#`: only a port, path, query or fragment may follow a
/// host.
///
/// The grammar of a reg-name allows sub-delims and hyphens anywhere, but no name that resolves ends in one. In a path
/// the same characters are kept.
pub(super) const HOST_TAIL: Rule =
    Rule::trim("host-tail", host_tail).kinds(Kinds::HOSTS).when(Facts::LAST_OF_HOST).documented(
        "a hyphen, a sub-delim or a single `#` after the host is trimmed",
        "RFC 1123, 2.1: a host name ends in a letter or digit",
    );

fn host_tail(draft: &Draft<'_>) -> Option<usize> {
    let last = draft.last_byte();
    let is_web = draft
        .scheme()
        .is_none_or(|scheme| matches!(scheme.shape, SchemeForm::Web | SchemeForm::Slashes));
    let ends = draft.authority()?.end() + usize::from(last == b'#') == draft.end();
    (is_web && ends && b"#-*=&+$~^|".contains(&last)).then(|| draft.end() - 1)
}
