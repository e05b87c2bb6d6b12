//! Flags of a match: how it was found, and the hazards of its URI.

use crate::uri::hazards::{Code, Codes, Severity};

/// One thing to know about a match: how it was found, or a hazard of its URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flag {
    /// The URI was put together from more than one piece.
    Joined,
    /// A join lies inside the authority, or inside the domain of an e-mail address: it decides which host is
    /// meant.
    JoinedAuthority,
    /// A join follows a hyphen that may or may not belong to the URI.
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
    /// The URI has a hazard, one of [`Flag::HAZARDS`].
    Hazard(Code),
}

impl Flag {
    /// The flags that tell how a match was found, in the order in which they are reported.
    pub const OWN: [Flag; 8] = [
        Flag::Joined,
        Flag::JoinedAuthority,
        Flag::HyphenAmbiguous,
        Flag::Repaired,
        Flag::Differential,
        Flag::NestedStart,
        Flag::GluedDigit,
        Flag::OffGrapheme,
    ];

    /// The hazards that are flags: every code that weighs [`Severity::Warn`] or more, and three that
    /// say what kind of host it is. [`Uri::hazards`](crate::uri::Uri::hazards) has all codes, with
    /// their places.
    ///
    /// [`Code::TextMismatch`] is only found where a document has a link with a text. Some codes need
    /// the feature `security`, see [`hazards`](crate::uri::hazards).
    ///
    /// [`Severity::Warn`]: crate::uri::hazards::Severity::Warn
    pub const HAZARDS: [Code; 42] = [
        Code::Userinfo,
        Code::UserinfoLooksLikeHost,
        Code::Password,
        Code::SecretParameter,
        Code::OptionLike,
        Code::WellKnownPort,
        Code::PortOutOfRange,
        Code::PortZero,
        Code::EncodedCrlf,
        Code::EncodedNul,
        Code::EncodedControl,
        Code::EncodedBackslash,
        Code::OverlongEncoding,
        Code::DoubleEncoded,
        Code::EncodedDotSegment,
        Code::DotUnderflow,
        Code::DeviceName,
        Code::RareIp,
        Code::IpOutOfRange,
        Code::MappedIp,
        Code::PrivateIp,
        Code::MetadataHost,
        Code::ZoneId,
        Code::EncodedHost,
        Code::HostLabelTooLong,
        Code::EmptyHost,
        Code::MissingAuthority,
        Code::Idn,
        Code::Punycode,
        Code::InvalidALabel,
        Code::MixedScript,
        Code::ConfusableHost,
        Code::CompatibilityHost,
        Code::Bidi,
        Code::BidiHost,
        Code::Invisible,
        Code::InvisibleHost,
        Code::ActiveScheme,
        Code::LocalFile,
        Code::MailtoHeaders,
        Code::TextMismatch,
        Code::TooLong,
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
            Flag::Hazard(code) => code.name(),
        }
    }

    /// The flag with that name.
    pub fn from_name(name: &str) -> Option<Flag> {
        let hazards = Flag::HAZARDS.into_iter().map(Flag::Hazard);
        Flag::OWN.into_iter().chain(hazards).find(|flag| flag.name() == name)
    }

    /// The default severity of a hazard; `None` for a flag that says how the match was found.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Flag::Hazard(code) => Some(code.severity()),
            _ => None,
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Flag::Joined => 1,
            Flag::JoinedAuthority => 1 << 1,
            Flag::HyphenAmbiguous => 1 << 2,
            Flag::Repaired => 1 << 3,
            Flag::Differential => 1 << 4,
            Flag::NestedStart => 1 << 5,
            Flag::GluedDigit => 1 << 6,
            Flag::OffGrapheme => 1 << 7,
            Flag::Hazard(_) => 0,
        }
    }
}

/// The flags of a match.
///
/// ```
/// use linkwright::{Finder, find::Flag, uri::hazards::Code};
///
/// let finder = Finder::new();
/// let found = finder.find_iter("http://me@example.com/").next().unwrap();
/// assert!(found.flags().contains(Flag::Hazard(Code::Userinfo)));
/// assert_eq!(found.flags().iter().map(Flag::name).collect::<Vec<_>>(), ["userinfo"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    own: u8,
    /// Those of [`Flag::HAZARDS`] only.
    hazards: Codes,
}

impl Flags {
    /// The flags of hazards; those that are not in [`Flag::HAZARDS`] are left out.
    pub const fn of_hazards(hazards: Codes) -> Flags {
        Flags { own: 0, hazards }
    }

    /// The same flags and those of more hazards.
    #[must_use]
    pub fn with_hazards(mut self, more: Codes) -> Flags {
        more.iter().for_each(|code| self.hazards.insert(code));
        self
    }

    /// The highest default severity of the hazards; `None` without hazards.
    pub fn severity(self) -> Option<Severity> {
        self.iter().filter_map(Flag::severity).max()
    }

    /// Whether `flag` is set.
    pub fn contains(self, flag: Flag) -> bool {
        match flag {
            Flag::Hazard(code) => Flag::HAZARDS.contains(&code) && self.hazards.contains(code),
            own => self.own & own.bit() != 0,
        }
    }

    /// Whether no flag is set.
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// The flags that are set: first those of [`Flag::OWN`], then the hazards.
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        let own = Flag::OWN.into_iter().filter(move |flag| self.own & flag.bit() != 0);
        let hazards = Flag::HAZARDS.into_iter().filter(move |&code| self.hazards.contains(code));
        own.chain(hazards.map(Flag::Hazard))
    }

    pub(crate) fn set(&mut self, flag: Flag) {
        self.own |= flag.bit();
    }

    pub(crate) fn set_if(&mut self, flag: Flag, when: bool) {
        self.own |= u8::from(when) * flag.bit();
    }

    pub(crate) fn set_hazards(&mut self, codes: Codes) {
        self.hazards = codes;
    }
}
