//! Macros for the functions that views and owned values share: parsing, comparison and the text.

/// Gives a view the methods of another view, which is its first field: every URI is a URI reference and an IRI, and each
/// of these is an IRI reference.
macro_rules! dereferenced {
    ($($view:ident to $target:ident),*) => {$(
        impl<'a> Deref for $view<'a> {
            type Target = $target<'a>;

            fn deref(&self) -> &$target<'a> {
                &self.0
            }
        }
    )*};
}

/// Defines the parsers of a view, which use the grammar of the same name.
macro_rules! parsed {
    ($($view:ident is $name:literal)*) => {$(
        impl<'a> $view<'a> {
            #[doc = concat!("Parses the whole of `text` as ", $name, ".")]
            ///
            /// The error has the offset at which the text stops being valid, and the length of its
            /// longest valid prefix.
            pub fn parse(text: &'a str) -> Result<$view<'a>, ParseError> {
                let parts = scan(text, Grammar::$view)?;
                Ok($view::from_parts(text, parts))
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $view<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// The text is borrowed, so the deserializer must lend it: `serde_json::from_str` does, unless the JSON string
        /// contains escapes. Owned values can always be deserialized.
        #[cfg(feature = "serde")]
        impl<'de: 'a, 'a> serde::Deserialize<'de> for $view<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$view<'a>, D::Error> {
                $view::parse(serde::Deserialize::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }

        impl<'a> TryFrom<&'a str> for $view<'a> {
            type Error = ParseError;

            fn try_from(text: &'a str) -> Result<$view<'a>, ParseError> {
                $view::parse(text)
            }
        }
    )*};
}

/// Implements `Display`, `Debug` and `AsRef` with the text of a view or an owned value.
macro_rules! text_traits {
    ($($view:ident $(<$life:lifetime>)?)*) => {$(
        impl fmt::Display for $view$(<$life>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $view$(<$life>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($view)).field(&self.as_str()).finish()
            }
        }

        impl AsRef<str> for $view$(<$life>)? {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
    )*};
}

/// Implements comparison with strings by the function `eq`.
macro_rules! comparison_with_texts {
    ($eq:path; $($view:ident $(<$life:lifetime>)?)*) => {$(
        impl PartialEq<str> for $view$(<$life>)? {
            fn eq(&self, other: &str) -> bool {
                $eq(self.as_str(), other)
            }
        }

        impl PartialEq<&str> for $view$(<$life>)? {
            fn eq(&self, other: &&str) -> bool {
                *self == **other
            }
        }
    )*};
}

pub(super) use {comparison_with_texts, dereferenced, parsed, text_traits};
