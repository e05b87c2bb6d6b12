//! The grammars with which a text can be parsed.

use crate::options::name::names;

/// A start rule of RFC 3986 or RFC 3987.
///
/// | | scheme required | scheme optional | no scheme |
/// |---|---|---|---|
/// | ASCII | [`Uri`](Grammar::Uri), [`AbsoluteUri`](Grammar::AbsoluteUri) | [`UriReference`](Grammar::UriReference) | [`RelativeRef`](Grammar::RelativeRef) |
/// | Unicode | [`Iri`](Grammar::Iri), [`AbsoluteIri`](Grammar::AbsoluteIri) | [`IriReference`](Grammar::IriReference) | [`IrelativeRef`](Grammar::IrelativeRef) |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Grammar {
    /// `URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]`
    Uri,
    /// `absolute-URI = scheme ":" hier-part [ "?" query ]`
    AbsoluteUri,
    /// `URI-reference = URI / relative-ref`
    UriReference,
    /// `relative-ref = relative-part [ "?" query ] [ "#" fragment ]`
    RelativeRef,
    /// `IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]`
    Iri,
    /// `absolute-IRI = scheme ":" ihier-part [ "?" iquery ]`
    AbsoluteIri,
    /// `IRI-reference = IRI / irelative-ref`
    IriReference,
    /// `irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]`
    IrelativeRef,
}

// The names are spelled as in the RFCs.
names!(Grammar "grammar" {
    Uri "URI"
    AbsoluteUri "absolute-URI"
    UriReference "URI-reference"
    RelativeRef "relative-ref"
    Iri "IRI"
    AbsoluteIri "absolute-IRI"
    IriReference "IRI-reference"
    IrelativeRef "irelative-ref"
});

impl Grammar {
    /// Whether this is a grammar of RFC 3987, which allows non-ASCII characters.
    pub const fn is_iri(self) -> bool {
        use Grammar::{AbsoluteIri, IrelativeRef, Iri, IriReference};
        matches!(self, Iri | AbsoluteIri | IriReference | IrelativeRef)
    }

    /// Whether a valid text is relative, and so has no scheme; `None` if it may be either.
    pub(super) const fn is_relative(self) -> Option<bool> {
        match self {
            Grammar::UriReference | Grammar::IriReference => None,
            _ => Some(matches!(self, Grammar::RelativeRef | Grammar::IrelativeRef)),
        }
    }

    pub(super) const fn has_fragment(self) -> bool {
        !matches!(self, Grammar::AbsoluteUri | Grammar::AbsoluteIri)
    }
}
