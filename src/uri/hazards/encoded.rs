//! Octets that are percent-encoded for a reason, and characters that are not what they look like
//! (sections 7.2 and 7.3, and RFC 3987, sections 4 and 8).

use super::code::Code;
use super::report::{Report, Subject, meant};
use crate::ascii::HEXDIG;
use crate::span::Span;
use crate::uri::pct::{self, Octet};
use crate::uri::schemes::Special;

/// Where an octet stands, which decides what it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Userinfo,
    Host,
    Path,
    Query,
    Fragment,
}

pub(super) fn check(subject: &Subject<'_>, report: &mut impl Report) {
    let parts = subject.parts;
    // Nothing below ASCII's end is looked for that is not encoded.
    if subject.text.is_ascii() && memchr::memchr(b'%', subject.text.as_bytes()).is_none() {
        return;
    }
    for (component, span) in [
        (Component::Userinfo, parts.userinfo()),
        // A zone identifier has an encoded percent sign by its grammar.
        (Component::Host, parts.host().filter(|_| parts.zone().is_none())),
        (Component::Path, Some(parts.path())),
        (Component::Query, parts.query()),
        (Component::Fragment, parts.fragment()),
    ] {
        if let Some(span) = span {
            check_octets(subject, component, span, report);
            check_characters(subject.part(span), span, report);
        }
    }
}

fn check_octets(subject: &Subject<'_>, component: Component, span: Span, report: &mut impl Report) {
    let text = subject.part(span);
    // A finding grows while what follows it at once is the same.
    let mut open: Option<(Code, Span)> = None;
    for octet in pct::octets(text).filter(|octet| octet.is_encoded()) {
        let Some((code, len)) = code(text, octet, component) else { continue };
        if code == Code::EncodedCrlf && is_in_body(subject, span, octet) {
            continue;
        }
        let start = span.start() + octet.span().start();
        let found = Span::new(start, start + len);
        open = match open {
            Some((last, run)) if last == code && code.grows() && run.end() == start => {
                Some((code, Span::new(run.start(), found.end())))
            }
            last => {
                flush(last, report);
                Some((code, found))
            }
        };
    }
    flush(open, report);
}

fn flush(open: Option<(Code, Span)>, report: &mut impl Report) {
    if let Some((code, span)) = open {
        report.found(code, span);
    }
}

impl Code {
    /// Whether several in a row are one: `%0D%0A` is one line end.
    const fn grows(self) -> bool {
        matches!(self, Code::EncodedCrlf | Code::DoubleEncoded)
    }
}

/// What the encoded `octet` of `text` is, and how many bytes show it.
fn code(text: &str, octet: Octet, component: Component) -> Option<(Code, usize)> {
    let code = match octet.value() {
        b'\r' | b'\n' => Code::EncodedCrlf,
        0 => Code::EncodedNul,
        0x01..=0x1F | 0x7F => Code::EncodedControl,
        b'\\' => Code::EncodedBackslash,
        b'%' => {
            let digits = text.as_bytes().get(octet.span().end()..)?.get(..2)?;
            let is_double = digits.iter().all(|&digit| HEXDIG.contains(digit));
            return is_double.then_some((Code::DoubleEncoded, 5));
        }
        byte if component.has_delimiter(byte) => Code::EncodedDelimiter,
        _ => return None,
    };
    Some((code, 3))
}

impl Component {
    /// Whether `byte`, were it not encoded, would end the component or divide it.
    ///
    /// In a query, `%26` and `%3D` are what every form sends.
    const fn has_delimiter(self, byte: u8) -> bool {
        match self {
            Component::Userinfo | Component::Host => {
                matches!(byte, b'/' | b'?' | b'#' | b'@' | b':')
            }
            Component::Path => matches!(byte, b'/' | b'?' | b'#'),
            Component::Query | Component::Fragment => false,
        }
    }
}

/// "Line breaks in the body of a message MUST be encoded with "%0D%0A"" (RFC 6068, section 5).
fn is_in_body(subject: &Subject<'_>, component: Span, octet: Octet) -> bool {
    if subject.special() != Special::Mailto || subject.parts.query() != Some(component) {
        return false;
    }
    let before = subject.part(component).get(..octet.span().start()).unwrap_or_default();
    let field = before.rsplit('&').next().unwrap_or_default();
    field.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("body="))
}

fn check_characters(text: &str, span: Span, report: &mut impl Report) {
    for meant in meant(text, span.start()).filter(|meant| !meant.char.is_ascii()) {
        if let Some(code) = code_of_character(meant.char) {
            report.found(code, meant.span);
        }
    }
}

const fn code_of_character(char: char) -> Option<Code> {
    match char {
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            Some(Code::Bidi)
        }
        // Default ignorable, but for the selectors FE0E and FE0F, which every emoji has.
        '\u{AD}'
        | '\u{34F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0D}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => Some(Code::Invisible),
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => Some(Code::PrivateUse),
        _ => None,
    }
}
