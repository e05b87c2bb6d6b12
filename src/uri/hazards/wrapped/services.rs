//! The table of services that wrap other URIs into their own, with the position of the inner URI.

use std::sync::LazyLock;

use crate::ascii::is_in_domain;

/// The position and the encoding of the inner URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The first of these query fields that is not empty. Its value is percent-encoded.
    Field(&'static [&'static str]),
    /// The field of the query that begins with this text. The rest of the field is encoded in Base64.
    Base64(&'static str),
    /// The field of the query that begins with this text. The rest of the field has `-` for `%` and `_` for `/`.
    Dashed(&'static str),
    /// The whole query, including any `&`.
    Query,
    /// The text after the first segment that follows the path of the row, percent-encoded.
    Rest,
    /// The segment of the path that begins with this text. The rest of the segment is percent-encoded.
    Segment(&'static str),
    /// The text from the end of the path of the row to `__;`. A list of the characters that were replaced with `*`
    /// follows the `__;`.
    Starred,
    /// The text from the end of the path of the row to `___.`.
    Underlined,
}

/// One row of the table.
#[derive(Debug)]
pub(super) struct Service {
    /// The host; its subdomains also belong to the service. A `*` at the end means every top-level domain of a country.
    host: &'static str,
    /// The whole path, without a `/` at its end. If it ends with a `*`, every path that begins with the text before the
    /// `*` matches.
    pub(super) path: &'static str,
    pub(super) form: Form,
}

const fn row(host: &'static str, path: &'static str, form: Form) -> Service {
    Service { host, path, form }
}

const U: Form = Form::Field(&["u="]);
const URL: Form = Form::Field(&["url="]);
const TARGET: Form = Form::Field(&["target="]);

/// If a Google URI has a `url` field, its `q` field is the query that the user typed.
const GOOGLE: Form = Form::Field(&["url=", "q="]);

/// The rows of the table.
pub(super) const SERVICES: &[Service] = &include!("services.in");

impl Service {
    /// Whether a URI with `host` and `path` belongs to this service.
    pub(super) fn has(&self, host: &str, path: &str) -> bool {
        let has_path = match self.path.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path.strip_suffix('/').unwrap_or(path) == self.path,
        };
        has_path && self.has_host(host)
    }

    fn has_host(&self, host: &str) -> bool {
        // A dot at the end means the root of the DNS: `example.com.`.
        let host = host.strip_suffix('.').unwrap_or(host);
        let is_in = |name: &str, domain: &str| is_in_domain(name.as_bytes(), domain.as_bytes());
        match self.host.strip_suffix(".*") {
            Some(domain) => host
                .rsplit_once('.')
                .is_some_and(|(name, country)| country.len() == 2 && is_in(name, domain)),
            None => is_in(host, self.host),
        }
    }
}

/// Whether `host` may be the host of a service or a subdomain of it. Only the length and the first two letters of the
/// second-to-last label are compared, which is faster than comparing the host with each service.
pub(in super::super) fn may_be_host(host: &str) -> bool {
    let Some((row, bit)) = place(host) else { return false };
    SECOND_LABELS.get(row).is_some_and(|row| row >> bit & 1 == 1)
}

/// One bit for the second-to-last label of the host of each service.
static SECOND_LABELS: LazyLock<[u32; 32]> = LazyLock::new(|| {
    let mut labels = [0_u32; 32];
    for (row, bit) in SERVICES.iter().filter_map(|service| place(service.host)) {
        if let Some(row) = labels.get_mut(row) {
            *row |= 1 << bit;
        }
    }
    labels
});

/// The position in [`SECOND_LABELS`] for the second-to-last label of `host`.
fn place(host: &str) -> Option<(usize, u8)> {
    let name = host.strip_suffix('.').unwrap_or(host).as_bytes();
    let label = name.rsplit(|&byte| byte == b'.').nth(1)?;
    let [first, next, ..] = label else { return None };
    Some(((usize::from(*first) + 5 * label.len()) & 31, next & 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn may_be_host_accepts_every_service() {
        for service in SERVICES.iter().filter(|service| !service.host.ends_with('*')) {
            assert!(
                may_be_host(service.host)
                    && may_be_host(&format!("A.{}.", service.host.to_uppercase()))
            );
        }
        for host in ["google.com", "WWW.Google.de", "www.google.co.uk", "google.com.br."] {
            assert!(may_be_host(host), "{host}");
        }
        assert!(!may_be_host("www.example.org") && !may_be_host("localhost") && !may_be_host(""));
    }

    #[test]
    fn google_is_recognized_below_top_level_domains_only() {
        let google = |service: &&Service| service.host.starts_with("google.");
        let is_google = |host| SERVICES.iter().filter(google).any(|google| google.has_host(host));
        for host in ["google.com", "WWW.Google.de", "plus.url.google.com", "www.google.co.uk"] {
            assert!(is_google(host), "{host}");
        }
        for host in [
            "google.com.evil.example",
            "google.evil",
            "google.co.com",
            "notgoogle.com",
            "google",
            "co.uk",
        ] {
            assert!(!is_google(host), "{host}");
        }
    }

    #[test]
    fn rows_of_a_host_have_different_paths() {
        for (at, one) in SERVICES.iter().enumerate() {
            let is_same = |other: &Service| (other.host, other.path) == (one.host, one.path);
            assert!(!SERVICES[..at].iter().any(is_same), "{}{}", one.host, one.path);
            assert!(one.path.is_empty() || one.path.starts_with(['/', '*']), "{}", one.path);
        }
    }
}
