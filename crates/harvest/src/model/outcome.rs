//! How the reading of a file ended.

/// How much of a file was read ([`Summary::outcome`](crate::Summary::outcome)). Each file has one,
/// so that the files given are those read, partly read and skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Outcome {
    /// All of it was read; it may have no links, or no text.
    Read,
    /// A member or a part was left out, a limit ended the reading, or the data is damaged. The
    /// diagnostics that were reported say which.
    Partly,
    /// None of it was read. The diagnostic that was reported says why; of an archive all members were
    /// left out.
    Skipped,
}
