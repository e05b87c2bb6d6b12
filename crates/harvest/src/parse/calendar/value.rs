//! Determines the kind of content of property values, and decodes their escapes.

use linkwright::Span;
use linkwright::rewrite::TextRun;

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

/// The length of an escape, and its decoded text.
type Escape = (usize, Vec<u8>);

/// The value at `span` of `line`. `meaning` returns the length and the decoded text of the escape at a `mark`, and `None`
/// if the mark is text.
pub(super) fn decoded(
    line: &[u8],
    span: Span,
    mark: u8,
    meaning: fn(&[u8]) -> Option<Escape>,
) -> TextRun<'_> {
    let mut run = TextRun::new(line);
    let (mut copied, mut at) = (span.start(), span.start());
    while let Some(found) = memchr::memchr(mark, Span::new(at, span.end()).of(line)) {
        let start = at + found;
        at = start + 1;
        if let Some((len, text)) = meaning(Span::new(start, span.end()).of(line)) {
            at = start + len;
            run.push_source(Span::new(copied, start));
            run.push_decoded(&text, Span::new(start, at));
            copied = at;
        }
    }
    run.push_source(Span::new(copied, span.end()));
    run
}

/// An escape of text (RFC 5545, section 3.3.11; RFC 6350, section 3.4), or `\:`, which is common in vCard 3.0. A
/// backslash before any other character is kept.
pub(super) fn unescaped(rest: &[u8]) -> Option<Escape> {
    match rest {
        [b'\\', b'n' | b'N', ..] => Some((2, b"\n".to_vec())),
        [b'\\', byte @ (b',' | b';' | b':' | b'\\' | b'"'), ..] => Some((2, vec![*byte])),
        _ => None,
    }
}

/// An escape or a soft line break of quoted-printable (RFC 2045, section 6.7).
pub(super) fn unquoted(rest: &[u8]) -> Option<Escape> {
    let digit =
        |byte: &u8| char::from(*byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    match rest {
        [b'=', b'\r', b'\n', ..] => Some((3, Vec::new())),
        [b'=', b'\n', ..] => Some((2, Vec::new())),
        [b'=', high, low, ..] => Some((3, vec![digit(high)? << 4 | digit(low)?])),
        _ => None,
    }
}
