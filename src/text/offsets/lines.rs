//! Lines and columns of a text in memory or in chunks.

use memchr::memchr2_iter;

use crate::text::graphemes;

/// A line and a column, both counted from 1.
///
/// Lines end with LF, CR LF or CR. Columns count grapheme clusters, which people see as one character, so an emoji
/// family or a letter with its accents is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    line: usize,
    column: usize,
}

impl LineColumn {
    /// The number of the line, counted from 1.
    pub const fn line(self) -> usize {
        self.line
    }

    /// The number of the grapheme cluster on its line, counted from 1.
    pub const fn column(self) -> usize {
        self.column
    }

    /// The position after `lines` lines are inserted before the text. If a part of a text begins at the beginning of a
    /// line, this converts a position in the part to a position in the whole text.
    #[must_use]
    pub const fn below(self, lines: usize) -> LineColumn {
        LineColumn { line: self.line + lines, column: self.column }
    }
}

/// Lines and columns of a text in chunks.
///
/// The text is kept until the caller [releases](StreamLines::release) it. Memory is limited to 64 KiB plus a chunk plus
/// the text that is not released, however long the lines are.
///
/// ```
/// use linkwright::text::offsets::StreamLines;
///
/// let mut lines = StreamLines::new();
/// lines.push(b"one\ntw");
/// lines.release(4);
/// lines.push(b"o three");
/// let place = lines.line_column(8);
/// assert_eq!((place.line(), place.column()), (2, 5));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StreamLines {
    /// The text from the first mark of `lines` to the end of the last chunk.
    kept: Vec<u8>,
    lines: LineMarks,
}

/// If no more than this number of bytes is kept, [`StreamLines::release`] does nothing. A shorter text without lookups
/// is copied, but its lines are never counted.
const KEPT: usize = 64 * 1024;

/// The length of the longest character in bytes. A character that begins at least this far before the end is complete.
const LONGEST_CHAR: usize = 4;

impl StreamLines {
    /// Starts at the beginning of a text.
    pub fn new() -> StreamLines {
        StreamLines::default()
    }

    /// Appends the next bytes of the text.
    pub fn push(&mut self, chunk: &[u8]) {
        self.kept.extend_from_slice(chunk);
    }

    /// The line and the column of the byte at `offset`, counted from the first byte that was pushed. For an offset in
    /// released text, the result may be the end of the released text.
    pub fn line_column(&mut self, offset: usize) -> LineColumn {
        self.lines.line_column(&self.kept, offset)
    }

    /// Releases the text before `offset`, for which there must be no more lookups.
    pub fn release(&mut self, offset: usize) {
        if self.kept.len() <= KEPT {
            return;
        }
        let start = self.lines.first.offset;
        let end = start + self.kept.len();
        let first = self.lines.count(&self.kept, offset.min(end - LONGEST_CHAR));
        self.kept.drain(..first.offset - start);
        self.lines = LineMarks { first, rest: Vec::new(), latest: first };
    }

    /// Removes all of the text, so that a new text can be pushed. The memory is reused.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.lines = LineMarks::default();
    }
}

/// Line counts at ascending offsets of a text, which is known from the first of them. A lookup starts from the nearest count before its offset, and does not read the
/// text from the beginning.
// INVARIANT: the offsets of `first` and `rest` ascend.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMarks {
    first: Lines,
    rest: Vec<Lines>,
    /// The last result. Most offsets are looked up in the order of the text, so the search continues from there.
    latest: Lines,
}

/// The distance between two marks, in bytes.
const STEP: usize = 1024;

// A step must be longer than any cluster.
const _: () = assert!(STEP > graphemes::LONGEST);

impl LineMarks {
    /// The position of the byte at `offset`. `text` is the text from the first mark, and must begin with the same bytes in
    /// all calls.
    pub(super) fn line_column(&mut self, text: &[u8], offset: usize) -> LineColumn {
        let Lines { breaks, clusters, .. } = self.count(text, offset);
        LineColumn { line: breaks + 1, column: clusters + 1 }
    }

    fn count(&mut self, text: &[u8], offset: usize) -> Lines {
        let start = self.first.offset;
        let from = |offset: usize| text.get(offset - start..).unwrap_or_default();
        let offset = offset.clamp(start, start + text.len());
        let mut last = self.rest.last().copied().unwrap_or(self.first);
        while offset.saturating_sub(last.offset) > STEP {
            last = last.advance(from(last.offset), last.offset + STEP);
            self.rest.push(last);
        }
        let after = self.rest.partition_point(|mark| mark.offset <= offset);
        let before = after.checked_sub(1).and_then(|at| self.rest.get(at).copied());
        let mark = before.unwrap_or(self.first);
        let is_nearer = (mark.offset..=offset).contains(&self.latest.offset);
        let mark = if is_nearer { self.latest } else { mark };
        self.latest = mark.advance(from(mark.offset), offset);
        self.latest
    }
}

/// The number of line breaks up to an offset, and the number of clusters after the last line break.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    /// The offset, which is a cluster boundary.
    offset: usize,
    breaks: usize,
    clusters: usize,
}

impl Lines {
    /// Counts up to `to`, or to the last cluster before it; `rest` is the text from `offset`.
    fn advance(mut self, rest: &[u8], to: usize) -> Lines {
        let from = self.offset;
        for at in memchr2_iter(b'\n', b'\r', rest.get(..to - from).unwrap_or(rest)) {
            // In CR LF only the LF is counted.
            if !rest.get(at..).is_some_and(|bytes| bytes.starts_with(b"\r\n")) {
                self = Lines { offset: from + at + 1, breaks: self.breaks + 1, clusters: 0 };
            }
        }
        let line = rest.get(self.offset - from..).unwrap_or_default();
        let (clusters, len) = graphemes::count_before(line, to - self.offset);
        self.clusters += clusters;
        self.offset += len;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::Offsets;
    use super::super::tests::sample;
    use super::*;

    fn place(line: usize, column: usize) -> LineColumn {
        LineColumn { line, column }
    }

    #[test]
    fn lines_end_with_lf_cr_lf_or_cr() {
        let offsets = Offsets::new("a\nb\r\nc\rd\n\ne");
        let places: Vec<LineColumn> = (0..12).map(|at| offsets.line_column(at)).collect();
        let expected = [
            (1, 1), // a
            (1, 2), // LF
            (2, 1), // b
            (2, 2), // CR LF
            (2, 2),
            (3, 1), // c
            (3, 2), // CR
            (4, 1), // d
            (4, 2), // LF
            (5, 1), // LF
            (6, 1), // e
            (6, 2),
        ];
        assert_eq!(places, expected.map(|(line, column)| place(line, column)));
    }

    #[test]
    fn below_adds_the_number_of_lines_before_a_part() {
        let part = Offsets::new("b\nc");
        assert_eq!(part.line_column(2).below(3), Offsets::new("\n\n\nb\nc").line_column(5));
    }

    #[test]
    fn columns_count_clusters() {
        let text = "👨‍👩‍👧 e\u{301}x\u{FFFD}";
        let offsets = Offsets::new(text);
        assert_eq!(offsets.line_column(text.find('x').unwrap()), place(1, 4));
        assert_eq!(Offsets::of_bytes(b"\xFF\xFFx").line_column(2), place(1, 3));
    }

    #[test]
    fn a_stream_and_the_whole_text_have_the_same_lines_and_columns() {
        let text = sample(15_000);
        let whole = Offsets::of_bytes(&text);
        for size in [1, 7, 4096, 100_000] {
            let mut stream = StreamLines::new();
            let mut end = 0;
            for chunk in text.chunks(size) {
                stream.push(chunk);
                end += chunk.len();
                let known = end.saturating_sub(300);
                if end % 101 == 0 || size > 1000 {
                    assert_eq!(stream.line_column(known), whole.line_column(known), "at {known}");
                }
                stream.release(known);
                assert!(stream.kept.len() <= KEPT + size + 300 + graphemes::LONGEST);
            }
        }
    }

    #[test]
    fn released_text_is_removed_even_if_its_line_has_not_ended() {
        let mut stream = StreamLines::new();
        for _ in 0..100 {
            stream.push(&[b'x'; 8192]);
            stream.release(usize::MAX);
        }
        assert!(stream.kept.capacity() <= 4 * KEPT);
        assert_eq!(stream.line_column(100 * 8192 - 1), place(1, 100 * 8192));
        stream.clear();
        stream.push(b"x");
        assert_eq!(stream.line_column(0), place(1, 1));
    }
}
