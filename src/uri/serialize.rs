//! Implements the traits of `serde` for types whose values must be checked when they are deserialized. Views and URNs
//! are serialized as strings, and deserialization parses them. The offsets of components must be consistent with each
//! other, and a repaired text must be valid.
//!
//! `Authority`, `Host` and `Normalized` can only be serialized: they borrow from a URI that the serialized text does
//! not contain.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::grammar::{Grammar, Mode};
use super::iri::{Iri, IriReference};
use super::normalize::Normalized;
use super::parse::scan;
use super::parts::{HostKind, Parts};
use super::pct;
use super::reference::{Authority, Host, Scheme, Uri, UriReference};
use super::repair::{Edit, Repaired};
use super::urn::Urn;
use crate::span::Span;

macro_rules! written_as_text {
    ($($value:ident)*) => {$(
        impl Serialize for $value<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

written_as_text! { Uri UriReference Iri IriReference Scheme Authority Host Urn Normalized }

macro_rules! parsed_from_text {
    ($($view:ident by $parse:expr;)*) => {$(
        impl<'de: 'a, 'a> Deserialize<'de> for $view<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$view<'a>, D::Error> {
                $parse(<&str>::deserialize(deserializer)?).map_err(Error::custom)
            }
        }
    )*};
}

parsed_from_text! {
    Uri by Uri::parse;
    UriReference by UriReference::parse;
    Iri by Iri::parse;
    IriReference by IriReference::parse;
    Scheme by |text| Scheme::parse(text).ok_or("the text is not a scheme");
    Urn by |text| {
        let uri = Uri::parse(text).map_err(|error| error.to_string())?;
        Urn::new(uri).ok_or_else(|| "the URI is not a URN".to_owned())
    };
}

/// The serialized form of [`Parts`]: a span for each component.
#[derive(Serialize, Deserialize, PartialEq)]
struct ComponentSpans {
    scheme: Option<Span>,
    authority: Option<Span>,
    userinfo: Option<Span>,
    host: Option<Span>,
    host_kind: Option<HostKind>,
    zone: Option<Span>,
    port: Option<Span>,
    path: Span,
    query: Option<Span>,
    fragment: Option<Span>,
}

impl From<Parts> for ComponentSpans {
    fn from(parts: Parts) -> ComponentSpans {
        ComponentSpans {
            scheme: parts.scheme(),
            authority: parts.authority(),
            userinfo: parts.userinfo(),
            host: parts.host(),
            host_kind: parts.host_kind(),
            zone: parts.zone(),
            port: parts.port(),
            path: parts.path(),
            query: parts.query(),
            fragment: parts.fragment(),
        }
    }
}

impl ComponentSpans {
    /// The parts that have exactly these components; `None` if no such parts exist.
    fn parts(&self) -> Option<Parts> {
        let offset = |at: usize| u32::try_from(at).ok();
        let host = self.host.unwrap_or_default();
        let path_end = offset(self.path.end())?;
        let query_end = self.query.map_or(Some(path_end), |query| offset(query.end()))?;
        let zone_start = match self.zone {
            Some(zone) => offset(zone.start().checked_sub("%25".len())?)?,
            None => 0,
        };
        let parts = Parts {
            scheme_end: offset(self.scheme.unwrap_or_default().end())?,
            host: self.host_kind,
            host_start: offset(host.start())?,
            host_end: offset(host.end())?,
            zone_start,
            path_start: offset(self.path.start())?,
            path_end,
            query_end,
            end: self.fragment.map_or(Some(query_end), |fragment| offset(fragment.end()))?,
        };
        (parts.is_ordered() && ComponentSpans::from(parts) == *self).then_some(parts)
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ComponentSpans::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parts, D::Error> {
        let parts = ComponentSpans::deserialize(deserializer)?.parts();
        parts.ok_or_else(|| Error::custom("the offsets of the components are inconsistent"))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Repaired<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Repaired<'a>, D::Error> {
        #[derive(Deserialize)]
        struct Record<'a> {
            #[serde(borrow)]
            text: Cow<'a, str>,
            edits: Vec<Edit>,
        }
        let Record { text, edits } = Record::deserialize(deserializer)?;
        let mode = Mode::new().zone_ids(true);
        let scanned = scan(&text, Grammar::IriReference, mode).complete();
        let parts = scanned.map_err(Error::custom)?;
        if are_edits_of(&edits, &text) {
            Ok(Repaired { text, parts, edits })
        } else {
            Err(Error::custom("the edits do not match the text"))
        }
    }
}

/// Whether `text` contains the percent-encoded character of each edit at the position of the edit.
fn are_edits_of(edits: &[Edit], text: &str) -> bool {
    let is_sorted = edits.is_sorted_by(|a, b| a.at() < b.at());
    is_sorted
        && edits.iter().enumerate().all(|(before, edit)| {
            let rest = text.get(edit.at() + 2 * before..).unwrap_or_default();
            pct::octets(rest).next().is_some_and(|octet| {
                octet.is_encoded() && char::from(octet.value()) == edit.original()
            })
        })
}
