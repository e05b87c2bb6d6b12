//! What links are counted by.

use std::borrow::Cow;

use clap::ValueEnum;
use linkwright::find::registrable_domain;
use linkwright::uri::HostKind;

use super::row::Row;

/// What links are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum By {
    /// The host, in lower case
    Host,
    /// The part of the host that somebody can register; an address as it is
    Domain,
    /// The scheme, in lower case
    Scheme,
    /// The file it stands in
    File,
}

impl By {
    /// The name of the column.
    pub(super) const fn name(self) -> &'static str {
        match self {
            By::Host => "host",
            By::Domain => "domain",
            By::Scheme => "scheme",
            By::File => "file",
        }
    }

    /// What `row` is counted under; empty if it has no such thing, as `mailto:` has no host.
    pub(super) fn label<'r>(self, row: &Row<'r>) -> Cow<'r, str> {
        match self {
            By::Host => lowercase(row.host().unwrap_or_default()),
            By::Domain => domain(row),
            By::Scheme => lowercase(row.scheme().unwrap_or_default()),
            By::File => Cow::Borrowed(&row.source().name),
        }
    }
}

fn domain<'r>(row: &Row<'r>) -> Cow<'r, str> {
    let Some(authority) = row.uri().authority() else { return Cow::Borrowed("") };
    let host = lowercase(authority.host().as_str());
    if authority.host().kind() != HostKind::RegName {
        return host;
    }
    // `localhost` and a public suffix are nobody's domain, but they are where the link leads.
    match registrable_domain(&host).map(str::to_owned) {
        Some(domain) => Cow::Owned(domain),
        None => host,
    }
}

/// Hosts and schemes do not know upper from lower case (RFC 3986, 6.2.2.1).
fn lowercase(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
