//! The table of services that wrap other URIs into their own, with the position of the inner URI.

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
    /// The host; its subdomains also belong to the service. [`GOOGLE`] means all domains of Google.
    pub(super) host: &'static str,
    /// The whole path, without a `/` at its end. If it ends with a `*`, every path that begins with the text before the
    /// `*` matches.
    pub(super) path: &'static str,
    pub(super) form: Form,
}

/// `google` under a top-level domain: `google.com`, `google.de`, `google.co.uk`, `google.com.br`.
pub(super) const GOOGLE: &str = "google.*";

const fn row(host: &'static str, path: &'static str, form: Form) -> Service {
    Service { host, path, form }
}

const U: Form = Form::Field(&["u="]);
const URL: Form = Form::Field(&["url="]);
const TARGET: Form = Form::Field(&["target="]);

/// The rows of the table.
pub(super) const SERVICES: &[Service] = &include!("services.in");

impl Service {
    /// Whether a URI with `host` and `path` belongs to this service.
    pub(super) fn has(&self, host: &str, path: &str) -> bool {
        self.has_path(path) && self.has_host(host)
    }

    fn has_path(&self, path: &str) -> bool {
        match self.path.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path.strip_suffix('/').unwrap_or(path) == self.path,
        }
    }

    pub(super) fn has_host(&self, host: &str) -> bool {
        // A dot at the end means the root of the DNS: `example.com.`.
        let host = host.strip_suffix('.').unwrap_or(host);
        if self.host == GOOGLE {
            is_google(host)
        } else {
            is_in_domain(host.as_bytes(), self.host.as_bytes())
        }
    }
}

/// Whether `host` may be the host of a service or a subdomain of it. Only the length and the first two letters of the
/// second-to-last label are compared.
pub(super) fn may_be_host(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host).as_bytes();
    let dot = |name: &[u8]| name.iter().rposition(|&byte| byte == b'.');
    let Some(below_top) = dot(name).and_then(|dot| name.get(..dot)) else { return false };
    let second = dot(below_top).and_then(|dot| below_top.get(dot + 1..)).unwrap_or(below_top);
    let [first, next, ..] = second else { return false };
    let (row, bit) = place(*first, *next, second.len());
    SECOND_LABELS.get(row).is_some_and(|row| row >> bit & 1 == 1)
}

/// The position in [`SECOND_LABELS`] for a label with these first two letters and this length.
const fn place(first: u8, next: u8, len: usize) -> (usize, usize) {
    (((first & 31) as usize + 5 * len) & 31, (next & 31) as usize)
}

/// One bit for the second-to-last label of the host of each service.
static SECOND_LABELS: [u32; 32] = second_labels();

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn second_labels() -> [u32; 32] {
    let mut labels = [0; 32];
    let mut at = 0;
    while at < SERVICES.len() {
        let host = SERVICES[at].host.as_bytes();
        let mut end = host.len() - 1;
        while host[end] != b'.' {
            end -= 1;
        }
        let mut start = end;
        while start > 0 && host[start - 1] != b'.' {
            start -= 1;
        }
        let (row, bit) = place(host[start], host[start + 1], end - start);
        labels[row] |= 1 << bit;
        at += 1;
    }
    // The domains of Google under `co.uk`, `com.br` and the like.
    let mut len = 2;
    while len <= 3 {
        let (row, bit) = place(b'c', b'o', len);
        labels[row] |= 1 << bit;
        len += 1;
    }
    labels
}

/// Whether `host` is `google` under a top-level domain, or a subdomain of such a host.
fn is_google(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    let is_country = |label: &str| label.len() == 2;
    let Some(top) = labels.next() else { return false };
    let is_top = top.eq_ignore_ascii_case("com") || is_country(top);
    let is_google = |label: &str| label.eq_ignore_ascii_case("google");
    let is_second = |label: &str| ["co", "com"].iter().any(|s| label.eq_ignore_ascii_case(s));
    match labels.next() {
        Some(label) if is_google(label) => is_top,
        Some(label) if is_second(label) && is_country(top) => labels.next().is_some_and(is_google),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn may_be_host_accepts_every_service() {
        for service in SERVICES.iter().filter(|service| service.host != GOOGLE) {
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
        for host in ["google.com", "WWW.Google.de", "plus.url.google.com", "www.google.co.uk"] {
            assert!(is_google(host), "{host}");
        }
        for host in ["google.com.evil.example", "google.evil", "notgoogle.com", "google", "co.uk"] {
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
