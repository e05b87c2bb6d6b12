//! A quick look at URIs that are too plain for a hazard that weighs [`Severity::Warn`](super::Severity::Warn) or more.
//!
//! Nearly all URIs of a text are: a web address of plain characters without a query. The full inspection takes as long as all
//! else that a writer of links does, so it is left out for them.

use super::{scheme, wrapped};

/// Longer URIs may be [`TooLong`](super::Code::TooLong), hosts that are longer may have too long labels.
const LONGEST: usize = 2000;
const LONGEST_HOST: usize = 63;

/// Whether `uri`, which is valid, surely has no hazard of that weight.
pub(crate) fn is_plain_uri(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    match rest {
        Some(rest) => is_plain_web(rest),
        None => uri.strip_prefix("mailto:").is_some_and(is_plain_address),
    }
}

/// The same for what follows `http://` or `https://`.
pub(crate) fn is_plain_web(rest: &str) -> bool {
    let (host, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (path, query) = tail.split_at(tail.find(['?', '#']).unwrap_or(tail.len()));
    rest.len() <= LONGEST
        && is_plain_host(host)
        && is_plain_path(path)
        && (query.is_empty() || is_plain_query(query) && !wrapped::is_service(host))
}

/// The same for what follows `mailto:`.
pub(crate) fn is_plain_address(address: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-@".contains(&byte);
    address.len() <= LONGEST && !address.starts_with('-') && address.bytes().all(is_plain)
}

/// No userinfo, port, IP address, A-label, nor a name that clouds reserve.
fn is_plain_host(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let begins =
        |name: &str| host.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
    host.len() <= LONGEST_HOST
        && host.bytes().all(is_plain)
        && last.starts_with(|first: char| first.is_ascii_alphabetic())
        && !host.starts_with('-')
        && !host.contains("--")
        && !begins("metadata")
        && !begins("instance-data")
}

/// No escape, colon, nor dot segment.
fn is_plain_path(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._~-+,()!*'".contains(&byte);
    path.bytes().all(is_plain) && !path.contains("..")
}

/// No escape, colon, nor field with the name of a secret. The query begins with `?`, a fragment alone with `#`.
fn is_plain_query(query: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._~-+,()!*'?#=&;".contains(&byte);
    let mut fields = query.split(['?', '#', '&', ';']);
    query.bytes().all(is_plain) && !fields.any(is_secret)
}

/// Whether a field has the name of a secret, whatever its value.
fn is_secret(field: &str) -> bool {
    field.split_once('=').is_some_and(|(name, _)| scheme::is_secret_name(name))
}

#[cfg(test)]
mod tests {
    use super::super::Severity;
    use super::*;
    use crate::uri::Uri;

    #[test]
    fn plain_uris_are_known() {
        for uri in
            ["http://a.example", "https://a-b.Example./x/y_z.html~(1)", "mailto:a.b+c@d.example"]
        {
            assert!(is_plain_uri(uri), "{uri}");
        }
    }

    /// No combination of five tokens that hazards are made of is taken for plain and has one.
    #[test]
    fn what_is_plain_has_no_weighty_hazard() {
        const TOKENS: [&str; 31] = [
            "a",
            "example",
            "www",
            "1",
            "127",
            "0x7f",
            "-",
            "--",
            "xn--9ca",
            ".",
            "..",
            "/",
            "@",
            ":",
            "80",
            "?",
            "#",
            "%2e",
            "metadata",
            "instance-data",
            "internal",
            "=",
            "password",
            "__https",
            "urldefense.com/v2/url?u=http-3A__127.1",
            "google.com/url",
            "secret=x",
            ";",
            "q=",
            "&",
            "javascript:",
        ];
        let mut plain = 0;
        for number in 0..TOKENS.len().pow(4) {
            let tokens =
                (0..4).map(|place| TOKENS[number / TOKENS.len().pow(place) % TOKENS.len()]);
            let rest: String = tokens.collect();
            for head in ["http://", "https://a.example/", "mailto:"] {
                let text = [head, &rest].concat();
                let Ok(uri) = Uri::parse(&text) else { continue };
                if is_plain_uri(&text) {
                    plain += 1;
                    assert!(uri.hazard_codes().severity() < Some(Severity::Warn), "{text}");
                }
            }
        }
        assert!(plain > 10_000, "{plain}");
    }
}
