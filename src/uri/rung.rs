//! The comparison ladder of section 6.2.

use core::fmt;

/// How much work may be done before two URIs are called different: the ladder of section 6.2.
///
/// Each rung includes the ones above it here, so going down two URIs can only become equal, never
/// different. Each costs more than the one before, and each can be wrong in fewer cases: what is
/// equal under a rung is the same resource, what is not may still be.
///
/// | rung | adds | section |
/// |---|---|---|
/// | [`String`](Rung::String) | nothing: the same characters | 6.2.1 |
/// | [`Case`](Rung::Case) | scheme and host in lower case, hexadecimal digits in upper case | 6.2.2.1 |
/// | [`Percent`](Rung::Percent) | unreserved characters decoded | 6.2.2.2 |
/// | [`Path`](Rung::Path) | dot segments removed | 6.2.2.3 |
/// | [`Scheme`](Rung::Scheme) | what the scheme says: default port, empty path, and more | 6.2.3 |
/// | [`Protocol`](Rung::Protocol) | what a crawler was told: [`Aliases`](super::Aliases) | 6.2.4 |
///
/// ```
/// use linkwright::uri::Rung;
///
/// assert_eq!(Rung::from_name("path"), Some(Rung::Path));
/// assert!(Rung::Case < Rung::Path);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// Simple string comparison (6.2.1).
    String,
    /// Case normalization (6.2.2.1).
    Case,
    /// Percent-encoding normalization (6.2.2.2).
    Percent,
    /// Path segment normalization (6.2.2.3).
    Path,
    /// Scheme-based normalization (6.2.3).
    Scheme,
    /// Protocol-based normalization (6.2.4). Nothing here asks a network: without the
    /// [`Aliases`](super::Aliases) of a caller it is the same as [`Scheme`](Rung::Scheme).
    Protocol,
}

impl Rung {
    /// All rungs, the cheapest first.
    pub const ALL: [Rung; 6] =
        [Rung::String, Rung::Case, Rung::Percent, Rung::Path, Rung::Scheme, Rung::Protocol];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rung::String => "string",
            Rung::Case => "case",
            Rung::Percent => "percent",
            Rung::Path => "path",
            Rung::Scheme => "scheme",
            Rung::Protocol => "protocol",
        }
    }

    /// The rung of that name.
    pub fn from_name(name: &str) -> Option<Rung> {
        Rung::ALL.into_iter().find(|rung| rung.name() == name)
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
