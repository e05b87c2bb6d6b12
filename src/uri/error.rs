//! Errors of the parser: the position at which a text stops being a URI, and the characters that the grammar allows
//! there.

use core::fmt;

use crate::options::name::names;

/// The rule of the ABNF that a text violates.
///
/// The names are those of RFC 3986 and RFC 6874. In the grammars of RFC 3987, a name means the corresponding rule, for
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
    /// `ZoneID = 1*( unreserved / pct-encoded )` (RFC 6874)
    ZoneId,
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
    ZoneId "ZoneID"
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

/// The characters that the grammar allows at a stop, apart from characters that start the next component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Expected {
    /// The letter that a scheme begins with.
    Letter,
    /// One more character of the scheme, or the `:` after it.
    SchemeOrColon,
    /// A character of the userinfo, or the `@` that ends it.
    UserinfoOrAt,
    /// A character of a registered name.
    HostCharacter,
    /// `:`, `/`, `?`, `#` or the end: what may follow an IP literal.
    EndOfHost,
    /// A decimal digit.
    Digit,
    /// A hexadecimal digit.
    HexDigit,
    /// A hexadecimal digit or a `:`.
    HexDigitOrColon,
    /// A hexadecimal digit or a `.`.
    HexDigitOrDot,
    /// The `:` before the next group of an IPv6 address, or the second `:` of a `::`.
    Colon,
    /// The `.` between two octets of an IPv4 address.
    Dot,
    /// A decimal number up to 255 without a leading zero, an octet of an IPv4 address.
    Octet,
    /// The content of an IP literal: an IPv6 address, or `v` and a version.
    Address,
    /// The `]` at the end of an IP literal.
    ClosingBracket,
    /// The `%25` before a zone identifier.
    ZoneMark,
    /// A character of a zone identifier.
    ZoneCharacter,
    /// A character of an `IPvFuture` address.
    AddressCharacter,
    /// A character of the path.
    PathCharacter,
    /// A character of the first segment of a relative path, which cannot contain a `:`.
    SegmentWithoutColon,
    /// A character of the query.
    QueryCharacter,
    /// A character of the fragment.
    FragmentCharacter,
    /// No fragment: `absolute-URI` and `absolute-IRI` do not allow one.
    NoFragment,
    /// The end of the text.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Letter => "a letter",
            Expected::SchemeOrColon => "a letter, a digit, \"+\", \"-\", \".\" or \":\"",
            Expected::UserinfoOrAt => "a userinfo character or \"@\"",
            Expected::HostCharacter => "a host character",
            Expected::EndOfHost => "\":\", \"/\", \"?\", \"#\" or the end",
            Expected::Digit => "a digit",
            Expected::HexDigit => "a hexadecimal digit",
            Expected::HexDigitOrColon => "a hexadecimal digit or \":\"",
            Expected::HexDigitOrDot => "a hexadecimal digit or \".\"",
            Expected::Colon => "\":\"",
            Expected::Dot => "\".\"",
            Expected::Octet => "an octet from 0 to 255",
            Expected::Address => "an IPv6 address or \"v\"",
            Expected::ClosingBracket => "\"]\"",
            Expected::ZoneMark => "\"%25\"",
            Expected::ZoneCharacter => "a zone character",
            Expected::AddressCharacter => "an address character",
            Expected::PathCharacter => "a path character",
            Expected::SegmentWithoutColon => "a path character other than \":\"",
            Expected::QueryCharacter => "a query character",
            Expected::FragmentCharacter => "a fragment character",
            Expected::NoFragment => "no fragment",
            Expected::End => "the end",
        })
    }
}

/// The position at which a text stops being valid, with the rule and the characters that were expected there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) at: u32,
    pub(super) rule: Rule,
    pub(super) expected: Expected,
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ParseError {
    at: u32,
    rule: Rule,
    expected: Expected,
    pub(super) valid_prefix: Option<u32>,
}

impl ParseError {
    pub(super) const fn new(stop: Stop, valid_prefix: Option<u32>) -> ParseError {
        let Stop { at, rule, expected } = stop;
        ParseError { at, rule, expected, valid_prefix }
    }

    /// The offset of the first character that the grammar does not allow, or the length of the text if the text is
    /// incomplete.
    pub const fn at(&self) -> usize {
        self.at as usize
    }

    /// The innermost rule that the parser was reading.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The characters that the rule allows.
    pub const fn expected(&self) -> Expected {
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
