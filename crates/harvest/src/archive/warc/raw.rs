//! The bytes of an archive as they are stored, of which the last ones are kept.
//!
//! Damage in compressed data is noticed after the place where it is, and the decoder may have taken the
//! beginning of the next record for data by then. So the search for the next record begins at the damaged one.

use std::io::{self, Read};

use crate::reading::{CHUNK, retry};

/// How many bytes before the next one are kept for that.
const KEPT: usize = 1 << 20;

/// A reader with a position that can go back a little.
pub(super) struct Raw<'r> {
    reader: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// The next byte.
    at: usize,
    /// The end of what was read.
    end: usize,
    /// Bytes before this one are not needed again.
    mark: usize,
    /// The place of the buffer in the archive.
    offset: u64,
    is_over: bool,
}

impl<'r> Raw<'r> {
    /// The bytes that `reader` gives, the first of which is at `offset` of the archive.
    pub(super) const fn new(reader: &'r mut dyn Read, offset: u64) -> Raw<'r> {
        Raw { reader, buffer: Vec::new(), at: 0, end: 0, mark: 0, offset, is_over: false }
    }

    /// The place of the next byte.
    pub(super) const fn position(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// What was read and not consumed.
    pub(super) fn rest(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// The same, with at least one byte unless the archive is over.
    pub(super) fn fill(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end {
            self.more()?;
        }
        Ok(self.rest())
    }

    /// The next bytes: `len`, or all there are.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.rest().len() < len && self.more()? {}
        let rest = self.rest();
        Ok(rest.get(..len).unwrap_or(rest))
    }

    /// Reads on; says whether there was anything.
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

    /// Makes room for a chunk. At least half of the buffer is dropped, so that each byte is moved
    /// twice at most.
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

    /// No byte before the next one is needed again.
    pub(super) const fn release(&mut self) {
        self.mark = self.at;
    }

    /// Goes back to `position`, or as far as bytes are kept.
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
