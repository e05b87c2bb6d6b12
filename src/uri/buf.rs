//! Values that own their text: URIs, IRIs, and references of both kinds.

use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::error::ParseError;
use super::parts::Parts;
use super::reference::{Iri, IriReference, Uri, UriReference};
use super::view::{comparison_with_texts, text_traits};

/// Defines an owned type and its view. Values of the type are compared and hashed like their texts, so a `HashSet` of
/// such values can be searched for a `&str`.
macro_rules! owned {
    ($(#[$doc:meta])* $buf:ident owns $view:ident by $as_view:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "String"))]
        pub struct $buf {
            text: String,
            parts: Parts,
        }

        impl $buf {
            /// Parses the whole of `text`.
            pub fn parse(text: String) -> Result<$buf, ParseError> {
                let parts = $view::parse(&text)?.parts();
                Ok($buf::from_parts(text, parts))
            }

            /// The value with this text; `parts` must be the result of a scan of `text`.
            pub(crate) fn from_parts(text: String, parts: Parts) -> $buf {
                debug_assert_eq!(parts.len(), text.len(), "the parts belong to another text");
                $buf { text, parts }
            }

            /// A view of this value, with methods for the components.
            pub fn $as_view(&self) -> $view<'_> {
                $view::from_parts(&self.text, self.parts)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.text
            }

            /// Converts the value into its text.
            pub fn into_string(self) -> String {
                self.text
            }
        }

        impl From<$view<'_>> for $buf {
            fn from(view: $view<'_>) -> $buf {
                $buf::from_parts(view.as_str().to_owned(), view.parts())
            }
        }

        impl From<$buf> for String {
            fn from(buf: $buf) -> String {
                buf.text
            }
        }

        impl FromStr for $buf {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$buf, ParseError> {
                $view::parse(text).map($buf::from)
            }
        }

        impl TryFrom<String> for $buf {
            type Error = ParseError;

            fn try_from(text: String) -> Result<$buf, ParseError> {
                $buf::parse(text)
            }
        }

        text_traits! { $buf }
        comparison_with_texts! { str::eq; $buf }

        // INVARIANT: `Eq`, `Ord` and `Hash` are those of the text, as `Borrow` requires. Equal texts have equal parts.
        impl Borrow<str> for $buf {
            fn borrow(&self) -> &str {
                &self.text
            }
        }

        impl Hash for $buf {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.text.hash(state);
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $buf {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.text)
            }
        }
    };
}

owned! {
    /// A URI that owns its text. Its view, [`as_uri`](UriBuf::as_uri), has methods for the components.
    ///
    /// Values are compared and hashed like their texts. With the feature `serde`, a value is serialized as a string;
    /// deserialization parses this string. To change a component,
    /// compose the [`Components`](crate::uri::Components) again.
    ///
    /// ```
    /// use linkwright::uri::UriBuf;
    ///
    /// let uri: UriBuf = "urn:oasis:names".parse()?;
    /// assert_eq!(uri.as_uri().path(), "oasis:names");
    /// assert_eq!(uri, "urn:oasis:names");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    UriBuf owns Uri by as_uri
}

owned! {
    /// A URI reference that owns its text, like [`UriBuf`]; its view is
    /// [`as_reference`](UriReferenceBuf::as_reference).
    ///
    /// ```
    /// use linkwright::uri::UriReferenceBuf;
    ///
    /// let reference: UriReferenceBuf = "../a?b".parse()?;
    /// assert_eq!(reference.as_reference().query(), Some("b"));
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    UriReferenceBuf owns UriReference by as_reference
}

owned! {
    /// An IRI that owns its text, like [`UriBuf`]; its view is [`as_iri`](IriBuf::as_iri).
    ///
    /// ```
    /// use linkwright::uri::IriBuf;
    ///
    /// let iri: IriBuf = "http://example.com/é".parse()?;
    /// assert_eq!(iri.as_iri().path(), "/é");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    IriBuf owns Iri by as_iri
}

owned! {
    /// An IRI reference that owns its text, like [`UriBuf`]; its view is
    /// [`as_reference`](IriReferenceBuf::as_reference).
    ///
    /// ```
    /// use linkwright::uri::IriReferenceBuf;
    ///
    /// let reference: IriReferenceBuf = "é#ü".parse()?;
    /// assert_eq!(reference.as_reference().fragment(), Some("ü"));
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    IriReferenceBuf owns IriReference by as_reference
}

/// Defines conversions from an owned type to one with a wider grammar.
macro_rules! widened {
    ($($from:ident to $to:ident)*) => {$(
        impl From<$from> for $to {
            fn from(buf: $from) -> $to {
                $to { text: buf.text, parts: buf.parts }
            }
        }
    )*};
}

widened! {
    UriBuf to UriReferenceBuf
    UriBuf to IriBuf
    UriBuf to IriReferenceBuf
    UriReferenceBuf to IriReferenceBuf
    IriBuf to IriReferenceBuf
}
