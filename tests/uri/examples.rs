//! Examples for the parser and other functions of `linkwright::uri`.

use core::net::Ipv6Addr;
use std::collections::HashSet;

use linkwright::uri::hazards::{Hazard, Inspector};
use linkwright::uri::{
    Aliases, Authority, Builder, Components, Grammar, Host, HostKind, Mode, Normalized, ParseError,
    Repaired, Resolver, Rung, Scheme, Target, Uri, UriBuf, UriReference, UriReferenceBuf, Urn, pct,
    repair, split, to_uri, undelimited,
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
fn zone_identifiers_are_not_part_of_the_address() {
    let text = "http://[fe80::1%25en%31]:80/";
    let host =
        Uri::parse_with(text, Mode::new().zone_ids(true)).unwrap().authority().unwrap().host();
    assert_eq!(host.kind(), HostKind::Ipv6(Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0, 1)));
    assert_eq!((host.as_str(), host.zone()), ("[fe80::1%25en%31]", Some("en%31")));
}

#[test]
fn views_are_compared_by_text_and_schemes_without_case() {
    let [a, b] = ["HTTP://h/", "http://h/"].map(|text| Uri::parse(text).unwrap());
    assert_ne!(a, b);
    assert!(a < b);
    assert_eq!(a.scheme(), b.scheme());
    assert_eq!(HashSet::from([a.scheme(), b.scheme()]).len(), 1);
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
    let rejected = UriBuf::parse("no".to_owned()).unwrap_err();
    assert_eq!(rejected.into_string(), "no");
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
    let hosts = ["http://A/", "http://a/", "http://[::1]/", "http://[0::1]/"].map(host);
    assert_eq!(hosts.into_iter().collect::<HashSet<_>>().len(), 2);
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
    let built = |builder: Builder| builder.build_reference().map_err(|error| error.to_string());
    let http = || Builder::new().scheme("http").host("h");
    assert_eq!(built(http()).unwrap(), "http://h");
    assert_eq!(built(http().userinfo("u:p").port(0)).unwrap(), "http://u:p@h:0");
    assert_eq!(built(http().segment("").segment("a/b?")).unwrap(), "http://h//a%2Fb%3F");
    assert_eq!(built(Builder::new().segment("a").segment("b")).unwrap(), "a/b");
    assert_eq!(
        built(http().query_pair("a", "").query_pair("&", "=+")).unwrap(),
        "http://h?a=&%26=%3D%2B"
    );
    assert_eq!(built(Builder::new().query("").fragment("")).unwrap(), "?#");
    // The builder rejects a component that a parser would read as another one.
    for wrong in [
        http().host("a:80"),
        http().host("a/b"),
        http().host("u@h"),
        http().userinfo("a@b"),
        http().userinfo("a/b"),
        http().path("a"),
        Builder::new().path("a:b"),
        Builder::new().path("//a"),
        Builder::new().path("a?b"),
        Builder::new().scheme("a:b"),
        http().query("a#b"),
    ] {
        assert!(built(wrong.clone()).is_err(), "{wrong}");
    }
    let iri = Builder::new().scheme("s").path("\u{e9}").build_iri().unwrap();
    assert_eq!(iri, "s:\u{e9}");
}

#[test]
fn single_components_are_changed() {
    let mut uri: UriBuf = "http://u@h:80/a?b#c".parse().unwrap();
    uri.set_userinfo(None).unwrap();
    uri.set_port(None).unwrap();
    uri.set_path("/x").unwrap();
    uri.set_fragment(Some("y")).unwrap();
    assert_eq!(uri, "http://h/x?b#y");
    for wrong in [uri.set_path("x"), uri.set_query(Some("#")), uri.set_host(Some("a b"))] {
        assert!(wrong.is_err());
    }
    assert_eq!(uri, "http://h/x?b#y");
    assert_eq!(uri.as_uri().authority().unwrap().host(), "h");
    uri.set_host(None).unwrap();
    assert_eq!(uri, "http:/x?b#y");
    assert!(uri.set_path("//x").is_err());
    uri.set_userinfo(Some("u")).unwrap();
    assert_eq!(uri, "http://u@/x?b#y");
    let mut opaque: UriBuf = "s:x".parse().unwrap();
    assert!(opaque.set_userinfo(Some("u")).is_err() && opaque.set_port(Some(1)).is_err());
    let mut reference: UriReferenceBuf = "//h/a".parse().unwrap();
    reference.set_scheme(Some("s")).unwrap();
    reference.set_scheme(None).unwrap();
    reference.set_port(Some(1)).unwrap();
    assert_eq!(reference, "//h:1/a");
    let zoned = "http://[fe80::1%25eth0]/".to_owned();
    let mut zoned = UriBuf::parse_with(zoned, Mode::new().zone_ids(true)).unwrap();
    zoned.set_path("/a").unwrap();
    assert_eq!(zoned, "http://[fe80::1%25eth0]/a");
}

/// A reference that is rebuilt from its components is unchanged.
#[test]
fn references_are_built_from_their_components() {
    for (seed, text) in crate::generate::texts(crate::generate::count(10_000)) {
        let Ok(reference) = UriReference::parse(&text) else { continue };
        let built = Builder::from(reference).build_reference().unwrap();
        assert_eq!(built, text.as_str(), "({seed})");
    }
}

#[cfg(all(feature = "http", feature = "url"))]
#[test]
fn conversions_to_other_crates_keep_the_uri() {
    let uri = Uri::parse("http://u@example.com:8080/a%20b?c").unwrap();
    let http = http::Uri::try_from(uri).unwrap();
    assert_eq!(UriReferenceBuf::try_from(&http).unwrap(), uri.as_str());
    let connect: http::Uri = "example.com:443".parse().unwrap();
    assert_eq!(UriReferenceBuf::try_from(&connect).unwrap(), "//example.com:443");
    let url = url::Url::try_from(uri).unwrap();
    assert_eq!(UriBuf::try_from(&url).unwrap(), uri.as_str());
    let url = url::Url::parse("http://example.com/?a|b").unwrap();
    assert_eq!(UriBuf::try_from(&url).unwrap(), "http://example.com/?a%7Cb");
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
    same(&uri.authority().unwrap().host().kind());
    let json = serde_json::to_string(&uri).unwrap();
    assert_eq!(serde_json::from_str::<Uri<'_>>(&json).unwrap(), uri);
    assert!(serde_json::from_str::<Uri<'_>>("\"no uri\"").is_err());
    let components = split("a:b?c");
    let json = serde_json::to_string(&components).unwrap();
    assert_eq!(serde_json::from_str::<Components<'_>>(&json).unwrap(), components);
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
    // The prefix is valid without repair; the offset is that of the first character that cannot be repaired.
    let error = repair("s:a b\tc", Grammar::Uri, Mode::new()).unwrap_err();
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
    assert_eq!((components.scheme(), components.authority()), (None, None));
    assert_eq!((components.path(), components.query()), ("://a", Some("b")));
    assert_eq!(components.fragment(), Some("c?d#e"));
}

#[test]
fn values_can_be_sent_to_other_threads() {
    fn check<T: Send + Sync + Unpin + core::panic::UnwindSafe>() {}
    fn check_copy<T: Copy>() {}
    check::<(Uri<'_>, UriReference<'_>, Scheme<'_>, Authority<'_>, Host<'_>, UriBuf)>();
    check::<(ParseError, Components<'_>, Repaired<'_>)>();
    check::<(Normalized<'_>, Resolver<'_>, Target<'_>, Aliases, Inspector, Hazard, Urn<'_>)>();
    check_copy::<(Normalized<'_>, Resolver<'_>, Rung, Hazard, Urn<'_>)>();
    check_copy::<(Uri<'_>, UriReference<'_>, Authority<'_>, ParseError)>();
}
