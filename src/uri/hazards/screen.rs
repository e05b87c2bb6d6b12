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

/// The same for what follows `http://` or `https://`. Each byte is read once.
pub(crate) fn is_plain_web(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let Some(host) = plain_host(bytes) else { return false };
    let (host, tail) = rest.split_at(host);
    let seen = seen_in(tail.as_bytes());
    bytes.len() <= LONGEST
        && seen & (OTHER | DOT_SEGMENT) == 0
        && (seen & (QUERY | INNER) == 0 || !wrapped::may_be_service(host))
        && (seen & INNER == 0 || tail.split('%').skip(1).all(is_plain_escape))
        && (seen & FIELD == 0 || !tail.split(['?', '#', '&', ';']).any(is_secret))
}

/// The classes of all bytes, and [`DOT_SEGMENT`] if a segment begins with a dot. The loop has no branch on the byte,
/// because a processor cannot predict it.
fn seen_in(tail: &[u8]) -> u8 {
    let mut seen = 0;
    let mut before = 0;
    for &byte in tail {
        let begins = u8::from(before == b'/') & u8::from(byte == b'.');
        seen |= class(byte) | (begins * DOT_SEGMENT);
        before = byte;
    }
    seen
}

/// Whether what follows a `%` is the number of a visible character of ASCII that means nothing when it is decoded: no
/// `%`, `.`, `/` nor `\`.
fn is_plain_escape(behind: &str) -> bool {
    match behind.as_bytes() {
        [b'2', second, ..] => !matches!(second, b'5' | b'e' | b'E' | b'f' | b'F'),
        [b'5', second, ..] => !matches!(second, b'c' | b'C'),
        [b'7', second, ..] => !matches!(second, b'f' | b'F'),
        [first, ..] => matches!(first, b'3' | b'4' | b'6'),
        [] => false,
    }
}

/// The length of the host that `rest` begins with, if it has no userinfo, port, IP address, A-label, nor a name that
/// clouds reserve.
fn plain_host(rest: &[u8]) -> Option<usize> {
    let (mut label, mut before, mut has_hyphens) = (0, b'.', false);
    let mut len = 0;
    for (at, &byte) in rest.iter().enumerate() {
        if class(byte) & HOST == 0 {
            break;
        }
        has_hyphens |= (before, byte) == (b'-', b'-');
        // The last label, also before the dot of the root.
        label = if before == b'.' { at } else { label };
        (before, len) = (byte, at + 1);
    }
    let ends = matches!(rest.get(len), None | Some(b'/' | b'?' | b'#'));
    let host = rest.get(..len).filter(|_| ends && len <= LONGEST_HOST)?;
    let is_reserved = |reserved: &str| {
        host.get(..reserved.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(reserved.as_bytes()))
    };
    let is_plain = host.get(label).is_some_and(u8::is_ascii_alphabetic)
        && !host.starts_with(b"-")
        && !has_hyphens
        && !is_reserved("metadata")
        && !is_reserved("instance-data");
    is_plain.then_some(len)
}

/// A byte that is not plain.
const OTHER: u8 = 1;
/// A byte that begins a query or a fragment.
const QUERY: u8 = 1 << 1;
/// A byte that separates the name of a field from its value.
const FIELD: u8 = 1 << 2;
/// A byte that a URI inside of the path has.
const INNER: u8 = 1 << 3;
/// A segment that begins with a dot.
const DOT_SEGMENT: u8 = 1 << 4;
/// A byte of a plain host.
const HOST: u8 = 1 << 5;

fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        #[expect(
            clippy::indexing_slicing,
            clippy::cast_possible_truncation,
            reason = "evaluated at compile time"
        )]
        {
            classes[at] = match at as u8 {
                b'?' | b'#' => QUERY,
                b'=' => FIELD,
                b':' | b'%' => INNER,
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => HOST,
                b'/' | b'_' | b'~' | b'+' | b',' | b'(' | b')' | b'!' | b'*' | b'\'' | b'&'
                | b';' | b'@' | b'$' => 0,
                _ => OTHER,
            };
        }
        at += 1;
    }
    classes
}

/// The same for what follows `mailto:`.
pub(crate) fn is_plain_address(address: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-@".contains(&byte);
    address.len() <= LONGEST && !address.starts_with('-') && address.bytes().all(is_plain)
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
