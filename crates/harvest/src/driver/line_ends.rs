//! The line ends of a text that is read in chunks. The reading can be resumed after any of them.

use linkwright::text::offsets::StreamLines;

/// An offset in the text, and the number of lines before it.
type End = (usize, usize);

/// The last two line ends before the pending bytes, for which the finder has not decided yet whether they belong to a
/// match.
#[derive(Debug, Default)]
pub(super) struct LineEnds {
    last: Option<End>,
    /// The end of a line before `last`.
    second: Option<End>,
    has_pending: bool,
}

impl LineEnds {
    /// Records a chunk. The text has `read` bytes so far, the last of which are `chunk`, and the bytes from `pending`
    /// on are not decided.
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

    /// The last end of a line before which every match is known. If bytes are pending, a match may begin on the line
    /// before `last`, because its scheme or its mailbox may precede the pending bytes.
    pub(super) const fn decided(&self) -> Option<End> {
        if self.has_pending { self.second } else { self.last }
    }
}
