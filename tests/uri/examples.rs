//! What comes out, by example.

use core::net::Ipv6Addr;
use std::collections::HashSet;

use linkwright::Span;
use linkwright::uri::hazards::{Hazard, Inspector};
use linkwright::uri::{
    Aliases, Authority, Components, Grammar, Host, HostKind, Mode, Normalized, ParseError, Parts,
    Repaired, Resolver, Rung, Scan, Scheme, Target, Uri, UriBuf, UriReference, Urn, pct, repair,
    scan, split, to_uri,
};

/// Section 1.1.2.
#[test]
fn the_examples_of_the_rfc() {
    for text in [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix",
        "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    ] {
        assert_eq!(Uri::parse(text).unwrap().as_str(), text);
    }
}

#[test]
fn absent_and_empty_components_differ() {
    let full = Uri::parse("s://@:?#").unwrap();
    let authority = full.authority().unwrap();
    assert_eq!(authority.userinfo(), Some(""));
    assert_eq!(authority.host().as_str(), "");
    assert_eq!((authority.port(), authority.port_number()), (Some(""), None));
    assert_eq!((full.path(), full.query(), full.fragment()), ("", Some(""), Some("")));

    let bare = Uri::parse("s:").unwrap();
    assert!(bare.authority().is_none());
    assert_eq!((bare.path(), bare.query(), bare.fragment()), ("", None, None));
    let authority = Uri::parse("s://").unwrap().authority().unwrap();
    assert_eq!((authority.userinfo(), authority.port()), (None, None));
}

#[test]
fn hosts_have_kinds() {
    let host = |text: &str| Uri::parse(text).unwrap().authority().unwrap().host().kind();
    assert_eq!(host("s://127.0.0.1"), HostKind::Ipv4([127, 0, 0, 1].into()));
    // Section 7.4: what some platforms take for addresses are names to the grammar.
    for name in ["127.0.1", "0x7f.0.0.1", "127.0.0.01", "127.0.0.256", "127.0.0.1.", "h", ""] {
        assert_eq!(host(&format!("s://{name}")), HostKind::RegName, "{name}");
    }
    assert_eq!(host("s://u@[::ffff:1.2.3.4]:1"), HostKind::Ipv6("::ffff:1.2.3.4".parse().unwrap()));
    assert_eq!(host("s://[V0.:]"), HostKind::IpvFuture);
}

#[test]
fn ports_are_digits_of_any_number() {
    let port = |text| Uri::parse(text).unwrap().authority().unwrap().port_number();
    assert_eq!(port("s://h:65535"), Some(65535));
    assert_eq!(port("s://h:00080"), Some(80));
    assert_eq!(port("s://h:65536"), None);
}

#[test]
fn zone_identifiers_are_told_apart_from_the_address() {
    let text = "http://[fe80::1%25en%31]:80/";
    let scan = scan(text, Grammar::Uri, Mode::new().zone_ids(true));
    let Scan::Complete(parts) = scan else { panic!("{scan:?}") };
    assert_eq!(parts.host_kind(), Some(HostKind::Ipv6(Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0, 1))));
    assert_eq!(&text[parts.zone().unwrap().range()], "en%31");
    let host =
        Uri::parse_with(text, Mode::new().zone_ids(true)).unwrap().authority().unwrap().host();
    assert_eq!((host.as_str(), host.zone()), ("[fe80::1%25en%31]", Some("en%31")));
}

#[test]
fn offsets_add_to_those_of_a_document() {
    let document = "see <http://h/p?q>";
    let Scan::Prefix { parts, stop } = scan(&document[5..], Grammar::Uri, Mode::new()) else {
        panic!("a URI and more")
    };
    assert_eq!(parts.query().unwrap().shifted(5), Span::new(16, 17));
    assert_eq!(stop.at() + 5, document.len() - 1);
}

#[test]
fn views_compare_as_texts_and_schemes_without_case() {
    let [a, b] = ["HTTP://h/", "http://h/"].map(|text| Uri::parse(text).unwrap());
    assert_ne!(a, b);
    assert!(a < b);
    assert_eq!(a.scheme(), b.scheme());
    assert_eq!(HashSet::from([a.scheme(), b.scheme()]).len(), 1);
    assert_eq!(a.as_reference().to_uri(), Some(a));
    assert_eq!(format!("{a} {a:?} {:>6}", a.scheme()), "HTTP://h/ Uri(\"HTTP://h/\")   HTTP");
}

#[test]
fn owned_uris_are_found_by_their_text() {
    let uri = UriBuf::from(Uri::parse("s:a").unwrap());
    let set = HashSet::from([uri.clone()]);
    assert!(set.contains("s:a"));
    assert_eq!(uri.as_uri().path(), "a");
    assert_eq!(uri.to_string(), String::from(uri));
    let rejected = UriBuf::parse("no".to_owned()).unwrap_err();
    assert_eq!(rejected.into_string(), "no");
}

#[cfg(feature = "serde")]
#[test]
fn owned_uris_are_strings_to_serde() {
    let uri: UriBuf = serde_json::from_str("\"s:a\"").unwrap();
    assert_eq!(serde_json::to_string(&uri).unwrap(), "\"s:a\"");
    let error = serde_json::from_str::<UriBuf>("\"s a\"").unwrap_err();
    assert!(error.to_string().starts_with("expected a letter, a digit"), "{error}");
}

#[test]
fn repairs_what_people_write() {
    let repaired = |text| repair(text, Grammar::Iri, Mode::new()).map(Repaired::into_text);
    for (text, expected) in [
        ("s://h/{a}|b\\c^d[e]`f", "s://h/%7Ba%7D%7Cb%5Cc%5Ed%5Be%5D%60f"),
        ("s://h/a \"b\"<c>", "s://h/a%20%22b%22%3Cc%3E"),
        ("s:?100%&%zz&%4", "s:?100%25&%25zz&%254"),
        ("s:#a#b", "s:#a%23b"),
        ("s:é%20%C3", "s:é%20%C3"),
        ("s:\\\\h\\a", "s:%5C%5Ch%5Ca"),
    ] {
        assert_eq!(repaired(text).unwrap(), expected);
    }
    for (text, at) in [("s://h\\a", 5), ("s://[::1", 8), ("s://h h/", 5), ("s:\n", 2), ("s s:", 1)]
    {
        assert_eq!(repaired(text).unwrap_err().at(), at, "{text:?}");
    }
    // The prefix is what is valid without repair, the place is what repair cannot cross.
    let error = repair("s:a b\tc", Grammar::Uri, Mode::new()).unwrap_err();
    assert_eq!((error.valid_prefix(), error.at()), (Some(3), 5));
}

#[test]
fn maps_iris() {
    let mapped = |text| to_uri(text).unwrap().into_string();
    assert_eq!(mapped("s:ü?"), "s:%C3%BC?");
    assert_eq!(mapped("s://ü:é@h/?\u{E000}#日"), "s://%C3%BC:%C3%A9@h/?%EE%80%80#%E6%97%A5");
    // Already encoded stays encoded, in whatever case.
    assert_eq!(mapped("s://h/%c3é"), "s://h/%c3%C3%A9");
    assert_eq!(mapped("HTTP://H/"), "HTTP://H/");
    assert_eq!(mapped("s://é%41/"), "s://%C3%A9%41/");
}

#[cfg(feature = "idn")]
#[test]
fn maps_hosts_to_a_labels() {
    let mapped = |text| to_uri(text).unwrap().into_string();
    assert_eq!(mapped("http://Bücher.example/ü"), "http://xn--bcher-kva.example/%C3%BC");
    assert_eq!(mapped("http://例え。テスト:80"), "http://xn--r8jz45g.xn--zckzah:80");
    assert_eq!(mapped("http://my_höst.de"), "http://xn--my_hst-zxa.de");
    let uri = to_uri("http://１２７.0.0.1/").unwrap();
    assert_eq!(
        uri.as_uri().authority().unwrap().host().kind(),
        HostKind::Ipv4([127, 0, 0, 1].into())
    );
}

#[cfg(not(feature = "idn"))]
#[test]
fn percent_encodes_hosts() {
    assert_eq!(to_uri("http://Bücher.de").unwrap(), "http://B%C3%BCcher.de");
}

#[test]
fn decodes_once_and_leniently() {
    assert_eq!(pct::decode("%2525"), &b"%25"[..]);
    assert_eq!(pct::decode("100%"), &b"100%"[..]);
    assert!(pct::decode_utf8("%FF").is_err());
    assert!(matches!(pct::decode_utf8("abc"), Ok(std::borrow::Cow::Borrowed("abc"))));
}

#[test]
fn splits_what_is_no_uri() {
    let components = split("://a?b#c?d#e");
    assert_eq!((components.scheme(), components.authority()), (None, None));
    assert_eq!((components.path(), components.query()), ("://a", Some("b")));
    assert_eq!(components.fragment(), Some("c?d#e"));
}

#[test]
fn values_can_go_to_other_threads() {
    fn check<T: Send + Sync + Unpin + core::panic::UnwindSafe>() {}
    fn check_copy<T: Copy>() {}
    check::<(Uri<'_>, UriReference<'_>, Scheme<'_>, Authority<'_>, Host<'_>, UriBuf)>();
    check::<(Scan, Parts, ParseError, Components<'_>, Repaired<'_>)>();
    check::<(Normalized<'_>, Resolver<'_>, Target<'_>, Aliases, Inspector, Hazard, Urn<'_>)>();
    check_copy::<(Normalized<'_>, Resolver<'_>, Rung, Hazard, Urn<'_>)>();
    check_copy::<(Uri<'_>, UriReference<'_>, Authority<'_>, Scan, Parts, ParseError)>();
    assert!(size_of::<Parts>() <= 56, "parts are passed around by value");
}
