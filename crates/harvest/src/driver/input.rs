//! A reader that can be peeked at before it is read, and the buffers that this needs.
//!
//! The first chunk is read at once. A file or a member of at most that length is then in memory as a
//! whole, and the readers of the formats do not copy it again; most inputs are that short. The
//! buffers are used again, because clearing a new one takes longer than searching its content.

use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

use crate::reading::{CHUNK, retry};

/// Buffers of one chunk each, for the next reader.
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

/// Bytes of a file or a member, with its beginning known.
pub(crate) struct Input<'r> {
    reader: &'r mut dyn Read,
    buffers: &'r Buffers,
    /// What was read ahead, between `taken` and `filled`.
    head: Vec<u8>,
    taken: usize,
    filled: usize,
    /// How many bytes there should be.
    len: Option<u64>,
    /// What the reader answered while the head was filled.
    error: Option<io::Error>,
    /// The reader has no more: a small file is not asked again.
    is_end: bool,
    /// How often it was asked while the head was filled.
    reads: u32,
}

impl<'r> Input<'r> {
    /// `len` is the length of a file. After that number of bytes no more are read. A file that grew has
    /// changed during the run, which is reported elsewhere.
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

    /// The first `len` bytes, at most a chunk. They are fewer if the input is shorter, or if the reader
    /// reports after some bytes that it would block. Call this before anything is read. Any other
    /// error of the reader is kept and returned when its place is read.
    pub(crate) fn peek(&mut self, len: usize) -> &[u8] {
        self.fill(len, |_| false)
    }

    /// The same, and no more is read once a whole line has come.
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
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.filled > 0 => break,
                Err(error) => self.error = Some(error),
            }
        }
        let head = self.rest();
        head.get(..len).unwrap_or(head)
    }

    /// The error of a reader that failed before its first byte. To be called after
    /// [`peek`](Input::peek).
    pub(crate) fn failure_at_once(&mut self) -> Option<io::Error> {
        if self.filled == 0 { self.error.take() } else { None }
    }

    /// Forgets what was read ahead: the reader itself has gone elsewhere.
    pub(crate) fn begin_anew(&mut self) {
        (self.taken, self.filled) = (0, 0);
        (self.len, self.error, self.is_end) = (None, None, false);
    }

    /// Passes over `mark`, if that comes next; says how many bytes it has then.
    pub(crate) fn pass(&mut self, mark: &[u8]) -> usize {
        let passed = if self.rest().starts_with(mark) { mark.len() } else { 0 };
        self.taken += passed;
        passed
    }

    /// All there is, if it was read already.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        self.is_end.then(|| self.rest())
    }

    /// Whether the reader has given all there is at once.
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
                None => retry_once(|| retry(|| self.reader.read(buffer))),
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

/// A second call where the first one answers that it would block: the reader has said so then.
fn retry_once(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    match read() {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => read(),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives some bytes, and then fails.
    struct Failing<'b>(&'b [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn what_is_short_lies_in_memory() {
        let buffers = Buffers::default();
        let mut reader: &[u8] = b"\xEF\xBB\xBFtext";
        let mut input = Input::new(&mut reader, &buffers, None);
        assert_eq!(input.peek(4), b"\xEF\xBB\xBFt");
        assert_eq!((input.pass(b"text"), input.pass(b"\xEF\xBB\xBF")), (0, 3));
        // Nothing has said yet that it ends there.
        assert_eq!(input.whole(), None);
        assert_eq!(input.peek(99), b"text");
        assert_eq!(input.whole(), Some(&b"text"[..]));
        assert!(!input.came_at_once(), "it was asked again");
        drop(input);
        assert_eq!(buffers.lend().len(), CHUNK, "the buffer came back, with its length");
    }

    #[test]
    fn a_file_is_not_asked_beyond_its_length() {
        let buffers = Buffers::default();
        let mut reader = Failing(b"text");
        let mut input = Input::new(&mut reader, &buffers, Some(4));
        assert_eq!(input.peek(99), b"text");
        assert_eq!(input.whole(), Some(&b"text"[..]));
        assert!(input.came_at_once());
        let mut text = String::new();
        assert_eq!(input.read_to_string(&mut text).unwrap(), 4);
    }

    /// Gives four bytes at most, and says before each but the first that it would block.
    struct Live<'b>(&'b [u8], bool);

    impl Read for Live<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if !self.1 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let len = buffer.len().min(4);
            self.0.read(&mut buffer[..len])
        }
    }

    #[test]
    fn a_head_is_what_comes_before_the_reader_would_block() {
        let buffers = Buffers::default();
        let mut reader = Live(b"see more text", false);
        let mut input = Input::new(&mut reader, &buffers, None);
        assert_eq!(input.peek(99), b"see ");
        assert_eq!(input.whole(), None);
        let mut text = String::new();
        assert_eq!(input.read_to_string(&mut text).unwrap(), 13);
        assert_eq!(text, "see more text");
    }

    #[test]
    fn an_error_comes_behind_what_was_read() {
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
