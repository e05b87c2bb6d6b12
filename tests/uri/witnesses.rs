//! The components that two other parsers find in a text. Both follow the RFCs strictly.

use iri_string::spec::Spec;
use iri_string::types::RiReferenceStr;
use linkwright::uri::Grammar;

use super::taken::Taken;

/// Returns the seven components that fluent-uri finds. This is a macro because the four types of fluent-uri have no
/// common trait.
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

pub(crate) fn by_fluent_uri(text: &str, grammar: Grammar) -> Option<Taken<'_>> {
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

pub(crate) fn by_iri_string<'a, S: Spec + 'a>(text: &'a str) -> Option<Taken<'a>> {
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
