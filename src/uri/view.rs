//! Macros for the functions that all views share: parsing, the components, comparison and the text.

/// Defines the accessors of a view. They call the accessors of the [`UriReference`] in the first field of the view.
macro_rules! component_accessors {
    ($lifetime:lifetime) => {
        /// The text.
        pub const fn as_str(&self) -> &$lifetime str {
            self.0.as_str()
        }

        /// The authority, without the `//` before it (section 3.2).
        pub fn authority(&self) -> Option<Authority<$lifetime>> {
            self.0.authority()
        }

        /// The path, which may be empty (section 3.3).
        pub fn path(&self) -> &$lifetime str {
            self.0.path()
        }

        /// The query, without its `?` (section 3.4).
        pub fn query(&self) -> Option<&$lifetime str> {
            self.0.query()
        }

        /// The fragment, without its `#` (section 3.5).
        pub fn fragment(&self) -> Option<&$lifetime str> {
            self.0.fragment()
        }

        /// The segments of the path; see [`UriReference::segments`](super::UriReference::segments).
        pub fn segments(&self) -> Segments<$lifetime> {
            self.0.segments()
        }

        /// The fields of the query; see
        /// [`UriReference::query_pairs`](super::UriReference::query_pairs).
        pub fn query_pairs(&self) -> QueryPairs<$lifetime> {
            self.0.query_pairs()
        }

        /// The offsets of the components.
        pub(crate) const fn parts(&self) -> Parts {
            self.0.parts()
        }
    };
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
                $view::parse_with(text, Mode::new())
            }

            /// Like `parse`, with extensions of the grammar.
            pub fn parse_with(text: &'a str, mode: Mode) -> Result<$view<'a>, ParseError> {
                let parts = scan(text, Grammar::$view, mode)?;
                Ok($view::from_parts(text, parts))
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

/// Implements `Display`, `Debug` and `AsRef` with the text of a view.
macro_rules! text_traits {
    ($($view:ident)*) => {$(
        impl fmt::Display for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($view)).field(&self.as_str()).finish()
            }
        }

        impl AsRef<str> for $view<'_> {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
    )*};
}

/// Implements comparison of the texts of views: "Simple String Comparison" (section 6.2.1).
macro_rules! string_comparison {
    ($($view:ident)*) => {$(
        impl PartialEq for $view<'_> {
            fn eq(&self, other: &$view<'_>) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $view<'_> {}

        impl PartialOrd for $view<'_> {
            fn partial_cmp(&self, other: &$view<'_>) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $view<'_> {
            fn cmp(&self, other: &$view<'_>) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl Hash for $view<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    )*};
}

/// Implements comparison of views with strings, as for owned values.
macro_rules! comparison_with_texts {
    ($($view:ident)*) => {$(
        impl PartialEq<str> for $view<'_> {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $view<'_> {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    )*};
}

pub(super) use {
    comparison_with_texts, component_accessors, parsed, string_comparison, text_traits,
};
