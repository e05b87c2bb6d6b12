//! The codes of the hazards; the file `codes.in` has a row for each.

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

include!("codes.in");

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
