//! URIs that a service has wrapped into its own URI. Such a service is a mail filter, which checks a URI when a reader
//! follows it, or a site that shows a warning or counts clicks.

mod decode;
mod services;

use self::services::{Form, SERVICES};
use super::report::Subject;
use crate::span::Span;
use crate::uri::buf::{IriBuf, UriBuf};
use crate::uri::grammar::Grammar;
use crate::uri::map::to_uri_from_parts;
use crate::uri::parts::Parts;
use crate::uri::reference::Uri;
use crate::uri::repair::repair;
use crate::uri::schemes::{self, Special};

/// The maximum number of nested services that are unwrapped.
const MAX_DEPTH: usize = 5;

/// The URI that a service has wrapped into `uri`. Returns `None` if `uri` does not belong to a known service, or if the
/// text at the position of the target is not a URI, for example because its encoding is incomplete, it has no scheme,
/// or it is an `http` URI without a host.
///
/// The services are Microsoft Safe Links, Proofpoint URL Defense (versions 1 to 3), Barracuda, Cisco,
/// Sophos, Check Point, Trend Micro, `FireEye`, Symantec, Trustwave, and the redirects of Google, Bing,
/// Yahoo, `DuckDuckGo`, Facebook, Instagram, `YouTube`, Tumblr, Reddit, VK, Slack, Steam, `LinkedIn` and
/// others. A service is recognized by its host, which may have more labels before it, and by its path. No request is
/// made: the URI of a service that uses a token instead of the target, such as Mimecast or `t.co`, is not unwrapped.
///
/// If the target is itself a wrapped URI, it is also unwrapped, up to a depth of five services. Characters that a URI
/// cannot contain are percent-encoded. The result may have any scheme, including `javascript`. A truncated target is
/// recognized as such only if its encoding is incomplete.
///
/// ```
/// use linkwright::uri::{Uri, hazards};
///
/// let text = "https://urldefense.com/v3/__https://example.com/a*20b__;JQ!!x!y$";
/// let inside = hazards::unwrapped(Uri::parse(text)?).unwrap();
/// assert_eq!(inside, "https://example.com/a%20b");
///
/// let text = "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F&sa=D";
/// let inside = hazards::unwrapped(Uri::parse(text)?).unwrap();
/// assert_eq!(inside, "https://example.org/");
///
/// let text = "https://www.google.com.evil.example/url?q=https%3A%2F%2Fexample.org%2F";
/// assert_eq!(hazards::unwrapped(Uri::parse(text)?), None);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn unwrapped(uri: Uri<'_>) -> Option<UriBuf> {
    let target = targets(uri.as_str(), uri.parts()).last()?;
    to_uri_from_parts(target.as_str(), target.as_iri().parts()).ok()
}

/// Whether `host` may belong to a service that wraps URIs. This is faster than comparing it with each service.
pub(super) fn may_be_service(host: &str) -> bool {
    services::may_be_host(host)
}

/// The URIs that services wrapped into `text`, the outermost target first, at most [`MAX_DEPTH`] of them.
pub(super) fn targets(text: &str, parts: Parts) -> impl Iterator<Item = IriBuf> {
    let next = |iri: &IriBuf| target(iri.as_str(), iri.as_iri().parts());
    core::iter::successors(target(text, parts), next).take(MAX_DEPTH)
}

/// The position of the wrapped URI in `subject`; `None` if no service wrapped one.
pub(super) fn place(subject: &Subject<'_>) -> Option<Span> {
    target(subject.text, subject.parts)?;
    locate(subject.text, subject.parts).map(|(_, span)| span)
}

/// The URI that the outermost service wrapped.
fn target(text: &str, parts: Parts) -> Option<IriBuf> {
    let (form, span) = locate(text, parts)?;
    let written = text.get(span.range())?;
    let target = match form {
        Form::Field(_) | Form::Query | Form::Rest | Form::Segment(_) => decode::percent(written)?,
        Form::Base64(_) => decode::base64_text(written)?,
        Form::Dashed(_) => decode::dashed(written)?,
        Form::Starred => decode::starred(written, text.get(span.end() + STARRED.len()..)?)?,
        Form::Underlined => written.to_owned(),
    };
    let target = decode::with_slashes(target);
    let target = repair(&target, Grammar::Iri).ok()?;
    let parts = target.parts;
    let target = IriBuf::from_parts(target.into_text().into_owned(), parts);
    has_host(&target).then_some(target)
}

/// Whether `iri` has the host that its scheme requires.
fn has_host(iri: &IriBuf) -> bool {
    let iri = iri.as_iri();
    let rules = schemes::find(iri.scheme().as_str());
    let is_required = rules.is_some_and(|rules| rules.special == Special::Host);
    !is_required || iri.authority().is_some_and(|authority| !authority.host().as_str().is_empty())
}

/// The text between a target of [`Form::Starred`] and the list of the characters that were replaced in it.
const STARRED: &str = "__;";

/// The text between a target of [`Form::Underlined`] and the signature after it.
const UNDERLINED: &str = "___.";

/// The form and the position of a wrapped URI.
fn locate(text: &str, parts: Parts) -> Option<(Form, Span)> {
    let part = |span: Span| text.get(span.range()).unwrap_or_default();
    let scheme = part(parts.scheme()?);
    let (host, path) = (part(parts.host()?), part(parts.path()));
    let is_web = ["https", "http"].iter().any(|web| web.eq_ignore_ascii_case(scheme));
    if !is_web || !may_be_service(host) {
        return None;
    }
    let service = SERVICES.iter().find(|service| service.has(host, path))?;
    let path_end = parts.path().start() + service.path.trim_end_matches('*').len();
    let query = |names: &[&str]| {
        let query = parts.query()?;
        Some(field(part(query), '&', names)?.shifted(query.start()))
    };
    let span = match service.form {
        Form::Field(names) => query(names),
        Form::Base64(name) | Form::Dashed(name) => query(&[name]),
        Form::Query => parts.query(),
        Form::Segment(name) => {
            field(path, '/', &[name]).map(|span| span.shifted(parts.path().start()))
        }
        Form::Rest => {
            let at = path_end + text.get(path_end..)?.find('/')? + 1;
            Some(Span::new(at, text.len()))
        }
        // The path ends at the first `?` of the inner URI, so the end of the inner URI is searched for in the whole
        // text.
        Form::Starred => until(text, path_end, STARRED),
        Form::Underlined => until(text, path_end, UNDERLINED),
    };
    Some((service.form, span?))
}

/// The span of the text from `start` to the next `end`.
fn until(text: &str, start: usize, end: &str) -> Option<Span> {
    Some(Span::new(start, start + text.get(start..)?.find(end)?))
}

/// The span of the value of the first field with one of the `names`, each of which includes the `=`. Earlier names take
/// precedence; an empty value is skipped.
fn field(text: &str, separator: char, names: &[&str]) -> Option<Span> {
    names.iter().find_map(|name| {
        let mut end = 0;
        text.split(separator).find_map(|field| {
            let start = end;
            end = start + field.len() + 1;
            let value = field.strip_prefix(name).filter(|value| !value.is_empty())?;
            Some(Span::new(start + field.len() - value.len(), start + field.len()))
        })
    })
}
