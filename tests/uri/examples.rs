//! Examples for the parser and other functions of `linkwright::uri`.

use std::collections::HashSet;

use linkwright::uri::hazards::{Hazard, Inspector};
use linkwright::uri::{
    Aliases, Authority, Components, Grammar, Host, HostKind, ParseError, Repaired, Resolver, Rung,
    Scheme, Uri, UriBuf, UriReference, UriReferenceBuf, pct, repair, split, to_uri, undelimited,
};

/// Section 1.1.2.
#[test]
fn the_examples_of_the_rfc_are_uris() {
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
    // Section 7.4: texts that some platforms read as addresses are names in the grammar.
    for name in ["127.0.1", "0x7f.0.0.1", "127.0.0.01", "127.0.0.256", "127.0.0.1.", "h", ""] {
        assert_eq!(host(&format!("s://{name}")), HostKind::RegName, "{name}");
    }
    assert_eq!(host("s://u@[::ffff:1.2.3.4]:1"), HostKind::Ipv6("::ffff:1.2.3.4".parse().unwrap()));
    assert_eq!(host("s://[V0.:]"), HostKind::IpvFuture);
}

#[test]
fn ports_can_have_any_number_of_digits() {
    let port = |text| Uri::parse(text).unwrap().authority().unwrap().port_number();
    assert_eq!(port("s://h:65535"), Some(65535));
    assert_eq!(port("s://h:00080"), Some(80));
    assert_eq!(port("s://h:65536"), None);
}

#[test]
fn views_are_compared_by_text_and_schemes_without_case() {
    let [a, b] = ["HTTP://h/", "http://h/"].map(|text| Uri::parse(text).unwrap());
    assert_ne!(a, b);
    assert!(a < b);
    assert_eq!(a.scheme(), b.scheme());
    assert_eq!(a.as_reference().to_uri(), Some(a));
    assert_eq!(format!("{a} {a:?} {:>6}", a.scheme()), "HTTP://h/ Uri(\"HTTP://h/\")   HTTP");
}

#[test]
fn owned_uris_can_be_looked_up_by_text() {
    let uri = UriBuf::from(Uri::parse("s:a").unwrap());
    let set = HashSet::from([uri.clone()]);
    assert!(set.contains("s:a"));
    assert_eq!(uri.as_uri().path(), "a");
    assert_eq!(uri.to_string(), String::from(uri));
}

#[test]
fn hosts_are_compared_without_case_and_addresses_by_value() {
    let host = |text| Uri::parse(text).unwrap().authority().unwrap().host();
    assert_eq!(host("http://Example.COM/"), host("s://u@example.com:1"));
    assert_eq!(host("http://Example.COM/"), "EXAMPLE.com");
    assert_eq!(host("http://[::1]/"), host("http://[0:0:0::1]/"));
    assert_ne!(host("http://[::1]/"), host("http://[::2]/"));
    assert_ne!(host("http://1.2.3.4/"), host("http://1.2.3.5/"));
    assert_ne!(host("http://[v1.a]/"), host("http://[v1.b]/"));
}

#[test]
fn segments_and_fields() {
    let reference = |text| UriReference::parse(text).unwrap();
    let segments = |text| reference(text).segments().collect::<Vec<_>>();
    assert_eq!(segments(""), [""; 0]);
    assert_eq!(segments("/"), [""]);
    assert_eq!(segments("//h"), [""; 0]);
    assert_eq!(segments("/a//b/"), ["a", "", "b", ""]);
    assert_eq!(segments("a/b"), ["a", "b"]);
    assert_eq!(reference("/a/b/c").segments().next_back(), Some("c"));
    let pairs = |text| reference(text).query_pairs().collect::<Vec<_>>();
    assert_eq!(pairs("a"), []);
    assert_eq!(pairs("?"), []);
    assert_eq!(pairs("?a=b=c&&d"), [("a", Some("b=c")), ("", None), ("d", None)]);
}

#[test]
fn components_are_set_and_checked() {
    let composed = |one: Components<'_>| one.compose(Grammar::UriReference);
    let none = Components::default();
    let http = Components { scheme: Some("http"), authority: Some("h"), ..none };
    assert_eq!(composed(http).unwrap(), "http://h");
    let authority = Some("u:p@h:0");
    assert_eq!(composed(Components { authority, ..http }).unwrap(), "http://u:p@h:0");
    let path = format!("//{}", pct::encode("a/b?", &pct::PCHAR));
    assert_eq!(composed(Components { path: &path, ..http }).unwrap(), "http://h//a%2Fb%3F");
    assert_eq!(composed(Components { path: "a/b", ..none }).unwrap(), "a/b");
    let empty = Components { query: Some(""), fragment: Some(""), ..none };
    assert_eq!(composed(empty).unwrap(), "?#");
    // Components that a parser would read as other ones are rejected.
    for wrong in [
        Components { authority: Some("a/b"), ..http },
        Components { authority: Some("u@a@b"), ..http },
        Components { path: "a", ..http },
        Components { path: "a:b", ..none },
        Components { path: "//a", ..none },
        Components { path: "a?b", ..none },
        Components { scheme: Some("a:b"), ..none },
        Components { query: Some("a#b"), ..http },
    ] {
        assert!(composed(wrong).is_err(), "{wrong}");
    }
    let iri = Components { scheme: Some("s"), path: "\u{e9}", ..none };
    assert_eq!(iri.compose(Grammar::Iri).unwrap(), "s:\u{e9}");
}

#[test]
fn single_components_are_changed() {
    let uri = Uri::parse("http://u@h:80/a?b#c").unwrap();
    let changed = Components { authority: Some("h"), path: "/x", ..uri.into() };
    assert_eq!(changed.compose(Grammar::Uri).unwrap(), "http://h/x?b#c");
    let without = Components { authority: None, ..changed };
    assert_eq!(without.compose(Grammar::Uri).unwrap(), "http:/x?b#c");
    assert!(Components { path: "//x", ..without }.compose(Grammar::Uri).is_err());
}

/// A reference that is rebuilt from its components is unchanged.
#[test]
fn references_are_built_from_their_components() {
    for (seed, text) in crate::generate::texts(crate::generate::count(10_000)) {
        let Ok(reference) = UriReference::parse(&text) else { continue };
        let built = Components::from(reference).compose(Grammar::UriReference).unwrap();
        assert_eq!(built, text, "({seed})");
    }
}

#[cfg(feature = "serde")]
#[test]
fn serialized_values_can_be_read_back() {
    use linkwright::uri::hazards::{Codes, Severity};
    fn same<T>(value: &T) -> serde_json::Value
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug,
    {
        let json = serde_json::to_value(value).unwrap();
        assert_eq!(&serde_json::from_value::<T>(json.clone()).unwrap(), value);
        json
    }
    for &rung in Rung::ALL {
        assert_eq!(same(&rung), rung.name());
    }
    for &severity in Severity::ALL {
        assert_eq!(same(&severity), severity.name());
    }
    for code in linkwright::uri::hazards::Code::ALL {
        assert_eq!(same(code), code.name());
    }
    let uri = Uri::parse("http://u@127.1/").unwrap();
    same::<Codes>(&uri.hazard_codes());
    same::<Vec<Hazard>>(&uri.hazards());
    same(&UriReferenceBuf::from(uri.as_reference()));
    let json = serde_json::to_string(&uri).unwrap();
    assert_eq!(serde_json::from_str::<Uri<'_>>(&json).unwrap(), uri);
    assert!(serde_json::from_str::<Uri<'_>>("\"no uri\"").is_err());
}

#[test]
fn typed_uris_lose_their_delimiters() {
    for (typed, expected) in [
        ("<http://a/>", "http://a/"),
        ("\"http://a/\"", "http://a/"),
        (" http://a/\n", "http://a/"),
        ("<URL:http://a/\n b>", "http://a/b"),
        ("url: http://a/", "http://a/"),
        ("<http://a/", "<http://a/"),
        ("http://a/>", "http://a/>"),
        ("url", "url"),
        ("", ""),
    ] {
        assert_eq!(undelimited(typed), expected, "{typed:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn owned_uris_are_serialized_as_strings() {
    let uri: UriBuf = serde_json::from_str("\"s:a\"").unwrap();
    assert_eq!(serde_json::to_string(&uri).unwrap(), "\"s:a\"");
    let error = serde_json::from_str::<UriBuf>("\"s a\"").unwrap_err();
    assert!(error.to_string().starts_with("expected a letter, a digit"), "{error}");
}

#[test]
fn repairs_common_mistakes() {
    let repaired = |text| repair(text, Grammar::Iri).map(Repaired::into_text);
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
    // The prefix is valid without repair; the offset is that of the first character that cannot be repaired.
    let error = repair("s:a b\tc", Grammar::Uri).unwrap_err();
    assert_eq!((error.valid_prefix(), error.at()), (Some(3), 5));
}

#[test]
fn maps_iris() {
    let mapped = |text| to_uri(text).unwrap().into_string();
    assert_eq!(mapped("s:ü?"), "s:%C3%BC?");
    assert_eq!(mapped("s://ü:é@h/?\u{E000}#日"), "s://%C3%BC:%C3%A9@h/?%EE%80%80#%E6%97%A5");
    // Encoded octets keep the case of their digits.
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
fn splits_texts_that_are_not_uris() {
    let components = split("://a?b#c?d#e");
    assert_eq!((components.scheme, components.authority), (None, None));
    assert_eq!((components.path, components.query), ("://a", Some("b")));
    assert_eq!(components.fragment, Some("c?d#e"));
}

#[test]
fn values_can_be_sent_to_other_threads() {
    fn check<T: Send + Sync + Unpin + core::panic::UnwindSafe>() {}
    fn check_copy<T: Copy>() {}
    check::<(Uri<'_>, UriReference<'_>, Scheme<'_>, Authority<'_>, Host<'_>, UriBuf)>();
    check::<(ParseError, Components<'_>, Repaired<'_>)>();
    check::<(Resolver<'_>, Aliases, Inspector, Hazard)>();
    check_copy::<(Resolver<'_>, Rung, Hazard)>();
    check_copy::<(Uri<'_>, UriReference<'_>, Authority<'_>, ParseError)>();
}
