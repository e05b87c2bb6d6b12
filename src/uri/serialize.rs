//! Serialization of views and of their components as text, and deserialization of views by parsing.
//!
//! A deserialized view borrows its text, so the deserializer must lend the text: `serde_json::from_str` does, unless the
//! JSON string contains escapes. Owned values, such as [`UriBuf`](super::UriBuf), can always be deserialized.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::reference::{Iri, IriReference, Uri, UriReference};

macro_rules! as_text {
    ($($view:ident)*) => {$(
        impl Serialize for $view<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de: 'a, 'a> Deserialize<'de> for $view<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$view<'a>, D::Error> {
                $view::parse(<&str>::deserialize(deserializer)?).map_err(Error::custom)
            }
        }
    )*};
}

as_text! { Uri UriReference Iri IriReference }
