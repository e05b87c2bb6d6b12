//! Tests the offset at which a text stops being valid, and the error message.

use linkwright::uri::{
    Components, Grammar, MapError, Rule, Uri, UriBuf, check as check_text, to_uri,
};

/// A text, its longest valid prefix, and the error message, which contains the offset of the stop.
type Case = (&'static str, Option<&'static str>, &'static str);

fn check(grammar: Grammar, cases: &[Case]) {
    for (text, valid_prefix, message) in cases {
        let error = check_text(text, grammar).unwrap_err();
        assert_eq!(error.to_string(), *message, "{text:?}");
        let found = error.valid_prefix().map(|len| &text[..len]);
        assert_eq!(found, *valid_prefix, "the valid prefix of {text:?}");
        assert!(message.ends_with(&format!("at byte {}", error.at())));
    }
}

#[test]
fn errors_in_uris() {
    check(
        Grammar::Uri,
        &[
            ("", None, "expected a letter in scheme at byte 0"),
            ("1a:", None, "expected a letter in scheme at byte 0"),
            (
                "ht tp:",
                None,
                r#"expected a letter, a digit, "+", "-", "." or ":" in scheme at byte 2"#,
            ),
            (
                "http",
                None,
                r#"expected a letter, a digit, "+", "-", "." or ":" in scheme at byte 4"#,
            ),
            ("s: ", Some("s:"), "expected a path character in path-rootless at byte 2"),
            ("s:/a b", Some("s:/a"), "expected a path character in path-absolute at byte 4"),
            ("s://h/a b", Some("s://h/a"), "expected a path character in path-abempty at byte 7"),
            ("s:?a\"", Some("s:?a"), "expected a query character in query at byte 4"),
            ("s:#a#b", Some("s:#a"), "expected a fragment character in fragment at byte 4"),
            ("s:%", Some("s:"), "expected a hexadecimal digit in pct-encoded at byte 3"),
            ("s:a%zz", Some("s:a"), "expected a hexadecimal digit in pct-encoded at byte 4"),
            ("s:a%4", Some("s:a"), "expected a hexadecimal digit in pct-encoded at byte 5"),
            ("s:?%4g", Some("s:?"), "expected a hexadecimal digit in pct-encoded at byte 5"),
            ("s:é", Some("s:"), "expected a path character in path-rootless at byte 2"),
        ],
    );
}

#[test]
fn errors_in_authorities() {
    check(
        Grammar::Uri,
        &[
            ("s://h|", Some("s://h"), "expected a host character in reg-name at byte 5"),
            ("s://h%4/", Some("s://h"), "expected a hexadecimal digit in pct-encoded at byte 7"),
            // Text that is not a port may still be userinfo, so the error is at its end, where the "@" is missing.
            (
                "s://user:pass",
                Some("s://user:"),
                r#"expected a userinfo character or "@" in userinfo at byte 13"#,
            ),
            (
                "s://user:12ab/",
                Some("s://user:12"),
                r#"expected a userinfo character or "@" in userinfo at byte 13"#,
            ),
            (
                "s://a:1:2",
                Some("s://a:1"),
                r#"expected a userinfo character or "@" in userinfo at byte 9"#,
            ),
            ("s://u:%4", Some("s://u:"), "expected a hexadecimal digit in pct-encoded at byte 8"),
            ("s://h:80|", Some("s://h:80"), "expected a digit in port at byte 8"),
            // After the first "@", a second one is an error.
            ("s://u@h@", Some("s://u@h"), "expected a host character in reg-name at byte 7"),
            ("s://u@h:1@", Some("s://u@h:1"), "expected a digit in port at byte 9"),
            ("s://u@h:x", Some("s://u@h:"), "expected a digit in port at byte 8"),
        ],
    );
}

#[test]
fn errors_in_ip_literals() {
    check(
        Grammar::Uri,
        &[
            ("s://[", Some("s://"), r#"expected an IPv6 address or "v" in IP-literal at byte 5"#),
            (
                "s://u@[x",
                Some("s://u@"),
                r#"expected an IPv6 address or "v" in IP-literal at byte 7"#,
            ),
            ("s://[:1", Some("s://"), r#"expected ":" in IPv6address at byte 6"#),
            (
                "s://[1:g",
                Some("s://"),
                r#"expected a hexadecimal digit or ":" in IPv6address at byte 7"#,
            ),
            (
                "s://[1]",
                Some("s://"),
                r#"expected a hexadecimal digit or ":" in IPv6address at byte 6"#,
            ),
            ("s://[12345::]", Some("s://"), r#"expected ":" in IPv6address at byte 9"#),
            ("s://[::12345]", Some("s://"), r#"expected "]" in IP-literal at byte 11"#),
            (
                "s://[1::2::]",
                Some("s://"),
                r#"expected a hexadecimal digit or ":" in IPv6address at byte 10"#,
            ),
            // The "::" abbreviates at least one group.
            ("s://[1::3:4:5:6:7:8:9]", Some("s://"), r#"expected "]" in IP-literal at byte 19"#),
            ("s://[::1.2.3.04]", Some("s://"), r#"expected "]" in IP-literal at byte 14"#),
            ("s://[::256.1.1.1]", Some("s://"), r#"expected ":" in IPv6address at byte 10"#),
            (
                "s://[::1.2.x]",
                Some("s://"),
                "expected an octet from 0 to 255 in dec-octet at byte 11",
            ),
            ("s://[::1.2.3]", Some("s://"), r#"expected "." in dec-octet at byte 12"#),
            ("s://[v]", Some("s://"), "expected a hexadecimal digit in IPvFuture at byte 6"),
            (
                "s://[v1]",
                Some("s://"),
                r#"expected a hexadecimal digit or "." in IPvFuture at byte 7"#,
            ),
            ("s://[v1.]", Some("s://"), "expected an address character in IPvFuture at byte 8"),
            ("s://[::1%25e]", Some("s://"), r#"expected "]" in IP-literal at byte 8"#),
            (
                "s://[::1]x",
                Some("s://[::1]"),
                r##"expected ":", "/", "?", "#" or the end in authority at byte 9"##,
            ),
        ],
    );
}

#[test]
fn errors_in_other_grammars() {
    check(
        Grammar::UriReference,
        &[
            (" ", Some(""), "expected a path character in path-noscheme at byte 0"),
            (
                ":",
                Some(""),
                r#"expected a path character other than ":" in path-noscheme at byte 0"#,
            ),
            (
                "1a:b",
                Some("1a"),
                r#"expected a path character other than ":" in path-noscheme at byte 2"#,
            ),
            ("a/b c", Some("a/b"), "expected a path character in path-noscheme at byte 3"),
            ("//h|", Some("//h"), "expected a host character in reg-name at byte 3"),
        ],
    );
    check(
        Grammar::RelativeRef,
        &[(
            "a:b",
            Some("a"),
            r#"expected a path character other than ":" in path-noscheme at byte 1"#,
        )],
    );
    check(
        Grammar::AbsoluteUri,
        &[("a:b?c#d", Some("a:b?c"), "expected no fragment in absolute-URI at byte 5")],
    );
    check(
        Grammar::Iri,
        &[
            // Private-use characters are allowed only in queries. The offset is that of the first byte of the
            // character.
            ("a:é\u{E000}", Some("a:é"), "expected a path character in path-rootless at byte 4"),
            (
                "a:?\u{E000}\u{FFFF}",
                Some("a:?\u{E000}"),
                "expected a query character in query at byte 6",
            ),
        ],
    );
}

#[test]
fn errors_return_their_parts() {
    let error = Uri::parse("http://h/%4x").unwrap_err();
    assert_eq!((error.at(), error.rule(), error.valid_prefix()), (11, Rule::PctEncoded, Some(9)));
    assert_eq!(error.expected().to_string(), "a hexadecimal digit");
    assert_eq!(UriBuf::parse("x".to_owned()).unwrap_err().at(), 1);
}

#[test]
fn errors_of_mapping_and_composing() {
    let error = to_uri("no iri").unwrap_err();
    assert!(matches!(error, MapError::Invalid(error) if error.at() == 2));
    let components = Components { authority: Some("h/x"), path: "/y", ..Components::default() };
    let error = components.compose(Grammar::UriReference).unwrap_err();
    assert_eq!(error.to_string(), "a parser would find other components in this text: //h/x/y");
    let components = Components { authority: Some("["), ..components };
    let error = components.compose(Grammar::UriReference).unwrap_err();
    assert_eq!(error.to_string(), r#"expected an IPv6 address or "v" in IP-literal at byte 3"#);
}

/// IDNA maps a fullwidth solidus to "/", which must not end the host.
#[cfg(feature = "idn")]
#[test]
fn hosts_that_idna_excludes() {
    for host in ["a／b.com", "\u{AD}", "a＠b", "ｅx%.com", "é\u{2FF0}"] {
        let error = to_uri(&format!("http://{host}/"));
        assert!(error.is_err(), "{host} became {}", error.unwrap());
    }
    let error = to_uri("http://u@a／b/").unwrap_err();
    assert_eq!(error.to_string(), "the host at bytes 9 to 14 has no ASCII form");
}
