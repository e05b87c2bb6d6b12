//! The view of RFC 2396, which RFC 3986 replaced: excluded characters by their names, and escapes
//! that are taken off once.
//!
//! RFC 3986 lists what belongs in a URI, and says no more about the rest. Its predecessor named the
//! rest and gave reasons (section 2.4.3), and the names are still what people ask for.
//!
//! ```
//! use linkwright::uri::{Uri, rfc2396};
//!
//! let error = Uri::parse("http://h/{a}").unwrap_err();
//! let excluded = rfc2396::excluded_at("http://h/{a}", &error).unwrap();
//! assert_eq!(excluded.name(), "unwise");
//! assert_eq!(excluded.to_string(), "unwise: gateways and other agents are known to modify it");
//! ```
//!
//! # Escaping and unescaping
//!
//! Section 2.4.2: "A URI is always in an "escaped" form, since escaping or unescaping a completed
//! URI might change its semantics." It "must be separated into its components before the escaped
//! characters within those components can be safely decoded", and implementers "should be careful
//! not to escape or unescape the same string more than once". Types hold these rules here:
//! [`components`] is the only way to something [`Escaped`], which can be unescaped only by being
//! used up, and what comes out is [`Unescaped`], which cannot be unescaped again.

use std::borrow::Cow;

use core::fmt;

use super::error::ParseError;
use super::pct;
use super::reference::UriReference;
use crate::ascii::{ALPHA, ByteSet, DELIMS, DIGIT, UNWISE};

/// `mark = "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")"` (section 2.3)
pub const MARK: ByteSet = ByteSet::of(b"-_.!~*'()");

/// `unreserved = alphanum | mark` (section 2.3)
///
/// Five of them are `sub-delims` in RFC 3986, which asks normalizers to leave those as they are.
pub const UNRESERVED: ByteSet = ALPHA.or(DIGIT).or(MARK);

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","` (section 2.2)
pub const RESERVED: ByteSet = ByteSet::of(b";/?:@&=+$,");

/// Why a character is excluded from URIs (section 2.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Excluded {
    /// `control = <US-ASCII coded characters 00-1F and 7F hexadecimal>`
    Control,
    /// `space = <US-ASCII coded character 20 hexadecimal>`
    Space,
    /// `delims = "<" | ">" | "#" | "%" | <">`
    Delims,
    /// `` unwise = "{" | "}" | "|" | "\" | "^" | "[" | "]" | "`" ``
    Unwise,
}

impl Excluded {
    /// Why `char` is excluded, `None` if it is not, or not ASCII.
    pub const fn of(char: char) -> Option<Excluded> {
        if !char.is_ascii() {
            return None;
        }
        let byte = (char as u32).to_le_bytes()[0];
        match byte {
            0..=0x1F | 0x7F => Some(Excluded::Control),
            b' ' => Some(Excluded::Space),
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
            Excluded::Delims => "delims",
            Excluded::Unwise => "unwise",
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Excluded::Control => "it is not printed, and likely to be misread",
            Excluded::Space => "it comes and goes when a URI is set in type or copied",
            Excluded::Delims => "it stands around URIs in text and in protocols",
            Excluded::Unwise => "gateways and other agents are known to modify it",
        }
    }
}

/// The name of the rule, and the reason that section 2.4.3 gives.
impl fmt::Display for Excluded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.reason())
    }
}

/// Why the character at which `text` stops being a URI is excluded; `None` if it is not, as a `:`
/// in the wrong place.
pub fn excluded_at(text: &str, error: &ParseError) -> Option<Excluded> {
    text.get(error.at()..)?.chars().next().and_then(Excluded::of)
}

/// The pieces of a reference that may be unescaped, each by itself: the userinfo, the host, each
/// segment of the path, the query and the fragment.
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
pub fn components<'a>(reference: &UriReference<'a>) -> impl Iterator<Item = Escaped<'a>> + use<'a> {
    let authority = reference.authority();
    let userinfo = authority.and_then(|authority| authority.userinfo());
    let host = authority.map(|authority| authority.host().as_str());
    let segments = reference.path().split('/');
    let behind = [reference.query(), reference.fragment()];
    let front = [userinfo, host].into_iter().flatten();
    front.chain(segments).chain(behind.into_iter().flatten()).map(Escaped)
}

/// A piece of a URI, in which no character delimits anything any more.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Escaped<'a>(&'a str);

impl<'a> Escaped<'a> {
    /// The piece as it is written.
    pub const fn as_str(&self) -> &'a str {
        self.0
    }

    /// The octets that it stands for.
    pub fn unescape(self) -> Unescaped<'a> {
        Unescaped(pct::decode(self.0))
    }
}

/// What a piece of a URI stands for. A `%` in it is a percent sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unescaped<'a>(Cow<'a, [u8]>);

impl Unescaped<'_> {
    /// The octets.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The octets as text; what is no UTF-8 becomes `�`.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}
