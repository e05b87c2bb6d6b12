//! Compares the parser with two others that follow the RFCs strictly: fluent-uri and iri-string.
//!
//! On every generated text, the three parsers must agree on whether the text is valid, and on every component. The
//! position at which a text stops being valid has no counterpart in the other parsers; the tests in `grammar` compare it
//! with the ABNF.

use linkwright::uri::{Grammar, HostKind, UriReference, check};

use crate::generate::{count, texts};
use crate::taken::Taken;
use crate::witnesses::{by_fluent_uri, by_iri_string};

#[test]
fn agrees_with_fluent_uri() {
    use Grammar::{Iri, IriReference, Uri, UriReference};
    for (seed, text) in texts(count(20_000)) {
        for grammar in [Uri, UriReference, Iri, IriReference] {
            let expected = by_fluent_uri(&text, grammar);
            assert_eq!(Taken::by_parser(&text, grammar), expected, "{grammar:?} {text:?} ({seed})");
        }
    }
}

#[test]
fn agrees_with_iri_string() {
    use iri_string::spec::{IriSpec, UriSpec};
    for (seed, text) in texts(count(20_000)) {
        let uri = Taken::by_parser(&text, Grammar::UriReference);
        assert_eq!(uri, by_iri_string::<UriSpec>(&text), "{text:?} ({seed})");
        let iri = Taken::by_parser(&text, Grammar::IriReference);
        assert_eq!(iri, by_iri_string::<IriSpec>(&text), "{text:?} ({seed})");
    }
}

/// Compares the validity of texts in the grammars for which iri-string has a separate validator.
#[test]
fn agrees_with_the_validators_of_iri_string() {
    use iri_string::spec::{IriSpec, UriSpec};
    use iri_string::validate;
    type Validator = fn(&str) -> Result<(), validate::Error>;
    let validators: [(Grammar, Validator); 8] = [
        (Grammar::Uri, validate::iri::<UriSpec>),
        (Grammar::AbsoluteUri, validate::absolute_iri::<UriSpec>),
        (Grammar::UriReference, validate::iri_reference::<UriSpec>),
        (Grammar::RelativeRef, validate::relative_ref::<UriSpec>),
        (Grammar::Iri, validate::iri::<IriSpec>),
        (Grammar::AbsoluteIri, validate::absolute_iri::<IriSpec>),
        (Grammar::IriReference, validate::iri_reference::<IriSpec>),
        (Grammar::IrelativeRef, validate::relative_ref::<IriSpec>),
    ];
    for (seed, text) in texts(count(20_000)) {
        for (grammar, validate) in validators {
            let found = check(&text, grammar).is_ok();
            assert_eq!(found, validate(&text).is_ok(), "{grammar:?} {text:?} ({seed})");
        }
    }
}

/// Compares only the kind of host, because fluent-uri returns the address only with a feature that is not enabled here.
/// `laws` compares the addresses with the standard library.
#[test]
fn agrees_with_fluent_uri_on_the_kind_of_host() {
    use fluent_uri::component::Host;
    for (seed, text) in texts(count(20_000)) {
        let Ok(expected) = fluent_uri::UriRef::parse(text.as_str()) else { continue };
        let expected = expected.authority().map(|authority| authority.host_parsed());
        let authority = UriReference::parse(&text).unwrap().authority();
        let found = authority.map(|authority| authority.host().kind());
        let agree = match (found, expected) {
            (None, None) => true,
            (Some(kind), Some(host)) => matches!(
                (kind, host),
                (HostKind::RegName, Host::RegName(_))
                    | (HostKind::Ipv4(_), Host::Ipv4 { .. })
                    | (HostKind::Ipv6(_), Host::Ipv6 { .. })
                    | (HostKind::IpvFuture, Host::IpvFuture { .. })
            ),
            _ => false,
        };
        assert!(agree, "{found:?} {text:?} ({seed})");
    }
}
