//! Recognizes quoted-printable text that was not decoded (RFC 2045, 6.7).
//!
//! The encoding divides a line of more than 76 characters with soft breaks, which consist of `=` and a line break. It
//! writes an octet as `=` and two hexadecimal digits, so it writes an equals sign as `=3D`. In encoded text, an `=` at
//! the end of a line is therefore a soft break. In other text it may belong to a query (`?id=`). So the line or the
//! text nearby must also show that it is encoded.

use crate::candidate::lines::{self, TextBefore};
use crate::span::Span;
use crate::work;

/// The number of bytes after a soft break that are searched for signs of the encoding.
pub(crate) const AHEAD: usize = 1024;

/// The maximum length of an encoded line in characters, including the `=` of a soft break.
const MAX_LINE: usize = 76;

/// The minimum width of a line of prose that ends in a soft break. An encoder breaks a line only when it is nearly
/// full.
const FULL_LINE: usize = 60;

/// Whether the `=` at the end of the URI in `uri` and the line break after it are a soft break.
pub(crate) fn is_soft_break(text: &[u8], text_before: TextBefore, uri: Span) -> bool {
    let (end, bytes) = (uri.end(), uri.of(text));
    let broken = lines::break_len(text, end);
    let Some(start) = text_before.line_start(text, end).filter(|_| broken > 0) else {
        return false;
    };
    let line = Span::new(start, end).of(text);
    // Another `=` before the `=` of a soft break would be encoded as `=3D`.
    if !bytes.ends_with(b"=") || bytes.ends_with(b"==") || width(line) > MAX_LINE {
        return false;
    }
    // An encoder breaks a line that is full, before or after the line gets its reply prefix.
    let is_full = line.len() == MAX_LINE || width(line) == MAX_LINE;
    // The URI contains an equals sign that was encoded: `?id=3D52f93`.
    memchr::memmem::find(bytes, b"=3D").is_some()
        || is_full && !ends_parameter(bytes)
        || is_among_encoded(text, text_before, uri)
}

/// Whether the URI in `uri` and its line end in an encoded blank. `=20` is also the value of a parameter; then the text
/// nearby must show the encoding.
pub(crate) fn ends_in_blank(text: &[u8], text_before: TextBefore, uri: Span) -> bool {
    let head = uri.of(text).strip_suffix(b"=20").or(uri.of(text).strip_suffix(b"=09"));
    let has_key = head.and_then(<[u8]>::last).is_some_and(u8::is_ascii_alphanumeric);
    head.is_some()
        && lines::break_len(text, uri.end()) > 0
        && (!has_key || is_among_encoded(text, text_before, uri))
}

/// Whether the text on either side of `uri` shows the encoding.
fn is_among_encoded(text: &[u8], text_before: TextBefore, uri: Span) -> bool {
    let before = Span::new(text_before.floor, uri.start()).of(text);
    let after = Span::new(uri.end(), text.len().min(uri.end() + AHEAD)).of(text);
    work::add(before.len() + after.len());
    let (above, below) =
        (memchr::memchr_iter(b'=', before).rev(), memchr::memchr_iter(b'=', after));
    shows_encoding(before, above) || shows_encoding(after, below)
}

/// The octet that `token` begins with, if it is encoded: `=20`, `=2E`.
pub(crate) fn octet(token: &[u8]) -> Option<u8> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    match *token {
        [b'=', high, low, ..] => Some(digit(high)? * 16 + digit(low)?),
        _ => None,
    }
}

/// Whether `uri` has parameters, in which an `=` is common.
pub(crate) fn has_parameters(uri: &[u8]) -> bool {
    memchr::memchr2(b'?', b';', uri).is_some()
}

/// Whether the `=` at the end of `uri` may belong to a parameter: it is the first `=` after the last `?`, `&` or `;`.
fn ends_parameter(uri: &[u8]) -> bool {
    let parameter = |byte: &u8| matches!(byte, b'?' | b'&' | b';');
    let Some(start) = uri.iter().rposition(parameter) else { return false };
    memchr::memchr(b'=', uri.get(start..).unwrap_or_default()) == Some(uri.len() - 1 - start)
}

/// The width of `line` without its reply prefix, because encoded text may be quoted in a reply without being decoded.
fn width(line: &[u8]) -> usize {
    let prefix = lines::prefix(line, 0, usize::MAX);
    let blank = usize::from(prefix.depth > 0 && prefix.indent() > 0);
    line.len() - prefix.marks_end - blank
}

/// At most this many equals signs are examined on each side of a URI, the nearest first. In encoded text each is followed
/// by two hexadecimal digits or a line end, and one of the first usually shows the encoding; in a list of URIs that all
/// end in `=`, each URI would read the lines of all.
const MAX_EQUALS: usize = 8;

/// Whether `text` has a sign of the encoding: `=3D`, an encoded blank at the end of a line, the encoded octets of a
/// character outside ASCII, a soft break inside prose, or the name of the encoding. `equals` are the equals signs of
/// `text`, the nearest first.
fn shows_encoding(text: &[u8], equals: impl Iterator<Item = usize>) -> bool {
    for at in equals.take(MAX_EQUALS) {
        let here = text.get(at..).unwrap_or_default();
        let next = here.get(3..).unwrap_or_default();
        let is_sign = match octet(here) {
            Some(b'=') => true,
            Some(b' ' | b'\t') => matches!(next.first(), Some(b'\n' | b'\r')),
            Some(0x80..) => octet(next) >= Some(0x80),
            None => lines::break_len(text, at + 1) > 0 && ends_line_of_prose(text, at),
            _ => false,
        };
        if is_sign {
            return true;
        }
    }
    // A search for the whole name would be prepared anew for each URI, which takes longer than the search.
    memchr::memchr_iter(b'q', text)
        .any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(b"quoted-printable")))
}

/// Whether the `=` at `at`, the end of a line, ends a line that is full or nearly full, and does not belong to the query
/// of a URI.
fn ends_line_of_prose(text: &[u8], at: usize) -> bool {
    let start = memchr::memrchr2(b'\n', b'\r', text.get(..at).unwrap_or_default());
    let line = text.get(start.map_or(0, |at| at + 1)..=at).unwrap_or_default();
    if !(FULL_LINE..=MAX_LINE).contains(&width(line)) {
        return false;
    }
    let start = memchr::memrchr(b' ', line).map_or(0, |at| at + 1);
    let word = line.get(start..line.len() - 1).unwrap_or_default();
    word.iter().any(u8::is_ascii_alphanumeric)
        && !word.ends_with(b"=")
        && !ends_parameter(&[word, b"="].concat())
}
