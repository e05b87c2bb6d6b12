//! Uniform Resource Names (RFC 8141) and their parts.

use core::fmt;

use super::reference::Uri;
use super::schemes::{self, Special};
use crate::ascii::{ALPHA, ByteSet, DIGIT};

const ALPHANUM: ByteSet = ALPHA.or(DIGIT);

/// `ldh = alphanum / "-"`
const LDH: ByteSet = ALPHANUM.or(ByteSet::of(b"-"));

/// A URN: a URI of the scheme `urn` that has the form of RFC 8141, section 2.
///
/// ```
/// use linkwright::uri::{Uri, Urn};
///
/// let urn = Urn::new(Uri::parse("urn:example:foo-bar?+CCResolve:cc=uk?=op=map#part")?).unwrap();
/// assert_eq!((urn.nid(), urn.nss()), ("example", "foo-bar"));
/// assert_eq!(urn.r_component(), Some("CCResolve:cc=uk"));
/// assert_eq!(urn.q_component(), Some("op=map"));
/// assert_eq!(urn.f_component(), Some("part"));
/// assert!(Urn::new(Uri::parse("urn:x:too-short")?).is_none());
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Urn<'a> {
    nid: &'a str,
    nss: &'a str,
    r: Option<&'a str>,
    q: Option<&'a str>,
    f: Option<&'a str>,
}

impl<'a> Urn<'a> {
    /// Divides `uri` into the parts of `namestring = assigned-name [ rq-components ] [ "#" f-component ]`
    ///
    /// Returns `None` if `uri` has another scheme, or if it does not have this form.
    pub fn new(uri: Uri<'a>) -> Option<Urn<'a>> {
        if schemes::find(uri.scheme().as_str())?.special != Special::Urn
            || uri.authority().is_some()
        {
            return None;
        }
        // `assigned-name = "urn" ":" NID ":" NSS` with `NSS = pchar *( pchar / "/" )`
        let (nid, nss) = uri.path().split_once(':')?;
        if !is_nid(nid) || nss.is_empty() || nss.starts_with('/') {
            return None;
        }
        let (r, q) = uri.query().map_or(Some((None, None)), rq_components)?;
        Some(Urn { nid, nss, r, q, f: uri.fragment() })
    }

    /// The namespace identifier; its case is insignificant.
    pub const fn nid(&self) -> &'a str {
        self.nid
    }

    /// The namespace-specific string.
    pub const fn nss(&self) -> &'a str {
        self.nss
    }

    /// The r-component: parameters for the resolution service, without the `?+`.
    pub const fn r_component(&self) -> Option<&'a str> {
        self.r
    }

    /// The q-component: parameters for the resource, without the `?=`.
    pub const fn q_component(&self) -> Option<&'a str> {
        self.q
    }

    /// The f-component, which is the fragment of the URI; only the client uses it.
    pub const fn f_component(&self) -> Option<&'a str> {
        self.f
    }
}

/// The URN with the scheme in lower case.
impl fmt::Display for Urn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "urn:{}:{}", self.nid, self.nss)?;
        for (delimiter, component) in [("?+", self.r), ("?=", self.q), ("#", self.f)] {
            if let Some(component) = component {
                write!(f, "{delimiter}{component}")?;
            }
        }
        Ok(())
    }
}

/// `NID = (alphanum) 0*30(ldh) (alphanum)`
fn is_nid(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [first, .., last] = bytes else { return false };
    bytes.len() <= 32
        && ALPHANUM.contains(*first)
        && ALPHANUM.contains(*last)
        && bytes.iter().all(|&byte| LDH.contains(byte))
}

/// `rq-components = [ "?+" r-component ] [ "?=" q-component ]`, where `query` is the text after the first `?`
///
/// Each `component = pchar *( pchar / "/" / "?" )`, so no component is empty or begins with `/` or `?`.
fn rq_components(query: &str) -> Option<(Option<&str>, Option<&str>)> {
    let (r, q) = match query.strip_prefix('+') {
        Some(rest) => match rest.split_once("?=") {
            Some((r, q)) => (Some(r), Some(q)),
            None => (Some(rest), None),
        },
        None => (None, Some(query.strip_prefix('=')?)),
    };
    let is_valid = |component: Option<&str>| {
        component.is_none_or(|text| !text.is_empty() && !text.starts_with(['/', '?']))
    };
    (is_valid(r) && is_valid(q)).then_some((r, q))
}
