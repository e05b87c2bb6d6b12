//! The parser against two others that follow the RFCs to the letter: fluent-uri and iri-string.
//!
//! They agree with it on every text that is tried here, in validity and in every component, so
//! there is no divergence to argue. What they have no counterpart for is left to the ABNF in
//! `grammar`: zone identifiers (RFC 6874), which both refuse, and the place where a text stops.

use iri_string::spec::Spec;
use iri_string::types::RiReferenceStr;
use linkwright::uri::{Grammar, HostKind, Mode, scan};

use crate::generate::{count, texts};
use crate::taken::Taken;

/// The seven components by fluent-uri, whose four types have no trait in common.
macro_rules! by_fluent_uri {
    ($parsed:expr, $uri:ident => $scheme:expr) => {{
        let $uri = $parsed.ok()?;
        let authority = $uri.authority();
        Some(Taken {
            scheme: $scheme,
            userinfo: authority.and_then(|authority| Some(authority.userinfo()?.as_str())),
            host: authority.map(|authority| authority.host()),
            port: authority.and_then(|authority| Some(authority.port()?.as_str())),
            path: $uri.path().as_str(),
            query: $uri.query().map(|query| query.as_str()),
            fragment: $uri.fragment().map(|fragment| fragment.as_str()),
        })
    }};
}

fn by_fluent_uri(text: &str, grammar: Grammar) -> Option<Taken<'_>> {
    use fluent_uri::component::Scheme;
    use fluent_uri::{Iri, IriRef, Uri, UriRef};
    match grammar {
        Grammar::Uri => by_fluent_uri!(Uri::parse(text), uri => Some(uri.scheme().as_str())),
        Grammar::Iri => by_fluent_uri!(Iri::parse(text), iri => Some(iri.scheme().as_str())),
        Grammar::UriReference => {
            by_fluent_uri!(UriRef::parse(text), uri => uri.scheme().map(Scheme::as_str))
        }
        _ => by_fluent_uri!(IriRef::parse(text), iri => iri.scheme().map(Scheme::as_str)),
    }
}

fn by_iri_string<'a, S: Spec + 'a>(text: &'a str) -> Option<Taken<'a>> {
    let reference = RiReferenceStr::<S>::new(text).ok()?;
    let authority = reference.authority_components();
    Some(Taken {
        scheme: reference.scheme_str(),
        userinfo: authority.and_then(|authority| authority.userinfo()),
        host: authority.map(|authority| authority.host()),
        port: authority.and_then(|authority| authority.port()),
        path: reference.path_str(),
        query: reference.query_str(),
        fragment: reference.fragment_str(),
    })
}

#[test]
fn agrees_with_fluent_uri() {
    use Grammar::{Iri, IriReference, Uri, UriReference};
    for (seed, text) in texts(count(20_000)) {
        for grammar in [Uri, UriReference, Iri, IriReference] {
            let expected = by_fluent_uri(&text, grammar);
            assert_eq!(Taken::by_scan(&text, grammar), expected, "{grammar:?} {text:?} ({seed})");
        }
    }
}

#[test]
fn agrees_with_iri_string() {
    use iri_string::spec::{IriSpec, UriSpec};
    for (seed, text) in texts(count(20_000)) {
        let uri = Taken::by_scan(&text, Grammar::UriReference);
        assert_eq!(uri, by_iri_string::<UriSpec>(&text), "{text:?} ({seed})");
        let iri = Taken::by_scan(&text, Grammar::IriReference);
        assert_eq!(iri, by_iri_string::<IriSpec>(&text), "{text:?} ({seed})");
    }
}

/// The grammars for which iri-string has a validator of its own.
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
            let found = scan(&text, grammar, Mode::new()).is_complete();
            assert_eq!(found, validate(&text).is_ok(), "{grammar:?} {text:?} ({seed})");
        }
    }
}

/// Only the kind: without a feature that is not asked for here, fluent-uri keeps the address to
/// itself. `laws` compares the values with the standard library.
#[test]
fn agrees_with_fluent_uri_about_the_kind_of_host() {
    use fluent_uri::component::Host;
    for (seed, text) in texts(count(20_000)) {
        let Ok(expected) = fluent_uri::UriRef::parse(text.as_str()) else { continue };
        let expected = expected.authority().map(|authority| authority.host_parsed());
        let parts = scan(&text, Grammar::UriReference, Mode::new()).complete().unwrap();
        let agree = match (parts.host_kind(), expected) {
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
        assert!(agree, "{:?} {text:?} ({seed})", parts.host_kind());
    }
}
