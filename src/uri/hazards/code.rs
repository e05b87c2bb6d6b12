//! The closed list of hazards: one row each.

use core::fmt;

/// How much a hazard weighs, unless the caller says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Odd, and mostly harmless: it makes two URIs differ that need not.
    Info,
    /// Worth a look before the URI is followed.
    Warn,
    /// Rarely written but to deceive.
    Danger,
}

impl Severity {
    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warn => "warn",
            Severity::Danger => "danger",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The table: what a code is called, what it weighs, which section warns of it, and its message,
/// which is also its documentation.
macro_rules! codes {
    ($($code:ident $name:literal $severity:ident $section:literal $message:literal)*) => {
        /// What can be dangerous about a URI.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = $message] #[doc = concat!("(", $section, ")")] $code,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// The name, in kebab-case.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$code => $name,)* }
            }

            /// What it weighs unless the caller says otherwise.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)* }
            }

            /// Where its danger is described.
            pub const fn section(self) -> &'static str {
                match self { $(Code::$code => $section,)* }
            }

            /// A sentence about it, without a full stop.
            pub const fn message(self) -> &'static str {
                match self { $(Code::$code => $message,)* }
            }
        }
    };
}

codes! {
    Userinfo "userinfo" Warn "RFC 3986, 7.6"
        "what stands before the `@` is no host"
    UserinfoLooksLikeHost "userinfo-looks-like-host" Danger "RFC 3986, 7.6"
        "the userinfo looks like the host"
    Password "password" Warn "RFC 3986, 7.5"
        "a password is shown to whoever sees the URI"
    EmptyUserinfo "empty-userinfo" Info "RFC 3986, 6.2.3"
        "the userinfo is empty, and differs from none"
    WellKnownPort "well-known-port" Danger "RFC 3986, 7.2"
        "the port is one of another protocol"
    PortOutOfRange "port-out-of-range" Danger "RFC 3986, 3.2.3"
        "the port is above 65535"
    PortZero "port-zero" Warn "RFC 3986, 3.2.3"
        "nothing listens on port 0"
    PortLeadingZeros "port-leading-zeros" Info "RFC 3986, 3.2.3"
        "the port has leading zeros, which some read as octal"
    DefaultPort "default-port" Info "RFC 3986, 6.2.3"
        "the port is the one of the scheme"
    EmptyPort "empty-port" Info "RFC 3986, 6.2.3"
        "the port is empty"
    EncodedCrlf "encoded-crlf" Danger "RFC 3986, 7.2"
        "an encoded line end, which decoded starts a new command or header"
    EncodedNul "encoded-nul" Danger "RFC 3986, 7.3"
        "an encoded NUL, where some programs end the text"
    EncodedControl "encoded-control" Warn "RFC 3986, 7.3"
        "an encoded control character"
    EncodedDelimiter "encoded-delimiter" Info "RFC 3986, 7.3"
        "an encoded delimiter, which is data until it is decoded too early"
    EncodedBackslash "encoded-backslash" Warn "RFC 3986, 7.3"
        "an encoded backslash, which some file systems read as a slash"
    DoubleEncoded "double-encoded" Warn "RFC 3986, 2.4"
        "encoded twice: decoded once more than it should be, it is something else"
    DotSegment "dot-segment" Info "RFC 3986, 6.2.2.3"
        "a dot segment outside a relative reference"
    EncodedDotSegment "encoded-dot-segment" Danger "RFC 3986, 6.2.2.3"
        "an encoded dot segment, which filters that do not decode let through"
    DotUnderflow "dot-underflow" Warn "RFC 3986, 5.4.2"
        "a `..` that goes above the root"
    DeviceName "device-name" Warn "RFC 3986, 7.3"
        "the name of a device on some systems, and of no file"
    RareIp "rare-ip" Danger "RFC 3986, 7.4"
        "an IPv4 address in a form that only some programs read as one"
    IpOutOfRange "ip-out-of-range" Warn "RFC 3986, 7.4"
        "it looks like an IPv4 address and is none"
    MappedIp "mapped-ip" Warn "RFC 3986, 7.4"
        "an IPv4 address inside an IPv6 address, which passes filters of the former"
    PrivateIp "private-ip" Info "RFC 3986, 7.4"
        "an address inside the network, or of the machine, of whoever follows it"
    ZoneId "zone-id" Warn "RFC 9844"
        "a zone identifier, which means something on one machine only"
    EncodedHost "encoded-host" Warn "RFC 3986, 3.2.2"
        "percent-encoding in the host"
    HostNotDns "host-not-dns" Info "RFC 3986, 3.2.2"
        "the host is no name of the DNS"
    HostLabelTooLong "host-label-too-long" Warn "RFC 3986, 3.2.2"
        "a label above 63 octets, or a name above 253"
    EmptyHost "empty-host" Warn "RFC 3986, 3.2.2"
        "the scheme wants a host, and it is empty"
    MissingAuthority "missing-authority" Warn "RFC 3986, 3.2.2"
        "the scheme wants an authority, and there is none"
    Idn "idn" Info "RFC 3987, 8"
        "the host has characters beyond ASCII"
    Punycode "punycode" Info "RFC 3987, 8"
        "a label stands for characters beyond ASCII"
    MixedScript "mixed-script" Warn "RFC 3987, 8"
        "a label mixes scripts that are not written together"
    ConfusableHost "confusable-host" Warn "RFC 3987, 8"
        "a label beyond ASCII that looks like one of ASCII letters"
    CompatibilityHost "compatibility-host" Warn "RFC 3987, 8"
        "characters that are replaced by ASCII when the host is looked up"
    NotNfc "not-nfc" Info "RFC 3987, 5.3.2.2"
        "not in normalization form C: what looks alike differs"
    Bidi "bidi" Danger "RFC 3987, 4.1"
        "a control character that reorders what is seen"
    Invisible "invisible" Warn "RFC 3987, 8"
        "a character that is not seen"
    PrivateUse "private-use" Info "RFC 3987, 4.1"
        "a character that means something to its author only"
    ActiveScheme "active-scheme" Danger "RFC 3986, 7.6"
        "following it runs what it carries"
    LocalFile "local-file" Warn "RFC 8089, 4"
        "a file of whoever follows it, or of a server in their network"
    MailtoHeaders "mailto-headers" Warn "RFC 6068, 7"
        "a header that a mail program should not take from a link"
    NestedUri "nested-uri" Info "RFC 3986, 7.6"
        "another URI inside, where a redirect may lead"
    TextMismatch "text-mismatch" Danger "RFC 3986, 7.6"
        "the text of the link shows another host"
    TooLong "too-long" Warn "RFC 9110, 4.1"
        "longer than many programs read"
}

impl Code {
    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
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
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Codes(u64);

impl Codes {
    /// Whether `code` is a member.
    pub const fn contains(self, code: Code) -> bool {
        self.0 & (1 << code as u8) != 0
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of [`Code::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Code> {
        Code::ALL.iter().copied().filter(move |&code| self.contains(code))
    }

    pub(super) const fn insert(&mut self, code: Code) {
        self.0 |= 1 << code as u8;
    }
}

const _: () = assert!(Code::ALL.len() <= u64::BITS as usize, "a bit for each code");
