//! What a client should know about a match before it shows or follows it.

/// One thing to know about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Flag {
    /// The URI was put together from more than one piece.
    Joined,
    /// A join lies inside the authority: it decides which host is meant.
    JoinedAuthority,
    /// A join stands behind a hyphen that may or may not belong to the URI.
    HyphenAmbiguous,
    /// Characters outside the grammar were percent-encoded (`[`, `|`, a bare `%`).
    Repaired,
    /// Another parser would see another host.
    Differential,
    /// The URI began inside what looked like another one (`http://http://h`).
    NestedStart,
    /// A digit touches the scheme (`5http://h`).
    GluedDigit,
    /// An end of the match lies inside what a reader sees as one character.
    OffGrapheme,
    /// There is a userinfo before the host (RFC 3986, 7.5 and 7.6).
    Userinfo,
    /// The port is above 65535 (RFC 3986, 3.2.3).
    PortOutOfRange,
    /// The host is an IPv4 address in a form that RFC 3986, 7.4 warns of.
    RareIp,
    /// The host has characters outside ASCII (RFC 3987).
    Idn,
    /// The host has an A-label (`xn--`).
    Punycode,
}

impl Flag {
    /// Every flag, in the order in which they are reported.
    pub const ALL: [Flag; 13] = [
        Flag::Joined,
        Flag::JoinedAuthority,
        Flag::HyphenAmbiguous,
        Flag::Repaired,
        Flag::Differential,
        Flag::NestedStart,
        Flag::GluedDigit,
        Flag::OffGrapheme,
        Flag::Userinfo,
        Flag::PortOutOfRange,
        Flag::RareIp,
        Flag::Idn,
        Flag::Punycode,
    ];

    /// The name of the flag in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Flag::Joined => "joined",
            Flag::JoinedAuthority => "joined-authority",
            Flag::HyphenAmbiguous => "hyphen-ambiguous",
            Flag::Repaired => "repaired",
            Flag::Differential => "differential",
            Flag::NestedStart => "nested-start",
            Flag::GluedDigit => "glued-digit",
            Flag::OffGrapheme => "off-grapheme",
            Flag::Userinfo => "userinfo",
            Flag::PortOutOfRange => "port-out-of-range",
            Flag::RareIp => "rare-ip",
            Flag::Idn => "idn",
            Flag::Punycode => "punycode",
        }
    }
}

/// The flags of a match.
///
/// ```
/// use linkwright::{Finder, find::Flag};
///
/// let finder = Finder::new();
/// let found = finder.find_iter("http://me@example.com/").next().unwrap();
/// assert!(found.flags().contains(Flag::Userinfo));
/// assert_eq!(found.flags().iter().map(Flag::name).collect::<Vec<_>>(), ["userinfo"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// Whether `flag` is set.
    pub const fn contains(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u8) != 0
    }

    /// Whether no flag is set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flags that are set, in the order of [`Flag::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.into_iter().filter(move |&flag| self.contains(flag))
    }

    pub(crate) fn set(&mut self, flag: Flag) {
        self.0 |= 1 << flag as u8;
    }

    pub(crate) fn set_if(&mut self, flag: Flag, when: bool) {
        self.0 |= u32::from(when) << flag as u8;
    }
}
