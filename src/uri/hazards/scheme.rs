//! What the scheme makes of the rest (section 7.6, RFC 6068 and RFC 8089).

use super::code::Code;
use super::report::{Report, Subject};
use crate::ascii::{ALPHA, SCHEME};
use crate::span::Span;
use crate::uri::pct;
use crate::uri::schemes::{self, Special};

/// Internet Explorer read no more than 2,083 characters, and much was built to that measure.
/// RFC 9110 asks for at least 8,000; what is longer than the former fails somewhere.
const LONG: usize = 2083;

pub(super) fn check(subject: &Subject<'_>, report: &mut impl Report) {
    let parts = subject.parts;
    match subject.special() {
        Special::Active => {
            report.found(Code::ActiveScheme, parts.scheme().unwrap_or(subject.whole()));
        }
        Special::File => {
            report.found(Code::LocalFile, Span::new(0, parts.path().start()));
        }
        Special::Mailto => check_headers(subject, report),
        Special::None | Special::Host | Special::Urn => {}
    }
    check_nested(subject, report);
    report.found_if(subject.text.len() > LONG, Code::TooLong, subject.whole());
}

/// "The user agent interpreting a 'mailto' URI SHOULD choose not to create a message if any of the
/// header fields are considered dangerous" (RFC 6068, section 4).
fn check_headers(subject: &Subject<'_>, report: &mut impl Report) {
    const HARMLESS: [&str; 6] = ["to", "cc", "subject", "body", "keywords", "in-reply-to"];
    let Some(query) = subject.parts.query() else { return };
    for (field, span) in subject.split(query, [b'&'; 2]) {
        let name = field.split('=').next().unwrap_or_default();
        let decoded = pct::decode(name).to_ascii_lowercase();
        let is_harmless = HARMLESS.iter().any(|header| header.as_bytes() == decoded);
        let place = Span::new(span.start(), span.start() + name.len());
        report.found_if(!is_harmless && !name.is_empty(), Code::MailtoHeaders, place);
    }
}

/// A value in the query or the fragment that is itself a URI with an authority, or one that runs.
fn check_nested(subject: &Subject<'_>, report: &mut impl Report) {
    for component in [subject.parts.query(), subject.parts.fragment()].into_iter().flatten() {
        for (field, span) in subject.split(component, [b'&', b';']) {
            let (name, value) = field.split_once('=').unwrap_or(("", field));
            let start = span.start() + (field.len() - value.len());
            let is_named = !name.is_empty() || value.len() < field.len();
            let is_nested = is_uri(value, is_named);
            report.found_if(is_nested, Code::NestedUri, Span::new(start, span.end()));
        }
    }
}

/// Whether `value`, decoded, begins as a URI does; `//h` only where a name asks for a value.
fn is_uri(value: &str, is_named: bool) -> bool {
    let mut octets = pct::octets(value).map(pct::Octet::value).peekable();
    let mut scheme = [0; 16];
    let mut len = 0;
    while let Some(byte) = octets.next_if(|&byte| SCHEME.contains(byte)) {
        let Some(slot) = scheme.get_mut(len) else { return false };
        *slot = byte;
        len += 1;
    }
    let scheme = scheme.get(..len).unwrap_or_default();
    let starts = scheme.first().is_some_and(|&byte| ALPHA.contains(byte));
    if scheme.is_empty() {
        return is_named && octets.next() == Some(b'/') && octets.next() == Some(b'/');
    }
    if !starts || octets.next() != Some(b':') {
        return false;
    }
    let rules = core::str::from_utf8(scheme).ok().and_then(schemes::find);
    rules.is_some_and(|rules| rules.special == Special::Active)
        || octets.next() == Some(b'/') && octets.next() == Some(b'/')
}
