//! The normal form of a reference under a rung.

use core::fmt::{self, Write as _};
use std::borrow::Cow;

use super::component::{Authority, Host};
use super::dots::{self, Dots};
use super::host::HostKind;
use super::map;
use super::reference::UriReference;
use super::rung::Rung;
use super::schemes::{self, SchemeRules, Special};
use super::spelling::{self, Spelling};

/// Writes the normal form of `reference`, composed as in section 5.3.
pub(super) fn write(
    reference: UriReference<'_>,
    rung: Rung,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    // Below this rung, the rules of the scheme do not count.
    let scheme = reference.scheme().filter(|_| rung >= Rung::Scheme);
    let rules = scheme.and_then(|scheme| schemes::find(scheme.as_str()));
    let special = rules.map_or(Special::None, |rules| rules.special);
    if let Some(scheme) = reference.scheme() {
        Spelling::lower(scheme.as_str(), rung).write(out)?;
        out.write_str(":")?;
    }
    let path = path(reference, rung);
    let mut authority = reference.authority().map(|one| authority(one, rung, rules)).transpose()?;
    // In `file` URIs, the authority `localhost` becomes empty, and an empty authority is added before an absolute path
    // that has no authority (3.2.2).
    if special == Special::File
        && authority.as_ref().map_or(path.starts_with('/'), |authority| authority == "localhost")
    {
        authority = Some(String::new());
    }
    match authority {
        Some(authority) => write!(out, "//{authority}")?,
        // Without an authority, the path must not begin with "//". Section 5.2.4 does not mention this case.
        None if path.starts_with("//") => out.write_str("/.")?,
        None => {}
    }
    write_path(&path, special, rung, out)?;
    if let Some(query) = reference.query() {
        out.write_str("?")?;
        if special == Special::Mailto {
            spelling::mailto_query(query, rung).try_for_each(|run| run.write(out))?;
        } else {
            Spelling::new(query, rung).write(out)?;
        }
    }
    match reference.fragment() {
        Some(fragment) => {
            out.write_str("#")?;
            Spelling::new(fragment, rung).write(out)
        }
        None => Ok(()),
    }
}

fn authority(
    authority: Authority<'_>,
    rung: Rung,
    rules: Option<&SchemeRules>,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    if let Some(userinfo) = authority.userinfo() {
        Spelling::new(userinfo, rung).write(&mut text)?;
        text.push('@');
    }
    write_host(authority.host(), rung, &mut text)?;
    let default = rules.and_then(|rules| rules.default_port);
    let is_kept = |port: &&str| rung < Rung::Scheme || !port.is_empty() && Some(*port) != default;
    if let Some(port) = authority.port().filter(is_kept) {
        text.push(':');
        text.push_str(port);
    }
    Ok(text)
}

fn write_host(host: Host<'_>, rung: Rung, out: &mut String) -> fmt::Result {
    let text = host.as_str();
    // The canonical form of RFC 5952.
    if let HostKind::Ipv6(address) = host.kind()
        && rung >= Rung::Scheme
    {
        return write!(out, "[{address}]");
    }
    // The A-labels of a percent-encoded name (RFC 3987, 5.3.3).
    let is_encoded = rung >= Rung::Scheme && text.contains('%');
    match is_encoded.then(|| map::a_labels(text)).flatten() {
        Some(labels) => out.write_str(&labels),
        None => Spelling::lower(text, rung).write(out),
    }
}

/// The path without the dot segments that have no effect. From the rung [`Rung::Scheme`] on, an empty path after an
/// authority becomes `/` (6.2.3).
fn path(reference: UriReference<'_>, rung: Rung) -> Cow<'_, str> {
    let (path, has_scheme) = (reference.path(), reference.scheme().is_some());
    let is_needed = path.is_empty() && has_scheme && reference.authority().is_some();
    if rung >= Rung::Scheme && is_needed {
        Cow::Borrowed("/")
    } else if rung < Rung::Path || !Dots::Decoded.are_in(path) {
        Cow::Borrowed(path)
    } else if has_scheme || path.starts_with('/') {
        Cow::Owned(dots::remove(path, Dots::Decoded).0)
    } else {
        Cow::Owned(dots::remove_from_relative(path, Dots::Decoded))
    }
}

fn write_path(path: &str, special: Special, rung: Rung, out: &mut impl fmt::Write) -> fmt::Result {
    if !special.has_caseless_path() {
        return Spelling::new(path, rung).write(out);
    }
    for (index, segment) in path.split('/').enumerate() {
        out.write_str(if index == 0 { "" } else { "/" })?;
        let has_slash = index > 0;
        spelling::segment(segment, has_slash, special, rung).try_for_each(|run| run.write(out))?;
    }
    Ok(())
}
