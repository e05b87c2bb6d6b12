//! Tests the names of excluded characters, and escapes that are decoded only once (RFC 2396, section 2.4).

use linkwright::uri::rfc2396::{self, Excluded, Part, Reference};
use linkwright::uri::{Uri, UriReference, pct};

use crate::abnf::{Abnf, Oracle};
use crate::generate::{count, texts};

#[test]
fn every_character_is_allowed_or_excluded() {
    let allowed = rfc2396::UNRESERVED.or(rfc2396::RESERVED);
    for byte in 0..=0x7F_u8 {
        let is_excluded = Excluded::of(char::from(byte)).is_some();
        assert_ne!(allowed.contains(byte), is_excluded, "{byte:02X}");
    }
    assert_eq!(Excluded::of('é'), None);
    // RFC 3986 also reserves `!'()*`, which are unreserved in RFC 2396, and `#[]`, which RFC 2396 excludes.
    let moved: Vec<u8> = pct::RESERVED.without(rfc2396::RESERVED).bytes().collect();
    assert_eq!(moved, b"!#'()*[]");
}

#[test]
fn excluded_characters_have_names() {
    for (text, name) in [
        ("s:a b", Some("space")),
        ("s:<a>", Some("delims")),
        ("s:\"a\"", Some("delims")),
        ("s:#a#", Some("delims")),
        ("s:100%", Some("delims")),
        ("s:%4g", Some("delims")),
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

/// Section 2.4.3 gives the reasons for excluding characters. `#` and `%` belong to `delims`, but each of them has a
/// separate reason.
#[test]
fn each_excluded_character_has_a_reason() {
    let reason = |char| Excluded::of(char).map(|excluded| excluded.to_string()).unwrap();
    assert!(reason('%').contains("escaped octet"));
    assert!(reason('#').contains("fragment identifier"));
    assert!(reason('<').contains("delimiter around"));
    assert!(reason('|').contains("gateways") && reason('|').contains("used as a delimiter"));
    for char in ['%', '#', '<', '>', '"'] {
        assert_eq!(Excluded::of(char).map(Excluded::name), Some("delims"));
    }
}

#[test]
fn queries_are_divided_before_they_are_unescaped() {
    let reference = UriReference::parse("//a%3Ab:c@h?x%3D=%26&y").unwrap();
    let mut pieces = rfc2396::components(&reference);
    let user: Vec<_> = pieces.next().unwrap().divide(':').collect();
    let user: Vec<_> = user.into_iter().map(|part| part.unescape().to_string_lossy()).collect();
    assert_eq!(user, ["a:b", "c"]);
    let query = pieces.last().unwrap();
    let fields: Vec<Vec<String>> = query
        .divide('&')
        .map(|field| field.divide('=').map(|part| part.unescape().to_string_lossy()).collect())
        .collect();
    assert_eq!(fields, [vec!["x=", "&"], vec!["y"]]);
}

#[test]
fn agrees_with_the_grammar_of_rfc_2396() {
    let oracle = Oracle::new(&Abnf::new(), "uri2396");
    let mut opaque = 0;
    for (seed, text) in texts(count(50_000)) {
        let is_valid = oracle.judge(&text).valid_prefix == Some(text.len());
        let found = Reference::parse(&text);
        assert_eq!(found.is_some(), is_valid, "{text:?} ({seed})");
        opaque += usize::from(found.is_some_and(|found| matches!(found.part, Part::Opaque(_))));
    }
    assert!(opaque > 100, "only {opaque} opaque URIs");
}

#[test]
fn hierarchical_and_opaque() {
    let part = |text| Reference::parse(text).map(|reference| reference.part);
    let hierarchical = |authority, path, query| Part::Hierarchical { authority, path, query };
    assert_eq!(part("mailto:a@b?subject=c"), Some(Part::Opaque("a@b?subject=c")));
    assert_eq!(part("urn:a:b#c"), Some(Part::Opaque("a:b")));
    assert_eq!(part("s:/a?b"), Some(hierarchical(None, "/a", Some("b"))));
    assert_eq!(part("s://a:b@c"), Some(hierarchical(Some("a:b@c"), "", None)));
    assert_eq!(part("../a"), Some(hierarchical(None, "../a", None)));
    assert_eq!(part(""), Some(hierarchical(None, "", None)));
    for text in ["s:", "?y", "a:b:c d", "s://[::1]/", "1s:a"] {
        assert_eq!(part(text), None, "{text}");
    }
}
