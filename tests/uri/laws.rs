//! Tests properties of the parser and other functions that hold for every text, on generated texts.

use std::borrow::Cow;

use linkwright::uri::{
    Components, Grammar, HostKind, IriReference, UriReference, check, pct, repair, split, to_uri,
};
use proptest::prelude::*;

use crate::generate::{count, texts};
use crate::taken::Taken;

#[test]
fn components_recompose_to_the_text() {
    for (seed, text) in texts(count(20_000)) {
        for grammar in Grammar::ALL.iter().copied() {
            let valid = check(&text, grammar);
            let len = valid.map_or_else(|error| error.valid_prefix(), |()| Some(text.len()));
            let Some(prefix) = len.map(|len| &text[..len]) else { continue };
            let found = Taken::by_parser(prefix, grammar).map(|taken| taken.to_string());
            assert_eq!(found.as_deref(), Some(prefix), "{grammar:?} {text:?} ({seed})");
        }
    }
}

/// IPv4 and IPv6 addresses have the values that the standard library reads.
#[test]
fn addresses_agree_with_the_standard_library() {
    for (seed, text) in texts(count(20_000)) {
        let Ok(reference) = IriReference::parse(&text) else { continue };
        let Some(host) = reference.authority().map(|authority| authority.host()) else { continue };
        let (host, kind) = (host.as_str(), host.kind());
        let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let expected = match inside {
            Some(inside) if inside.starts_with(['v', 'V']) => HostKind::IpvFuture,
            Some(inside) => HostKind::Ipv6(inside.parse().unwrap()),
            None => host.parse().map_or(HostKind::RegName, HostKind::Ipv4),
        };
        assert_eq!(kind, expected, "{host:?} ({seed})");
    }
}

/// The expression is taken from RFC 3986, Appendix B, but here `.` also matches line breaks.
#[test]
fn split_agrees_with_the_regular_expression_of_appendix_b() {
    let pattern = r"(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?";
    let regex = regex::Regex::new(pattern).unwrap();
    for (seed, text) in texts(count(20_000)) {
        let captures = regex.captures(&text).expect("the expression matches any text");
        let group = |number| captures.get(number).map(|group| group.as_str());
        let found = split(&text);
        assert_eq!(found.scheme, group(2), "{text:?} ({seed})");
        assert_eq!(found.authority, group(4), "{text:?} ({seed})");
        assert_eq!(Some(found.path), group(5), "{text:?} ({seed})");
        assert_eq!(found.query, group(7), "{text:?} ({seed})");
        assert_eq!(found.fragment, group(9), "{text:?} ({seed})");
        assert_eq!(found.to_string(), text);
    }
}

/// In a valid text, the parser and `split` find the same components, and composing these returns the text.
#[test]
fn split_agrees_with_the_parser_on_valid_texts() {
    for (_, text) in texts(count(20_000)) {
        let Ok(reference) = UriReference::parse(&text) else { continue };
        let components = split(&text);
        assert_eq!(components, Components::from(reference), "{text:?}");
        assert_eq!(components.compose(Grammar::UriReference).as_ref(), Ok(&text));
    }
}

/// Repair leaves a valid text unchanged, its result is valid, and a second repair changes nothing.
#[test]
fn repaired_texts_are_valid_and_need_no_repair() {
    let mut changed = 0;
    for (seed, text) in texts(count(20_000)) {
        for grammar in Grammar::ALL.iter().copied() {
            let is_valid = check(&text, grammar).is_ok();
            let Ok(repaired) = repair(&text, grammar) else {
                assert!(!is_valid, "{grammar:?} {text:?} ({seed})");
                continue;
            };
            assert_eq!(is_valid, repaired.edits().is_empty());
            changed += usize::from(!repaired.edits().is_empty());
            let proof = check(repaired.as_str(), grammar);
            assert_eq!(proof, Ok(()), "{grammar:?} {text:?} ({seed})");
            let again = repair(repaired.as_str(), grammar).unwrap();
            assert!(again.edits().is_empty());
            assert!(matches!(again.into_text(), Cow::Borrowed(_)));
        }
    }
    assert!(changed > 1000, "only {changed} texts were repaired");
}

/// The edits describe all changes, so undoing them restores the text. No edit is before the path.
#[test]
fn repairs_can_be_undone() {
    for (seed, text) in texts(count(20_000)) {
        let Ok(repaired) = repair(&text, Grammar::IriReference) else { continue };
        let mut restored = repaired.as_str().to_owned();
        let taken = Taken::by_parser(repaired.as_str(), Grammar::IriReference).unwrap();
        let head = Taken { path: "", query: None, fragment: None, ..taken }.to_string().len();
        for edit in repaired.edits() {
            // The text before this edit is already restored, so the offset in the original text is also the offset
            // here.
            let encoded = edit.at()..edit.at() + 3;
            let expected = format!("%{:02X}", u32::from(edit.original()));
            assert_eq!(restored[encoded.clone()], expected, "{text:?} ({seed})");
            restored.replace_range(encoded, edit.original().encode_utf8(&mut [0; 4]));
            assert!(edit.at() >= head, "{text:?} ({seed})");
        }
        assert_eq!(restored, text, "({seed})");
    }
}

/// `to_uri` maps an IRI to a URI that has the same components when they are decoded. An IRI in
/// ASCII is unchanged.
#[test]
fn mapped_iris_are_uris() {
    let decoded = |part: Option<&str>| part.map(|part| pct::decode(part).into_owned());
    for (seed, text) in texts(count(20_000)) {
        let Some(iri) = Taken::by_parser(&text, Grammar::Iri) else { continue };
        let Ok(uri) = to_uri(&text) else {
            assert!(!iri.host.unwrap_or_default().is_ascii(), "{text:?} ({seed})");
            continue;
        };
        let found = Taken::by_parser(uri.as_str(), Grammar::Uri).expect("the result is a URI");
        assert_eq!(found.scheme, iri.scheme);
        assert_eq!(found.port, iri.port);
        for (found, iri) in [
            (found.userinfo, iri.userinfo),
            (Some(found.path), Some(iri.path)),
            (found.query, iri.query),
            (found.fragment, iri.fragment),
        ] {
            assert_eq!(decoded(found), decoded(iri), "{text:?} ({seed})");
        }
        assert_eq!(found.host.is_some(), iri.host.is_some());
        assert!(!text.is_ascii() || uri == text.as_str());
    }
}

proptest! {
    #[test]
    fn encoding_is_undone_by_decoding(data in any::<String>()) {
        for set in [pct::UNRESERVED, pct::REG_NAME, pct::PCHAR, pct::QUERY] {
            let encoded = pct::encode(&data, &set);
            prop_assert!(pct::is_encoded(&encoded, &set));
            prop_assert_eq!(pct::decode_utf8(&encoded).unwrap(), data.as_str());
        }
    }

    #[test]
    fn octets_cover_the_text(text in "([a%]|%[0-9a-gA-G]|%[0-9a-fA-F]{2}|é){0,12}") {
        let mut end = 0;
        for octet in pct::octets(&text) {
            prop_assert_eq!(octet.span().start(), end);
            end = octet.span().end();
            let written = octet.span().of(text.as_bytes());
            prop_assert_eq!(octet.is_encoded(), written.len() == 3);
        }
        prop_assert_eq!(end, text.len());
        let octets: Vec<u8> = pct::octets(&text).map(pct::Octet::value).collect();
        prop_assert_eq!(pct::decode(&text), octets);
    }

    /// An encoded component does not change the components around it.
    #[test]
    fn encoded_components_compose(path in any::<String>(), query in any::<String>()) {
        let path = format!("/{}", pct::encode(&path, &pct::PCHAR));
        let query = pct::encode(&query, &pct::QUERY);
        let components = Components {
            scheme: Some("s"),
            authority: Some("h"),
            path: &path,
            query: Some(&query),
            fragment: None,
        };
        let text = components.compose(Grammar::AbsoluteUri).unwrap();
        prop_assert_eq!(split(&text), components);
    }

    /// The parser, the repair and the mapping never panic, and the components of `split` compose to the text.
    #[test]
    fn no_text_causes_a_panic(text in any::<String>(), scheme in r"|s:|s://|//h/|s://\[") {
        let text = format!("{scheme}{text}");
        for grammar in Grammar::ALL.iter().copied() {
            let _ = (check(&text, grammar), repair(&text, grammar).is_ok());
        }
        let _ = to_uri(&text);
        prop_assert_eq!(split(&text).to_string(), text);
    }
}
