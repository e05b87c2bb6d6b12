//! The container: its streams, and the bounds within which the crate `cfb` reads them.

use std::io::{self, Read, SeekFrom};

use cfb::CompoundFile;

use super::scan::{self, u16_at, u32_at};
use crate::model::{Cause, DiagnosticKind, Limit};
use crate::reading::Archive;

/// How many bytes of a stream are examined to find out whether the document is encrypted.
const HEAD: usize = 4096;

/// An open OLE file.
pub(crate) struct Ole<'a> {
    pub(super) file: CompoundFile<&'a mut dyn Archive>,
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
    pub(crate) problem: Option<(Cause, &'static str)>,
    /// Whether the problem is [`DAMAGE`].
    pub(crate) is_damaged: bool,
}

fn damage() -> (Cause, &'static str) {
    (DiagnosticKind::Malformed.into(), DAMAGE)
}

/// The problem of a stream whose sectors cannot be found.
pub(crate) const DAMAGE: &str = "a damaged chain of sectors";

impl<'a> Ole<'a> {
    /// Opens a file. At most `limit` bytes of a stream are read.
    pub(crate) fn open(file: &'a mut dyn Archive, limit: usize) -> io::Result<Ole<'a>> {
        let left = check_table(file)?;
        Ok(Ole { file: CompoundFile::open(file)?, left, limit })
    }

    /// The paths of the streams, in the order of the directory.
    pub(crate) fn streams(&self) -> Vec<String> {
        let streams = self.file.walk().filter(|entry| entry.is_stream() && !entry.is_empty());
        streams.map(|entry| path(&entry)).collect()
    }

    /// Whether there is a stream at `path`.
    pub(super) fn has(&self, path: &str) -> bool {
        self.file.is_stream(path)
    }

    /// The content of a stream.
    pub(crate) fn read(&mut self, path: &str) -> Content {
        let mut bytes = Vec::new();
        let Ok(stream) = self.file.open_stream(path) else {
            // A property that a message does not have is no damage.
            let is_damaged = self.has(path);
            return Content { bytes, problem: is_damaged.then(damage), is_damaged };
        };
        let (len, limit) = (stream.len(), self.limit as u64);
        let allowed = len.min(limit).min(self.left);
        let is_read = stream.take(allowed).read_to_end(&mut bytes).is_ok();
        self.left -= self.left.min(bytes.len() as u64);
        let is_damaged = !is_read || (bytes.len() as u64) < allowed;
        let problem = if is_damaged {
            Some(damage())
        } else if allowed < len.min(limit) {
            let message = "streams with more bytes in total than the file; the rest was not read";
            Some((DiagnosticKind::Malformed.into(), message))
        } else if allowed < len {
            Some((Limit::Held.into(), "a stream longer than the limit; the rest was not read"))
        } else {
            None
        };
        Content { bytes, problem, is_damaged }
    }

    /// The file, which is positioned anywhere.
    pub(crate) fn into_file(self) -> &'a mut dyn Archive {
        self.file.into_inner()
    }

    /// Whether the streams show that an Office document is encrypted.
    pub(crate) fn is_encrypted(&mut self) -> bool {
        let mut head = |path| {
            let mut bytes = Vec::new();
            let stream = self.file.open_stream(path).ok()?;
            // If this fails, the failure is reported when the stream is read.
            let _ = stream.take(HEAD as u64).read_to_end(&mut bytes);
            Some(bytes)
        };
        // MS-XLS, section 2.4.117: FilePass is one of the first records.
        let has_pass = |bytes: Vec<u8>| scan::records(&bytes).take(4).any(|(kind, _)| kind == 0x2F);
        // MS-DOC, section 2.5.2: the flag `fEncrypted`. MS-PPT, section 2.3.2: the token in the header.
        head("EncryptedPackage").is_some()
            || head("WordDocument").is_some_and(|bytes| {
                u16_at(&bytes, 0) == 0xA5EC && u16_at(&bytes, 10) & 0x0100 != 0
            })
            || ["Workbook", "Book"].into_iter().filter_map(&mut head).any(has_pass)
            || head("Current User").is_some_and(|bytes| u32_at(&bytes, 12) == 0xF3D1_C4DF)
    }
}

/// The path of an entry below the root.
pub(super) fn path(entry: &cfb::Entry) -> String {
    entry.path().to_string_lossy().trim_start_matches(['/', '\\']).replace('\\', "/")
}

/// Checks the length of the list of sectors that contain the allocation table, and returns the length of the file.
///
/// The crate `cfb` allocates the table with the size that the list declares: a file of 1 MB whose list names the same
/// sector repeatedly takes 130 MB of memory.
fn check_table(file: &mut dyn Archive) -> io::Result<u64> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut number = |at| {
        let mut bytes = [0; 4];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    };
    let sector: u64 = 1 << (number(30)? & 0xFFFF).clamp(9, 12);
    // Each sector of the list has an entry less than a sector of the table.
    let tables = end.div_ceil(sector).div_ceil(sector / 4);
    let most = tables / (sector / 4 - 1) + 1;
    let mut next = number(68)?;
    for _ in 0..=most {
        // Numbers from this one on do not identify a sector, and end the list.
        if next >= 0xFFFF_FFFA {
            return Ok(end);
        }
        next = number((u64::from(next) + 2) * sector - 4)?;
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "a table of sectors longer than the file"))
}
