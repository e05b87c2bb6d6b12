//! The pages of a database (section 1 of the file format).

use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom};

use encoding_rs::Encoding;

/// The length of the header of the file.
const HEADER: usize = 100;

/// The pages of a database, numbered from 1.
pub(super) struct Pages<R> {
    file: R,
    size: usize,
    /// The length of a page without the reserved bytes at its end.
    usable: usize,
    count: u32,
    pub(super) encoding: &'static Encoding,
    /// The pages that were read. A page belongs to only one tree or chain, so none is read twice.
    seen: HashSet<u32>,
}

/// The 32-bit big-endian number at an offset; 0 if it extends beyond the end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |four| u32::from_be_bytes(*four))
}

/// The 16-bit big-endian number at an offset; 0 if it extends beyond the end.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_be_bytes(*two))
}

impl<R: Read + Seek> Pages<R> {
    pub(super) fn open(mut file: R) -> io::Result<Pages<R>> {
        let len = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let size = match u16_at(&header, 16) {
            1 => 65_536,
            size => usize::from(size),
        };
        let reserved = usize::from(header.get(20).copied().unwrap_or_default());
        let usable = size.saturating_sub(reserved);
        if !size.is_power_of_two() || usable < 480 {
            let message = "an SQLite header with an invalid page size";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let count = u32::try_from(len.div_ceil(size as u64)).unwrap_or(u32::MAX);
        let encoding = match u32_at(&header, 56) {
            2 => encoding_rs::UTF_16LE,
            3 => encoding_rs::UTF_16BE,
            _ => encoding_rs::UTF_8,
        };
        Ok(Pages { file, size, usable, count, encoding, seen: HashSet::new() })
    }

    pub(super) const fn usable(&self) -> usize {
        self.usable
    }

    /// The page with this number, without its reserved bytes; `None` if it does not exist, if its end is missing, or if
    /// it was read before.
    pub(super) fn read(&mut self, number: u32) -> io::Result<Option<Vec<u8>>> {
        if number == 0 || number > self.count || !self.seen.insert(number) {
            return Ok(None);
        }
        let start = u64::from(number - 1) * self.size as u64;
        self.file.seek(SeekFrom::Start(start))?;
        let mut page = Vec::with_capacity(self.usable);
        (&mut self.file).take(self.usable as u64).read_to_end(&mut page)?;
        Ok(Some(page).filter(|page| page.len() == self.usable))
    }
}
