//! RFC 2396, section 2.4: the names of what is excluded, and escapes that come off once.

use linkwright::ascii;
use linkwright::uri::rfc2396::{self, Excluded};
use linkwright::uri::{Uri, UriReference};

#[test]
fn every_character_is_allowed_or_excluded() {
    let allowed = rfc2396::UNRESERVED.or(rfc2396::RESERVED);
    for byte in 0..=0x7F_u8 {
        let is_excluded = Excluded::of(char::from(byte)).is_some();
        assert_ne!(allowed.contains(byte), is_excluded, "{byte:02X}");
    }
    assert_eq!(Excluded::of('é'), None);
    // What RFC 3986 added to the former is what it took from the latter.
    let moved: Vec<u8> = ascii::RESERVED.without(rfc2396::RESERVED).bytes().collect();
    assert_eq!(moved, b"!#'()*[]");
}

#[test]
fn excluded_characters_have_names() {
    for (text, name) in [
        ("s:a b", Some("space")),
        ("s:<a>", Some("delims")),
        ("s:\"a\"", Some("delims")),
        ("s:#a#", Some("delims")),
        ("s:a\\b", Some("unwise")),
        ("s:\t", Some("control")),
        ("http://h:x/", None),
        ("s:é", None),
        ("s", None),
    ] {
        let error = Uri::parse(text).unwrap_err();
        let found = rfc2396::excluded_at(text, &error).map(Excluded::name);
        assert_eq!(found, name, "{text:?}");
    }
}

#[test]
fn pieces_are_unescaped_once() {
    let reference = UriReference::parse("//u%3A:p@h%2E/%2525/%2f?a=%26#%FF").unwrap();
    let pieces: Vec<_> = rfc2396::components(&reference).collect();
    let written: Vec<_> = pieces.iter().map(rfc2396::Escaped::as_str).collect();
    assert_eq!(written, ["u%3A:p", "h%2E", "", "%2525", "%2f", "a=%26", "%FF"]);
    let meant: Vec<_> = pieces.into_iter().map(rfc2396::Escaped::unescape).collect();
    let octets: Vec<_> = meant.iter().map(rfc2396::Unescaped::as_bytes).collect();
    assert_eq!(octets, [&b"u::p"[..], b"h.", b"", b"%25", b"/", b"a=&", b"\xFF"]);
    assert_eq!(meant[6].to_string_lossy(), "\u{FFFD}");
}
