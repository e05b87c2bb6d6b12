//! OLE files (MS-CFB): the storages and streams of Word, Excel and `PowerPoint` documents before 2007, and of Outlook
//! messages.
//!
//! ```text
//! file -> sectors (chains) -> streams -> regions (records) -> runs of text
//!                                     -> properties of a message
//! ```
//!
//! The format of a stream is not parsed. The text is found as runs of characters in UTF-16 or in single bytes. Only
//! streams of Excel and `PowerPoint` are first divided into records, because the length field of a record may look like
//! one more character of the text before it.

mod directory;
mod lzfu;
mod message;
mod office;
mod scan;
mod sectors;
mod strings;

use std::io::{self, Read, Seek};

pub(crate) use directory::DirectoryEntry;
pub(crate) use lzfu::decompress;
pub(crate) use message::{Attachment, Body, MessageFile, date, find as find_message, label};
pub(crate) use office::{encryption, holds_text, regions};
pub(crate) use scan::runs;
use sectors::{MINI, Sectors};
pub(crate) use strings::{Piece, Region};

const MARK: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// The number of bytes of a stream that are examined to find out whether the document is encrypted.
const HEAD: u64 = 4096;

/// Whether a file that begins with `head` is an OLE file.
pub(crate) fn is_ole(head: &[u8]) -> bool {
    head.starts_with(MARK)
}

/// An open OLE file.
pub(crate) struct Ole<R> {
    sectors: Sectors<R>,
    pub(crate) entries: Vec<DirectoryEntry>,
    /// The stream that contains all streams shorter than the cutoff, and the table of their chains.
    mini: Vec<u8>,
    mini_table: Vec<u32>,
    /// How many bytes of streams may still be read. In an undamaged file, no two streams share a sector, so the sum of
    /// their lengths is at most the length of the file.
    left: u64,
    /// The length of the longest stream that is held.
    limit: usize,
}

/// The content of a stream, as far as it could be read.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    /// Why bytes are missing; `None` if the content is complete.
    pub(crate) problem: Option<&'static str>,
}

impl<R: Read + Seek> Ole<R> {
    /// Opens a file and reads its directory. At most `limit` bytes of a stream are read.
    pub(crate) fn open(file: R, limit: usize) -> io::Result<Ole<R>> {
        let mut sectors = Sectors::open(file)?;
        let table = sectors.directory;
        let bytes = sectors.read_all(table, limit)?;
        let entries = directory::entries(&bytes, sectors.len() == 512);
        if entries.is_empty() {
            return Err(sectors::invalid("an OLE file without a directory"));
        }
        let (mut mini, mut mini_table) = (Vec::new(), Vec::new());
        if let Some(root) = directory::root(&bytes) {
            let len = usize::try_from(root.len).unwrap_or(usize::MAX).min(limit);
            mini = sectors.read(root.first, len)?.0;
            let first = sectors.mini_table;
            let table = sectors.read_all(first, mini.len().div_ceil(MINI) * 4)?;
            mini_table = sectors::numbers(&table).collect();
        }
        let left = (sectors.count() as u64 + 2) * sectors.len() as u64;
        Ok(Ole { sectors, entries, mini, mini_table, left, limit })
    }

    /// The first bytes of a stream. They do not count against the limit.
    pub(crate) fn head(&mut self, entry: &DirectoryEntry) -> io::Result<Vec<u8>> {
        let len = entry.len.min(HEAD);
        let is_small = entry.len < self.sectors.cutoff;
        let len = usize::try_from(len).unwrap_or_default();
        let content = if is_small {
            self.small(entry.first, len)
        } else {
            self.sectors.read(entry.first, len)?
        };
        Ok(content.0)
    }

    /// The content of a stream. An error means that the file cannot be read.
    pub(crate) fn read(&mut self, entry: &DirectoryEntry) -> io::Result<Content> {
        let wanted = usize::try_from(entry.len).unwrap_or(usize::MAX);
        let allowed = usize::try_from(self.left).unwrap_or(usize::MAX);
        let len = wanted.min(self.limit).min(allowed);
        let (bytes, is_short) = if entry.len < self.sectors.cutoff {
            self.small(entry.first, len)
        } else {
            self.sectors.read(entry.first, len)?
        };
        self.left -= self.left.min(bytes.len() as u64);
        let problem = if is_short {
            Some("a damaged chain of sectors; the rest was not read")
        } else if len < wanted && len == allowed {
            Some("streams with more bytes in total than the file; the rest was not read")
        } else if len < wanted {
            Some("a stream longer than the limit; the rest was not read")
        } else {
            None
        };
        Ok(Content { bytes, problem })
    }

    /// The content of a stream that is shorter than the cutoff, up to `len` bytes, and whether bytes are missing.
    fn small(&self, first: u32, len: usize) -> (Vec<u8>, bool) {
        let chain = sectors::chain(&self.mini_table, first, len.div_ceil(MINI));
        let places = chain.sectors.iter().map(|sector| *sector as usize * MINI);
        let parts =
            places.filter_map(|at| self.mini.get(at..self.mini.len().min(at.saturating_add(MINI))));
        let mut bytes: Vec<u8> = parts.flatten().copied().collect();
        bytes.truncate(len);
        let is_short = chain.is_damaged || bytes.len() < len;
        (bytes, is_short)
    }
}
