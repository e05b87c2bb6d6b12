//! Views of URIs, references and their components. A view is a borrowed text with the offsets of its components.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::error::ParseError;
use super::grammar::{Grammar, Mode};
use super::iter::{QueryPairs, Segments};
use super::parse::scan;
use super::parts::{HostKind, Parts};
use super::view::{
    comparison_with_texts, component_accessors, parsed, string_comparison, text_traits,
};
#[cfg(feature = "serde")]
use crate::ascii::is_scheme;
use crate::span::Span;

parsed! {
    Uri is "a URI"
    UriReference is "a URI or a relative reference"
}

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
// INVARIANT: the parts have a scheme, and all of their offsets are character boundaries of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri<'a>(pub(super) UriReference<'a>);

impl<'a> Uri<'a> {
    /// The URI `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> Uri<'a> {
        debug_assert!(parts.scheme().is_some(), "a URI has a scheme");
        Uri(UriReference::from_parts(text, parts))
    }

    component_accessors!('a);

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
// INVARIANT: all offsets of `parts` are character boundaries of `text`.
#[derive(Clone, Copy)]
pub struct UriReference<'a> {
    text: &'a str,
    parts: Parts,
}

impl<'a> UriReference<'a> {
    /// The reference `text`; `parts` must be the result of a scan of `text`.
    pub(crate) fn from_parts(text: &'a str, parts: Parts) -> UriReference<'a> {
        debug_assert_eq!(parts.len(), text.len(), "the parts belong to another text");
        UriReference { text, parts }
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
    pub fn segments(&self) -> Segments<'a> {
        Segments::new(self.path())
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
    pub fn query_pairs(&self) -> QueryPairs<'a> {
        QueryPairs::new(self.query())
    }

    /// The offsets of the components.
    pub(crate) const fn parts(&self) -> Parts {
        self.parts
    }

    /// The same text as a URI; `None` for a relative reference.
    pub fn to_uri(&self) -> Option<Uri<'a>> {
        self.parts.scheme().map(|_| Uri(*self))
    }
}

/// The part of `text` at `span`. The invariants of the views guarantee that it exists.
fn slice(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_default()
}

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
pub struct Scheme<'a>(&'a str);

impl<'a> Scheme<'a> {
    /// Parses the whole of `text` as a scheme.
    #[cfg(feature = "serde")]
    pub(super) fn parse(text: &'a str) -> Option<Scheme<'a>> {
        is_scheme(text).then_some(Scheme(text))
    }

    /// The empty scheme, used as a default in code where a scheme always exists.
    pub(super) const fn empty() -> Scheme<'a> {
        Scheme("")
    }

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

impl PartialEq<str> for Scheme<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0.eq_ignore_ascii_case(other)
    }
}

impl PartialEq<&str> for Scheme<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0.eq_ignore_ascii_case(other)
    }
}

impl Hash for Scheme<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_without_case(self.0, state);
    }
}

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
    text: &'a str,
    parts: Parts,
}

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
        Host {
            text: self.part(self.parts.host()).unwrap_or_default(),
            kind: self.parts.host_kind().unwrap_or(HostKind::RegName),
            zone: self.part(self.parts.zone()),
        }
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

/// A host (section 3.2.2). Names are compared without regard to case, and IP addresses by value and zone. A comparison
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
    kind: HostKind,
    zone: Option<&'a str>,
}

impl<'a> Host<'a> {
    /// The text. An IP literal includes its brackets.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The kind of the host, with the value of an IP address.
    pub const fn kind(&self) -> HostKind {
        self.kind
    }

    /// The zone identifier of an IPv6 address, still percent-encoded, without its `%25`.
    pub const fn zone(&self) -> Option<&'a str> {
        self.zone
    }

    /// The text that is compared in addition to the kind: the zone of an IP address, or the whole text of any other
    /// host.
    const fn name(&self) -> &'a str {
        match (self.kind, self.zone) {
            (HostKind::RegName | HostKind::IpvFuture, _) => self.text,
            (_, Some(zone)) => zone,
            (_, None) => "",
        }
    }
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Host<'_>) -> bool {
        self.kind == other.kind && self.name().eq_ignore_ascii_case(other.name())
    }
}

impl Eq for Host<'_> {}

impl Hash for Host<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        hash_without_case(self.name(), state);
    }
}

impl PartialEq<str> for Host<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text.eq_ignore_ascii_case(other)
    }
}

impl PartialEq<&str> for Host<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.text.eq_ignore_ascii_case(other)
    }
}

fn hash_without_case<H: Hasher>(text: &str, state: &mut H) {
    for byte in text.bytes() {
        state.write_u8(byte.to_ascii_lowercase());
    }
    // No text contains this byte, so it separates texts that are hashed one after the other.
    state.write_u8(0xFF);
}

text_traits! { Uri UriReference Scheme Authority }

string_comparison! { UriReference Authority }
comparison_with_texts! { Uri UriReference Authority }

impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl<'a> From<Uri<'a>> for UriReference<'a> {
    fn from(uri: Uri<'a>) -> UriReference<'a> {
        uri.0
    }
}
