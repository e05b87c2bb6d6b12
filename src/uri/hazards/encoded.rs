//! Percent-encoded octets that change their meaning when they are decoded, and deceptive characters
//! (sections 7.2 and 7.3, and RFC 3987, sections 4 and 8).

use core::iter::Peekable;

use super::code::Code;
use super::joiner;
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
    if is_plain(subject.text) {
        return;
    }
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
    let mut octets = pct::octets(text).peekable();
    while let Some(octet) = octets.next() {
        if !octet.is_encoded() {
            continue;
        }
        let Some((code, end)) = code(&octets, octet, component) else { continue };
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
fn code(next: &Peekable<Octets<'_>>, octet: Octet, component: Component) -> Option<(Code, usize)> {
    let code = match octet.value() {
        b'\r' | b'\n' => Code::EncodedCrlf,
        0 => Code::EncodedNul,
        0x01..=0x1F | 0x7F => Code::EncodedControl,
        b'\\' if component.names_a_file() => Code::EncodedBackslash,
        b'\\' => Code::EncodedDelimiter,
        b'%' => {
            // The two digits may be encoded themselves: `%25%32%65` decodes to `%2e`.
            let mut digits = next.clone().take_while(|octet| octet.value().is_ascii_hexdigit());
            let (_, last) = (digits.next()?, digits.next()?);
            return Some((Code::DoubleEncoded, last.span().end()));
        }
        lead @ (0xC0 | 0xC1 | 0xE0 | 0xF0) => {
            let second = next.clone().next().filter(|octet| is_overlong(lead, octet.value()))?;
            return Some((Code::OverlongEncoding, second.span().end()));
        }
        byte if component.has_delimiter(byte) => Code::EncodedDelimiter,
        _ => return None,
    };
    Some((code, octet.span().end()))
}

/// Whether the two octets begin an overlong encoding of a character (RFC 3629, 3).
const fn is_overlong(lead: u8, second: u8) -> bool {
    match lead {
        0xE0 => matches!(second, 0x80..=0x9F),
        0xF0 => matches!(second, 0x80..=0x8F),
        _ => matches!(second, 0x80..=0xBF),
    }
}

impl Component {
    /// Whether `byte`, if it were not encoded, would end or divide the component.
    ///
    /// In queries and fragments, no byte counts as a delimiter: HTML forms regularly send `%26` and `%3D` in queries.
    const fn has_delimiter(self, byte: u8) -> bool {
        match byte {
            b'/' | b'?' | b'#' | b':' | b'[' | b']' => self.names_a_file(),
            b'@' => self.is_in_authority(),
            _ => false,
        }
    }

    /// Whether a program may use the component as a file name.
    const fn names_a_file(self) -> bool {
        !matches!(self, Component::Query | Component::Fragment)
    }

    const fn is_in_authority(self) -> bool {
        matches!(self, Component::Authority)
    }
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
    // Some clients wrap each link in a bidirectional isolate, so the closing character can remain at
    // the end of a link.
    let is_closer = |char: char| matches!(char, '\u{202C}' | '\u{2069}');
    let opens = |char: char| !char.is_ascii() && glyph::glyph(char) == Glyph::BidiOpen;
    let has_opener = text.contains(opens) || component.is_in_authority();
    let kept = if has_opener { text } else { text.trim_end_matches(is_closer) };
    let end = span.start() + kept.len();
    let mut characters = meant(text, span.start()).peekable();
    while let Some(meant) = characters.next() {
        let after = characters.peek().map(|after| after.char);
        let code = code_of_character(component, before, meant, after);
        if let Some(code) = code.filter(|_| meant.span.end() <= end) {
            report.found(code, meant.span);
        }
        before = Some(meant.char);
    }
}

fn code_of_character(
    component: Component,
    before: Option<char>,
    meant: Meant,
    after: Option<char>,
) -> Option<Code> {
    if meant.char.is_ascii() {
        return None;
    }
    let in_authority = component.is_in_authority();
    let is_joiner = joiner::is_needed(before, meant.char, after);
    match plain_code_of(meant.char)? {
        Code::Invisible if is_joiner || meant.char.is_whitespace() && !in_authority => None,
        Code::Invisible if in_authority => Some(Code::InvisibleHost),
        Code::Bidi if in_authority => Some(Code::BidiHost),
        code => Some(code),
    }
}

fn plain_code_of(char: char) -> Option<Code> {
    match glyph::glyph(char) {
        Glyph::BidiOpen | Glyph::BidiClose => return Some(Code::Bidi),
        // The spaces are those other than U+0020; a host cannot contain them.
        Glyph::Space | Glyph::Invisible | Glyph::Joiner => return Some(Code::Invisible),
        _ => {}
    }
    match char {
        // C1 controls, LINE SEPARATOR, PARAGRAPH SEPARATOR.
        '\u{80}'..='\u{9F}' | '\u{2028}' | '\u{2029}' => Some(Code::EncodedControl),
        // Other default ignorable characters, except the selectors FE0E and FE0F, which occur in emoji; and the marks of
        // interlinear annotations, FFF9 to FFFB.
        '\u{34F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0D}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => Some(Code::Invisible),
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => Some(Code::PrivateUse),
        _ => None,
    }
}
