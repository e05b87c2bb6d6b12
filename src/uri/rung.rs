//! The comparison ladder of section 6.2.

use crate::options::name::names;

/// A step of the comparison ladder of section 6.2: the normalization that is applied before two URIs are compared.
///
/// Each rung includes the rungs above it in the table, so two URIs that are equal on one rung are equal on every later
/// one. URIs that are equal on a rung identify the same resource; URIs that differ on it may still identify the same
/// resource. A later rung takes more work and finds more equal URIs.
///
/// | rung | adds | section |
/// |---|---|---|
/// | [`String`](Rung::String) | nothing: the same characters | 6.2.1 |
/// | [`Iri`](Rung::Iri) | non-ASCII characters percent-encoded, also in the host | RFC 3987, 3.1 and 5.3 |
/// | [`Case`](Rung::Case) | scheme and host in lower case, hexadecimal digits in upper case | 6.2.2.1 |
/// | [`Percent`](Rung::Percent) | unreserved characters decoded | 6.2.2.2 |
/// | [`Path`](Rung::Path) | dot segments removed | 6.2.2.3 |
/// | [`Scheme`](Rung::Scheme) | the rules of the scheme: default port, empty path, domain names as A-labels (feature `idn`), and others | 6.2.3; RFC 3987, 5.3.3 |
/// | [`Protocol`](Rung::Protocol) | redirects that a crawler has followed: [`Aliases`](super::Aliases) | 6.2.4 |
///
/// ```
/// use linkwright::uri::Rung;
///
/// assert_eq!("path".parse(), Ok(Rung::Path));
/// assert!(Rung::Case < Rung::Path);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Rung {
    /// Simple string comparison (6.2.1).
    String,
    /// IRIs mapped to URIs, for example `é` to `%C3%A9` (RFC 3987, 3.1, without the step for domain names). A URI is
    /// mapped to itself, so this rung differs from `String` only for an [`IriReference`](super::IriReference).
    Iri,
    /// Case normalization (6.2.2.1).
    Case,
    /// Percent-encoding normalization (6.2.2.2).
    Percent,
    /// Path segment normalization (6.2.2.3).
    Path,
    /// Scheme-based normalization (6.2.3).
    Scheme,
    /// Protocol-based normalization (6.2.4). This library makes no requests: without [`Aliases`](super::Aliases) from
    /// the caller, this rung is the same as [`Scheme`](Rung::Scheme).
    Protocol,
}

names!(Rung "rung" {
    String "string"
    Iri "iri"
    Case "case"
    Percent "percent"
    Path "path"
    Scheme "scheme"
    Protocol "protocol"
});
