//! A window that moves over the bytes of a reader. The bytes that were read last may be kept, so that the caller can go
//! back.
//!
//! Mailboxes, zip archives without a directory and web archives are read through windows, because their messages and
//! members are searched for. Only web archives go back: a decoder reports damage only at some distance after the damaged bytes. By then it may have decoded the beginning of
//! the next record as data of the damaged record. So the search for the next record begins inside the damaged record.

use std::io::{self, BufRead, Read};

use crate::reading::{CHUNK, retry};

/// A buffer of more bytes than this is freed when none of them is needed.
const SPARE: usize = 4 << 20;

/// A reader with a position.
pub(crate) struct Window<R> {
    pub(crate) reader: R,
    /// How many consumed bytes are kept.
    kept: usize,
    buffer: Vec<u8>,
    /// The index of the next byte in the buffer.
    at: usize,
    /// The end of the bytes that were read.
    end: usize,
    /// The offset of the buffer in the data.
    offset: u64,
    /// Whether the last read has failed.
    pub(crate) has_failed: bool,
}

impl<R: Read> Window<R> {
    /// A window over the bytes of `reader`, which begin at `offset` of the data. The last `kept` bytes that were
    /// consumed are kept.
    pub(crate) const fn new(reader: R, offset: u64, kept: usize) -> Window<R> {
        Window { reader, kept, buffer: Vec::new(), at: 0, end: 0, offset, has_failed: false }
    }

    /// The offset of the next byte in the data.
    pub(crate) const fn position(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// The bytes that were read and are not consumed yet.
    pub(crate) fn rest(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// The next `len` bytes, or fewer at the end of the data.
    pub(crate) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.rest().len() < len && self.more()? {}
        let rest = self.rest();
        Ok(rest.get(..len).unwrap_or(rest))
    }

    /// Reads more bytes, and returns whether there were any.
    pub(crate) fn more(&mut self) -> io::Result<bool> {
        self.make_room();
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let read = retry(|| self.reader.read(room));
        self.has_failed = read.is_err();
        let read = read?;
        self.end += read;
        Ok(read > 0)
    }

    /// Makes room for a chunk. Bytes are moved only if at least half of the buffer is dropped; otherwise the buffer
    /// grows.
    fn make_room(&mut self) {
        if self.end + CHUNK <= self.buffer.len() {
            return;
        }
        let dropped = self.at.saturating_sub(self.kept);
        if dropped >= self.end / 2 {
            self.buffer.copy_within(dropped..self.end, 0);
            self.offset += dropped as u64;
            self.at -= dropped;
            self.end -= dropped;
            if self.end == 0 && self.buffer.len() > SPARE {
                self.buffer = Vec::new();
            }
        }
        if self.end + CHUNK > self.buffer.len() {
            self.buffer.resize(self.end + CHUNK, 0);
        }
    }

    /// Skips the bytes before the next `mark`; `false` at the end of the data.
    pub(crate) fn skip_to(&mut self, mark: &[u8]) -> io::Result<bool> {
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

    /// Goes back to `position`, or to the first byte that is kept.
    pub(crate) fn rewind(&mut self, position: u64) {
        let at = usize::try_from(position.saturating_sub(self.offset)).unwrap_or(self.at);
        self.at = at.min(self.at);
    }
}

impl<R: Read> Read for Window<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let read = rest.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Window<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)?;
        Ok(self.rest())
    }

    fn consume(&mut self, len: usize) {
        self.at = self.at.saturating_add(len).min(self.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_kept() {
        let bytes: Vec<u8> = (0..600_000_u32).map(|n| (n % 251) as u8).collect();
        let mut window = Window::new(&bytes[..], 100, 200_000);
        window.consume(9);
        assert_eq!(window.position(), 100, "nothing was read yet");
        let mut passed = 0;
        while passed < 300_000 {
            let len = window.fill_buf().unwrap().len();
            window.consume(len);
            passed += len;
        }
        assert_eq!(window.position(), 100 + passed as u64);
        window.rewind(200_100);
        assert_eq!(window.position(), 200_100);
        assert_eq!(window.peek(500_000).unwrap(), &bytes[200_000..]);
    }
}
