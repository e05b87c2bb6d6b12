//! The offsets of a text that comes in chunks.

use linkwright::Span;

/// A span: the offset of the first character or byte, and the offset after the last one.
pub(crate) type Pair = (usize, usize);

/// The end of a text that comes in chunks: the part in which later matches may begin.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    text: String,
    /// The numbers of bytes and code points before `text`.
    before: Pair,
    /// The numbers of bytes and code points before some places in `text`. The places are about [`STEP`] bytes apart and
    /// in ascending order.
    marks: Vec<Pair>,
}

/// The distance between marks, in bytes. To convert an offset, at most twice as many bytes are read.
const STEP: usize = 512;

impl Recent {
    /// How far before the undecided text a match with its delimiters may begin. A scheme, a local part, and a prefix
    /// with its blanks are each shorter than 1 KiB.
    const REACH: usize = 4 * 1024;

    /// Adds a chunk.
    pub(crate) fn push(&mut self, chunk: &str) {
        let is_ascii_so_far = self.are_bytes();
        if is_ascii_so_far && chunk.is_ascii() {
            self.before = (self.before.0 + chunk.len(), self.before.1 + chunk.len());
            return;
        }
        self.text.push_str(chunk);
        while let Some(mark) = self.next_mark() {
            self.marks.push(mark);
        }
    }

    /// Adds a chunk. Drops the text that is so far before the chunk that no finder can need it: `max_len` and
    /// `max_bytes` are at most 64 KiB.
    pub(crate) fn push_bounded(&mut self, chunk: &str) {
        self.forget(Some(self.end().saturating_sub(128 * 1024)));
        self.push(chunk);
    }

    /// Whether all offsets so far are the same in bytes and in code points.
    pub(crate) fn are_bytes(&self) -> bool {
        self.text.is_empty() && self.before.0 == self.before.1
    }

    /// Converts a span in bytes to a span in code points.
    pub(crate) fn pair(&self, span: Span) -> Pair {
        (self.offset(span.start()), self.offset(span.end()))
    }

    /// The number of code points before the byte at `at`.
    pub(crate) fn offset(&self, at: usize) -> usize {
        let (bytes, chars) = self.before;
        if at < bytes {
            // The text before `text` is ASCII as far back as a match can begin.
            return (at + chars).saturating_sub(bytes);
        }
        let after = self.marks.partition_point(|mark| mark.0 <= at);
        let (from, chars) = after.checked_sub(1).map_or(self.before, |index| self.marks[index]);
        chars + count(&self.text.as_bytes()[from - bytes..(at - bytes).min(self.text.len())])
    }

    /// Drops the text before the byte `undecided`, or all text if it is `None`, except for the last
    /// [`REACH`](Recent::REACH) bytes. The buffer is only moved if that frees at least half of it, so each byte is
    /// moved once on average.
    pub(crate) fn forget(&mut self, undecided: Option<usize>) {
        let from = undecided.unwrap_or(self.end()).saturating_sub(Recent::REACH);
        let passed = self.marks.partition_point(|mark| mark.0 <= from);
        let Some(last) = passed.checked_sub(1).map(|index| self.marks[index]) else { return };
        let cut = last.0 - self.before.0;
        if cut < self.text.len() / 2 {
            return;
        }
        self.before = last;
        self.text.drain(..cut);
        self.marks.drain(..passed);
    }

    fn end(&self) -> usize {
        self.before.0 + self.text.len()
    }

    /// The next mark, if there is enough text after the last mark.
    fn next_mark(&self) -> Option<Pair> {
        let (bytes, chars) = self.marks.last().copied().unwrap_or(self.before);
        let from = bytes - self.before.0;
        let mut to = from + STEP;
        if to > self.text.len() {
            return None;
        }
        while !self.text.is_char_boundary(to) {
            to -= 1;
        }
        Some((self.before.0 + to, chars + count(&self.text.as_bytes()[from..to])))
    }
}

/// The number of code points that begin in these bytes of UTF-8.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xBF)).count()
}
