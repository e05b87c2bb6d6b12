//! Entries of the central directory, and readers of their members.

use core::cell::RefCell;
use std::io::{self, BufReader, Read, SeekFrom};

use rawzip::{
    CompressionMethod, Crc32, Error, ErrorKind, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder,
    ZipFileHeaderRecord, ZipLocator,
};

use super::super::compressed::{self, Decoder};
use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::reading::{self, Archive, CHUNK};

/// A file that is read at any offset, for the directory and for the members in turn.
pub(super) struct Shared<'a>(RefCell<&'a mut dyn Archive>);

impl ReaderAt for Shared<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut archive = self.0.borrow_mut();
        archive.seek(SeekFrom::Start(offset))?;
        archive.read(buffer)
    }
}

/// The central directory. Only one entry is in memory at a time.
pub(super) type Directory<'a> = ZipArchive<Shared<'a>>;

/// Finds the directory, and returns the length of the archive as well.
///
/// Not inlined, to save stack space: archives may be nested, and the stacks of threads are small.
#[inline(never)]
pub(super) fn directory(archive: &mut dyn Archive) -> Result<(Box<Directory<'_>>, u64), Error> {
    let len = archive.seek(SeekFrom::End(0))?;
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let shared = Shared(RefCell::new(archive));
    let found = ZipLocator::new().locate_in_reader(shared, &mut buffer, len);
    found.map(|directory| (Box::new(directory), len)).map_err(|(_, error)| error)
}

/// Calls `take` with each entry until it returns `false`. Returns whether the directory is undamaged up to there.
pub(super) fn entries(directory: &Directory<'_>, take: &mut dyn FnMut(Entry) -> bool) -> bool {
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let mut entries = directory.entries(&mut buffer);
    let mut count = 0;
    loop {
        match entries.next_entry() {
            Ok(Some(record)) if take(Entry::of(&record)) => count += 1,
            Ok(Some(_)) => return true,
            Ok(None) => return count >= directory.entries_hint(),
            Err(_) => return false,
        }
    }
}

/// An entry of the directory.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) raw_name: Vec<u8>,
    pub(super) name: String,
    /// Whether the entry is neither a folder nor a symbolic link.
    pub(super) is_file: bool,
    is_encrypted: bool,
    method: CompressionMethod,
    sum: u32,
    way: ZipArchiveEntryWayfinder,
}

impl Entry {
    fn of(record: &ZipFileHeaderRecord<'_>) -> Entry {
        let raw_name = record.file_path().as_bytes().to_vec();
        Entry {
            name: name(&raw_name),
            raw_name,
            is_file: !record.is_dir() && !record.mode().is_symlink(),
            is_encrypted: record.flags().is_encrypted(),
            method: record.compression_method(),
            sum: record.crc32(),
            way: record.wayfinder(),
        }
    }

    /// The length of the compressed data.
    pub(super) fn packed(&self) -> u64 {
        self.way.compressed_size_hint()
    }

    /// The content of the member at `place`. The diagnostic is of the kind [`DiagnosticKind::Malformed`] if there is no
    /// member where the entry says.
    #[inline(never)]
    pub(super) fn open<'a>(
        &self,
        directory: &'a Directory<'_>,
        place: &Place,
    ) -> Result<Box<dyn Read + 'a>, Diagnostic> {
        if self.is_encrypted {
            let message = "an encrypted member, not opened";
            return Err(Diagnostic::skip(place, DiagnosticKind::Encrypted, message));
        }
        let member =
            directory.get_entry(self.way).map_err(|error| failure(place, error).skipping())?;
        let packed = Box::new(BufReader::with_capacity(CHUNK, member.reader()));
        let Some(decoder) = compressed::zip(self.method.as_u16(), packed) else {
            let message = format!("the compression method {}, not opened", self.method);
            return Err(Diagnostic::skip(place, DiagnosticKind::Unsupported, message));
        };
        Ok(Box::new(Checked { decoder, sum: Crc32::new(), expected: self.sum }))
    }
}

/// The diagnostic for an archive or a member at `place` that cannot be read.
pub(super) fn failure(place: &Place, error: Error) -> Diagnostic {
    match error.into_kind() {
        ErrorKind::IO(error) => reading::failure(place, &error),
        _ => Diagnostic::new(place, DiagnosticKind::Malformed, "not a member of an archive"),
    }
}

/// The name of a member, in UTF-8 or in code page 437, the two encodings of APPNOTE, appendix D.
pub(super) fn name(raw: &[u8]) -> String {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";
    let char = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(upper) => UPPER.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    str::from_utf8(raw).map_or_else(|_| raw.iter().map(char).collect(), str::to_owned)
}

/// A reader that compares the checksum at the end of the data. The reader of `rawzip` would withhold the last bytes.
struct Checked<'a> {
    decoder: Decoder<'a>,
    sum: Crc32,
    expected: u32,
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer)?;
        self.sum.update(buffer.get(..read).unwrap_or_default());
        if read == 0 && !buffer.is_empty() && self.sum.checksum() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a wrong checksum"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_utf8_or_code_page_437() {
        assert_eq!(name("ä/日".as_bytes()), "ä/日");
        assert_eq!(name(b"\x84\x80\xE1\xFF.txt"), "äÇß\u{A0}.txt");
        let all: Vec<u8> = (128..=255).collect();
        assert!(!name(&all).contains(char::REPLACEMENT_CHARACTER));
    }
}
