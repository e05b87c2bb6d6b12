//! Percent-encoded octets that change their meaning when they are decoded, and deceptive characters
//! (sections 7.2 and 7.3, and RFC 3987, sections 4 and 8).

use super::characters;
use super::code::Code;
use super::report::{Meant, Report, Subject, meant};
use crate::span::Span;
use crate::text::glyph::{self, Glyph};
use crate::uri::pct::{self, Octet, Octets};
use crate::uri::schemes::Special;

/// The component that contains an octet. Which octets are hazards depends on the component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    /// The userinfo or the host.
    Authority,
    Path,
    Query,
    Fragment,
}

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let parts = subject.parts;
    for (component, span) in [
        (Component::Authority, parts.userinfo()),
        (Component::Authority, parts.host()),
        (Component::Path, Some(parts.path())),
        (Component::Query, parts.query()),
        (Component::Fragment, parts.fragment()),
    ] {
        if let Some(span) = span.filter(|span| !is_plain(subject.part(*span))) {
            check_octets(subject, component, span, report);
            let is_address = component == Component::Path && subject.has_addresses();
            let component = if is_address { Component::Authority } else { component };
            check_characters(component, subject.part(span), span, report);
        }
    }
}

/// Whether `text` is ASCII without percent-encoding, and so has none of these hazards.
fn is_plain(text: &str) -> bool {
    text.is_ascii() && memchr::memchr(b'%', text.as_bytes()).is_none()
}

fn check_octets(subject: &Subject<'_>, component: Component, span: Span, report: &mut Report) {
    let text = subject.part(span);
    let mut octets = pct::octets(text);
    while let Some(octet) = octets.next() {
        if !octet.is_encoded() {
            continue;
        }
        let Some((code, end)) = code(octets.clone(), octet, component) else { continue };
        let found = Span::new(octet.span().start(), end).shifted(span.start());
        match code {
            Code::EncodedCrlf => report.grow(line_end(subject, component, span, octet), found),
            Code::DoubleEncoded => report.grow(code, found),
            _ => report.found(code, found),
        }
    }
}

/// The hazard of the encoded `octet`, and the offset at which the hazard ends. `next` contains the octets after
/// `octet`.
fn code(mut next: Octets<'_>, octet: Octet, component: Component) -> Option<(Code, usize)> {
    // A program may use these components as a file name.
    let is_of_file = matches!(component, Component::Authority | Component::Path);
    let code = match octet.value() {
        b'\r' | b'\n' => Code::EncodedCrlf,
        0 => Code::EncodedNul,
        0x01..=0x1F | 0x7F => Code::EncodedControl,
        b'\\' if is_of_file => Code::EncodedBackslash,
        b'\\' => Code::EncodedDelimiter,
        b'%' => {
            // The two digits may be encoded themselves: `%25%32%65` decodes to `%2e`.
            let mut digits = next.take_while(|octet| octet.value().is_ascii_hexdigit());
            let (_, last) = (digits.next()?, digits.next()?);
            return Some((Code::DoubleEncoded, last.span().end()));
        }
        // These octets begin an overlong encoding of a character (RFC 3629, 3).
        lead @ (0xC0 | 0xC1 | 0xE0 | 0xF0) => {
            let second = next.next()?;
            let overlong = match lead {
                0xE0 => 0x80..=0x9F,
                0xF0 => 0x80..=0x8F,
                _ => 0x80..=0xBF,
            };
            let end = second.span().end();
            return overlong.contains(&second.value()).then_some((Code::OverlongEncoding, end));
        }
        // In queries and fragments, no byte counts as a delimiter: HTML forms regularly send `%26` and `%3D` in queries.
        b'/' | b'?' | b'#' | b':' | b'[' | b']' if is_of_file => Code::EncodedDelimiter,
        b'@' if component == Component::Authority => Code::EncodedDelimiter,
        _ => return None,
    };
    Some((code, octet.span().end()))
}

/// The code for an encoded line end. In three places, a line end is usually data:
///
/// - in the body of a message: "line breaks in the body of a message MUST be encoded with "%0D%0A"" (RFC 6068,
///   section 5);
/// - in the fragment of a web URI;
/// - in the query of a web URI, because forms send the line ends of text areas (unless a header field follows).
fn line_end(subject: &Subject<'_>, component: Component, span: Span, octet: Octet) -> Code {
    let is_data = match (subject.special(), component) {
        (Special::Mailto, Component::Query) => is_in_body(subject, span, octet),
        (Special::Host, Component::Query) => {
            let next = subject.part(span).get(octet.span().end()..).unwrap_or_default();
            !is_header_field(next)
        }
        (Special::Host, Component::Fragment) => true,
        _ => false,
    };
    if is_data { Code::EncodedLineEnd } else { Code::EncodedCrlf }
}

/// Whether `text`, after any line ends, begins with the name of a header field, a colon and a blank, as
/// a forged header does.
fn is_header_field(text: &str) -> bool {
    let mut octets = pct::octets(text).map(Octet::value).peekable();
    while octets.next_if(|octet| matches!(octet, b'\r' | b'\n')).is_some() {}
    let mut letters = 0;
    while octets.next_if(|octet| octet.is_ascii_alphabetic() || *octet == b'-').is_some() {
        letters += 1;
    }
    letters > 1 && octets.next() == Some(b':') && octets.next() == Some(b' ')
}

fn is_in_body(subject: &Subject<'_>, component: Span, octet: Octet) -> bool {
    let before = subject.part(component).get(..octet.span().start()).unwrap_or_default();
    let field = before.rsplit('&').next().unwrap_or_default();
    field.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("body="))
}

fn check_characters(component: Component, text: &str, span: Span, report: &mut Report) {
    let mut before = None;
    let in_authority = component == Component::Authority;
    // Some clients wrap each link in a bidirectional isolate, so the closing character can remain at
    // the end of a link.
    let is_closer = |char: char| matches!(char, '\u{202C}' | '\u{2069}');
    let opens = |char: char| !char.is_ascii() && glyph::glyph(char) == Glyph::BidiOpen;
    let has_opener = in_authority || text.contains(opens);
    let kept = if has_opener { text } else { text.trim_end_matches(is_closer) };
    let end = span.start() + kept.len();
    let mut rest = meant(text, span.start()).peekable();
    while let Some(Meant { char, span }) = rest.next() {
        let after = rest.peek().map(|after| after.char);
        let is_joiner = || characters::is_needed(before, char, after);
        let may_report = !char.is_ascii() && span.end() <= end;
        match may_report.then(|| characters::code(char)).flatten() {
            None => {}
            Some(Code::Invisible) if !in_authority && char.is_whitespace() || is_joiner() => {}
            Some(Code::Invisible) if in_authority => report.found(Code::InvisibleHost, span),
            Some(Code::Bidi) if in_authority => report.found(Code::BidiHost, span),
            Some(code) => report.found(code, span),
        }
        before = Some(char);
    }
}
