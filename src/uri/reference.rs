//! Views of URIs, of IRIs (RFC 3987) and of references. A view is a borrowed text with the offsets of its components.

use core::fmt;
use core::ops::Deref;

use super::component::{Authority, Scheme, slice};
use super::error::ParseError;
use super::grammar::Grammar;
use super::parse::scan;
use super::parts::Parts;
use super::view::{comparison_with_texts, dereferenced, parsed, text_traits};

parsed! {
    Uri is "a URI"
    UriReference is "a URI or a relative reference"
    Iri is "an IRI"
    IriReference is "an IRI or a relative IRI reference"
}
text_traits! { Uri<'_> UriReference<'_> Iri<'_> IriReference<'_> }
comparison_with_texts! { str::eq; Uri<'_> UriReference<'_> Iri<'_> IriReference<'_> }
dereferenced! { Uri to UriReference, UriReference to IriReference, Iri to IriReference }

/// A view of a URI, a text that begins with a scheme (`URI` of RFC 3986). The view is `Copy`.
///
/// ```
/// use linkwright::uri::Uri;
///
/// let uri = Uri::parse("https://example.com:8042/over/there?name=ferret#nose")?;
/// assert_eq!(uri, "https://example.com:8042/over/there?name=ferret#nose");
/// assert_eq!(uri.scheme(), "HTTPS");
/// let authority = uri.authority().unwrap();
/// assert_eq!(authority.host(), "Example.com");
/// assert_eq!(authority.port_number(), Some(8042));
/// assert_eq!(uri.path(), "/over/there");
/// assert_eq!(uri.query(), Some("name=ferret"));
/// assert_eq!(uri.fragment(), Some("nose"));
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
// INVARIANT: the parts have a scheme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri<'a>(pub(super) UriReference<'a>);

impl<'a> Uri<'a> {
    /// The URI `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> Uri<'a> {
        debug_assert!(parts.scheme().is_some(), "a URI has a scheme");
        Uri(UriReference::from_parts(text, parts))
    }

    /// The scheme, without its `:` (section 3.1).
    pub fn scheme(&self) -> Scheme<'a> {
        // INVARIANT: a URI has a scheme, so the default is never used.
        self.0.scheme().unwrap_or(Scheme(""))
    }

    /// The same URI as a reference.
    pub const fn as_reference(&self) -> UriReference<'a> {
        self.0
    }
}

/// A view of a URI or a relative reference (`URI-reference`, section 4.1). The view is `Copy`.
///
/// ```
/// use linkwright::uri::UriReference;
///
/// let reference = UriReference::parse("../there?name#")?;
/// assert_eq!(reference.scheme(), None);
/// assert_eq!(reference.path(), "../there");
/// assert_eq!(reference.fragment(), Some(""));
/// assert!(reference.to_uri().is_none());
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UriReference<'a>(pub(super) IriReference<'a>);

impl<'a> UriReference<'a> {
    /// The reference `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> UriReference<'a> {
        UriReference(IriReference::from_parts(text, parts))
    }

    /// The same text as a URI; `None` for a relative reference.
    pub fn to_uri(&self) -> Option<Uri<'a>> {
        self.parts().scheme().map(|_| Uri(*self))
    }
}

impl<'a> From<Uri<'a>> for UriReference<'a> {
    fn from(uri: Uri<'a>) -> UriReference<'a> {
        uri.0
    }
}

/// A view of an IRI (`IRI` of RFC 3987). Unlike a URI, an IRI may contain non-ASCII characters.
///
/// ```
/// use linkwright::uri::Iri;
///
/// let iri = Iri::parse("http://example.com/rosé")?;
/// assert_eq!(iri.path(), "/rosé");
/// assert_eq!(iri.to_uri().unwrap(), "http://example.com/ros%C3%A9");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
// INVARIANT: the parts have a scheme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Iri<'a>(IriReference<'a>);

impl<'a> Iri<'a> {
    /// The IRI `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> Iri<'a> {
        debug_assert!(parts.scheme().is_some(), "an IRI has a scheme");
        Iri(IriReference::from_parts(text, parts))
    }

    /// The scheme, without its `:`.
    pub fn scheme(&self) -> Scheme<'a> {
        // INVARIANT: an IRI has a scheme, so the default is never used.
        self.0.scheme().unwrap_or(Scheme(""))
    }

    /// The same IRI as a reference.
    pub const fn as_reference(&self) -> IriReference<'a> {
        self.0
    }
}

/// A view of an IRI reference, which is an IRI or a relative reference (`IRI-reference` of RFC 3987).
///
/// ```
/// use linkwright::uri::IriReference;
///
/// let reference = IriReference::parse("?alpha=α")?;
/// assert_eq!(reference.query(), Some("alpha=α"));
/// assert_eq!(reference.to_uri_reference().unwrap(), "?alpha=%CE%B1");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
// INVARIANT: all offsets of `parts` are character boundaries of `text`. Equal texts have equal parts, so comparisons are
// those of the texts: "Simple String Comparison" (section 6.2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IriReference<'a> {
    text: &'a str,
    parts: Parts,
}

impl<'a> IriReference<'a> {
    /// The reference `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> IriReference<'a> {
        debug_assert_eq!(parts.len(), text.len(), "the parts belong to another text");
        IriReference { text, parts }
    }

    /// The text.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The scheme, without its `:`; `None` in a relative reference.
    pub fn scheme(&self) -> Option<Scheme<'a>> {
        self.parts.scheme().map(|span| Scheme(slice(self.text, span)))
    }

    /// The authority, without the `//` before it (section 3.2).
    pub fn authority(&self) -> Option<Authority<'a>> {
        self.parts.authority().map(|_| Authority { text: self.text, parts: self.parts })
    }

    /// The path, which may be empty (section 3.3).
    pub fn path(&self) -> &'a str {
        slice(self.text, self.parts.path())
    }

    /// The query, without its `?` (section 3.4).
    pub fn query(&self) -> Option<&'a str> {
        self.parts.query().map(|span| slice(self.text, span))
    }

    /// The fragment, without its `#` (section 3.5).
    pub fn fragment(&self) -> Option<&'a str> {
        self.parts.fragment().map(|span| slice(self.text, span))
    }

    /// The segments of the path, still percent-encoded (section 3.3).
    ///
    /// An absolute path has no segment before its first slash: `/a/b` has two segments, `/` has one
    /// empty segment, and the empty path has none.
    ///
    /// ```
    /// use linkwright::uri::{Uri, pct};
    ///
    /// let uri = Uri::parse("http://h/AC%2FDC/live/")?;
    /// assert_eq!(uri.segments().collect::<Vec<_>>(), ["AC%2FDC", "live", ""]);
    /// assert_eq!(pct::decode_utf8(uri.segments().next().unwrap()).unwrap(), "AC/DC");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &'a str> + Clone + use<'a> {
        let path = Some(self.path()).filter(|path| !path.is_empty());
        let segments = path.map(|path| path.strip_prefix('/').unwrap_or(path).split('/'));
        segments.into_iter().flatten()
    }

    /// The fields of the query. The query is split at each `&`, and each field is split at its first `=` into a name
    /// and a value. Both are still percent-encoded. The value of a field without `=` is `None`.
    ///
    /// Section 3.4 defines no structure for queries. HTML forms use this one and write a space as `+`;
    /// [`pct::decode_form`](super::pct::decode_form) decodes both `+` and percent-encoding.
    ///
    /// ```
    /// use linkwright::uri::Uri;
    ///
    /// let uri = Uri::parse("http://h/?q=a%26b&debug&=")?;
    /// let pairs: Vec<_> = uri.query_pairs().collect();
    /// assert_eq!(pairs, [("q", Some("a%26b")), ("debug", None), ("", Some(""))]);
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn query_pairs(&self) -> impl DoubleEndedIterator<Item = QueryPair<'a>> + Clone + use<'a> {
        let query = self.query().filter(|query| !query.is_empty());
        let fields = query.map(|query| query.split('&')).into_iter().flatten();
        fields.map(|field| match field.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (field, None),
        })
    }

    /// The offsets of the components.
    pub(crate) const fn parts(&self) -> Parts {
        self.parts
    }

    /// The same text as an IRI; `None` for a relative reference.
    pub fn to_iri(&self) -> Option<Iri<'a>> {
        self.parts.scheme().map(|_| Iri(*self))
    }
}

impl<'a> From<Iri<'a>> for IriReference<'a> {
    fn from(iri: Iri<'a>) -> IriReference<'a> {
        iri.0
    }
}

/// Every URI is an IRI.
impl<'a> From<Uri<'a>> for Iri<'a> {
    fn from(uri: Uri<'a>) -> Iri<'a> {
        Iri(uri.0.0)
    }
}

/// Every URI reference is an IRI reference.
impl<'a> From<UriReference<'a>> for IriReference<'a> {
    fn from(reference: UriReference<'a>) -> IriReference<'a> {
        reference.0
    }
}

/// The name and the value of a field of a query; see [`IriReference::query_pairs`].
pub type QueryPair<'a> = (&'a str, Option<&'a str>);
