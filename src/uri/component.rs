//! The components that have a type of their own: scheme, authority and host.

use core::fmt;

use super::host::{self, HostKind};
use super::parts::Parts;
use super::view::{comparison_with_texts, text_traits};
use crate::span::Span;

/// A scheme (section 3.1). Comparisons with other schemes and with strings ignore case.
///
/// ```
/// use linkwright::uri::Uri;
///
/// let scheme = Uri::parse("MailTo:fred@example.com")?.scheme();
/// assert_eq!(scheme, "mailto");
/// assert_eq!(scheme.as_str(), "MailTo");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scheme<'a>(pub(super) &'a str);

impl<'a> Scheme<'a> {
    /// The text as written, in upper or lower case.
    pub const fn as_str(&self) -> &'a str {
        self.0
    }
}

impl PartialEq for Scheme<'_> {
    fn eq(&self, other: &Scheme<'_>) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for Scheme<'_> {}

/// An authority: userinfo, host and port (section 3.2).
///
/// ```
/// use linkwright::uri::Uri;
///
/// let authority = Uri::parse("ssh://git@[::1]:/repository")?.authority().unwrap();
/// assert_eq!(authority.as_str(), "git@[::1]:");
/// assert_eq!(authority.userinfo(), Some("git"));
/// assert_eq!(authority.port(), Some(""));
/// assert_eq!(authority.port_number(), None);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
// INVARIANT: `parts` have an authority.
#[derive(Clone, Copy)]
pub struct Authority<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Parts,
}

impl PartialEq for Authority<'_> {
    fn eq(&self, other: &Authority<'_>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Authority<'_> {}

impl<'a> Authority<'a> {
    /// The text, without the `//` before it.
    pub fn as_str(&self) -> &'a str {
        self.part(self.parts.authority()).unwrap_or_default()
    }

    /// The userinfo, without its `@` (section 3.2.1).
    pub fn userinfo(&self) -> Option<&'a str> {
        self.part(self.parts.userinfo())
    }

    /// The host, which may be empty (section 3.2.2).
    #[inline]
    pub fn host(&self) -> Host<'a> {
        Host { text: self.part(self.parts.host()).unwrap_or_default() }
    }

    /// The port, without its `:` (section 3.2.3): a string of digits, which may be empty.
    pub fn port(&self) -> Option<&'a str> {
        self.part(self.parts.port())
    }

    /// The port as a number; `None` if it is absent, empty or above 65535. [`port`] distinguishes these cases. The
    /// grammar limits neither the value nor the number of leading zeros.
    ///
    /// [`port`]: Authority::port
    pub fn port_number(&self) -> Option<u16> {
        self.port()?.parse().ok()
    }

    fn part(&self, span: Option<Span>) -> Option<&'a str> {
        span.map(|span| slice(self.text, span))
    }
}

/// A host (section 3.2.2). Names are compared without regard to case, and IP addresses by value. A comparison
/// of a host with a string compares the texts without regard to case.
///
/// ```
/// use linkwright::uri::{HostKind, Uri};
///
/// let host = Uri::parse("http://127.0.0.1/")?.authority().unwrap().host();
/// assert_eq!(host.kind(), HostKind::Ipv4([127, 0, 0, 1].into()));
/// assert_eq!(host.as_str(), "127.0.0.1");
/// let [a, b] = ["http://[::1]/", "http://[0:0::0:1]/"].map(|text| Uri::parse(text).unwrap());
/// assert_eq!(a.authority().unwrap().host(), b.authority().unwrap().host());
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    text: &'a str,
}

impl<'a> Host<'a> {
    /// The text. An IP literal includes its brackets.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The kind of the host, with the value of an IP address.
    pub fn kind(&self) -> HostKind {
        host::kind_of(self.text)
    }
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Host<'_>) -> bool {
        match (self.kind(), other.kind()) {
            (kind @ (HostKind::Ipv4(_) | HostKind::Ipv6(_)), other) => kind == other,
            _ => self.text.eq_ignore_ascii_case(other.text),
        }
    }
}

impl Eq for Host<'_> {}

text_traits! { Scheme<'_> Authority<'_> }
comparison_with_texts! { str::eq; Authority<'_> }
comparison_with_texts! { str::eq_ignore_ascii_case; Scheme<'_> Host<'_> }

impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// The part of `text` at `span`. The invariants of the views guarantee that it exists.
pub(super) fn slice(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_default()
}
