//! URIs that a mail filter wrapped into its own, to check them when they are followed.

use super::report::Subject;
use crate::span::Span;
use crate::uri::buf::UriBuf;
use crate::uri::grammar::{Grammar, Mode};
use crate::uri::map::to_uri_from_parts;
use crate::uri::parts::Parts;
use crate::uri::pct;
use crate::uri::reference::Uri;
use crate::uri::repair::repair;

const SAFE_LINKS: &str = "safelinks.protection.outlook.com";

/// The hosts of Proofpoint URL Defense. The path of a link begins with the version of its form.
const URL_DEFENSE: [&str; 3] = ["urldefense.com", "urldefense.us", "urldefense.proofpoint.com"];

#[derive(Clone, Copy)]
enum Form {
    /// `?url=http%3A%2F%2Fexample.com`: Safe Links, and URL Defense, version 1.
    Parameter,
    /// `/v2/url?u=http-3A__example.com_path`: `-` for `%`, `_` for `/`.
    V2,
    /// `/v3/__http://example.com/*20path__;JQ!!...`: [`replaced`] characters are `*`.
    V3,
}

/// The URI inside of one that Proofpoint URL Defense (versions 1 to 3) or Microsoft Safe Links wrapped;
/// `None` for every other URI.
///
/// Characters that no URI has are percent-encoded.
///
/// ```
/// use linkwright::uri::{Uri, hazards};
///
/// let text = "https://urldefense.com/v3/__https://example.com/a*20b__;JQ!!x!y$";
/// let inside = hazards::unwrapped(Uri::parse(text)?).unwrap();
/// assert_eq!(inside, "https://example.com/a%20b");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn unwrapped(uri: Uri<'_>) -> Option<UriBuf> {
    let (form, span) = locate(uri.as_str(), uri.parts())?;
    let text = uri.as_str().get(span.range())?;
    let inside = match form {
        Form::Parameter => pct::decode_utf8(text).ok()?.into_owned(),
        Form::V2 => pct::decode_utf8(&text.replace('-', "%").replace('_', "/")).ok()?.into_owned(),
        Form::V3 => replaced(text, uri.as_str().get(span.end() + V3_END.len()..)?)?,
    };
    let inside = repair(&inside, Grammar::Iri, Mode::new()).ok()?;
    to_uri_from_parts(inside.as_str(), inside.parts()).ok()
}

/// Where `subject` has the URI that was wrapped, unless the value of a parameter shows it anyway.
pub(super) fn span(subject: &Subject<'_>) -> Option<Span> {
    match locate(subject.text, subject.parts)? {
        (Form::Parameter, _) => None,
        (_, span) => Some(span),
    }
}

fn locate(text: &str, parts: Parts) -> Option<(Form, Span)> {
    let part = |span: Span| text.get(span.range()).unwrap_or_default();
    let host = part(parts.host()?);
    let query = |form, name| Some((form, parameter(part(parts.query()?), name)?));
    let (form, span) = if is_below(host, SAFE_LINKS) {
        query(Form::Parameter, "url=")?
    } else if URL_DEFENSE.iter().any(|service| is_below(host, service)) {
        match part(parts.path()).get(..4)? {
            "/v1/" => query(Form::Parameter, "u=")?,
            "/v2/" => query(Form::V2, "u=")?,
            "/v3/" => return version_3(text, parts.path()),
            _ => return None,
        }
    } else {
        return None;
    };
    Some((form, span.shifted(parts.query()?.start())))
}

/// Whether `host` is that of a service, or a host below it.
fn is_below(host: &str, service: &str) -> bool {
    let at = host.len().checked_sub(service.len());
    let (above, own) = at.and_then(|at| host.split_at_checked(at)).unwrap_or_default();
    own.eq_ignore_ascii_case(service) && (above.is_empty() || above.ends_with('.'))
}

/// The place of the value of the first field with this `name`, which includes the `=`.
fn parameter(query: &str, name: &str) -> Option<Span> {
    let mut start = 0;
    for field in query.split('&') {
        let end = start + field.len();
        if let Some(value) = field.strip_prefix(name) {
            return Some(Span::new(end - value.len(), end));
        }
        start = end + 1;
    }
    None
}

const V3_START: &str = "/v3/__";
const V3_END: &str = "__;";

/// The path ends at a `?` of the URI inside, so the end is searched for in the whole text.
fn version_3(text: &str, path: Span) -> Option<(Form, Span)> {
    let start = path.start() + V3_START.len();
    let inside = text.get(path.start()..)?.strip_prefix(V3_START)?;
    Some((Form::V3, Span::new(start, start + inside.find(V3_END)?)))
}

/// `text` with the characters that `list` has in place of each `*`, and in place of `**` and a letter
/// as many as the letter means; `None` if their numbers differ.
///
/// `list` is Base64 up to a `!`. A letter means its value in Base64 and two: a run has two characters
/// at least.
fn replaced(text: &str, list: &str) -> Option<String> {
    let list = list.split('!').next()?.trim_end_matches('=');
    let list = String::from_utf8(base64(list)?).ok()?;
    let mut characters = list.chars();
    let mut result = String::with_capacity(text.len() + list.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('*') {
        let run = after.strip_prefix('*').and_then(|run| run.split_at_checked(1));
        let (count, after) = match run {
            Some((letter, after)) => (usize::from(sextet(*letter.as_bytes().first()?)?) + 2, after),
            None => (1, after),
        };
        result.push_str(before);
        for _ in 0..count {
            result.push(characters.next()?);
        }
        rest = after;
    }
    result.push_str(rest);
    characters.next().is_none().then_some(result)
}

/// The octets that a text in Base64 (RFC 4648, section 5) without padding means.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::with_capacity(text.len());
    let (mut bits, mut count) = (0_u16, 0);
    for byte in text.bytes() {
        bits = bits << 6 | u16::from(sextet(byte)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            let [_, octet] = (bits >> count).to_be_bytes();
            octets.push(octet);
        }
    }
    Some(octets)
}

/// The value of a character of the alphabet for URLs.
const fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}
