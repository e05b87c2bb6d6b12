//! Maps IRIs to URIs (RFC 3987, section 3.1).
//!
//! Every non-ASCII character becomes percent-encoded UTF-8. For hosts that are looked up in the DNS, section 3.1 also
//! allows another mapping, which every browser uses: labels become A-labels, for example `bücher.de` becomes
//! `xn--bcher-kva.de`. With the feature `idn`, the hosts of all schemes are mapped in this way, since almost all
//! schemes use domain names as hosts. Without the feature, hosts are percent-encoded like the other components. A host
//! that contains a `%` is always percent-encoded, because it is not a domain name.
//!
//! The text is not normalized, since it is already Unicode (section 3.1, step 1c). The only exception is a non-ASCII
//! host, which IDNA normalizes. An ASCII IRI is mapped to itself.

use core::fmt;
use std::borrow::Cow;

use super::buf::{UriBuf, UriReferenceBuf};
use super::error::ParseError;
use super::grammar::Grammar;
use super::parse::scan;
use super::parts::Parts;
use super::pct;
use super::reference::{Iri, IriReference};
use crate::span::Span;

/// The URI to which `iri` is mapped.
///
/// ```
/// use linkwright::uri::to_uri;
///
/// let uri = to_uri("http://example.com/rosé?œufs#ø")?;
/// assert_eq!(uri, "http://example.com/ros%C3%A9?%C5%93ufs#%C3%B8");
///
/// let uri = to_uri("http://bücher.de")?;
/// # #[cfg(feature = "idn")]
/// assert_eq!(uri, "http://xn--bcher-kva.de"); // with the feature `idn`
/// # #[cfg(not(feature = "idn"))]
/// assert_eq!(uri, "http://b%C3%BCcher.de"); // without it
/// # Ok::<_, linkwright::uri::MapError>(())
/// ```
pub fn to_uri(iri: &str) -> Result<UriBuf, MapError> {
    Iri::parse(iri).map_err(MapError::Invalid)?.to_uri()
}

impl Iri<'_> {
    /// The URI to which the IRI is mapped (RFC 3987, section 3.1); see [`to_uri`](super::to_uri).
    ///
    /// The error is [`MapError::Host`] if the host has no ASCII form, or [`MapError::Invalid`] if the URI is longer
    /// than 4 GiB.
    pub fn to_uri(&self) -> Result<UriBuf, MapError> {
        let (uri, parts) = map(self.as_str(), self.parts(), push_host)?;
        Ok(UriBuf::from_parts(uri, parts))
    }
}

impl IriReference<'_> {
    /// The URI reference to which the IRI reference is mapped (RFC 3987, section 3.1). The function returns the same
    /// errors as [`Iri::to_uri`].
    pub fn to_uri_reference(&self) -> Result<UriReferenceBuf, MapError> {
        let (reference, parts) = map(self.as_str(), self.parts(), push_host)?;
        Ok(UriReferenceBuf::from_parts(reference, parts))
    }
}

/// The IRI reference with every non-ASCII character percent-encoded, including those of the host: section 3.1 without
/// its step for domain names. It fails only if the result is longer than 4 GiB.
pub(super) fn percent_encoded(iri: &str, parts: Parts) -> Result<UriReferenceBuf, MapError> {
    let encode = |uri: &mut String, host: &str| {
        push_encoded(uri, host);
        Some(())
    };
    let (reference, parts) = map(iri, parts, encode)?;
    Ok(UriReferenceBuf::from_parts(reference, parts))
}

/// Maps an IRI with the components `parts`. `push_host` appends the ASCII form of the host; `None` if there is none.
fn map(
    iri: &str,
    parts: Parts,
    push_host: impl Fn(&mut String, &str) -> Option<()>,
) -> Result<(String, Parts), MapError> {
    if iri.is_ascii() {
        return Ok((iri.to_owned(), parts));
    }
    let part = |start: usize, end: usize| iri.get(start..end).unwrap_or_default();
    let host = parts.host().unwrap_or_default();
    let mut uri = String::with_capacity(2 * iri.len());
    push_encoded(&mut uri, part(0, host.start()));
    push_host(&mut uri, part(host.start(), host.end())).ok_or(MapError::Host(host))?;
    push_encoded(&mut uri, part(host.end(), iri.len()));
    // The scan verifies the result. The kind of the host can change: IDNA maps fullwidth digits to ASCII digits.
    let grammar = if parts.scheme().is_some() { Grammar::Uri } else { Grammar::UriReference };
    let parts = scan(&uri, grammar).map_err(MapError::Invalid)?;
    Ok((uri, parts))
}

/// Maps an IRI that [has a plain host](has_plain_host). This mapping cannot fail if the result has less
/// than 4 GiB, because offsets have 32 bits; a candidate of the finder is short.
pub(crate) fn with_plain_host(iri: &str, parts: Parts) -> UriBuf {
    let mut uri = String::with_capacity(2 * iri.len());
    push_encoded(&mut uri, iri);
    let parts = scan(&uri, Grammar::Uri).unwrap_or(parts);
    UriBuf::from_parts(uri, parts)
}

/// Whether the host of an IRI with the components `parts` is ASCII or absent. If so, the mapping only percent-encodes.
pub(crate) fn has_plain_host(iri: &str, parts: Parts) -> bool {
    let host = parts.host().and_then(|host| iri.get(host.range()));
    host.is_none_or(str::is_ascii)
}

/// Appends `text` to `uri`; each octet of the UTF-8 of a non-ASCII character becomes `pct-encoded` (section 3.1, step
/// 2).
fn push_encoded(uri: &mut String, text: &str) {
    pct::push_encoded(uri, text, u8::is_ascii);
}

/// Appends the ASCII form of `host` to `uri`; `None` if the host has no ASCII form. Without the feature `idn`, the form is
/// percent-encoded.
fn push_host(uri: &mut String, host: &str) -> Option<()> {
    if cfg!(not(feature = "idn")) || host.is_ascii() || host.contains('%') {
        push_encoded(uri, host);
    } else {
        uri.push_str(&idn::to_ascii(host)?);
    }
    Some(())
}

/// The A-labels of a host that is percent-encoded UTF-8: RFC 3986, 3.2.2 requires this conversion before a lookup.
/// `None` if the decoded host is ASCII or not UTF-8, if IDNA excludes it, or without the feature `idn`.
pub(super) fn a_labels(host: &str) -> Option<String> {
    let name = pct::decode_utf8(host).ok().filter(|name| !name.is_ascii())?;
    idn::to_ascii(&name).map(Cow::into_owned)
}

#[cfg(not(feature = "idn"))]
mod idn {
    use std::borrow::Cow;

    /// Always `None`, because A-labels require the feature `idn`.
    pub(super) fn to_ascii(_host: &str) -> Option<Cow<'_, str>> {
        None
    }
}

#[cfg(feature = "idn")]
mod idn {
    use std::borrow::Cow;

    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

    /// The characters that `UseSTD3ASCIIRules` denies, as section 3.1 requires, except underscores, which real names
    /// contain.
    ///
    /// The characters are checked after the mapping of compatibility characters, so a `／` cannot end the host.
    const DENIED: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");

    /// `ToASCII` of UTS 46, the successor of the algorithm in the RFC.
    ///
    /// The length of labels and the position of hyphens are not checked: the length is limited only by the DNS, and
    /// real names have hyphens in unusual positions. A name that maps to the empty text is rejected, because a URI with
    /// an empty host has another meaning.
    pub(super) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
        let ascii = Uts46::new()
            .to_ascii(host.as_bytes(), DENIED, Hyphens::Allow, DnsLength::Ignore)
            .ok()?;
        (!ascii.is_empty()).then_some(ascii)
    }
}

/// The reason why an IRI cannot be mapped to a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapError {
    /// The text is not an IRI, or its URI is longer than 4 GiB.
    Invalid(ParseError),
    /// The host, at this span, has no ASCII form: IDNA excludes it.
    Host(Span),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::Invalid(error) => error.fmt(f),
            MapError::Host(span) => {
                write!(f, "the host at bytes {} to {} has no ASCII form", span.start(), span.end())
            }
        }
    }
}

impl core::error::Error for MapError {}
