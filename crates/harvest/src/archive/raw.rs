//! The stored bytes of an archive. The bytes that were read last are kept in memory, so that the reader can go back.
//!
//! Zip archives without a directory and web archives are read from such bytes, because their members are searched for.
//! A decoder reports damage only at some distance after the damaged bytes. By then it may have decoded the beginning of
//! the next record as data of the damaged record. So the search for the next record begins inside the damaged record.

use std::io::{self, BufRead, Read};

use crate::reading::{CHUNK, retry};

/// How many consumed bytes are kept for the search for the next record.
const KEPT: usize = 1 << 20;

/// A reader with a position, which can go back to the bytes that are kept.
pub(super) struct Raw<'r> {
    reader: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// The index of the next byte in the buffer.
    at: usize,
    /// The end of the bytes that were read.
    end: usize,
    /// Bytes before this index are not needed any more.
    mark: usize,
    /// The offset of the buffer in the archive.
    offset: u64,
    is_over: bool,
}

impl<'r> Raw<'r> {
    /// Reads the bytes of `reader`, which begin at `offset` of the archive.
    pub(super) const fn new(reader: &'r mut dyn Read, offset: u64) -> Raw<'r> {
        Raw { reader, buffer: Vec::new(), at: 0, end: 0, mark: 0, offset, is_over: false }
    }

    /// The offset of the next byte in the archive.
    pub(super) const fn position(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// The bytes that were read and are not consumed yet.
    pub(super) fn rest(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// Like [`rest`](Raw::rest), with at least one byte unless the archive has ended.
    pub(super) fn fill(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end {
            self.more()?;
        }
        Ok(self.rest())
    }

    /// The next `len` bytes, or fewer at the end of the archive.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.rest().len() < len && self.more()? {}
        let rest = self.rest();
        Ok(rest.get(..len).unwrap_or(rest))
    }

    /// Reads more bytes, and returns whether there were any.
    pub(super) fn more(&mut self) -> io::Result<bool> {
        if self.is_over {
            return Ok(false);
        }
        self.make_room();
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let read = retry(|| self.reader.read(room))?;
        self.end += read;
        self.is_over = read == 0;
        Ok(read > 0)
    }

    /// Makes room for a chunk. Bytes are moved only if at least half of the buffer is dropped; otherwise the buffer
    /// grows.
    fn make_room(&mut self) {
        if self.end + CHUNK <= self.buffer.len() {
            return;
        }
        let dropped = self.mark.max(self.at.saturating_sub(KEPT));
        if dropped >= self.end / 2 {
            self.buffer.copy_within(dropped..self.end, 0);
            self.offset += dropped as u64;
            self.at -= dropped;
            self.end -= dropped;
            self.mark = self.mark.saturating_sub(dropped);
        }
        if self.end + CHUNK > self.buffer.len() {
            self.buffer.resize(self.end + CHUNK, 0);
        }
    }

    pub(super) fn consume(&mut self, len: usize) {
        self.at = (self.at + len).min(self.end);
    }

    /// Skips the bytes before the next `mark`; `false` at the end of the archive.
    pub(super) fn skip_to(&mut self, mark: &[u8]) -> io::Result<bool> {
        loop {
            let is_over = self.peek(mark.len())?.len() < mark.len();
            let found = memchr::memmem::find(self.rest(), mark);
            let passed = found.unwrap_or((self.rest().len() + 1).saturating_sub(mark.len()));
            self.consume(passed);
            if is_over || found.is_some() {
                return Ok(found.is_some());
            }
        }
    }

    /// Allows the bytes before the next one to be dropped.
    pub(super) const fn release(&mut self) {
        self.mark = self.at;
    }

    /// Goes back to `position`, or to the first byte that is kept.
    pub(super) fn rewind(&mut self, position: u64) {
        let at = usize::try_from(position.saturating_sub(self.offset)).unwrap_or(self.at);
        self.at = at.max(self.mark).min(self.at);
    }
}

impl Read for Raw<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill()?;
        let read = rest.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Raw<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill()
    }

    fn consume(&mut self, len: usize) {
        Raw::consume(self, len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_since_the_mark_are_kept() {
        let bytes: Vec<u8> = (0..600_000_u32).map(|n| (n % 251) as u8).collect();
        let mut reader = &bytes[..];
        let mut raw = Raw::new(&mut reader, 100);
        raw.consume(9);
        assert_eq!(raw.position(), 100, "nothing was read yet");
        let mut passed = 0;
        while passed < 300_000 {
            let len = raw.fill().unwrap().len();
            raw.consume(len);
            passed += len;
            if passed < 200_000 {
                raw.release();
            }
        }
        assert_eq!(raw.position(), 100 + passed as u64);
        raw.rewind(200_100);
        assert_eq!(raw.position(), 200_100);
        assert_eq!(raw.peek(500_000).unwrap(), &bytes[200_000..]);
    }
}
