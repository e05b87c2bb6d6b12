//! Sparse files: an archive contains their data without the holes, and a map of the data (GNU tar
//! manual, "Storing Sparse Files").

use std::io::{self, Read};

use super::block::Data;
use tar::{GnuExtSparseHeader, GnuSparseHeader, Header};

/// The greatest number of pieces of data that a file may have.
const PIECES: usize = 1 << 20;

/// The positions of the data in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The length of the file with its holes.
    size: u64,
    /// The offset and the length of each piece of data.
    pieces: Vec<(u64, u64)>,
}

impl Layout {
    /// The layout from a map of offsets and lengths as decimal numbers.
    pub(super) fn of_decimals(size: u64, numbers: &[&[u8]]) -> Layout {
        let number = |text: &[u8]| str::from_utf8(text).ok()?.parse::<u64>().ok();
        let pairs = numbers.as_chunks::<2>().0.iter();
        let pieces = pairs.map_while(|[offset, len]| Some((number(offset)?, number(len)?)));
        Layout { size, pieces: pieces.take(PIECES).collect() }
    }

    /// The layout from a map at the beginning of the data. The lines of the map are the number of pieces, then the
    /// offset and length of each piece. The map is padded to whole blocks. If it is broken, the pieces before the fault
    /// are used.
    pub(super) fn of_data(size: u64, data: &mut impl Read) -> Layout {
        let mut lines = Lines { data, block: Vec::new(), at: 0 };
        let count = lines.number().unwrap_or(0).min(PIECES as u64);
        let pieces = (0..count).map_while(|_| Some((lines.number()?, lines.number()?)));
        Layout { size, pieces: pieces.collect() }
    }

    /// Whether the pieces are in ascending order, are inside the file, and have `data` bytes in total.
    pub(super) fn fits(&self, data: u64) -> bool {
        let mut end = 0;
        let mut sum = 0_u64;
        let ascends = self.pieces.iter().all(|(offset, len)| {
            let begins_after = *offset >= end;
            end = offset.saturating_add(*len);
            sum = sum.saturating_add(*len);
            begins_after && end <= self.size
        });
        ascends && sum == data
    }
}

/// The lines of a map that fills whole blocks.
struct Lines<'l, R> {
    data: &'l mut R,
    block: Vec<u8>,
    at: usize,
}

impl<R: Read> Lines<'_, R> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        loop {
            match self.byte()? {
                b'\n' => return Some(number),
                digit @ b'0'..=b'9' => {
                    number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
                }
                _ => return None,
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        if self.at == self.block.len() {
            self.block.clear();
            self.at = 0;
            self.data.take(512).read_to_end(&mut self.block).ok()?;
        }
        self.at += 1;
        self.block.get(self.at - 1).copied()
    }
}

/// The map in the header of an entry in the first format of GNU tar.
#[derive(Debug, Default)]
pub(super) struct OfHeader {
    layout: Layout,
    /// Whether blocks with the rest of the map follow.
    is_extended: bool,
}

impl OfHeader {
    pub(super) fn of(header: &Header) -> OfHeader {
        let Some(gnu) = header.as_gnu().filter(|_| header.entry_type().is_gnu_sparse()) else {
            return OfHeader::default();
        };
        let mut layout = Layout { size: gnu.real_size().unwrap_or(0), pieces: Vec::new() };
        push(&mut layout, &gnu.sparse);
        OfHeader { layout, is_extended: gnu.is_extended() }
    }
}

fn push(layout: &mut Layout, entries: &[GnuSparseHeader]) {
    let used = entries.iter().filter(|entry| !entry.is_empty());
    let pieces = used.map_while(|entry| Some((entry.offset().ok()?, entry.length().ok()?)));
    layout.pieces.extend(pieces);
}

/// The layout of an entry in the first format of GNU tar. Blocks with the rest of the map precede
/// the data, and are not counted in the length of the entry.
pub(super) fn of_gnu(header: &OfHeader, data: &mut Data<'_, '_>) -> Option<Layout> {
    let mut layout = header.layout.clone();
    let mut is_extended = header.is_extended;
    while is_extended && layout.pieces.len() < PIECES {
        let mut block = Box::new(GnuExtSparseHeader::new());
        data.read_block(block.as_mut_bytes()).ok()?;
        push(&mut layout, block.sparse());
        is_extended = block.is_extended();
    }
    Some(layout)
}

/// A reader of a sparse file, with zeros in its holes.
pub(super) struct Sparse<R> {
    data: R,
    size: u64,
    at: u64,
    /// The pieces of data that have not been read yet, in reverse order.
    pieces: Vec<(u64, u64)>,
}

impl<R: Read> Sparse<R> {
    /// A reader of the file with this layout, which must [fit](Layout::fits) the data.
    pub(super) fn new(layout: Layout, data: R) -> Sparse<R> {
        let mut pieces = layout.pieces;
        pieces.reverse();
        Sparse { data, size: layout.size, at: 0, pieces }
    }
}

impl<R: Read> Read for Sparse<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.pieces.pop_if(|(offset, len)| *offset + *len <= self.at).is_some() {}
        let (start, end) = match self.pieces.last() {
            Some((offset, len)) => (*offset, offset + len),
            None => (self.size, self.size),
        };
        let is_hole = self.at < start;
        let left = if is_hole { start - self.at } else { end - self.at.min(end) };
        let len = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let room = buffer.get_mut(..len).unwrap_or_default();
        let read = if is_hole {
            room.fill(0);
            len
        } else {
            self.data.read(room)?
        };
        self.at += read as u64;
        Ok(read)
    }
}
