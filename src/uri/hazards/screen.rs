//! A fast test that recognizes harmless URIs: a URI that passes has no hazard of severity
//! [`Warn`](super::Severity::Warn) or higher.
//!
//! Nearly all URIs in text pass this test. The full inspection takes as long as all other work of a linker, so it is
//! skipped for URIs that pass.

use super::words::METADATA_NAMES;
use super::{authority, scheme, wrapped};
use crate::text::block::run_len;
use crate::text::chars;
use crate::text::signs::Signs;

/// The maximum lengths for this test. A longer URI may be [`TooLong`](super::Code::TooLong), and a longer host may
/// contain a label that is too long.
const LONGEST: usize = 2000;
const LONGEST_HOST: usize = 63;

/// Whether the valid URI `uri` passes the test, and so has no hazard of severity `Warn` or higher.
pub(crate) fn is_plain_uri(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    match rest {
        Some(rest) => is_plain_web(rest),
        None => uri.strip_prefix("mailto:").is_some_and(is_plain_address),
    }
}

/// Like [`is_plain_uri`], for the text after `http://` or `https://`.
pub(crate) fn is_plain_web(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let word = Signs::of(bytes);
    let Some(host) = plain_host(bytes, word) else { return false };
    let (host, tail) = rest.split_at(host);
    let seen = BytesSeen::of(word, bytes);
    bytes.len() <= LONGEST
        && !seen.dot_segment
        && !((seen.query || seen.inner) && wrapped::may_be_host(host))
        && (!seen.inner || !tail.contains('%') || tail.split('%').skip(1).all(is_plain_escape))
        && !(seen.field && names_and_values(tail).any(scheme::is_secret_name))
}

/// The names and values in the query and the fragment, and the path. A split of characters takes more time and code.
fn names_and_values(tail: &str) -> impl Iterator<Item = &[u8]> {
    tail.as_bytes().split(|byte| matches!(byte, b'?' | b'#' | b'&' | b';' | b'='))
}

/// Whether the digits at the start of `after`, the text after a `%`, encode a printable ASCII character other than `%`,
/// `.`, `/` and `\`.
fn is_plain_escape(after: &str) -> bool {
    match after.as_bytes() {
        [b'2', second, ..] => !matches!(second, b'5' | b'e' | b'E' | b'f' | b'F'),
        [b'5', second, ..] => !matches!(second, b'c' | b'C'),
        [b'7', second, ..] => !matches!(second, b'f' | b'F'),
        [first, ..] => matches!(first, b'3' | b'4' | b'6'),
        [] => false,
    }
}

/// The length of the host at the start of `rest`. `word` describes the first bytes of `rest`.
///
/// Returns `None` if the host contains characters other than letters, digits, `.` and `-`, or begins with `-`, or if
/// there is userinfo or a port that may be a hazard. Also returns `None` if the host may be an IP address or a cloud
/// metadata service, or may contain an A-label or a label that is too long.
fn plain_host(rest: &[u8], word: Signs) -> Option<usize> {
    let len = run_len(word.names, 0);
    let (host, after) = rest.split_at_checked(len).filter(|_| len <= LONGEST_HOST)?;
    let ends = match after.split_first() {
        None | Some((b'/' | b'?' | b'#', _)) => true,
        Some((b':', after)) => is_plain_port(after),
        _ => false,
    };
    let is_host = (1_u64 << len) - 1;
    // A dot at the end of the host means the root of the DNS and does not precede a label.
    let dots = word.dots & (is_host >> 1);
    let label = (u64::BITS - dots.leading_zeros()) as usize;
    let has_hyphens = word.hyphens & (word.hyphens << 1 | 1) & is_host != 0;
    let is_plain = ends
        && host.get(label).is_some_and(u8::is_ascii_alphabetic)
        && !has_hyphens
        && !is_reserved(host);
    is_plain.then_some(len)
}

/// Whether `text` begins with a port of four or five digits that belongs to no protocol.
fn is_plain_port(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let port = core::str::from_utf8(text.get(..digits).unwrap_or_default()).unwrap_or_default();
    let ends = matches!(text.get(digits), None | Some(b'/' | b'?' | b'#'));
    let is_free = |port: u16| !authority::belongs_to_a_protocol(port);
    ends && !port.starts_with('0') && port.parse().is_ok_and(is_free)
}

/// Whether the host begins with a name of a cloud metadata service.
fn is_reserved(host: &[u8]) -> bool {
    let begins = |name: &str| {
        host.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
    };
    matches!(host.first(), Some(b'm' | b'M' | b'i' | b'I'))
        && METADATA_NAMES.iter().any(|name| begins(name))
}

/// The kinds of bytes in a URI that may belong to a hazard.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are independent of each other")]
struct BytesSeen {
    /// A segment that begins with a dot.
    dot_segment: bool,
    /// `?` or `#`
    query: bool,
    /// `:` or `%`; a nested URI contains one of them.
    inner: bool,
    /// `=`
    field: bool,
}

impl BytesSeen {
    /// Examines `bytes`; `word` describes the first [`Signs::LEN`] of them.
    fn of(word: Signs, bytes: &[u8]) -> BytesSeen {
        let mut seen = BytesSeen::default();
        let mut after_slash = seen.add(word, bytes, 0);
        for bytes in bytes.chunks(Signs::LEN).skip(1) {
            after_slash = seen.add(Signs::of(bytes), bytes, after_slash);
        }
        seen
    }

    /// Examines `bytes`, which `word` describes. The lowest bit of `after_slash` is set if the byte before `bytes` is
    /// a slash; the lowest bit of the result is set if the last byte of a full word is a slash.
    #[inline]
    fn add(&mut self, word: Signs, bytes: &[u8], after_slash: u64) -> u64 {
        self.dot_segment |= word.dots & (word.slashes << 1 | after_slash) != 0;
        let mut separators = word.separators;
        while separators != 0 {
            match chars::byte_at(bytes, separators.trailing_zeros() as usize) {
                b'?' | b'#' => self.query = true,
                b'=' => self.field = true,
                _ => self.inner = true,
            }
            separators &= separators - 1;
        }
        word.slashes >> (Signs::LEN - 1)
    }
}

/// Like [`is_plain_uri`], for the text after `mailto:`. An address of more than [`Signs::LEN`] bytes is not plain.
pub(crate) fn is_plain_address(address: &str) -> bool {
    let word = Signs::of(address.as_bytes());
    let is_name = |(at, byte): (usize, u8)| word.names >> at & 1 != 0 || b"_+@".contains(&byte);
    // An A-label contains two hyphens.
    let has_hyphens = word.hyphens & (word.hyphens << 1 | 1) != 0;
    address.len() <= Signs::LEN && !has_hyphens && address.bytes().enumerate().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::super::Severity;
    use super::*;
    use crate::find::Flags;
    use crate::uri::Uri;

    #[test]
    fn plain_uris_are_recognized() {
        for uri in
            ["http://a.example", "https://a-b.Example./x/y_z.html~(1)", "mailto:a.b+c@d.example"]
        {
            assert!(is_plain_uri(uri), "{uri}");
        }
    }

    /// Each URI consists of a beginning and four tokens that can together form hazards.
    #[test]
    fn plain_uris_have_no_hazard_of_severity_warn_or_higher() {
        const TOKENS: [&str; 33] = [
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
            "6379",
            "8080",
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
                    let codes = uri.hazard_codes();
                    assert!(codes.severity() < Some(Severity::Warn), "{text}");
                    assert!(Flags::default().with_hazards(codes).is_empty(), "{text}");
                }
            }
        }
        assert!(plain > 10_000, "{plain}");
    }
}
