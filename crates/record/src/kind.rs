//! The kind of a record.

use linkwright::find::MatchKind;

/// The kind of a row: that of a match, or a reference of a document that is not a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A match, or a link of a document ([`MatchKind::Uri`]).
    Match(MatchKind),
    /// A reference that is not a URI even when it is repaired.
    Invalid,
}

impl Kind {
    /// Its name, in data and as a value of `--kind`.
    ///
    /// ```
    /// assert_eq!(linkwright_record::Kind::Invalid.name(), "invalid");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Match(kind) => kind.name(),
            Kind::Invalid => "invalid",
        }
    }
}
