//! The generic syntax of RFC 2396, section 3, in which a URI is hierarchical or opaque.

use crate::ascii::{ALPHA, ByteSet, DIGIT, is_scheme};
use crate::uri::pct;
use crate::uri::split::{Components, split};

/// `mark = "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")"` (section 2.3)
const MARK: ByteSet = ByteSet::of(b"-_.!~*'()");

/// `unreserved = alphanum | mark` (section 2.3)
///
/// Five of the marks are `sub-delims` in RFC 3986, so normalization does not decode them.
pub const UNRESERVED: ByteSet = ALPHA.or(DIGIT).or(MARK);

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","` (section 2.2)
pub const RESERVED: ByteSet = ByteSet::of(b";/?:@&=+$,");

/// `uric = reserved | unreserved | escaped`
const URIC: ByteSet = RESERVED.or(UNRESERVED);

/// `uric_no_slash`: `uric` without `/`
const URIC_NO_SLASH: ByteSet = URIC.without(ByteSet::of(b"/"));

/// `path_segments`: `pchar`, and the `;` and `/` between them
const PATH_SEGMENTS: ByteSet = UNRESERVED.or(ByteSet::of(b":@&=+$,;/"));

/// `rel_segment = 1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`
const REL_SEGMENT: ByteSet = UNRESERVED.or(ByteSet::of(b";@&=+$,"));

/// `reg_name`, which includes every `server` except the empty one
const AUTHORITY: ByteSet = UNRESERVED.or(ByteSet::of(b"$,;:@&=+"));

/// `URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]` of RFC 2396, divided into its
/// parts.
///
/// ```
/// use linkwright::uri::rfc2396::{Part, Reference};
///
/// let reference = Reference::parse("mailto:mduerst@ifi.unizh.ch#x").unwrap();
/// assert_eq!(reference.scheme, Some("mailto"));
/// assert_eq!(reference.part, Part::Opaque("mduerst@ifi.unizh.ch"));
/// assert_eq!(reference.fragment, Some("x"));
///
/// let reference = Reference::parse("http://a/b?c").unwrap();
/// let Part::Hierarchical { authority, path, query } = reference.part else { panic!() };
/// assert_eq!((authority, path, query), (Some("a"), "/b", Some("c")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference<'a> {
    /// The scheme, without its `:`; `None` in a `relativeURI`.
    pub scheme: Option<&'a str>,
    /// The text after the scheme, up to the fragment.
    pub part: Part<'a>,
    /// The fragment, without its `#`. In RFC 2396 it is not part of the URI.
    pub fragment: Option<&'a str>,
}

/// The text after the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part<'a> {
    /// `hier_part = ( net_path | abs_path ) [ "?" query ]`; without a scheme, a `rel_path` or no path at all is also
    /// allowed.
    Hierarchical {
        /// The text after `//`: a `server` or a `reg_name`.
        authority: Option<&'a str>,
        /// An `abs_path`, a `rel_path`, or the empty text.
        path: &'a str,
        /// The text after `?`.
        query: Option<&'a str>,
    },
    /// `opaque_part = uric_no_slash *uric`: the text up to the fragment, including a `?`. In RFC 3986
    /// the same text is a path and a query.
    Opaque(&'a str),
}

impl<'a> Reference<'a> {
    /// Parses the whole of `text`; `None` if it is not a reference of RFC 2396. RFC 2732, which
    /// adds IPv6 addresses, is not included.
    ///
    /// Some references of RFC 3986 are not references of RFC 2396. For example, RFC 2396 does not allow `?y`, because a
    /// relative reference with a query needs a path, or `s:`, because a character must follow the colon.
    pub fn parse(text: &'a str) -> Option<Reference<'a>> {
        let components = split(text);
        let part = match components.scheme {
            Some(scheme) if !is_scheme(scheme) => return None,
            Some(scheme) => after_scheme(text.get(scheme.len() + 1..)?, components)?,
            None => relative(components)?,
        };
        let fragment = components.fragment;
        let is_valid = fragment.is_none_or(|fragment| pct::is_encoded(fragment, &URIC));
        is_valid.then_some(Reference { scheme: components.scheme, part, fragment })
    }
}

/// `hier_part | opaque_part`
fn after_scheme<'a>(rest: &'a str, components: Components<'a>) -> Option<Part<'a>> {
    if rest.starts_with('/') {
        return hierarchical(components);
    }
    let opaque = rest.split('#').next().unwrap_or_default();
    let starts =
        opaque.bytes().next().is_some_and(|byte| byte == b'%' || URIC_NO_SLASH.contains(byte));
    (starts && pct::is_encoded(opaque, &URIC)).then_some(Part::Opaque(opaque))
}

/// `[ relativeURI ]` with `relativeURI = ( net_path | abs_path | rel_path ) [ "?" query ]`
fn relative(components: Components<'_>) -> Option<Part<'_>> {
    let has_no_path = components.authority.is_none() && components.path.is_empty();
    let is_missing = has_no_path && components.query.is_some();
    let first = components.path.split('/').next().unwrap_or_default();
    let is_segment = components.authority.is_some() || pct::is_encoded(first, &REL_SEGMENT);
    if is_missing || !is_segment { None } else { hierarchical(components) }
}

fn hierarchical(components: Components<'_>) -> Option<Part<'_>> {
    let (authority, path, query) = (components.authority, components.path, components.query);
    let is_valid = authority.is_none_or(|authority| pct::is_encoded(authority, &AUTHORITY))
        && pct::is_encoded(path, &PATH_SEGMENTS)
        && query.is_none_or(|query| pct::is_encoded(query, &URIC));
    is_valid.then_some(Part::Hierarchical { authority, path, query })
}
