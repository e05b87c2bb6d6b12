//! The counts of what was read and reported for a file.

/// The counts for one file, or the sums for several files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// How many bytes of the file were read.
    pub bytes: u64,
    /// How many links were reported.
    pub links: u64,
    /// How many diagnostics were reported, without those that are [harmless](crate::DiagnosticKind::is_harmless).
    pub diagnostics: u64,
    /// How many documents were searched: a file itself, the members of an archive, the parts of messages.
    pub documents: u64,
    /// How many messages were read, including attached ones.
    pub messages: u64,
    /// How many files, members and parts were left out, for any reason
    /// ([`Diagnostic::is_skip`](crate::Diagnostic::is_skip)).
    pub skipped: u64,
    /// How many diagnostics report that something was left out, cut or replaced.
    pub(crate) losses: u64,
    /// Whether the visitor ended the reading.
    pub is_cancelled: bool,
}

/// How much of a file was read ([`Summary::outcome`](crate::Summary::outcome)). Each file has exactly one outcome, so
/// the numbers of files read, partly read and skipped add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Outcome {
    /// All of the file was read. It may have no links, or no text.
    Read,
    /// A member or a part was left out, a limit ended the reading, or the data is damaged. Diagnostics report the
    /// reasons.
    Partly,
    /// Nothing of the file was read, or all members of the archive were left out. Diagnostics report the reasons.
    Skipped,
}

impl Summary {
    /// Whether the file was read, read in part, or not read.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located, Outcome};
    ///
    /// let outcome = |bytes: &[u8]| {
    ///     Harvester::new().read("", bytes, &mut |_: &Located<'_>| {}).outcome()
    /// };
    /// assert_eq!(outcome(b"see http://a.example/"), Outcome::Read);
    /// assert_eq!(outcome(b"GIF89a..."), Outcome::Skipped);
    /// ```
    pub const fn outcome(&self) -> Outcome {
        match (self.losses, self.documents + self.messages) {
            (0, _) => Outcome::Read,
            (_, 0) => Outcome::Skipped,
            _ => Outcome::Partly,
        }
    }

    /// Adds the counts of another file.
    pub fn add(&mut self, other: &Summary) {
        self.bytes += other.bytes;
        self.links += other.links;
        self.diagnostics += other.diagnostics;
        self.documents += other.documents;
        self.messages += other.messages;
        self.skipped += other.skipped;
        self.losses += other.losses;
        self.is_cancelled |= other.is_cancelled;
    }
}
