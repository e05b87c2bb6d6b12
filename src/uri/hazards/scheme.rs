//! Hazards of schemes (RFC 6068, RFC 8089), nested URIs (section 7.6), and secrets in parameters (section 7.5).

use super::code::Code;
use super::host;
use super::report::{Report, Subject};
use super::words::{HARMLESS_HEADERS, INERT_TYPES, SECRETS, is_word};
use super::wrapped;
use crate::ascii::{SCHEME, is_scheme};
use crate::span::Span;
use crate::uri::pct;
use crate::uri::schemes::{self, Special};

/// Internet Explorer accepted at most 2,083 characters, and many programs have that limit. RFC 9110 recommends a limit
/// of at least 8,000.
const LONG: usize = 2083;

/// The maximum length of a scheme that is recognized in a value.
const LONGEST_SCHEME: usize = 16;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let parts = subject.parts;
    let scheme = parts.scheme().unwrap_or(subject.whole());
    match subject.special() {
        Special::Active => report.found(Code::ActiveScheme, scheme),
        Special::Data => report.found_if(is_document(subject), Code::ActiveScheme, scheme),
        Special::Carrier => {
            let inner = subject.part(parts.path());
            report.found_if(is_active(inner), Code::ActiveScheme, scheme);
        }
        Special::File => {
            report.found(Code::LocalFile, Span::new(0, parts.path().start()));
        }
        Special::Mailto => {
            // Programs that send mail receive addresses as arguments.
            for (address, span) in subject.split(parts.path(), [b','; 2]) {
                report.found_if(host::is_option(address), Code::OptionLike, span);
            }
            check_headers(subject, report);
        }
        // Windows starts an application for each of these schemes: `ms-word:`, `ms-officecmd:`.
        _ if starts_with(subject.part(scheme), "ms-") && parts.scheme().is_some() => {
            report.found(Code::ActiveScheme, scheme);
        }
        _ => {}
    }
    check_nested(subject, report);
    check_secrets(subject, report);
    report.found_if(subject.text.len() > LONG, Code::TooLong, subject.whole());
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Whether a `data` URI contains a document that can contain scripts. A document without a type is plain text (RFC 2397).
fn is_document(subject: &Subject<'_>) -> bool {
    let path = subject.part(subject.parts.path());
    let head = path.split_once(',').map_or(path, |(head, _)| head);
    let is_inert = INERT_TYPES.iter().any(|kind| starts_with(head, kind));
    let is_untyped = head.is_empty() || head.starts_with(';');
    !is_untyped && (!is_inert || head.to_ascii_lowercase().contains("svg"))
}

/// Whether `text` is a URI of a scheme that runs code or contains a document, possibly inside URIs of schemes that
/// contain another URI (`feed:view-source:javascript:`).
fn is_active(text: &str) -> bool {
    let mut rest = text.trim_start_matches('/');
    while let Some((scheme, inner)) = rest.split_once(':') {
        match schemes::find(scheme).map(|rules| rules.special) {
            Some(Special::Active | Special::Data) => return true,
            Some(Special::Carrier) => rest = inner.trim_start_matches('/'),
            _ => return false,
        }
    }
    false
}

/// Reports dangerous header fields: "The user agent interpreting a 'mailto' URI SHOULD choose not to create a message
/// if any of the header fields are considered dangerous" (RFC 6068, section 4).
fn check_headers(subject: &Subject<'_>, report: &mut Report) {
    let Some(query) = subject.parts.query() else { return };
    for (field, span) in subject.split(query, [b'&'; 2]) {
        let name = field.split('=').next().unwrap_or_default();
        let place = Span::new(span.start(), span.start() + name.len());
        report.found_if(!name.is_empty() && !is_harmless_header(name), Code::MailtoHeaders, place);
    }
}

/// Whether a mail program may use the header `name`, which may be percent-encoded, from a `mailto` URI (RFC 6068,
/// section 4).
pub(crate) fn is_harmless_header(name: &str) -> bool {
    is_word(pct::decode(name), HARMLESS_HEADERS)
}

/// Reports parameters that contain secrets. Section 7.5 deprecates "a password appearing within the userinfo". A
/// password in a query is just as visible in logs and histories, and a password in a fragment is visible in histories.
fn check_secrets(subject: &Subject<'_>, report: &mut Report) {
    for component in [subject.parts.query(), subject.parts.fragment()].into_iter().flatten() {
        for (field, span) in subject.split(component, [b'&', b';']) {
            let Some((name, value)) = field.split_once('=') else { continue };
            report.found_if(is_secret_name(name) && !value.is_empty(), Code::SecretParameter, span);
        }
    }
}

/// Whether `name` is a common name of a field that contains a secret.
pub(super) fn is_secret_name(name: impl AsRef<[u8]>) -> bool {
    is_word(name, SECRETS)
}

/// Reports nested URIs: a value in the query or the fragment that is a URI with an authority or an active scheme; a URI
/// that begins at a segment of the path; and a URI that a service has wrapped.
fn check_nested(subject: &Subject<'_>, report: &mut Report) {
    let wrapped = wrapped::place(subject);
    let mut is_found = false;
    let mut found = |span: Span| {
        is_found |= wrapped.is_some_and(|wrapped| wrapped.start() == span.start());
        report.found(Code::NestedUri, span);
    };
    for component in [subject.parts.query(), subject.parts.fragment()].into_iter().flatten() {
        for (field, span) in subject.split(component, [b'&', b';']) {
            let (name, value) = field.split_once('=').unwrap_or(("", field));
            let start = span.start() + (field.len() - value.len());
            let is_named = !name.is_empty() || value.len() < field.len();
            if is_uri(value, is_named) {
                found(Span::new(start, span.end()));
            }
        }
    }
    if let Some(span) = in_path(subject) {
        found(span);
    }
    if let Some(span) = wrapped.filter(|_| !is_found) {
        report.found(Code::NestedUri, span);
    }
}

/// The span of a URI that begins at a segment of the path, as in URIs of archives and proxies:
/// `/web/2020/http://example.com/`.
fn in_path(subject: &Subject<'_>) -> Option<Span> {
    let path = subject.parts.path();
    if subject.parts.authority().is_none() || !subject.part(path).contains([':', '%']) {
        return None;
    }
    let mut segments = subject.split(path, [b'/'; 2]).skip(1);
    segments.find_map(|(segment, span)| {
        let scheme = segment.split([':', '%']).next().unwrap_or_default();
        let is_web = schemes::find(scheme).is_some_and(|rules| rules.special == Special::Host);
        let rest = segment.get(scheme.len()..).unwrap_or_default();
        let is_raw =
            rest == ":" && subject.text.get(span.end()..).is_some_and(|t| t.starts_with('/'));
        let is_nested = is_web && (is_raw || is_uri(segment, false));
        is_nested.then(|| Span::new(span.start(), path.end()))
    })
}

/// Whether the decoded `value` begins like a URI with an authority or an active scheme. A value such as `//h`, without
/// a scheme, counts only if `is_named` is true, that is, if a `=` precedes it in its field.
fn is_uri(value: &str, is_named: bool) -> bool {
    let octets = pct::octets(value).map(pct::Octet::value);
    let start: Vec<u8> = octets.take(LONGEST_SCHEME + "://".len()).collect();
    let (scheme, rest) = start.split_at(SCHEME.run_len(&start).min(LONGEST_SCHEME));
    let scheme = core::str::from_utf8(scheme).unwrap_or_default();
    if scheme.is_empty() {
        return is_named && rest.starts_with(b"//");
    }
    let is_active = || schemes::find(scheme).is_some_and(|rules| rules.special == Special::Active);
    is_scheme(scheme)
        && rest.strip_prefix(b":").is_some_and(|rest| rest.starts_with(b"//") || is_active())
}
