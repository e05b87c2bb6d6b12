//! Views of IRIs and IRI references (RFC 3987).

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::error::ParseError;
use super::grammar::{Grammar, Mode};
use super::iter::{QueryPairs, Segments};
use super::parse::scan;
use super::parts::Parts;
use super::reference::{Authority, Scheme, Uri, UriReference};
use super::view::{
    comparison_with_texts, component_accessors, parsed, string_comparison, text_traits,
};

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
// INVARIANT: the parts have a scheme. The text of the inner `UriReference` may be an IRI that is not a URI, so the
// inner view is never returned to a caller outside `uri`.
#[derive(Clone, Copy)]
pub struct Iri<'a>(pub(super) UriReference<'a>);

impl<'a> Iri<'a> {
    /// The IRI `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> Iri<'a> {
        debug_assert!(parts.scheme().is_some(), "an IRI has a scheme");
        Iri(UriReference::from_parts(text, parts))
    }

    component_accessors!('a);

    /// The scheme, without its `:`.
    pub fn scheme(&self) -> Scheme<'a> {
        // INVARIANT: an IRI has a scheme, so the default is never used.
        self.0.scheme().unwrap_or_else(Scheme::empty)
    }

    /// The same IRI as a reference.
    pub const fn as_reference(&self) -> IriReference<'a> {
        IriReference(self.0)
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
// INVARIANT: the text of the inner `UriReference` may be an IRI reference that is not a URI reference, so the inner
// view is never returned to a caller outside `uri`.
#[derive(Clone, Copy)]
pub struct IriReference<'a>(pub(super) UriReference<'a>);

impl<'a> IriReference<'a> {
    /// The reference `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> IriReference<'a> {
        IriReference(UriReference::from_parts(text, parts))
    }

    component_accessors!('a);

    /// The scheme, without its `:`; `None` in a relative reference.
    pub fn scheme(&self) -> Option<Scheme<'a>> {
        self.0.scheme()
    }

    /// The same text as an IRI; `None` for a relative reference.
    pub fn to_iri(&self) -> Option<Iri<'a>> {
        self.parts().scheme().map(|_| Iri(self.0))
    }
}

parsed! {
    Iri is "an IRI"
    IriReference is "an IRI or a relative IRI reference"
}
text_traits! { Iri IriReference }
string_comparison! { Iri IriReference }
comparison_with_texts! { Iri IriReference }

impl<'a> From<Iri<'a>> for IriReference<'a> {
    fn from(iri: Iri<'a>) -> IriReference<'a> {
        IriReference(iri.0)
    }
}

/// Every URI is an IRI.
impl<'a> From<Uri<'a>> for Iri<'a> {
    fn from(uri: Uri<'a>) -> Iri<'a> {
        Iri(uri.as_reference())
    }
}

/// Every URI reference is an IRI reference.
impl<'a> From<UriReference<'a>> for IriReference<'a> {
    fn from(reference: UriReference<'a>) -> IriReference<'a> {
        IriReference(reference)
    }
}
