//! Implements the traits of `serde` for types whose values must be checked when they are deserialized. Views and URNs
//! are serialized as strings, and deserialization parses them. A repaired text must be valid.
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
use super::pct;
use super::reference::{Authority, Host, Scheme, Uri, UriReference};
use super::repair::{Edit, Repaired};
use super::urn::Urn;

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
        let parts = scan(&text, Grammar::IriReference, mode).map_err(Error::custom)?;
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
