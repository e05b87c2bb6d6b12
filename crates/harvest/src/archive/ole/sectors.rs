//! The sectors of an OLE file, and the chains that its allocation table defines (MS-CFB, sections 2.2 to 2.5).
//!
//! The crate `cfb` reads OLE files as well, but allocates the table with the size that the file declares: a file of 1
//! MB that lists the same sector repeatedly takes 130 MB of memory. In this module the table has at most one entry for
//! each sector of the file, and damage affects only the chain in which it occurs.

use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom};

/// Numbers from this one on have a special meaning and do not identify a sector. They end a chain.
const RESERVED: u32 = 0xFFFF_FFFA;

/// The length of the header, without the sector numbers of the table.
const HEADER: usize = 76;

/// How many sectors of the allocation table the header lists.
const IN_HEADER: usize = 109;

/// The length of a sector in the stream that contains the small streams.
pub(super) const MINI: usize = 64;

/// The sectors of a file, and its allocation table.
pub(super) struct Sectors<R> {
    file: R,
    /// The length of a sector.
    len: usize,
    /// How many sectors the file has; the last one may be cut.
    count: usize,
    table: Vec<u32>,
    /// The first sectors of the directory and of the table of the small streams.
    pub(super) directory: u32,
    pub(super) mini_table: u32,
    /// Streams of at least this length are in sectors of the file; shorter ones are in the stream of small streams.
    pub(super) cutoff: u64,
}

/// A chain of sectors.
pub(super) struct Chain {
    pub(super) sectors: Vec<u32>,
    /// Whether the chain is shorter than requested, or reaches a sector that it already contains or that does not
    /// exist.
    pub(super) is_damaged: bool,
}

/// Follows `table` from `first` on, for at most `count` sectors.
pub(super) fn chain(table: &[u32], first: u32, count: usize) -> Chain {
    let (mut sectors, mut seen) = (Vec::new(), HashSet::new());
    let mut next = first;
    while next < RESERVED && sectors.len() < count {
        let Some(after) = table.get(next as usize).filter(|_| seen.insert(next)) else {
            return Chain { sectors, is_damaged: true };
        };
        sectors.push(next);
        next = *after;
    }
    Chain { is_damaged: sectors.len() < count, sectors }
}

/// The 32-bit number at an offset; 0 if it extends beyond the end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |four| u32::from_le_bytes(*four))
}

/// The 16-bit number at an offset; 0 if it extends beyond the end.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two))
}

impl<R: Read + Seek> Sectors<R> {
    /// Reads the header and the allocation table.
    pub(super) fn open(mut file: R) -> io::Result<Sectors<R>> {
        let end = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut header = [0; HEADER + 4 * IN_HEADER];
        file.read_exact(&mut header)?;
        let len = match u16_at(&header, 30) {
            9 => 512,
            12 => 4096,
            _ => return Err(invalid("an OLE header with an invalid sector size")),
        };
        let count = usize::try_from(end.saturating_sub(1) / len as u64).unwrap_or(usize::MAX);
        let mut sectors = Sectors {
            file,
            len,
            count,
            table: Vec::new(),
            directory: u32_at(&header, 48),
            mini_table: u32_at(&header, 60),
            cutoff: u64::from(u32_at(&header, 56)),
        };
        sectors.read_table(&header)?;
        Ok(sectors)
    }

    /// Reads the table, whose sectors are listed in the header and in a chain of other sectors.
    fn read_table(&mut self, header: &[u8]) -> io::Result<()> {
        let mut seen = HashSet::new();
        let mut list: Vec<u32> = (0..IN_HEADER).map(|at| u32_at(header, HEADER + 4 * at)).collect();
        let mut next = u32_at(header, 68);
        while self.table.len() < self.count {
            for sector in core::mem::take(&mut list) {
                if self.table.len() < self.count && self.has(sector) && seen.insert(sector) {
                    let bytes = self.sector(sector)?;
                    self.table.extend(numbers(&bytes));
                }
            }
            if !self.has(next) || !seen.insert(next) {
                break;
            }
            list = numbers(&self.sector(next)?).collect();
            next = list.pop().unwrap_or(RESERVED);
        }
        self.table.truncate(self.count);
        Ok(())
    }

    fn has(&self, sector: u32) -> bool {
        (sector as usize) < self.count
    }

    /// The length of a sector.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// How many sectors the file has.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The bytes of a sector. The last sector of the file may be shorter.
    fn sector(&mut self, sector: u32) -> io::Result<Vec<u8>> {
        let start = (u64::from(sector) + 1) * self.len as u64;
        self.file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::with_capacity(self.len);
        (&mut self.file).take(self.len as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The bytes of the chain from `first` on, up to `len` of them, and whether bytes are missing because the chain is
    /// damaged.
    pub(super) fn read(&mut self, first: u32, len: usize) -> io::Result<(Vec<u8>, bool)> {
        let chain = chain(&self.table, first, len.div_ceil(self.len).min(self.count + 1));
        let mut bytes = Vec::new();
        for sector in chain.sectors {
            bytes.extend(self.sector(sector)?);
        }
        bytes.truncate(len);
        let is_short = chain.is_damaged || bytes.len() < len;
        Ok((bytes, is_short))
    }

    /// The bytes of the chain from `first` on, up to `limit` of them, whether or not the chain is damaged.
    pub(super) fn read_all(&mut self, first: u32, limit: usize) -> io::Result<Vec<u8>> {
        self.read(first, limit).map(|(bytes, _)| bytes)
    }
}

/// The 32-bit numbers in a sector.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four))
}

pub(super) fn invalid(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chain_ends() {
        let end = 0xFFFF_FFFE;
        let sectors = |table: &[u32], first, count| {
            let chain = chain(table, first, count);
            (chain.sectors, chain.is_damaged)
        };
        assert_eq!(sectors(&[1, 2, end], 0, 3), (vec![0, 1, 2], false));
        assert_eq!(sectors(&[1, 2, end], 0, 2), (vec![0, 1], false));
        assert_eq!(sectors(&[1, 2, end], 0, 4), (vec![0, 1, 2], true));
        assert_eq!(sectors(&[1, 2, 1], 0, 9), (vec![0, 1, 2], true), "a loop");
        assert_eq!(sectors(&[7], 0, 2), (vec![0], true), "a sector that does not exist");
        assert_eq!(sectors(&[], end, 0), (vec![], false));
    }
}
