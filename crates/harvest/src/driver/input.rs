//! A reader whose first bytes can be examined before they are read, and the buffers for these bytes.
//!
//! The first chunk is read ahead. Most inputs fit into one chunk. Such a file or member is then completely in memory,
//! and the readers of the formats do not copy it again. The buffers are reused, because clearing a new one takes longer
//! than searching its content.

use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

use crate::encoding::Head;
use crate::reading::{CHUNK, retry};

/// Buffers of one chunk each, which later inputs reuse.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    spare: Mutex<Vec<Vec<u8>>>,
}

impl Buffers {
    fn lend(&self) -> Vec<u8> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.unwrap_or_else(|| vec![0; CHUNK])
    }

    fn take_back(&self, buffer: Vec<u8>) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

/// The bytes of a file or a member. The first ones can be examined before they are read.
pub(crate) struct Input<'r> {
    reader: &'r mut dyn Read,
    buffers: &'r Buffers,
    /// The bytes that were read ahead: those between `taken` and `filled` are not consumed yet.
    head: Vec<u8>,
    taken: usize,
    filled: usize,
    /// The expected number of bytes.
    len: Option<u64>,
    /// The error that the reader returned while the head was filled.
    error: Option<io::Error>,
    /// Whether the reader has no more bytes: it has reported its end, or `len` bytes were read.
    is_end: bool,
    /// How many times the reader was called while the head was filled.
    reads: u32,
}

impl<'r> Input<'r> {
    /// `len` is the length of a file. If the file fits into the first chunk, the reader is not called again to report
    /// its end; the caller checks whether the file has grown.
    pub(crate) fn new(
        reader: &'r mut dyn Read,
        buffers: &'r Buffers,
        len: Option<u64>,
    ) -> Input<'r> {
        let head = buffers.lend();
        Input {
            reader,
            buffers,
            head,
            taken: 0,
            filled: 0,
            len,
            error: None,
            is_end: false,
            reads: 0,
        }
    }

    /// The first `len` bytes, at most a chunk. There are fewer if the input is shorter. Must be called before bytes are
    /// read. An error of the reader is kept, and returned after the bytes before it are read.
    pub(crate) fn peek(&mut self, len: usize) -> &[u8] {
        self.fill(len, |_| false)
    }

    /// Like [`peek`](Input::peek), but stops reading after a whole line.
    pub(crate) fn peek_line(&mut self, len: usize) -> &[u8] {
        self.fill(len, |head| memchr::memchr(b'\n', head).is_some())
    }

    fn fill(&mut self, len: usize, is_enough: fn(&[u8]) -> bool) -> &[u8] {
        while !self.is_end
            && self.error.is_none()
            && self.filled < len.min(self.head.len())
            && !is_enough(self.rest())
        {
            let room = self.head.get_mut(self.filled..).unwrap_or_default();
            self.reads += 1;
            match retry(|| self.reader.read(room)) {
                Ok(read) => {
                    self.filled += read;
                    self.is_end = read == 0 || self.len == Some(self.filled as u64);
                }
                Err(error) => self.error = Some(error),
            }
        }
        let head = self.rest();
        head.get(..len).unwrap_or(head)
    }

    /// The beginning of the bytes that were read ahead and are not consumed.
    pub(crate) fn head(&self) -> Head<'_> {
        Head::of(self.rest())
    }

    /// The error of a reader that failed before its first byte. Must be called after [`peek`](Input::peek).
    pub(crate) fn failure_at_once(&mut self) -> Option<io::Error> {
        if self.filled == 0 { self.error.take() } else { None }
    }

    /// Skips `mark` if it comes next; returns the number of bytes skipped.
    pub(crate) fn pass(&mut self, mark: &[u8]) -> usize {
        let passed = if self.rest().starts_with(mark) { mark.len() } else { 0 };
        self.taken += passed;
        passed
    }

    /// The rest of the input, if all of it was read already.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        self.is_end.then(|| self.rest())
    }

    /// Whether one call of the reader returned all of its bytes.
    pub(crate) const fn came_at_once(&self) -> bool {
        self.is_end && self.reads == 1
    }

    fn rest(&self) -> &[u8] {
        self.head.get(self.taken..self.filled).unwrap_or_default()
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut head = self.rest();
        if head.is_empty() {
            return match self.error.take() {
                Some(error) => Err(error),
                None if self.is_end => Ok(0),
                None => retry(|| self.reader.read(buffer)),
            };
        }
        let read = head.read(buffer)?;
        self.taken += read;
        Ok(read)
    }
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        self.buffers.take_back(core::mem::take(&mut self.head));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns some bytes, and then fails.
    struct Failing<'b>(&'b [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn a_short_input_is_held_in_memory() {
        let buffers = Buffers::default();
        let mut reader: &[u8] = b"\xEF\xBB\xBFtext";
        let mut input = Input::new(&mut reader, &buffers, None);
        assert_eq!(input.peek(4), b"\xEF\xBB\xBFt");
        assert_eq!((input.pass(b"text"), input.pass(b"\xEF\xBB\xBF")), (0, 3));
        // The reader has not reported its end yet.
        assert_eq!(input.whole(), None);
        assert_eq!(input.peek(99), b"text");
        assert_eq!(input.whole(), Some(&b"text"[..]));
        assert!(!input.came_at_once(), "the reader was called again");
        drop(input);
        assert_eq!(buffers.lend().len(), CHUNK, "the buffer is reused with its full length");
    }

    #[test]
    fn a_file_is_not_read_beyond_its_length() {
        let buffers = Buffers::default();
        let mut reader = Failing(b"text");
        let mut input = Input::new(&mut reader, &buffers, Some(4));
        assert_eq!(input.peek(99), b"text");
        assert_eq!(input.whole(), Some(&b"text"[..]));
        assert!(input.came_at_once());
        let mut text = String::new();
        assert_eq!(input.read_to_string(&mut text).unwrap(), 4);
    }

    #[test]
    fn an_error_is_returned_after_the_bytes_before_it() {
        let buffers = Buffers::default();
        let mut reader = Failing(b"text");
        let mut input = Input::new(&mut reader, &buffers, None);
        assert_eq!(input.peek(99), b"text");
        assert_eq!(input.whole(), None);
        let mut text = String::new();
        assert_eq!(input.read_to_string(&mut text).unwrap_err().to_string(), "gone");
        assert_eq!(text, "text");
    }
}
