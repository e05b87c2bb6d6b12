//! Normalization (sections 6.2.2 and 6.2.3): equivalent URIs get the same text.
//!
//! # What is not changed
//!
//! - Reserved characters, encoded or not: `%2F`, `%40` and `%3A` are data, while `/`, `@` and `:` are delimiters
//!   (6.2.2.2). Only unreserved characters are decoded.
//! - "Normalization should not remove delimiters when their associated component is empty unless licensed to do so by
//!   the scheme specification" (6.2.3): `http://h/?`, `http://h/#` and `http://@h/` keep them. An empty port is
//!   removed, because section 3.2.3 recommends it for every scheme.
//! - The case of letters in userinfo, path, query and fragment, unless the specification of the scheme says that it is
//!   insignificant, as in the domain of a `mailto` address.
//! - Dot segments of a relative path whose effect depends on the base. One is the `..` in `../a`; another is the `..`
//!   in `a/../b`: with the base `s:x`, `a/../b` resolves to `s:/b`, but `b` resolves to `s:b`. All other dot segments
//!   are removed: `a/./b/../c` becomes `a/c`.
//! - Leading zeros of a port. Neither the RFC nor the schemes mention them.
//! - Percent-encoded non-ASCII octets: a URI does not specify which characters they encode. The host is an exception,
//!   because its octets are UTF-8 (3.2.2). With the feature `idn`, from the rung [`Rung::Scheme`] on, it is converted
//!   to the A-labels that are used to look up the name (RFC 3987, 5.3.3).
//!
//! # Cases that the RFC leaves open
//!
//! - Section 6.2.2.3 speaks of "the path" in general, so dot segments are also removed from a rootless path as in the
//!   pseudo-code of 5.2.4: `s:a/../b` becomes `s:/b`. Resolution does the same (5.2.2), so a normal form is the result
//!   of resolving the URI.
//! - `s:/a/..//b` without its dot segments would be `s://b`, in which `b` is a host. The result is `s:/.//b`, which
//!   keeps the meaning and is its own normal form. (The RFC mentions the case for `path-absolute` only; uriparser,
//!   fluent-uri and iri-string behave in the same way.)
//! - `http://h` becomes `http://h/`, and every other URI with an authority and an empty path gets a `/` as well: the
//!   RFC only says "in general" (6.2.3), and no scheme is known to differ.
//! - An IPv6 address is written in the form of RFC 5952, but only from the rung [`Rung::Scheme`] on: RFC 3986 asks only
//!   for lower case.
//! - RFC 8141 compares URNs without decoding, so `urn:x:%41` and `urn:x:A` differ there. In this library `Percent`
//!   applies to every scheme; use [`Rung::Case`] for the comparison of RFC 8141.

use std::borrow::Cow;

use super::buf::{IriReferenceBuf, UriBuf, UriReferenceBuf};
use super::dots::Dots;
use super::form;
use super::host::HostKind;
use super::map;
use super::reference::{IriReference, Uri, UriReference};
use super::rung::Rung;
use super::schemes;

impl Uri<'_> {
    /// The normal form of the URI under `rung`, as an owned URI.
    ///
    /// ```
    /// use linkwright::uri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("file://localhost/etc/fstab")?.to_normalized(Rung::Scheme);
    /// assert_eq!(uri, "file:///etc/fstab");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn to_normalized(&self, rung: Rung) -> UriBuf {
        // A normal form of a URI has a scheme, so it is a URI.
        let reference = self.as_reference().to_normalized(rung);
        let parts = reference.as_reference().parts();
        UriBuf::from_parts(reference.into_string(), parts)
    }
}

impl<'a> UriReference<'a> {
    /// The normal form of the reference under `rung`, as an owned reference.
    pub fn to_normalized(&self, rung: Rung) -> UriReferenceBuf {
        let Cow::Owned(text) = self.normalize(rung) else {
            return UriReferenceBuf::from(*self);
        };
        // Parsing verifies the result. It fails only if the result is longer than 4 GiB, which is possible because a
        // normal form can be a few bytes longer than the reference. In that case, the reference itself is returned,
        // which is equivalent.
        UriReferenceBuf::parse(text).unwrap_or_else(|_| UriReferenceBuf::from(*self))
    }

    /// The text of the normal form of the reference under `rung`; borrowed if the reference is its own normal form.
    ///
    /// ```
    /// use linkwright::uri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://Example.com:80/%7efred/./a/../?q=%3d#")?;
    /// assert_eq!(uri.normalize(Rung::Case).to_string(), "http://example.com:80/%7Efred/./a/../?q=%3D#");
    /// assert_eq!(uri.normalize(Rung::Percent).to_string(), "http://example.com:80/~fred/./a/../?q=%3D#");
    /// assert_eq!(uri.normalize(Rung::Path).to_string(), "http://example.com:80/~fred/?q=%3D#");
    /// assert_eq!(uri.normalize(Rung::Scheme).to_string(), "http://example.com/~fred/?q=%3D#");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    ///
    /// ```
    /// use linkwright::uri::{Rung, UriReference};
    ///
    /// let form = |text| UriReference::parse(text).unwrap().normalize(Rung::Scheme).to_string();
    /// assert_eq!(form("/a/../%62"), "/b");
    /// assert_eq!(form("../a/./b/../%63"), "../a/c");
    /// assert_eq!(form("a/../%62"), "a/../b"); // with the base `s:x`, this is `s:/b`, but `b` is `s:b`
    /// ```
    pub fn normalize(&self, rung: Rung) -> Cow<'a, str> {
        if self.is_evidently_normal(rung) {
            return Cow::Borrowed(self.as_str());
        }
        let mut text = String::with_capacity(self.as_str().len() + 1);
        // Writing to a `String` cannot fail.
        let _ = form::write(*self, rung, &mut text);
        if text == self.as_str() { Cow::Borrowed(self.as_str()) } else { Cow::Owned(text) }
    }

    /// Whether a quick check of each component shows that `rung` changes nothing. The check succeeds for most URIs in
    /// texts.
    fn is_evidently_normal(&self, rung: Rung) -> bool {
        let (text, parts) = (self.as_str().as_bytes(), self.parts());
        rung < Rung::Case
            || memchr::memchr(b'%', text).is_none()
                && [parts.scheme(), parts.host()]
                    .into_iter()
                    .flatten()
                    .all(|span| is_lower(span.of(text)))
                && (rung < Rung::Path || !Dots::Decoded.are_in(self.path()))
                && (rung < Rung::Scheme || self.has_nothing_for_its_scheme())
    }

    /// Whether the rules of the scheme (6.2.3) certainly change nothing. `false` if they may change something.
    fn has_nothing_for_its_scheme(&self) -> bool {
        let Some(scheme) = self.scheme() else { return self.authority().is_none() };
        let rules = schemes::find(scheme.as_str());
        let is_plain = rules.is_none_or(|rules| !rules.special.has_more_than_authority());
        let Some(authority) = self.authority() else { return is_plain };
        let default = rules.and_then(|rules| rules.default_port);
        is_plain
            && !self.path().is_empty()
            && !matches!(authority.host().kind(), HostKind::Ipv6(_))
            && authority.port().is_none_or(|port| !port.is_empty() && Some(port) != default)
    }
}

impl IriReference<'_> {
    /// The normal form under `rung`. On [`Rung::String`] it is the text itself; on every other rung it is the normal
    /// form of the URI reference in which each non-ASCII character is percent-encoded.
    ///
    /// The host is percent-encoded as well. With the feature `idn`, from [`Rung::Scheme`] on, it has A-labels unless
    /// IDNA excludes the name (RFC 3987, 5.3.3).
    ///
    /// ```
    /// use linkwright::uri::{IriReference, Rung};
    ///
    /// let iri = IriReference::parse("http://bücher.example/é")?;
    /// assert_eq!(iri.normalize(Rung::Iri), "http://b%C3%BCcher.example/%C3%A9");
    /// # #[cfg(feature = "idn")]
    /// assert_eq!(iri.normalize(Rung::Scheme), "http://xn--bcher-kva.example/%C3%A9");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn normalize(&self, rung: Rung) -> IriReferenceBuf {
        if rung == Rung::String {
            return IriReferenceBuf::from(*self);
        }
        // A result above 4 GiB cannot be built. In that case, the original reference is returned, which identifies the
        // same resource.
        match map::percent_encoded(self.as_str(), self.parts()) {
            Ok(mapped) => IriReferenceBuf::from(mapped.as_reference().to_normalized(rung)),
            Err(_) => IriReferenceBuf::from(*self),
        }
    }
}

/// Whether no letter is upper-case. The loop does not branch on each byte, because hosts are short, and usually all
/// bytes have to be read.
fn is_lower(text: &[u8]) -> bool {
    !text.iter().fold(false, |any, byte| any | byte.is_ascii_uppercase())
}
