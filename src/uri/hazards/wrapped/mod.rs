//! URIs that a service has wrapped into its own URI. Such a service is a mail filter, which checks a URI when a reader
//! follows it, or a site that shows a warning or counts clicks.

mod decode;
mod services;

pub(super) use self::services::may_be_host;
use self::services::{Form, SERVICES};
use super::report::Subject;
use crate::span::Span;
use crate::uri::buf::{IriBuf, UriBuf};
use crate::uri::grammar::Grammar;
use crate::uri::reference::Uri;
use crate::uri::repair::repair;
use crate::uri::schemes::Special;

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
    let target = targets(&Subject::new(**uri)).last()?;
    target.as_iri().to_uri().ok()
}

/// The URIs that services wrapped into `subject`, the outermost target first, at most [`MAX_DEPTH`] of them.
pub(super) fn targets(subject: &Subject<'_>) -> impl Iterator<Item = IriBuf> + use<> {
    let next = |iri: &IriBuf| target(&Subject::new(iri.as_iri().as_reference()));
    core::iter::successors(target(subject), next).take(MAX_DEPTH)
}

/// The position of the wrapped URI in `subject`; `None` if no service wrapped one.
pub(super) fn place(subject: &Subject<'_>) -> Option<Span> {
    target(subject)?;
    locate(subject).map(|(_, span)| span)
}

/// The URI that the outermost service wrapped.
fn target(subject: &Subject<'_>) -> Option<IriBuf> {
    let (form, span) = locate(subject)?;
    let written = subject.part(span);
    let target = match form {
        Form::Field(_) | Form::Query | Form::Rest | Form::Segment(_) => decode::percent(written)?,
        Form::Base64(_) => decode::base64_text(written)?,
        Form::Dashed(_) => decode::dashed(written)?,
        Form::Starred => decode::starred(written, subject.text.get(span.end() + STARRED.len()..)?)?,
        Form::Underlined => written.to_owned(),
    };
    let target = decode::with_slashes(target);
    let target = repair(&target, Grammar::Iri).ok()?;
    let parts = target.parts;
    let target = IriBuf::from_parts(target.into_text().into_owned(), parts);
    let needs_host = Subject::new(target.as_iri().as_reference()).special() == Special::Host;
    let has_host = parts.host().is_some_and(|host| !host.is_empty());
    (has_host || !needs_host).then_some(target)
}

/// The text between a target of [`Form::Starred`] and the list of the characters that were replaced in it.
const STARRED: &str = "__;";

/// The text between a target of [`Form::Underlined`] and the signature after it.
const UNDERLINED: &str = "___.";

/// The form and the position of a wrapped URI.
fn locate(subject: &Subject<'_>) -> Option<(Form, Span)> {
    let (text, parts) = (subject.text, subject.parts);
    let scheme = subject.part(parts.scheme()?);
    let (host, path) = (subject.part(parts.host()?), subject.part(parts.path()));
    let is_web = ["https", "http"].iter().any(|web| web.eq_ignore_ascii_case(scheme));
    if !is_web || !may_be_host(host) {
        return None;
    }
    let service = SERVICES.iter().find(|service| service.has(host, path))?;
    let path_end = parts.path().start() + service.path.trim_end_matches('*').len();
    let rest = text.get(path_end..)?;
    // The path ends at the first `?` of the inner URI, so the end of the inner URI is searched for in the whole text.
    let until = |end| Some(Span::new(path_end, path_end + rest.find(end)?));
    let span = match service.form {
        Form::Field(names) => field(subject, parts.query()?, b'&', names),
        Form::Base64(name) | Form::Dashed(name) => field(subject, parts.query()?, b'&', &[name]),
        Form::Query => parts.query(),
        Form::Segment(name) => field(subject, parts.path(), b'/', &[name]),
        Form::Rest => Some(Span::new(path_end + rest.find('/')? + 1, text.len())),
        Form::Starred => until(STARRED),
        Form::Underlined => until(UNDERLINED),
    };
    Some((service.form, span?))
}

/// The span of the value of the first field of `component` with one of the `names`, each of which includes the `=`.
/// Earlier names take precedence; an empty value is skipped.
fn field(subject: &Subject<'_>, component: Span, separator: u8, names: &[&str]) -> Option<Span> {
    names.iter().find_map(|name| {
        subject.split(component, [separator; 2]).find_map(|(field, span)| {
            let value = field.strip_prefix(name).filter(|value| !value.is_empty())?;
            Some(Span::new(span.end() - value.len(), span.end()))
        })
    })
}
