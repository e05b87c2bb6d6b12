//! The grammars with which a text can be parsed, and their extensions.

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

/// The component with which a valid text may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Scheme,
    SchemeOrRelative,
    Relative,
}

impl Grammar {
    /// Whether this is a grammar of RFC 3987, which allows non-ASCII characters.
    pub const fn is_iri(self) -> bool {
        use Grammar::{AbsoluteIri, IrelativeRef, Iri, IriReference};
        matches!(self, Iri | AbsoluteIri | IriReference | IrelativeRef)
    }

    pub(super) const fn start(self) -> Start {
        match self {
            Grammar::Uri | Grammar::AbsoluteUri | Grammar::Iri | Grammar::AbsoluteIri => {
                Start::Scheme
            }
            Grammar::UriReference | Grammar::IriReference => Start::SchemeOrRelative,
            Grammar::RelativeRef | Grammar::IrelativeRef => Start::Relative,
        }
    }

    pub(super) const fn has_fragment(self) -> bool {
        !matches!(self, Grammar::AbsoluteUri | Grammar::AbsoluteIri)
    }
}

/// Extensions of the grammar. All of them are off by default.
///
/// ```
/// use linkwright::uri::{Grammar, Mode, check};
///
/// const ZONES: Mode = Mode::new().zone_ids(true);
/// assert!(check("http://[fe80::1%25eth0]/", Grammar::Uri, ZONES).is_ok());
/// assert!(check("http://[fe80::1%25eth0]/", Grammar::Uri, Mode::new()).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mode {
    zone_ids: bool,
}

impl Mode {
    /// No extensions: the grammar of the RFC.
    pub const fn new() -> Mode {
        Mode { zone_ids: false }
    }

    /// Sets whether an IPv6 address may have a zone identifier, as in `[fe80::1%25eth0]` (RFC 6874).
    ///
    /// Off by default: RFC 9844 withdrew the syntax, and no browser implements it.
    #[must_use]
    pub const fn zone_ids(mut self, allowed: bool) -> Mode {
        self.zone_ids = allowed;
        self
    }

    pub(super) const fn has_zone_ids(self) -> bool {
        self.zone_ids
    }
}
