//! URIs that a mail filter wrapped into its own, to check them when they are followed.

use super::report::Subject;
use crate::span::Span;
use crate::uri::buf::UriBuf;
use crate::uri::pct;
use crate::uri::reference::Uri;

/// The services, each with the form of its links.
const SERVICES: [(&str, Form); 3] = [
    ("urldefense.proofpoint.com", Form::V2),
    ("urldefense.com", Form::V3),
    ("safelinks.protection.outlook.com", Form::Parameter),
];

#[derive(Clone, Copy)]
enum Form {
    /// `/v2/url?u=http-3A__example.com_path`: `-` for `%`, `_` for `/`.
    V2,
    /// `/v3/__http://example.com/path__;!!...`: unchanged, with `*` for some characters.
    V3,
    /// `?url=http%3A%2F%2Fexample.com`.
    Parameter,
}

/// The URI inside of one that Proofpoint (versions 2 and 3) or Microsoft Safe Links wrapped; `None`
/// for every other URI.
///
/// Version 3 replaces characters that its own syntax needs by `*` and lists them, encoded, in a
/// later part of the URI; such a URI is not unwrapped.
///
/// ```
/// use linkwright::uri::{Uri, hazards};
///
/// let text = "https://urldefense.com/v3/__https://example.com/a__;!!x!y$";
/// let inside = hazards::unwrapped(Uri::parse(text)?).unwrap();
/// assert_eq!(inside, "https://example.com/a");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn unwrapped(uri: Uri<'_>) -> Option<UriBuf> {
    let (form, span) = locate(uri.as_reference().as_str(), uri.parts())?;
    let text = uri.as_str().get(span.range())?;
    let inside = match form {
        Form::V2 => pct::decode_utf8(&text.replace('-', "%").replace('_', "/")).ok()?.into_owned(),
        Form::V3 if text.contains('*') => return None,
        Form::V3 => text.to_owned(),
        Form::Parameter => pct::decode_utf8(text).ok()?.into_owned(),
    };
    UriBuf::parse(inside).ok()
}

/// Where `subject` has the URI that was wrapped, unless the value of a parameter shows it anyway.
pub(super) fn span(subject: &Subject<'_>) -> Option<Span> {
    match locate(subject.text, subject.parts)? {
        (Form::Parameter, _) => None,
        (_, span) => Some(span),
    }
}

fn locate(text: &str, parts: crate::uri::parts::Parts) -> Option<(Form, Span)> {
    let part = |span: Span| text.get(span.range()).unwrap_or_default();
    let host = part(parts.host()?);
    let is_of = |service: &str| {
        let at = host.len().checked_sub(service.len());
        let (above, own) = at.and_then(|at| host.split_at_checked(at)).unwrap_or_default();
        own.eq_ignore_ascii_case(service) && (above.is_empty() || above.ends_with('.'))
    };
    let (_, form) = SERVICES.iter().find(|(service, _)| is_of(service))?;
    let within = |outer: Span, inner: &str| {
        let start = outer.start() + part(outer).find(inner)? + inner.len();
        Some(Span::new(start, outer.end()))
    };
    let parameter = |name: &str| {
        let query = parts.query()?;
        let mut start = query.start();
        for field in part(query).split('&') {
            if let Some(value) = field.strip_prefix(name) {
                let end = start + field.len();
                return Some(Span::new(end - value.len(), end));
            }
            start += field.len() + 1;
        }
        None
    };
    let span = match form {
        Form::V2 => parameter("u=")?,
        Form::Parameter => parameter("url=")?,
        // The path ends at a `?` of the URI inside, so its end is looked for in the whole text.
        Form::V3 => {
            let start = within(parts.path(), "/v3/__")?.start();
            let rest = text.get(start..)?;
            Span::new(start, start + rest.find("__;")?)
        }
    };
    Some((*form, span))
}
