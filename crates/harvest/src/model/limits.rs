//! The limits that bound time and memory for hostile input.

/// The limits for one file. A diagnostic reports each limit that is reached ([`DiagnosticKind`]). The links before that
/// point are reported.
///
/// The length of a link is an option of the finder
/// ([`FinderBuilder::max_len`](linkwright::find::FinderBuilder::max_len)), and applies to references of a document as
/// well. A longer token in text is reported as [`DiagnosticKind::LinkTooLong`], and a longer reference as
/// [`DiagnosticKind::ReferenceTooLong`].
///
/// ```
/// use linkwright_harvest::Limits;
///
/// let limits = Limits { depth: 2, ..Limits::default() };
/// assert_eq!(limits.ratio, 200);
/// ```
///
/// [`DiagnosticKind`]: crate::DiagnosticKind
/// [`DiagnosticKind::LinkTooLong`]: crate::DiagnosticKind::LinkTooLong
/// [`DiagnosticKind::ReferenceTooLong`]: crate::DiagnosticKind::ReferenceTooLong
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read, in bytes; a larger one is left out. `None`, the default, sets no limit.
    pub file_bytes: Option<u64>,
    /// The largest document that has to be in memory as a whole, in bytes: a page, a message of a mailbox, an archive
    /// inside another one. 64 MiB by default.
    pub held_bytes: usize,
    /// The greatest sum of all bytes that are decompressed from one file; 16 GiB by default.
    pub unpacked_bytes: u64,
    /// How many bytes one compressed byte may decompress to on average. 1 MiB is allowed in addition. 200 by default.
    pub ratio: u64,
    /// How deeply containers may be nested: 8 by default, and at most [`MAX_DEPTH`](Limits::MAX_DEPTH). A file that is
    /// not in a container has depth 0.
    pub depth: usize,
    /// How many members of one container are read; a million by default.
    pub members: usize,
    /// How many parts of one message are read; 1,000 by default.
    pub parts: usize,
    /// How deeply multiparts and attached messages of one message may be nested; 32 by default.
    pub part_depth: usize,
}

impl Limits {
    /// The greatest depth; a greater [`depth`](Limits::depth) has the same effect. Each level of nesting needs the
    /// stack of several calls, and all levels must fit into a small stack.
    pub const MAX_DEPTH: usize = 16;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: None,
            held_bytes: 64 << 20,
            unpacked_bytes: 16 << 30,
            ratio: 200,
            depth: 8,
            members: 1_000_000,
            parts: 1_000,
            part_depth: 32,
        }
    }
}
