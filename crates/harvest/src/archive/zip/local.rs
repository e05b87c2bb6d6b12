//! Finds the members of an archive by their local headers (APPNOTE, section 4.3.7). This is used if the central
//! directory is missing or damaged.
//!
//! Programs that write to a pipe put the lengths of a member after its data. Data in DEFLATE and bzip2 marks its own
//! end; stored data ends where the next header begins.

use std::io::{self, BufRead as _, Read};

use super::super::compressed;
use super::super::ratio_limit::Counted;
use crate::reading::{Archive, Exactly};
use crate::window::Window;

const HEADER: &[u8; 4] = b"PK\x03\x04";

/// The number of bytes of a local header after its signature, without the name and the extra field.
const FIXED: usize = 26;

/// A local header.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) name: Vec<u8>,
    flags: u64,
    method: u16,
    /// The length of the data; `None` if it is written after the data.
    len: Option<u64>,
}

impl Local {
    /// Reads the next header in `archive`, and skips the bytes before it; `None` at the end of the
    /// archive.
    pub(super) fn next(archive: &mut Window<&mut dyn Archive>) -> io::Result<Option<Local>> {
        if !archive.skip_to(HEADER)? {
            return Ok(None);
        }
        archive.consume(HEADER.len());
        let mut fixed = [0; FIXED];
        archive.read_exact(&mut fixed)?;
        let u16_at = |at: usize| fixed.get(at..at + 2).map_or(0, |two| le(two) & 0xFFFF);
        let u32_at = |at: usize| fixed.get(at..at + 4).map_or(0, le);
        let (flags, method) = (u16_at(2), u16::try_from(u16_at(4)).unwrap_or(u16::MAX));
        let mut name = vec![0; usize::try_from(u16_at(22)).unwrap_or(0)];
        archive.read_exact(&mut name)?;
        let mut extra = vec![0; usize::try_from(u16_at(24)).unwrap_or(0)];
        archive.read_exact(&mut extra)?;
        let len = match u32_at(14) {
            0xFFFF_FFFF => zip64_len(&extra),
            len => Some(len),
        };
        let len = len.filter(|len| flags & 8 == 0 || *len > 0);
        Ok(Some(Local { name, flags, method, len }))
    }

    pub(super) const fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    pub(super) fn is_file(&self) -> bool {
        !self.name.ends_with(b"/")
    }

    /// The content of the member; `None` if its method is unknown. Once the content is read, `archive` is positioned
    /// after the data.
    pub(super) fn content<'a>(
        &self,
        archive: &'a mut Counted<'_, Window<&mut dyn Archive>>,
    ) -> Option<Box<dyn Read + 'a>> {
        match (self.method, self.len) {
            (0, Some(len)) => Some(Box::new(Exactly { rest: archive.take(len) })),
            (0, None) => Some(Box::new(Stored { archive })),
            // These mark their own end.
            (method @ (8 | 12), _) => {
                compressed::zip(method, Box::new(archive)).map(|decoder| Box::new(decoder) as _)
            }
            (method, Some(len)) => compressed::zip(method, Box::new(archive.take(len)))
                .map(|decoder| Box::new(decoder) as _),
            _ => None,
        }
    }
}

fn le(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// The compressed length in the extra field of large files, where it follows the uncompressed
/// length.
fn zip64_len(extra: &[u8]) -> Option<u64> {
    let mut rest = extra;
    while let Some((head, fields)) = rest.split_at_checked(4) {
        let len = usize::try_from(le(head.get(2..)?)).ok()?;
        if head.starts_with(b"\x01\0") {
            return fields.get(8..16).map(le);
        }
        rest = fields.get(len..)?;
    }
    None
}

/// Stored data of unknown length: all bytes before the next signature of a zip record.
struct Stored<'a, 'c, 'r> {
    archive: &'a mut Counted<'c, Window<&'r mut dyn Archive>>,
}

impl Read for Stored<'_, '_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.archive.reader.peek(HEADER.len())?;
        let bytes = self.archive.reader.rest();
        let is_mark = |at: &usize| {
            let mark = bytes.get(*at + 2..at + 4);
            mark.is_some_and(|mark| matches!(mark, [1, 2] | [3, 4] | [7, 8]))
        };
        let found = memchr::memmem::find_iter(bytes, b"PK").find(is_mark);
        let all = if bytes.len() < HEADER.len() { bytes.len() } else { bytes.len() - 3 };
        let read = bytes.get(..found.unwrap_or(all)).unwrap_or_default().read(buffer)?;
        self.archive.consume(read);
        Ok(read)
    }
}
