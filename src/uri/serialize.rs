//! Implements the traits of `serde` for types whose values must be checked when they are deserialized. Views and URNs
//! are serialized as strings, and deserialization parses them.
//!
//! `Authority`, `Host` and `Normalized` can only be serialized: they borrow from a URI that the serialized text does
//! not contain. So can `Repaired`, because `repair` makes it again.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::iri::{Iri, IriReference};
use super::normalize::Normalized;
use super::reference::{Authority, Host, Scheme, Uri, UriReference};
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
