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
    /// The kind of content of the property `name` with these parameters (their names and values),
    /// all in lower case.
    pub(super) fn of(name: &str, parameters: &[(String, String)]) -> Holds {
        let is = |parameter: &str, values: &[&str]| {
            let mut all = parameters.iter().filter(|(name, _)| name == parameter);
            all.any(|(_, value)| values.contains(&&**value))
        };
        // vCard 2.1 writes `PHOTO;BASE64:`, a parameter without a name.
        let is_bare = |wanted: &str| parameters.iter().any(|(name, _)| name == wanted);
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

/// A function that splits a value into parts. It returns each part with its decoded text, or with `None` if the part is
/// verbatim.
pub(super) type Push = fn(&[u8]) -> Vec<(Span, Option<Vec<u8>>)>;

/// Decodes nothing: the whole text is verbatim.
pub(super) fn push_verbatim(text: &[u8]) -> Vec<(Span, Option<Vec<u8>>)> {
    vec![(Span::new(0, text.len()), None)]
}

/// Decodes the escapes of text (RFC 5545, section 3.3.11; RFC 6350, section 3.4), and `\:`, which
/// is common in vCard 3.0. A backslash before any other character is kept.
pub(super) fn push_unescaped(text: &[u8]) -> Vec<(Span, Option<Vec<u8>>)> {
    let meaning = |rest: &[u8]| match rest {
        [b'\\', b'n' | b'N', ..] => Some((2, b"\n".to_vec())),
        [b'\\', byte @ (b',' | b';' | b':' | b'\\' | b'"'), ..] => Some((2, vec![*byte])),
        _ => None,
    };
    split(text, b'\\', meaning)
}

/// Decodes quoted-printable with its soft line breaks (RFC 2045, section 6.7).
pub(super) fn push_quoted_printable(text: &[u8]) -> Vec<(Span, Option<Vec<u8>>)> {
    let digit =
        |byte: &u8| char::from(*byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let meaning = |rest: &[u8]| match rest {
        [b'=', b'\r', b'\n', ..] => Some((3, Vec::new())),
        [b'=', b'\n', ..] => Some((2, Vec::new())),
        [b'=', high, low, ..] => Some((3, vec![digit(high)? << 4 | digit(low)?])),
        _ => None,
    };
    split(text, b'=', meaning)
}

/// Splits at each `mark` for which `meaning` returns the length and the decoded text of an escape.
fn split(
    text: &[u8],
    mark: u8,
    meaning: impl Fn(&[u8]) -> Option<(usize, Vec<u8>)>,
) -> Vec<(Span, Option<Vec<u8>>)> {
    let mut parts = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = memchr::memchr(mark, text.get(at..).unwrap_or_default()) {
        let start = at + found;
        let Some((len, decoded)) = meaning(text.get(start..).unwrap_or_default()) else {
            at = start + 1;
            continue;
        };
        parts.push((Span::new(copied, start), None));
        at = start + len;
        parts.push((Span::new(start, at), Some(decoded)));
        copied = at;
    }
    parts.push((Span::new(copied, text.len()), None));
    parts
}
