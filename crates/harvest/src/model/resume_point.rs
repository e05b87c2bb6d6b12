//! Where the reading of a long file can go on.

/// A place in a mailbox where a message begins, or the mailbox ends: everything before it was
/// reported.
///
/// A [`Visitor`](crate::Visitor) is told of each, and
/// [`Harvester::read_path_from`](crate::Harvester::read_path_from) begins at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResumePoint {
    offset: u64,
    messages: u64,
}

impl ResumePoint {
    /// The one at that offset of the file, with so many messages before it.
    pub const fn new(offset: u64, messages: u64) -> ResumePoint {
        ResumePoint { offset, messages }
    }

    /// The offset in the file, in bytes.
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// How many messages precede it.
    pub const fn messages(self) -> u64 {
        self.messages
    }
}
