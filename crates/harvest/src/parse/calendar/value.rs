//! Determines the kind of content of property values, and decodes their escapes.

use linkwright::Span;

/// The kind of content of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Plain text.
    Text,
    /// A URI.
    Uri,
    /// HTML, as in `X-ALT-DESC` and `STYLED-DESCRIPTION`.
    Html,
    /// Data in base64.
    Data,
}

/// The properties whose value is a URI by definition (RFC 5545, RFC 7986, RFC 6350), except those that in practice
/// mostly contain text.
const URIS: &[&str] = &[
    "attach",
    "attendee",
    "caladruri",
    "caluri",
    "conference",
    "fburl",
    "image",
    "impp",
    "key",
    "logo",
    "member",
    "organizer",
    "photo",
    "related",
    "sound",
    "source",
    "tzurl",
    "url",
];

impl Holds {
    /// The kind of content of the property `name` in an unfolded line, with these names and values of parameters.
    pub(super) fn of(name: &str, parameters: &[(String, Span)], line: &[u8]) -> Holds {
        let is = |parameter: &str, values: &[&str]| {
            let all = parameters.iter().filter(|(one, _)| one == parameter);
            let mut all = all.map(|(_, value)| value.of(line));
            all.any(|value| values.iter().any(|one| value.eq_ignore_ascii_case(one.as_bytes())))
        };
        // vCard 2.1 writes `PHOTO;BASE64:`, a parameter without a name.
        let is_bare = |wanted: &str| parameters.iter().any(|(one, _)| one == wanted);
        let is_html = is("fmttype", &["text/html"]) || is("x-ms-format", &["text/html"]);
        match () {
            () if is("encoding", &["base64", "b"]) || is("value", &["binary"]) => Holds::Data,
            () if is_bare("base64") || is_bare("b") => Holds::Data,
            // This test precedes the test for HTML, because the media type of an attachment describes the file at its
            // URI, not the value.
            () if URIS.binary_search(&name).is_ok() || is("value", &["uri", "cal-address"]) => {
                Holds::Uri
            }
            () if is_html => Holds::Html,
            () => Holds::Text,
        }
    }
}

/// Whether `line` declares quoted-printable (vCard 2.1). `line` may also be only the part of a line before the value.
pub(super) fn is_quoted_printable(line: &[u8]) -> bool {
    // The parameters precede the value. The limit keeps the search linear, because a line may be
    // folded a million times.
    let line = line.get(..1024).unwrap_or(line);
    let header = line.get(..memchr::memchr(b':', line).unwrap_or(line.len())).unwrap_or(line);
    header.to_ascii_lowercase().windows(16).any(|word| word == b"quoted-printable")
}

/// Decodes an escape of text (RFC 5545, section 3.3.11; RFC 6350, section 3.4), or `\:`, which is common in vCard 3.0. A
/// backslash before any other character is kept.
pub(super) fn unescaped(rest: &[u8], decoded: &mut Vec<u8>) -> usize {
    match rest.get(1) {
        Some(b'n' | b'N') => decoded.push(b'\n'),
        Some(byte @ (b',' | b';' | b':' | b'\\' | b'"')) => decoded.push(*byte),
        _ => return 0,
    }
    2
}

/// Decodes an escape or a soft line break of quoted-printable (RFC 2045, section 6.7).
pub(super) fn unquoted(rest: &[u8], decoded: &mut Vec<u8>) -> usize {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    match *rest {
        [_, b'\r', b'\n', ..] => 3,
        [_, b'\n', ..] => 2,
        [_, high, low, ..] => {
            let (Some(high), Some(low)) = (digit(high), digit(low)) else { return 0 };
            decoded.push(high << 4 | low);
            3
        }
        _ => 0,
    }
}
