//! The terms of RFC 2396, which RFC 3986 replaced: names of excluded characters, escapes that are decoded only once,
//! and the generic syntax with its `opaque_part` ([`Reference`]).
//!
//! RFC 3986 lists only the characters that a URI may contain. RFC 2396 also named the excluded characters and gave
//! reasons for excluding them (section 2.4.3), and people still use these names.
//!
//! ```
//! use linkwright::uri::{Uri, rfc2396};
//!
//! let error = Uri::parse("http://h/{a}").unwrap_err();
//! let excluded = rfc2396::excluded_at("http://h/{a}", &error).unwrap();
//! assert_eq!(excluded.name(), "unwise");
//! assert_eq!(
//!     excluded.to_string(),
//!     "unwise: gateways are known to modify it, or it is used as a delimiter"
//! );
//! ```
//!
//! # Escaping and unescaping
//!
//! Section 2.4.2: "A URI is always in an "escaped" form, since escaping or unescaping a completed URI might change its
//! semantics." It "must be separated into its components before the escaped characters within those components can be
//! safely decoded", and implementers "should be careful not to escape or unescape the same string more than once".
//! Here, types enforce these rules: only [`components`] and [`Escaped::divide`] return an [`Escaped`], and
//! [`Escaped::unescape`] consumes it and returns an [`Unescaped`], which cannot be unescaped again.

use std::borrow::Cow;

use core::fmt;
use core::iter::FusedIterator;

mod generic;

pub use generic::{Part, RESERVED, Reference, UNRESERVED};

use super::error::{ParseError, Rule};
use super::pct;
use super::reference::UriReference;
use crate::ascii::{DELIMS, UNWISE};

/// The reason why a character is excluded from URIs (section 2.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Excluded {
    /// `control = <US-ASCII coded characters 00-1F and 7F hexadecimal>`
    Control,
    /// `space = <US-ASCII coded character 20 hexadecimal>`
    Space,
    /// The `<`, `>` and `"` of `delims = "<" | ">" | "#" | "%" | <">`
    Delims,
    /// The `#` of `delims`
    FragmentDelimiter,
    /// The `%` of `delims`
    EscapeIndicator,
    /// `` unwise = "{" | "}" | "|" | "\" | "^" | "[" | "]" | "`" ``
    Unwise,
}

impl Excluded {
    /// The reason why `char` is excluded; `None` if it is not excluded, or not ASCII.
    pub const fn of(char: char) -> Option<Excluded> {
        if !char.is_ascii() {
            return None;
        }
        let byte = (char as u32).to_le_bytes()[0];
        match byte {
            0..=0x1F | 0x7F => Some(Excluded::Control),
            b' ' => Some(Excluded::Space),
            b'#' => Some(Excluded::FragmentDelimiter),
            b'%' => Some(Excluded::EscapeIndicator),
            _ if DELIMS.contains(byte) => Some(Excluded::Delims),
            _ if UNWISE.contains(byte) => Some(Excluded::Unwise),
            _ => None,
        }
    }

    /// The name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Excluded::Control => "control",
            Excluded::Space => "space",
            Excluded::Delims | Excluded::FragmentDelimiter | Excluded::EscapeIndicator => "delims",
            Excluded::Unwise => "unwise",
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Excluded::Control => "it is not printable and likely to be misinterpreted",
            Excluded::Space => "spaces appear and disappear when a URI is copied or typeset",
            Excluded::Delims => "it is often a delimiter around URIs in text and in protocols",
            Excluded::FragmentDelimiter => "it delimits a URI from a fragment identifier",
            Excluded::EscapeIndicator => "it always starts an escaped octet",
            Excluded::Unwise => "gateways are known to modify it, or it is used as a delimiter",
        }
    }
}

/// The name of the rule, and the reason that section 2.4.3 gives.
impl fmt::Display for Excluded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.reason())
    }
}

/// The reason why the character at which `text` stops being a URI is excluded; `None` if the character is not excluded,
/// for example a `:` in the wrong place.
///
/// If a `%` is not followed by two hexadecimal digits, the offset of the error is that of the missing digit, but the
/// result is the reason why `%` is excluded.
pub fn excluded_at(text: &str, error: &ParseError) -> Option<Excluded> {
    if error.rule() == Rule::PctEncoded {
        return Some(Excluded::EscapeIndicator);
    }
    text.get(error.at()..)?.chars().next().and_then(Excluded::of)
}

/// The parts of a reference that can be unescaped separately: the userinfo, the host, each segment of the path, the
/// query and the fragment.
///
/// ```
/// use linkwright::uri::{UriReference, rfc2396};
///
/// let reference = UriReference::parse("http://h/a%2Fb/c?%2541")?;
/// let pieces: Vec<String> =
///     rfc2396::components(&reference).map(|piece| piece.unescape().to_string_lossy()).collect();
/// assert_eq!(pieces, ["h", "", "a/b", "c", "%41"]);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn components<'a>(
    reference: &UriReference<'a>,
) -> impl FusedIterator<Item = Escaped<'a>> + use<'a> {
    let authority = reference.authority();
    let userinfo = authority.and_then(|authority| authority.userinfo());
    let host = authority.map(|authority| authority.host().as_str());
    let segments = reference.path().split('/');
    let after = [reference.query(), reference.fragment()];
    let front = [userinfo, host].into_iter().flatten();
    front.chain(segments).chain(after.into_iter().flatten()).map(Escaped)
}

/// A component or a path segment. The generic syntax does not divide it further.
///
/// The scheme may divide it: a userinfo at `:`, a query at `&` and `=`, a segment at `;`. If one of these characters is
/// escaped (`%3A`, `%3D`), it is data, but after unescaping it looks like a delimiter. So call
/// [`divide`](Escaped::divide) first, then [`unescape`](Escaped::unescape).
///
/// ```
/// use linkwright::uri::{UriReference, rfc2396};
///
/// let reference = UriReference::parse("?a%3Db=c%26d&e=f")?;
/// let query = rfc2396::components(&reference).last().unwrap();
/// let fields: Vec<Vec<String>> = query
///     .divide('&')
///     .map(|field| field.divide('=').map(|part| part.unescape().to_string_lossy()).collect())
///     .collect();
/// assert_eq!(fields, [["a=b", "c&d"], ["e", "f"]]);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Escaped<'a>(&'a str);

impl<'a> Escaped<'a> {
    /// The text, still escaped.
    pub const fn as_str(&self) -> &'a str {
        self.0
    }

    /// Splits the text at each `delimiter` that is not escaped. The parts do not include the delimiters.
    pub fn divide(self, delimiter: char) -> impl FusedIterator<Item = Escaped<'a>> {
        self.0.split(delimiter).map(Escaped)
    }

    /// The octets that the text represents.
    pub fn unescape(self) -> Unescaped<'a> {
        Unescaped(pct::decode(self.0))
    }
}

/// Octets after unescaping. A `%` among them is a literal percent sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unescaped<'a>(Cow<'a, [u8]>);

impl Unescaped<'_> {
    /// The octets.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The octets as text; octets that are not UTF-8 become `�`.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}
