//! Views as strings for `serde`: parsed when they are deserialized, and borrowed from the input.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::iri::{Iri, IriReference};
use super::reference::{Uri, UriReference};

macro_rules! views_are_strings {
    ($($view:ident)*) => {$(
        impl Serialize for $view<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de: 'a, 'a> Deserialize<'de> for $view<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$view<'a>, D::Error> {
                let text = <&str>::deserialize(deserializer)?;
                $view::parse(text).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

views_are_strings! { Uri UriReference Iri IriReference }
