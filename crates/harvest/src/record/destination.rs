//! The hosts that a URI refers to: the host of its authority, or the hosts of its addresses if it is a `mailto:` or
//! similar URI.

use std::borrow::Cow;

use linkwright::find::registrable_domain;
use linkwright::uri::{HostKind, Rung, UriReference, pct, to_uri};

/// A host that a URI refers to, in normal form (RFC 3986, section 6.2.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination<'u> {
    host: Cow<'u, str>,
    /// Whether the host is a name made of labels, rather than an IP address.
    is_name: bool,
}

impl Destination<'_> {
    /// The host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The registrable part of the host, such as `example.co.uk`. Returns the whole host if no part of it can be
    /// registered: an IP address (even in a form like `127.0.1`), a public suffix, or a name without a public suffix,
    /// such as `localhost`.
    pub fn domain(&self) -> &str {
        let is_name = self.is_name && !ends_in_number(&self.host);
        let domain = if is_name { registrable_domain(&self.host) } else { None };
        domain.unwrap_or(&self.host)
    }
}

/// Whether the last label consists of digits. No top-level domain consists of digits, and browsers parse such a host as
/// an IPv4 address.
fn ends_in_number(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or_default();
    !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
}

/// The host of the authority in normal form, or `None` if the URI has no authority.
pub fn host(uri: UriReference<'_>) -> Option<Cow<'_, str>> {
    let host = uri.authority()?.host().as_str();
    if !host.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'%') {
        return Some(Cow::Borrowed(host));
    }
    let normal = uri.normalize(Rung::Percent).into_owned();
    let host = UriReference::parse(&normal).ok()?.authority()?.host().as_str().to_owned();
    Some(Cow::Owned(host))
}

/// The scheme in lowercase, or `None` for a relative reference.
pub fn scheme(uri: UriReference<'_>) -> Option<Cow<'_, str>> {
    let scheme = uri.scheme()?.as_str();
    let is_normal = !scheme.bytes().any(|byte| byte.is_ascii_uppercase());
    Some(if is_normal { scheme.into() } else { scheme.to_ascii_lowercase().into() })
}

/// The hosts that `uri` refers to, without duplicates, in the order in which they appear. Empty if the URI has no host,
/// like `tel:` and `urn:` URIs.
pub fn destinations(uri: UriReference<'_>) -> Vec<Destination<'_>> {
    let mut all: Vec<Destination<'_>> = Vec::new();
    match addresses(uri) {
        Some(addresses) => {
            for one in addresses.iter().filter_map(|host| of_host(host)) {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        None => all.extend(of_authority(uri)),
    }
    all
}

fn of_authority(uri: UriReference<'_>) -> Option<Destination<'_>> {
    let is_name = uri.authority()?.host().kind() == HostKind::RegName;
    let host = host(uri)?;
    (!host.is_empty()).then_some(Destination { host, is_name })
}

/// The text after the `@` of each address, for URIs whose scheme uses addresses instead of an authority. `None` for all
/// other URIs.
fn addresses(uri: UriReference<'_>) -> Option<Vec<String>> {
    let scheme = scheme(uri)?;
    let path = uri.path();
    let has_authority = uri.authority().is_some();
    match &*scheme {
        // RFC 5122: the authority is the account that sends, and the path is the address to contact.
        "xmpp" if has_authority => {
            let path = path.strip_prefix('/').filter(|path| !path.is_empty())?;
            Some(vec![after_at(path)])
        }
        // `mailto://` violates RFC 6068, but it occurs in real text; its host is the one in the authority.
        _ if has_authority => None,
        "mailto" => Some(recipients(path, uri.query())),
        // RFC 3261: the user part may contain `?` and `;`, so the path alone is not enough.
        "sip" | "sips" => {
            let rest = uri.as_str().split_once(':')?.1;
            Some(vec![after_at(rest.split('#').next().unwrap_or_default())])
        }
        "xmpp" => Some(vec![after_at(path)]),
        // RFC 7565, RFC 3860, RFC 3859, RFC 3508.
        "acct" | "im" | "pres" | "h323" => Some(mailboxes(path)),
        _ => None,
    }
}

/// The hosts of the recipients of a `mailto:` URI (RFC 6068), which are in the path and in the `to`, `cc` and `bcc`
/// fields.
fn recipients(path: &str, query: Option<&str>) -> Vec<String> {
    fn field(field: &str) -> Option<&str> {
        let (name, value) = field.split_once('=')?;
        let is_recipient = ["to", "cc", "bcc"].iter().any(|one| name.eq_ignore_ascii_case(one));
        is_recipient.then_some(value)
    }
    let fields = query.into_iter().flat_map(|query| query.split('&')).filter_map(field);
    [path].into_iter().chain(fields).flat_map(mailboxes).collect()
}

/// The hosts in a comma-separated list of addresses. Addresses without `@` are skipped.
fn mailboxes(list: &str) -> Vec<String> {
    let list = decoded(list);
    let addresses = list.split(',').filter_map(|address| address.rsplit_once('@'));
    addresses.map(|(_, host)| host.to_owned()).collect()
}

/// The text after the last `@` of an address, or the whole address if it has no `@`.
fn after_at(address: &str) -> String {
    let address = decoded(address);
    address.rsplit('@').next().unwrap_or_default().to_owned()
}

fn decoded(text: &str) -> Cow<'_, str> {
    pct::decode_utf8(text).unwrap_or(Cow::Borrowed(text))
}

/// The destination of an address. `host` is the text after the `@`; a port, a path or parameters may follow the host.
fn of_host(host: &str) -> Option<Destination<'static>> {
    let is_end = |c: char| c.is_whitespace() || "/;?>,\"<".contains(c);
    let host = host.split(is_end).next().filter(|host| !host.is_empty())?;
    let uri = to_uri(&format!("x://{host}/")).ok()?;
    let found = of_authority(uri.as_uri().as_reference())?;
    Some(Destination { host: Cow::Owned(found.host.into_owned()), is_name: found.is_name })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(uri: &str) -> Vec<String> {
        let uri = UriReference::parse(uri).unwrap();
        destinations(uri).iter().map(|one| one.host().to_owned()).collect()
    }

    #[test]
    fn the_host_of_an_authority_is_a_destination() {
        assert_eq!(hosts("HTTP://User@Example.COM:80/A"), ["example.com"]);
        assert_eq!(hosts("http://ex%41mple.com/"), ["example.com"]);
        assert_eq!(hosts("http://%c3%a9.example/"), ["%C3%A9.example"]);
        assert_eq!(hosts("http://[2001:DB8::1]/"), ["[2001:db8::1]"]);
        assert_eq!(hosts("//Example.com/"), ["example.com"]);
        for none in ["file:///etc", "tel:+1-201-555-0123", "urn:a:b", "../a", "data:,a@b.example"] {
            assert_eq!(hosts(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn the_hosts_of_addresses_are_destinations() {
        for (uri, expected) in [
            ("mailto:Ann@Example.COM", "example.com"),
            ("MAILTO:ann@example.com?subject=a@b.example", "example.com"),
            ("mailto:ann%40example.com", "example.com"),
            ("mailto:a%40b@example.com", "example.com"),
            ("mailto://ann@example.com", "example.com"),
            ("mailto:a@x.example,b@y.example,c@X.example", "x.example y.example"),
            (
                "mailto:?to=a@x.example&CC=b@y.example,c@z.example&bcc=",
                "x.example y.example z.example",
            ),
            ("mailto:a@x.example?to=Ann%20%3Cann@y.example%3E", "x.example y.example"),
            ("mailto:a@b%C3%BCcher.example", "xn--bcher-kva.example"),
            ("mailto:", ""),
            ("mailto:?subject=x", ""),
            ("mailto:ann", ""),
            ("mailto:ann,b@x.example", "x.example"),
            ("acct:ann", ""),
            ("sip:alice@Atlanta.example:5060;transport=tcp?subject=x", "atlanta.example"),
            ("sip:alice;day=tue@atlanta.example", "atlanta.example"),
            ("sips:a?b@atlanta.example#x@y", "atlanta.example"),
            ("sip:192.0.2.4", "192.0.2.4"),
            ("xmpp:juliet@example.com/balcony", "example.com"),
            ("xmpp:example.com", "example.com"),
            ("xmpp://guest@example.com/support@example.org?message", "example.org"),
            ("xmpp://guest@example.com", "example.com"),
            ("acct:foo%40status.example@shop.example", "shop.example"),
            ("im:fred@example.com?x=y", "example.com"),
            ("pres:fred@example.com", "example.com"),
        ] {
            assert_eq!(hosts(uri).join(" "), expected, "{uri}");
        }
    }

    #[test]
    fn domains_are_registrable_or_the_host_itself() {
        let domain =
            |uri: &str| destinations(UriReference::parse(uri).unwrap())[0].domain().to_owned();
        assert_eq!(domain("mailto:a@mail.Example.co.uk"), "example.co.uk");
        assert_eq!(domain("http://www.example.com/"), "example.com");
        assert_eq!(domain("http://192.0.2.1/"), "192.0.2.1");
        assert_eq!(domain("sip:a@192.0.2.1"), "192.0.2.1");
        assert_eq!(domain("http://127.0.1/"), "127.0.1");
        assert_eq!(domain("http://0177.0.0.1./"), "0177.0.0.1.");
        assert_eq!(domain("http://a.b.1x.example/"), "1x.example");
        assert_eq!(domain("http://localhost/"), "localhost");
        assert_eq!(domain("http://co.uk/"), "co.uk");
    }
}
