//! The table of hazards, with one row for each code.

use core::fmt;
use core::iter::FusedIterator;

use crate::options::name::names;

/// The severity of a hazard; callers can change it for each code ([`Inspector`](super::Inspector)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Severity {
    /// Unusual and mostly harmless.
    Info,
    /// Should be checked before the URI is followed.
    Warn,
    /// Rarely occurs except to deceive.
    Danger,
}

names!(Severity "severity" { Info "info" Warn "warn" Danger "danger" });

/// Defines `Code` from the table: name, severity, section, and the message, which is also the documentation.
macro_rules! codes {
    ($($code:ident $name:literal $($number:literal)? $severity:ident $section:literal $message:literal)*) => {
        /// A kind of hazard. Its name is written in kebab-case in the output of the command and in the fixtures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = $message] #[doc = concat!("(", $section, ")")] $code,)*
        }

        names!(Code "hazard" { $($code $name)* });

        impl Code {
            /// The default severity.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)* }
            }

            /// The hazards that the finder reports as flags.
            pub(crate) const FLAGS: &[Code] = &[$($({ let _: u8 = $number; Code::$code },)?)*];

            /// The number of the flag for the hazard; `None` if the finder does not report it.
            pub(crate) const fn number(self) -> Option<u8> {
                match self {
                    $($(Code::$code => Some($number),)?)*
                    _ => None,
                }
            }

            /// The section of an RFC that describes the hazard, such as `RFC 3986, 7.6`.
            pub const fn section(self) -> &'static str {
                match self { $(Code::$code => $section,)* }
            }

            /// The feature of the library without which the code is never reported; `None` if every build reports it.
            pub const fn feature(self) -> Option<&'static str> {
                match self {
                    Code::InvalidALabel | Code::NotNfc => Some("security"),
                    _ => None,
                }
            }

            /// A phrase that describes the hazard, without a full stop.
            pub const fn message(self) -> &'static str {
                match self { $(Code::$code => $message,)* }
            }
        }
    };
}

codes! {
    Userinfo "userinfo" 8 Warn "RFC 3986, 7.6"
        "the part before the `@` is not the host"
    UserinfoLooksLikeHost "userinfo-looks-like-host" 9 Danger "RFC 3986, 7.6"
        "the userinfo looks like a host"
    Password "password" 10 Warn "RFC 3986, 7.5"
        "a password is visible to everyone who sees the URI"
    SecretParameter "secret-parameter" 11 Warn "RFC 3986, 7.5"
        "a parameter that seems, by its name, to contain a secret is visible to everyone who sees the URI"
    EmptyUserinfo "empty-userinfo" Info "RFC 3986, 6.2.3"
        "the userinfo is empty, which differs from a missing userinfo"
    OptionLike "option-like" 12 Danger "RFC 3986, 7.3"
        "the host, userinfo or address begins with `-`: a program may read it as an option"
    WellKnownPort "well-known-port" 13 Warn "RFC 3986, 7.2"
        "the port belongs to another protocol"
    PortOutOfRange "port-out-of-range" 14 Warn "RFC 3986, 3.2.3"
        "the port is above 65535"
    PortZero "port-zero" 15 Warn "RFC 3986, 3.2.3"
        "no service listens on port 0"
    PortLeadingZeros "port-leading-zeros" Info "RFC 3986, 3.2.3"
        "the port has leading zeros, which some programs read as octal"
    DefaultPort "default-port" Info "RFC 3986, 6.2.3"
        "the port is the default of the scheme"
    EmptyPort "empty-port" Info "RFC 3986, 6.2.3"
        "the port is empty"
    EncodedCrlf "encoded-crlf" 16 Warn "RFC 3986, 7.2"
        "an encoded line end, which can start a new command or header when it is decoded"
    EncodedLineEnd "encoded-line-end" Info "RFC 3986, 7.2"
        "an encoded line end in a query or fragment, where it is usually data"
    EncodedNul "encoded-nul" 17 Warn "RFC 3986, 7.3"
        "an encoded NUL, which some programs treat as the end of the text"
    EncodedControl "encoded-control" 18 Warn "RFC 3986, 7.3"
        "an encoded control character"
    EncodedDelimiter "encoded-delimiter" Info "RFC 3986, 7.3"
        "an encoded delimiter, which changes the components if it is decoded before the URI is parsed"
    EncodedBackslash "encoded-backslash" 19 Warn "RFC 3986, 7.3"
        "an encoded backslash, which some file systems read as a slash"
    OverlongEncoding "overlong-encoding" 20 Warn "RFC 3629, 10"
        "octets that are not UTF-8 and that lenient decoders read as another character"
    DoubleEncoded "double-encoded" 21 Warn "RFC 3986, 2.4"
        "encoded twice, so a second decoding changes its meaning"
    DotSegment "dot-segment" Info "RFC 3986, 6.2.2.3"
        "a dot segment that is not at the start of a relative path"
    EncodedDotSegment "encoded-dot-segment" 22 Warn "RFC 3986, 6.2.2.3"
        "an encoded dot segment, which passes filters that do not decode it"
    DotUnderflow "dot-underflow" 23 Warn "RFC 3986, 5.4.2"
        "a `..` that goes above the root"
    DeviceName "device-name" 24 Warn "RFC 3986, 7.3"
        "a path segment that names a device on some systems, not a file"
    RareIp "rare-ip" 25 Warn "RFC 3986, 7.4"
        "an IPv4 address in a form that only some programs recognize"
    IpOutOfRange "ip-out-of-range" 26 Warn "RFC 3986, 7.4"
        "the host looks like an IPv4 address but is not one"
    MappedIp "mapped-ip" 27 Warn "RFC 3986, 7.4"
        "an IPv4 address inside an IPv6 address, which passes filters for IPv4"
    PrivateIp "private-ip" 28 Info "RFC 3986, 7.4"
        "an address of the local machine or network"
    LocalName "local-name" Info "RFC 6761, 6.3"
        "a name of the local machine or network"
    MetadataHost "metadata-host" 29 Warn "RFC 3986, 7.4"
        "a cloud metadata service, which provides credentials to machines in the cloud"
    EncodedHost "encoded-host" 31 Warn "RFC 3986, 3.2.2"
        "percent-encoding in the host"
    HostNotDns "host-not-dns" Info "RFC 3986, 3.2.2"
        "the host is not a valid DNS name"
    HostLabelTooLong "host-label-too-long" 32 Warn "RFC 3986, 3.2.2"
        "a label longer than 63 octets, or a name longer than 253"
    EmptyHost "empty-host" 33 Warn "RFC 3986, 3.2.2"
        "the scheme requires a host, but the host is empty"
    MissingAuthority "missing-authority" 34 Warn "RFC 3986, 3.2.2"
        "the scheme requires an authority, but the URI has none"
    Idn "idn" 35 Info "RFC 3987, 8"
        "the host contains non-ASCII characters"
    Punycode "punycode" 36 Info "RFC 3987, 8"
        "a label encodes non-ASCII characters"
    InvalidALabel "invalid-a-label" 37 Warn "RFC 5890, 2.3.2.1"
        "a label that begins like an A-label but does not encode a valid name"
    MixedScript "mixed-script" 38 Danger "RFC 3987, 8"
        "a label mixes scripts that are not written together"
    ConfusableHost "confusable-host" 39 Danger "RFC 3987, 8"
        "a non-ASCII label that looks like an ASCII label"
    CompatibilityHost "compatibility-host" 40 Warn "RFC 3987, 8"
        "characters that become ASCII when the host is looked up"
    NotNfc "not-nfc" Info "RFC 3987, 5.3.2.2"
        "not in Unicode normalization form C, so texts that look the same can differ"
    Bidi "bidi" 41 Warn "RFC 3987, 4.1"
        "a control character that reorders the text on the screen"
    BidiHost "bidi-host" 42 Danger "RFC 3987, 4.1"
        "a control character in the authority that reorders the text on the screen"
    Invisible "invisible" 43 Warn "RFC 3987, 8"
        "a character that is not visible"
    InvisibleHost "invisible-host" 44 Danger "RFC 3987, 8"
        "a character in the authority that is not visible"
    PrivateUse "private-use" Info "RFC 3987, 4.1"
        "a private-use character, whose meaning is not standardized"
    ActiveScheme "active-scheme" 45 Danger "RFC 3986, 7.6"
        "a scheme that runs code or opens an application"
    LocalFile "local-file" 46 Warn "RFC 8089, 4"
        "a file on the local machine or network"
    MailtoHeaders "mailto-headers" 47 Warn "RFC 6068, 7"
        "a header that a mail program should not take from a link"
    NestedUri "nested-uri" Info "RFC 3986, 7.6"
        "the URI contains another URI, to which it may redirect"
    TextMismatch "text-mismatch" 48 Warn "RFC 3986, 7.6"
        "the text of the link shows another domain"
    JoinedAuthority "joined-authority" 49 Warn "RFC 3986, Appendix C"
        "a line break or blank was removed from the authority, so the host may be wrong"
    TooLong "too-long" 50 Warn "RFC 9110, 4.1"
        "longer than many programs accept"
}

/// A set of codes.
///
/// ```
/// use linkwright::uri::{Uri, hazards::Code};
///
/// let codes = Uri::parse("http://me@127.1/")?.hazard_codes();
/// assert!(codes.contains(Code::RareIp));
/// let names: Vec<_> = codes.iter().map(Code::name).collect();
/// assert_eq!(names, ["userinfo", "rare-ip", "private-ip"]);
/// assert_eq!(format!("{codes:?}"), "{userinfo, rare-ip, private-ip}");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Codes(u64);

/// Writes the names of the members.
impl fmt::Debug for Codes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        for code in self.iter() {
            set.entry(&format_args!("{code}"));
        }
        set.finish()
    }
}

impl Codes {
    /// Whether `code` is a member.
    pub const fn contains(self, code: Code) -> bool {
        self.0 & (1 << code as u8) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The highest default severity of the members; `None` for the empty set.
    pub fn severity(self) -> Option<Severity> {
        self.iter().map(Code::severity).max()
    }

    /// The members, in the order of [`Code::ALL`].
    pub fn iter(self) -> impl FusedIterator<Item = Code> {
        Code::ALL.iter().copied().filter(move |&code| self.contains(code))
    }

    /// Adds `code`.
    pub const fn insert(&mut self, code: Code) {
        self.0 |= 1 << code as u8;
    }

    pub(crate) const fn remove(&mut self, code: Code) {
        self.0 &= !(1 << code as u8);
    }
}

const _: () =
    assert!(Code::ALL.len() <= u64::BITS as usize, "a set of codes needs one bit for each code");

#[cfg(feature = "serde")]
impl serde::Serialize for Codes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Codes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Codes, D::Error> {
        let members = <Vec<Code> as serde::Deserialize>::deserialize(deserializer)?;
        let mut codes = Codes::default();
        for code in members {
            codes.insert(code);
        }
        Ok(codes)
    }
}
