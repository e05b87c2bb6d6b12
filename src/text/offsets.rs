//! From byte offsets to what other programs and people count in: characters, UTF-16 units, and
//! lines with columns.
//!
//! Matches carry byte offsets only, and nothing here runs until somebody asks. [`Offsets`] answers
//! for a text that lies in memory, in any order; [`StreamLines`] for a text that goes by in chunks.
//!
//! Both take bytes. Where these are no UTF-8, the answers are those for the text that
//! [`String::from_utf8_lossy`] makes of them: an invalid sequence is one character. An offset
//! inside a character stands for its beginning, one behind the end for the end.

use memchr::memchr2_iter;

use super::graphemes;

/// A line and a column, both from 1.
///
/// Lines end with LF, CR LF or CR. Columns count grapheme clusters, what a reader sees as one
/// character, so that a family of emoji or a letter with its accents is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    line: usize,
    column: usize,
}

impl LineColumn {
    /// The number of the line, from 1.
    pub const fn line(self) -> usize {
        self.line
    }

    /// The number of the grapheme cluster on its line, from 1.
    pub const fn column(self) -> usize {
        self.column
    }

    /// The same place in a text that goes on behind `lines` other lines: of a part that was cut out
    /// at the beginning of a line.
    #[must_use]
    pub const fn below(self, lines: usize) -> LineColumn {
        LineColumn { line: self.line + lines, column: self.column }
    }
}

/// Offsets of a text that lies in memory.
///
/// The work begins with the first question. It reads the text up to the offset once and leaves a
/// mark every KiB, so that every later question, in whatever order, reads no more than that.
///
/// ```
/// use linkwright::{Finder, text::offsets::Offsets};
///
/// let text = "Ü 👍\n→ http://example.com/";
/// let mut offsets = Offsets::new(text);
/// let start = Finder::new().find_iter(text).next().unwrap().span().start();
///
/// assert_eq!(start, 12);
/// assert_eq!(offsets.to_chars(start), 6);
/// assert_eq!(offsets.to_utf16(start), 7);
/// let place = offsets.line_column(start);
/// assert_eq!((place.line(), place.column()), (2, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Offsets<'t> {
    text: &'t [u8],
    units: Marks<Units>,
    lines: Marks<Lines>,
}

impl<'t> Offsets<'t> {
    /// Offsets of `text`, a `str` or bytes.
    pub fn new<T: AsRef<[u8]> + ?Sized>(text: &'t T) -> Offsets<'t> {
        Offsets {
            text: text.as_ref(),
            units: Marks::from(Units::default()),
            lines: Marks::from(Lines::default()),
        }
    }

    /// The number of characters (Unicode scalar values) before the byte at `offset`.
    pub fn to_chars(&mut self, offset: usize) -> usize {
        self.units(offset).chars
    }

    /// The number of UTF-16 code units before the byte at `offset`: what JavaScript, Java, Qt,
    /// Cocoa and the Language Server Protocol count in.
    pub fn to_utf16(&mut self, offset: usize) -> usize {
        let units = self.units(offset);
        units.chars + units.pairs
    }

    /// The line and the column of the byte at `offset`.
    pub fn line_column(&mut self, offset: usize) -> LineColumn {
        self.lines.count(Held { bytes: self.text, offset: 0 }, offset).place()
    }

    fn units(&mut self, offset: usize) -> Units {
        self.units.count(Held { bytes: self.text, offset: 0 }, offset)
    }
}

/// Lines and columns of a text that goes by in chunks.
///
/// It keeps what may still be asked about: the caller says with [`release`](StreamLines::release)
/// what is done. Then memory stays within 64 KiB, a chunk, and what was not released, however long
/// the lines are.
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
    /// From `offset` to the end of what was pushed.
    kept: Vec<u8>,
    offset: usize,
    lines: Marks<Lines>,
}

/// How much [`StreamLines`] keeps before it counts what was released. Below that, a text without
/// questions costs a copy and nothing else.
const KEPT: usize = 64 * 1024;

/// The bytes of the longest character: so far from the end of the chunks, none is half there.
const LONGEST_CHAR: usize = 4;

impl StreamLines {
    /// At the beginning of a text.
    pub fn new() -> StreamLines {
        StreamLines::default()
    }

    /// The next bytes of the text.
    pub fn push(&mut self, chunk: &[u8]) {
        self.kept.extend_from_slice(chunk);
    }

    /// The line and the column of the byte at `offset`, counted from the first byte that was
    /// pushed. An offset before what was released gives the place up to which it was counted.
    pub fn line_column(&mut self, offset: usize) -> LineColumn {
        self.lines.count(Held { bytes: &self.kept, offset: self.offset }, offset).place()
    }

    /// Nothing before `offset` will be asked about any more.
    pub fn release(&mut self, offset: usize) {
        if self.kept.len() <= KEPT {
            return;
        }
        let end = self.offset + self.kept.len();
        let held = Held { bytes: &self.kept, offset: self.offset };
        let first = self.lines.count(held, offset.min(end - LONGEST_CHAR));
        self.kept.drain(..first.offset - self.offset);
        self.offset = first.offset;
        self.lines = Marks::from(first);
    }

    /// Back to the beginning, for the next text; the memory stays.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.offset = 0;
        self.lines = Marks::default();
    }
}

/// The part of a text that is there, and its offset in the text.
#[derive(Clone, Copy)]
struct Held<'t> {
    bytes: &'t [u8],
    offset: usize,
}

impl<'t> Held<'t> {
    fn from(self, offset: usize) -> &'t [u8] {
        self.bytes.get(offset - self.offset..).unwrap_or_default()
    }

    fn end(self) -> usize {
        self.offset + self.bytes.len()
    }
}

/// Something that is counted from the beginning of a text.
trait Count: Copy {
    /// Up to where it is counted: always at a border of the things that are counted.
    fn offset(self) -> usize;

    /// Counted on up to `to`, or to the last border before it; `rest` is the text from `offset` on.
    fn advance(self, rest: &[u8], to: usize) -> Self;
}

/// Counts at ascending offsets, so that no question begins at the beginning of the text.
// INVARIANT: never empty, offsets ascend.
#[derive(Clone, Debug)]
struct Marks<C> {
    first: C,
    rest: Vec<C>,
    /// What was counted last: most questions come in the order of the text, and go on from there.
    latest: C,
}

/// The distance between two marks, in bytes.
const STEP: usize = 1024;

// One step always gets beyond the cluster that it begins in.
const _: () = assert!(STEP > graphemes::LONGEST);

impl<C: Count> Marks<C> {
    fn count(&mut self, text: Held<'_>, offset: usize) -> C {
        let offset = offset.clamp(self.first.offset(), text.end());
        let mut last = self.rest.last().copied().unwrap_or(self.first);
        while offset.saturating_sub(last.offset()) > STEP {
            last = last.advance(text.from(last.offset()), last.offset() + STEP);
            self.rest.push(last);
        }
        let behind = self.rest.partition_point(|mark| mark.offset() <= offset);
        let before = behind.checked_sub(1).and_then(|at| self.rest.get(at).copied());
        let mark = before.unwrap_or(self.first);
        let is_nearer = (mark.offset()..=offset).contains(&self.latest.offset());
        let mark = if is_nearer { self.latest } else { mark };
        self.latest = mark.advance(text.from(mark.offset()), offset);
        self.latest
    }
}

impl<C: Copy> From<C> for Marks<C> {
    fn from(first: C) -> Marks<C> {
        Marks { first, rest: Vec::new(), latest: first }
    }
}

impl<C: Copy + Default> Default for Marks<C> {
    fn default() -> Marks<C> {
        Marks::from(C::default())
    }
}

/// Characters, and how many of them are a surrogate pair in UTF-16.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    offset: usize,
    chars: usize,
    pairs: usize,
}

impl Units {
    fn take(&mut self, text: &str) {
        self.offset += text.len();
        self.chars += text.chars().count();
        // The first byte of a character of four bytes, the ones above U+FFFF.
        self.pairs += text.bytes().filter(|&byte| byte >= 0xF0).count();
    }
}

/// The last border of characters at or before `at`.
fn border_before(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    // `str::floor_char_boundary` is younger than the compiler that the crate asks for.
    (0..=at).rev().find(|&border| text.is_char_boundary(border)).unwrap_or(0)
}

impl Count for Units {
    fn offset(self) -> usize {
        self.offset
    }

    fn advance(mut self, rest: &[u8], to: usize) -> Units {
        // A character that begins before `to` lies within these bytes.
        let near = rest.get(..to - self.offset + LONGEST_CHAR - 1).unwrap_or(rest);
        for chunk in near.utf8_chunks() {
            let valid = chunk.valid();
            let room = border_before(valid, to - self.offset);
            self.take(valid.get(..room).unwrap_or_default());
            let is_done = room < valid.len() || to - self.offset < chunk.invalid().len();
            if is_done {
                break;
            }
            self.offset += chunk.invalid().len();
            self.chars += usize::from(!chunk.invalid().is_empty());
        }
        self
    }
}

/// Line breaks, and the clusters behind the last of them.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    offset: usize,
    breaks: usize,
    clusters: usize,
}

impl Lines {
    fn place(self) -> LineColumn {
        LineColumn { line: self.breaks + 1, column: self.clusters + 1 }
    }

    fn next_line(&mut self, offset: usize) {
        *self = Lines { offset, breaks: self.breaks + 1, clusters: 0 };
    }
}

impl Count for Lines {
    fn offset(self) -> usize {
        self.offset
    }

    fn advance(mut self, rest: &[u8], to: usize) -> Lines {
        let from = self.offset;
        for at in memchr2_iter(b'\n', b'\r', rest.get(..to - from).unwrap_or(rest)) {
            // The CR of a CR LF breaks nothing: its LF does.
            if !rest.get(at..).is_some_and(|bytes| bytes.starts_with(b"\r\n")) {
                self.next_line(from + at + 1);
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
    use super::*;

    /// Texts in which every count differs from the others, in pieces that repeat.
    const PIECES: [&[u8]; 12] = [
        b"plain ascii ",
        "Üñï ".as_bytes(),
        "日本語".as_bytes(),
        "👨‍👩‍👧🇩🇪".as_bytes(),
        "e\u{301}\u{302}".as_bytes(),
        b"\n",
        b"\r\n",
        b"\r",
        b"\xFF\xFE",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\r\r\n\n",
    ];

    fn sample(pieces: usize) -> Vec<u8> {
        // A fixed walk over the pieces; 7 and 12 have no common divisor, the squares break it up.
        (0..pieces).flat_map(|n| PIECES[(n * 7 + n * n / 5) % PIECES.len()]).copied().collect()
    }

    /// The same by the definition: the lossy text before the last border at or before `offset`.
    fn slow(text: &[u8], offset: usize) -> (usize, usize) {
        let mut at = 0;
        let (mut chars, mut utf16) = (0, 0);
        for chunk in text.utf8_chunks() {
            for c in chunk.valid().chars() {
                at += c.len_utf8();
                if at <= offset {
                    (chars, utf16) = (chars + 1, utf16 + c.len_utf16());
                }
            }
            at += chunk.invalid().len();
            if !chunk.invalid().is_empty() && at <= offset {
                (chars, utf16) = (chars + 1, utf16 + 1);
            }
        }
        (chars, utf16)
    }

    fn place(line: usize, column: usize) -> LineColumn {
        LineColumn { line, column }
    }

    #[test]
    fn characters_and_utf16_units() {
        let text = sample(200);
        let mut offsets = Offsets::new(&text);
        for offset in 0..=text.len() {
            let got = (offsets.to_chars(offset), offsets.to_utf16(offset));
            assert_eq!(got, slow(&text, offset), "at {offset}");
        }
        let lossy = String::from_utf8_lossy(&text);
        assert_eq!(offsets.to_chars(usize::MAX), lossy.chars().count());
        assert_eq!(offsets.to_utf16(usize::MAX), lossy.encode_utf16().count());
    }

    #[test]
    fn any_order_and_any_distance() {
        let text = sample(4000);
        let mut there = Offsets::new(&text);
        let mut back = Offsets::new(&text);
        let offsets: Vec<usize> = (0..=text.len()).step_by(997).collect();
        let ask = |of: &mut Offsets<'_>, at| (of.to_chars(at), of.to_utf16(at), of.line_column(at));
        let ascending: Vec<_> = offsets.iter().map(|&at| ask(&mut there, at)).collect();
        let descending: Vec<_> = offsets.iter().rev().map(|&at| ask(&mut back, at)).collect();
        assert!(ascending.iter().eq(descending.iter().rev()));
    }

    #[test]
    fn lines_end_in_three_ways() {
        let mut offsets = Offsets::new("a\nb\r\nc\rd\n\ne");
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
    fn a_part_counts_below_what_was_before_it() {
        let mut part = Offsets::new("b\nc");
        assert_eq!(part.line_column(2).below(3), Offsets::new("\n\n\nb\nc").line_column(5));
    }

    #[test]
    fn columns_count_clusters() {
        let text = "👨‍👩‍👧 e\u{301}x\u{FFFD}";
        let mut offsets = Offsets::new(text);
        assert_eq!(offsets.line_column(text.find('x').unwrap()), place(1, 4));
        assert_eq!(Offsets::new(b"\xFF\xFFx").line_column(2), place(1, 3));
    }

    #[test]
    fn a_stream_counts_as_the_whole_does() {
        let text = sample(15_000);
        let mut whole = Offsets::new(&text);
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
    fn a_line_without_end_is_not_kept() {
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
