//! The regions of a stream: the records of Excel before 2007 and the strings in them (MS-XLS, sections 2.1.4, 2.4.265
//! and 2.5.293).

use core::ops::Range;

use super::sectors::{u16_at, u32_at};

/// A part of a stream. A text never continues from one region to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    /// Bytes of any kind.
    Bytes(Range<usize>),
    /// Text in one or more pieces, which may have different character widths.
    Text(Vec<Piece>),
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) place: Range<usize>,
    /// Whether the piece is UTF-16LE; otherwise its characters are single bytes.
    pub(crate) is_wide: bool,
}

/// A record.
pub(super) struct Record {
    pub(super) kind: u16,
    pub(super) place: Range<usize>,
}

/// The records of a stream. A record that extends beyond the end of the stream is cut there.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = Record> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at + 4;
        (start <= bytes.len()).then_some(())?;
        let end = bytes.len().min(start + usize::from(u16_at(bytes, at + 2)));
        let kind = u16_at(bytes, at);
        at = end;
        Some(Record { kind, place: start..end })
    })
}

const CONTINUE: u16 = 0x3C;
const STRINGS: u16 = 0xFC;
/// FORMULA, NAME and SHRFMLA.
const FORMULAS: [u16; 3] = [0x06, 0x18, 0x04BC];

/// The regions of a stream: one for each shared string, for each literal in a formula, and for each other record.
pub(super) fn regions(bytes: &[u8]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut records = records(bytes).peekable();
    while let Some(record) = records.next() {
        if record.kind == STRINGS {
            let mut segments = vec![record.place];
            while let Some(next) = records.next_if(|next| next.kind == CONTINUE) {
                segments.push(next.place);
            }
            shared(bytes, segments, &mut regions);
        } else if FORMULAS.contains(&record.kind) {
            literals(bytes, record.place, &mut regions);
        } else {
            regions.push(Region::Bytes(record.place));
        }
    }
    regions
}

/// The string literals of a formula. A literal consists of a token, the number of characters, their width, and the
/// characters.
fn literals(bytes: &[u8], place: Range<usize>, regions: &mut Vec<Region>) {
    let mut at = place.start;
    while let Some([token, count, flags, ..]) = bytes.get(at..place.end) {
        let is_wide = *flags == 1;
        let start = at + 3;
        let end = start + usize::from(*count) * if is_wide { 2 } else { 1 };
        if *token == 0x17 && *flags < 2 && *count > 0 && end <= place.end {
            regions.push(Region::Text(vec![Piece { place: start..end, is_wide }]));
            at = end;
        } else {
            at += 1;
        }
    }
}

/// The strings that all sheets share, in a record and in the records that continue it.
fn shared(bytes: &[u8], segments: Vec<Range<usize>>, regions: &mut Vec<Region>) {
    let mut reader = Segments { bytes, rest: segments.into_iter(), here: 0..0 };
    reader.next_segment();
    reader.skip(8);
    while let Some(pieces) = reader.string() {
        regions.push(Region::Text(pieces));
    }
}

struct Segments<'b> {
    bytes: &'b [u8],
    rest: std::vec::IntoIter<Range<usize>>,
    here: Range<usize>,
}

impl Segments<'_> {
    fn next_segment(&mut self) -> Option<()> {
        self.here = self.rest.next()?;
        Some(())
    }

    /// Skips bytes, even across the end of a segment.
    fn skip(&mut self, mut len: usize) -> Option<()> {
        while len > self.here.len() {
            len -= self.here.len();
            self.next_segment()?;
        }
        self.here.start += len;
        Some(())
    }

    /// A number of up to 4 bytes. The header of a string is never divided between segments.
    fn number(&mut self, len: usize) -> Option<usize> {
        if self.here.is_empty() {
            self.next_segment()?;
        }
        let number = match len {
            1 => u32::from(*self.bytes.get(self.here.start)?),
            2 => u32::from(u16_at(self.bytes, self.here.start)),
            _ => u32_at(self.bytes, self.here.start),
        };
        self.skip(len)?;
        usize::try_from(number).ok()
    }

    /// The pieces of the next string. If the string continues in another segment, the first byte of that segment
    /// declares the character width.
    fn string(&mut self) -> Option<Vec<Piece>> {
        let mut count = self.number(2)?;
        let mut flags = self.number(1)?;
        let runs = if flags & 8 != 0 { self.number(2)? } else { 0 };
        let extra = if flags & 4 != 0 { self.number(4)? } else { 0 };
        let mut pieces = Vec::new();
        while count > 0 {
            if self.here.is_empty() {
                self.next_segment()?;
                flags = self.number(1)?;
            }
            let is_wide = flags & 1 != 0;
            let width = if is_wide { 2 } else { 1 };
            let len = (count * width).min(self.here.len() / width * width);
            if len == 0 {
                self.here.start = self.here.end;
                continue;
            }
            let place = self.here.start..self.here.start + len;
            self.here.start += len;
            count -= len / width;
            pieces.push(Piece { place, is_wide });
        }
        self.skip(4 * runs)?;
        self.skip(extra)?;
        Some(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &u16::try_from(data.len()).unwrap().to_le_bytes(), data].concat()
    }

    fn texts(stream: &[u8]) -> Vec<String> {
        let text = |pieces: Vec<Piece>| {
            let bytes = |piece: &Piece| stream[piece.place.clone()].iter().filter(|b| **b != 0);
            let all: Vec<u8> = pieces.iter().flat_map(bytes).copied().collect();
            String::from_utf8(all).unwrap()
        };
        let regions = regions(stream).into_iter();
        regions
            .filter_map(
                |region| if let Region::Text(pieces) = region { Some(text(pieces)) } else { None },
            )
            .collect()
    }

    #[test]
    fn the_length_of_a_shared_string_is_not_part_of_its_text() {
        // The length of the second string is the digit 0.
        let long = "b".repeat(0x30);
        let strings =
            [&[0; 8][..], b"\x03\0\0abc\x30\0\0", long.as_bytes(), b"\x02\0\x01d\0e\0"].concat();
        assert_eq!(texts(&record(0xFC, &strings)), ["abc", &long, "de"]);
        // A formatted string that continues in another record, with another character width.
        let first = [&[0; 8][..], b"\x04\0\x08\x01\0ab"].concat();
        let stream = [record(0xFC, &first), record(0x3C, b"\x01c\0d\0....\x01\0\0e")].concat();
        assert_eq!(texts(&stream), ["abcd", "e"]);
        for end in 0..stream.len() {
            texts(&stream[..end]);
        }
    }

    #[test]
    fn the_length_of_a_literal_is_not_part_of_its_text() {
        let formula = [&[0; 22][..], b"\x17\x03\0abc\x42\x01\x67\x01"].concat();
        assert_eq!(texts(&record(0x06, &formula)), ["abc"]);
    }
}
