//! Errors of the parser: the position at which a text stops being a URI, and the characters that the grammar allows
//! there.

use core::fmt;

use crate::options::name::names;

/// The rule of the ABNF that a text violates.
///
/// The names are those of RFC 3986. In the grammars of RFC 3987, a name means the corresponding rule, for
/// example `query` means `iquery`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Rule {
    /// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
    Scheme,
    /// `authority = [ userinfo "@" ] host [ ":" port ]`
    Authority,
    /// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
    Userinfo,
    /// `reg-name = *( unreserved / pct-encoded / sub-delims )`
    RegName,
    /// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`
    IpLiteral,
    /// `IPv6address`, nine alternatives of `h16`, `ls32` and one `::`
    Ipv6Address,
    /// `dec-octet = 0-255`, in the IPv4 address at the end of an IPv6 address
    DecOctet,
    /// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
    IpvFuture,
    /// `port = *DIGIT`
    Port,
    /// `path-abempty = *( "/" segment )`
    PathAbempty,
    /// `path-absolute = "/" [ segment-nz *( "/" segment ) ]`
    PathAbsolute,
    /// `path-noscheme = segment-nz-nc *( "/" segment )`
    PathNoscheme,
    /// `path-rootless = segment-nz *( "/" segment )`
    PathRootless,
    /// `query = *( pchar / "/" / "?" )`
    Query,
    /// `fragment = *( pchar / "/" / "?" )`
    Fragment,
    /// `pct-encoded = "%" HEXDIG HEXDIG`
    PctEncoded,
    /// `absolute-URI = scheme ":" hier-part [ "?" query ]`
    AbsoluteUri,
    /// Not a rule of an RFC: offsets have 32 bits, so the parser reads only the first 4 GiB of a text.
    Length,
}

// The names are spelled as in the RFCs.
names!(Rule "rule of the grammar" {
    Scheme "scheme"
    Authority "authority"
    Userinfo "userinfo"
    RegName "reg-name"
    IpLiteral "IP-literal"
    Ipv6Address "IPv6address"
    DecOctet "dec-octet"
    IpvFuture "IPvFuture"
    Port "port"
    PathAbempty "path-abempty"
    PathAbsolute "path-absolute"
    PathNoscheme "path-noscheme"
    PathRootless "path-rootless"
    Query "query"
    Fragment "fragment"
    PctEncoded "pct-encoded"
    AbsoluteUri "absolute-URI"
    Length "text"
});

/// What the grammar allows at the stops that others ask about, apart from characters that start the next component.
pub(crate) mod expected {
    pub(crate) const USERINFO_OR_AT: &str = "a userinfo character or \"@\"";
    pub(crate) const DIGIT: &str = "a digit";
}

/// The reason why a text is not valid in the grammar.
///
/// ```
/// use linkwright::uri::{Rule, Uri};
///
/// let error = Uri::parse("http://host:80x/").unwrap_err();
/// assert_eq!(error.to_string(), "expected a userinfo character or \"@\" in userinfo at byte 15");
/// assert_eq!(error.rule(), Rule::Userinfo);
/// assert_eq!(error.valid_prefix(), Some("http://host:80".len()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    pub(super) at: u32,
    pub(super) rule: Rule,
    /// The characters that the grammar allows here, apart from those that start the next component.
    pub(super) expected: &'static str,
    /// Set when the parser returns: the function of a rule does not know it.
    pub(super) valid_prefix: Option<u32>,
}

impl ParseError {
    /// The offset of the first character that the grammar does not allow, or the length of the text if the text is
    /// incomplete.
    pub const fn at(&self) -> usize {
        self.at as usize
    }

    /// The innermost rule that the parser was reading.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The characters that the rule allows, in words.
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// The length in bytes of the longest valid prefix; `None` if no prefix is valid.
    pub const fn valid_prefix(&self) -> Option<usize> {
        match self.valid_prefix {
            Some(len) => Some(len as usize),
            None => None,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} in {} at byte {}", self.expected, self.rule, self.at)
    }
}

impl core::error::Error for ParseError {}
