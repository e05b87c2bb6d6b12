//! Flags of a match: how it was found, and the hazards of its URI.

use core::fmt;
use core::iter::FusedIterator;
use core::str::FromStr;

use crate::options::name::UnknownName;
use crate::uri::hazards::{Code, Codes, Severity};

/// A property of a match: how it was found, or a hazard of its URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flag {
    /// The URI was joined from several pieces.
    Joined,
    /// A join follows a hyphen that may not belong to the URI.
    HyphenAmbiguous,
    /// The text is undecoded quoted-printable (RFC 2045, 6.7): the `=` of soft line breaks and the `3D` of encoded
    /// equals signs are not in the URI.
    QuotedPrintable,
    /// Characters that the grammar does not allow were percent-encoded (`[`, `|`, a bare `%`).
    Repaired,
    /// A backslash and an `@` follow the host, so other parsers may find another host.
    Differential,
    /// The URI begins inside a text that looks like the beginning of another URI (`http://http://h`).
    NestedStart,
    /// A digit directly precedes the scheme (`5http://h`).
    GluedDigit,
    /// An end of the match is inside a grapheme cluster.
    OffGrapheme,
    /// The URI ends with its line but may continue on the next one: the confidence of the join is below the threshold,
    /// but at least 15 percent. An alternate has the joined URI.
    PerhapsContinues,
    /// The URI was cut: its host cannot be one and ends at the end of a line or at an ellipsis (`https://www`,
    /// `https://t…`), or its path ends at `…`. The linkers do not link a host that was cut.
    Incomplete,
    /// The text is written so that no program makes a link of it: `hxxp://a[.]example`. The URI is the one that is
    /// meant. No linker links it.
    Defanged,
    /// The URI has a hazard, one of [`Flag::HAZARDS`].
    Hazard(Code),
}

/// The flags about how a match was found, with their names and numbers. The numbers of the others are in the table of
/// hazards.
///
/// A new flag gets the next number that has never been used, regardless of the position of its row.
macro_rules! flags {
    ($($own:ident $name:literal $number:literal)*) => {
        impl Flag {
            /// The flags about how a match was found, in the order in which they are reported.
            pub const OWN: &'static [Flag] = &[$(Flag::$own),*];

            /// The hazards that are flags: every code with a severity of at least [`Severity::Warn`], and three about
            /// the kind of the host: [`Code::PrivateIp`], [`Code::Idn`] and [`Code::Punycode`].
            /// [`IriReference::hazards`](crate::uri::IriReference::hazards) returns all codes, with their positions.
            ///
            /// [`Code::TextMismatch`] occurs only for links of a document, because it compares a URI with the text of
            /// its link. [`Code::JoinedAuthority`] occurs only in matches, because a URI does not show where it was
            /// joined. Some codes need the feature `security`; [`hazards`](crate::uri::hazards) lists them.
            ///
            /// [`Severity::Warn`]: crate::uri::hazards::Severity::Warn
            pub const HAZARDS: &'static [Code] = Code::FLAGS;

            /// The name of the flag in JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Flag::$own => $name,)*
                    Flag::Hazard(code) => code.name(),
                }
            }

            /// The number of the flag, from 0 to 63, which is its bit in [`Flags::bits`]. `None` for a hazard that is
            /// not in [`Flag::HAZARDS`]; no match has such a flag.
            ///
            /// Numbers are stable: a flag keeps its number in all versions, a new flag gets a new number, and the
            /// number of a removed flag is not used again.
            pub const fn number(self) -> Option<u8> {
                match self {
                    $(Flag::$own => Some($number),)*
                    Flag::Hazard(code) => code.number(),
                }
            }
        }
    };
}

flags! {
    Joined "joined" 0
    HyphenAmbiguous "hyphen-ambiguous" 1
    QuotedPrintable "quoted-printable" 2
    Repaired "repaired" 3
    Differential "differential" 4
    NestedStart "nested-start" 5
    GluedDigit "glued-digit" 6
    OffGrapheme "off-grapheme" 7
    PerhapsContinues "perhaps-continues" 51
    Incomplete "incomplete" 52
    Defanged "defanged" 53
}

impl Flag {
    /// All flags, in the order in which they are reported.
    pub fn all() -> impl FusedIterator<Item = Flag> {
        let hazards = Flag::HAZARDS.iter().copied().map(Flag::Hazard);
        Flag::OWN.iter().copied().chain(hazards)
    }

    /// The flag with this [`number`](Flag::number); `None` if no flag has this number.
    pub fn from_number(number: u8) -> Option<Flag> {
        Flag::all().find(|flag| flag.number() == Some(number))
    }

    /// The default severity of a hazard; `None` for a flag about how the match was found.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Flag::Hazard(code) => Some(code.severity()),
            _ => None,
        }
    }

    /// The bit of a flag about how a match was found; 0 for a hazard.
    const fn bit(self) -> u64 {
        match (self, self.number()) {
            (Flag::Hazard(_), _) | (_, None) => 0,
            (_, Some(number)) => 1 << number,
        }
    }
}

impl FromStr for Flag {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Flag, UnknownName> {
        Flag::all()
            .find(|flag| flag.name() == name)
            .ok_or_else(|| UnknownName::new("flag", name, Flag::all().map(Flag::name).collect()))
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
/// assert_eq!(format!("{:?}", found.flags()), "{userinfo}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    own: u64,
    /// All hazards, including those that are not flags because they are not in [`Flag::HAZARDS`].
    hazards: Codes,
}

/// Shows the names of the flags.
impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        for flag in self.iter() {
            set.entry(&format_args!("{flag}"));
        }
        set.finish()
    }
}

impl Flags {
    /// These flags, with the hazards `more` added. Those that are not in [`Flag::HAZARDS`] are no flags.
    #[must_use]
    pub fn with_hazards(mut self, more: Codes) -> Flags {
        more.iter().for_each(|code| self.hazards.insert(code));
        self
    }

    /// The highest default severity of the hazards that are flags; `None` if no hazard is set.
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
        // Most matches have neither, so the list of flags is not read.
        let has_none = self.own == 0 && self.hazards == Codes::default();
        has_none || self.iter().next().is_none()
    }

    /// The flags that are set: first those of [`Flag::OWN`], then the hazards. Each has a [`number`](Flag::number).
    pub fn iter(self) -> impl FusedIterator<Item = Flag> {
        Flag::all().filter(move |&flag| match flag {
            Flag::Hazard(code) => self.hazards.contains(code),
            own => self.own & own.bit() != 0,
        })
    }

    /// The flags as a number: bit `n` is set if the flag with the [`number`](Flag::number) `n` is set.
    ///
    /// ```
    /// use linkwright::{Finder, find::Flag};
    ///
    /// let found = Finder::new().find_iter("http://me@example.com/").next().map(|m| m.flags().bits());
    /// let userinfo: Flag = "userinfo".parse()?;
    /// assert_eq!(found, userinfo.number().map(|number| 1 << number));
    /// # Ok::<(), linkwright::options::UnknownName>(())
    /// ```
    pub fn bits(self) -> u64 {
        self.iter().filter_map(Flag::number).fold(0, |bits, number| bits | 1 << number)
    }

    /// The hazards, including those that are not flags.
    pub(crate) const fn hazards(self) -> Codes {
        self.hazards
    }

    pub(crate) fn set(&mut self, flag: Flag) {
        self.own |= flag.bit();
    }

    pub(crate) fn set_if(&mut self, flag: Flag, when: bool) {
        self.own |= u64::from(when) * flag.bit();
    }

    pub(crate) fn clear(&mut self, flag: Flag) {
        self.own &= !flag.bit();
    }

    pub(crate) const fn set_hazard(&mut self, code: Code) {
        self.hazards.insert(code);
    }

    pub(crate) fn clear_hazards(&mut self) {
        self.hazards = Codes::default();
    }
}
