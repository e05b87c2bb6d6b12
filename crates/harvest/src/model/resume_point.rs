//! The points at which the reading of a long file can be resumed.

/// An offset in a file such that all links before it have been reported. At this offset, a message of a mailbox, a
/// record of a web archive, a line of plain text, or another record begins, such as a row of a CSV file or a line of a
/// JSON Lines file.
///
/// A [`Visitor`](crate::Visitor) receives each point, and
/// [`Harvester::read_path_from`](crate::Harvester::read_path_from) can begin at such a point. Bytes that are appended
/// to the file do not change what was reported before the last point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumePoint {
    offset: u64,
    messages: u64,
    lines: u64,
}

impl ResumePoint {
    /// The point at `offset`, with `messages` messages or records before it, and a line count of 0.
    pub const fn new(offset: u64, messages: u64) -> ResumePoint {
        ResumePoint { offset, messages, lines: 0 }
    }

    /// Sets the number of lines before the point. Without this number, the lines of links are counted from the point.
    #[must_use]
    pub const fn with_lines(self, lines: u64) -> ResumePoint {
        ResumePoint { lines, ..self }
    }

    /// The offset in the file, in bytes.
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// How many messages of a mailbox or records of a web archive precede the point.
    pub const fn messages(self) -> u64 {
        self.messages
    }

    /// How many lines precede the point; 0 in a mailbox, or if the harvester reports no line numbers.
    pub const fn lines(self) -> u64 {
        self.lines
    }
}
