//! Decoders for the URIs that services encode into their own.

use crate::ascii::{HEXDIG, is_scheme};
use crate::uri::pct;
use crate::uri::schemes::{self, Special};

/// The maximum number of times that a target is percent-decoded. Services also encode URIs that are already encoded.
const LAYERS: usize = 3;

/// Percent-decodes `written` until the result begins like a URI. Returns `None` if the result of [`LAYERS`] decodings
/// does not begin like a URI, or if a decoding fails.
pub(super) fn percent(written: &str) -> Option<String> {
    let mut text = written.to_owned();
    for _ in 0..LAYERS {
        text = once(&text)?;
        if is_uri(&text) {
            return Some(text);
        }
    }
    None
}

/// Percent-decodes `text` once. Returns `None` if the result is not UTF-8, or if it is truncated, that is, ends inside
/// an encoded octet.
fn once(text: &str) -> Option<String> {
    let decoded = pct::decode_utf8(text).ok()?.into_owned();
    let digits = decoded.bytes().rev().take_while(|&byte| HEXDIG.contains(byte)).count();
    let is_cut = digits < 2 && decoded.bytes().rev().nth(digits) == Some(b'%');
    (!is_cut).then_some(decoded)
}

/// Decodes the form of URL Defense, version 2, in which `-` is written for `%` and `_` for `/`.
pub(super) fn dashed(written: &str) -> Option<String> {
    percent(&written.replace('-', "%").replace('_', "/"))
}

/// Decodes text in Base64. `written` may use either alphabet of RFC 4648, with or without padding.
pub(super) fn base64_text(written: &str) -> Option<String> {
    let written = pct::decode_utf8(written).ok()?;
    String::from_utf8(base64(written.trim_end_matches('='))?).ok()
}

/// Replaces each `*` in `text` with the next character of `list`. A `**` and the Base64 digit after it are replaced
/// with as many characters as the digit specifies. Returns `None` if `list` has too few or too many characters.
///
/// The part of `list` before the first `!` is the Base64 encoding of these characters. A digit with the value `n`
/// specifies `n + 2` characters, because a run has at least two.
pub(super) fn starred(text: &str, list: &str) -> Option<String> {
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

/// Whether `text` begins with a scheme: either a scheme of the table, or any scheme before `//`. Other texts may begin
/// with a host and a port, such as `example.com:8080/`.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    is_scheme(scheme) && (rest.starts_with("//") || schemes::find(scheme).is_some())
}

/// `text` with two slashes before its host. Programs that normalize paths replace two slashes with one, as in
/// `https:/example.org/`.
pub(super) fn with_slashes(text: String) -> String {
    let Some((scheme, rest)) = text.split_once(":/") else { return text };
    let needs_host = schemes::find(scheme).is_some_and(|rules| rules.special == Special::Host);
    if needs_host && !rest.starts_with('/') { [scheme, "://", rest].concat() } else { text }
}

/// The octets of a text in Base64 (RFC 4648, sections 4 and 5) without padding.
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
    // A group of one character encodes no octet, so the text is truncated.
    (count < 6).then_some(octets)
}

/// The value of a character of either alphabet of Base64.
const fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' | b'+' => Some(62),
        b'_' | b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_stops_where_a_uri_begins() {
        let target = "http://a.example/%20";
        let written = ["http%3A//a.example/%2520", "http%253A//a.example/%252520"];
        for written in written {
            assert_eq!(percent(written).as_deref(), Some(target), "{written}");
        }
        for written in ["a.example%3A80/", "http%3A//a.example/%2", "%2F%2Fa.example", ""] {
            assert_eq!(percent(written), None, "{written}");
        }
    }

    #[test]
    fn slashes_are_restored_only_before_hosts() {
        let text = |text: &str| with_slashes(text.to_owned());
        assert_eq!(text("https:/a.example/x"), "https://a.example/x");
        assert_eq!(text("https://a.example:/x"), "https://a.example:/x");
        assert_eq!(text("file:/etc"), "file:/etc");
    }

    #[test]
    fn base64_must_have_complete_groups() {
        assert_eq!(base64_text("aHR0cDov%3D").as_deref(), Some("http:/"));
        assert_eq!(base64("a"), None);
        assert_eq!(base64("a*"), None);
    }
}
