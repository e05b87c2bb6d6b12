//! `linkwright uri parse` and `linkwright uri split`: show the components of texts.

use std::io::{self, Write as _};

use linkwright::uri::{self, Grammar, HostKind, IriReference, check};
use serde_json::json;

use super::session::{Refusal, Session, record};
use crate::show::{Palette, visible};

/// The names of the components, with the value of each that the text has.
type NamedComponents<'t> = Vec<(&'static str, Option<&'t str>)>;

/// Parses a text, and shows its components, or where it stops being valid.
pub(super) fn parse(session: &mut Session, text: &str, grammar: Grammar) -> Result<(), Refusal> {
    // What is valid in any of the grammars is an IRI reference.
    let parsed = check(text, grammar).and_then(|()| IriReference::parse(text));
    let error = match parsed {
        Ok(reference) => return Ok(show(session, text, true, components(reference))?),
        Err(error) => error,
    };
    session.is_good = false;
    if session.is_json() {
        return Ok(session.write_json(&[
            ("text", json!(text)),
            ("valid", json!(false)),
            ("error", record(error)),
            ("valid_prefix", json!(error.valid_prefix())),
        ])?);
    }
    session.point(text, error)?;
    Ok(match error.valid_prefix() {
        Some(len) => writeln!(session.out, "the first {len} bytes are valid"),
        None => writeln!(session.out, "no prefix is valid"),
    }?)
}

/// Shows the components of a text that need not be valid.
pub(super) fn split(session: &mut Session, text: &str) -> Result<(), Refusal> {
    let parts = uri::split(text);
    let components = vec![
        ("scheme", parts.scheme),
        ("authority", parts.authority),
        ("path", Some(parts.path)),
        ("query", parts.query),
        ("fragment", parts.fragment),
    ];
    Ok(show(session, text, false, components)?)
}

fn components(reference: IriReference<'_>) -> NamedComponents<'_> {
    let authority = reference.authority();
    let host = authority.map(|authority| authority.host());
    let kind = host.map(|host| match host.kind() {
        HostKind::Ipv4(_) => "ipv4",
        HostKind::Ipv6(_) => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        _ => "reg-name",
    });
    vec![
        ("scheme", reference.scheme().map(|scheme| scheme.as_str())),
        ("userinfo", authority.and_then(|authority| authority.userinfo())),
        ("host", host.map(|host| host.as_str())),
        ("host_kind", kind),
        ("port", authority.and_then(|authority| authority.port())),
        ("path", Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ]
}

/// Writes all components as JSON, or a row for each that the text has.
fn show(
    session: &mut Session,
    text: &str,
    is_parsed: bool,
    components: NamedComponents<'_>,
) -> io::Result<()> {
    if session.is_json() {
        let mut members = vec![("text", json!(text))];
        members.extend(is_parsed.then_some(("valid", json!(true))));
        members.extend(components.iter().map(|(name, value)| (*name, json!(value))));
        return session.write_json(&members);
    }
    let Palette { link, place, .. } = session.palette;
    write!(session.out, "{link}{}{link:#}", visible(text))?;
    for (name, value) in components {
        match value {
            Some(kind) if name == "host_kind" => write!(session.out, " ({kind})")?,
            Some(value) => {
                write!(session.out, "\n  {place}{name:<9}{place:#} {}", visible(value))?;
            }
            None => {}
        }
    }
    writeln!(session.out)
}
