//! Tracks the line ends of a text that is read in chunks. Reading can be resumed after a line end.

use linkwright::text::offsets::StreamLines;

/// An offset in the text, and the number of lines before it.
type End = (usize, usize);

/// The last two line ends before the pending bytes. Bytes are pending while the finder cannot tell yet whether they
/// belong to a match.
#[derive(Debug, Default)]
pub(super) struct LineEnds {
    last: Option<End>,
    /// The line end before `last`.
    second: Option<End>,
    has_pending: bool,
}

impl LineEnds {
    /// Records the line ends of `chunk`. `read` is the length of the text up to the end of the chunk, and `pending` is
    /// the offset of the first pending byte.
    pub(super) fn see(
        &mut self,
        chunk: &[u8],
        read: usize,
        pending: Option<usize>,
        mut lines: Option<&mut StreamLines>,
    ) {
        self.has_pending = pending.is_some();
        let start = read - chunk.len();
        let decided = pending.unwrap_or(read).saturating_sub(start);
        let decided = chunk.get(..decided).unwrap_or(chunk);
        let mut end = |at: usize| {
            let offset = start + at + 1;
            let line = lines.as_mut().map_or(0, |lines| lines.line_column(offset).line() - 1);
            (offset, line)
        };
        let Some(last) = memchr::memrchr(b'\n', decided) else { return };
        let second = decided.get(..last).and_then(|before| memchr::memrchr(b'\n', before));
        self.second = second.map(&mut end).or(self.last);
        self.last = Some(end(last));
    }

    /// The last line end before which all matches are known. If bytes are pending, a match may begin on the line before
    /// `last`, because its scheme or its mailbox may precede the pending bytes.
    pub(super) const fn decided(&self) -> Option<End> {
        if self.has_pending { self.second } else { self.last }
    }
}
