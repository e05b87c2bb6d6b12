//! A reader that can be looked into before it is read.

use std::io::{self, Read};

/// How much is read at a time.
pub(crate) const CHUNK: usize = 64 * 1024;

/// Bytes of a file or a member, with its beginning known.
pub(crate) struct Input<'r> {
    reader: &'r mut dyn Read,
    head: Vec<u8>,
    /// How much of the head was read already.
    taken: usize,
    /// What the reader answered while the head was filled.
    error: Option<io::Error>,
    /// The reader has no more: a small file is not asked again.
    is_end: bool,
}

impl<'r> Input<'r> {
    pub(crate) fn new(reader: &'r mut dyn Read) -> Input<'r> {
        Input { reader, head: Vec::new(), taken: 0, error: None, is_end: false }
    }

    /// The first `len` bytes that are not read yet, fewer where there are no more. An error of the
    /// reader is kept for the reading.
    pub(crate) fn peek(&mut self, len: usize) -> &[u8] {
        while !self.is_end && self.error.is_none() && self.head.len() - self.taken < len {
            let from = self.head.len();
            self.head.resize(from + len.max(4096), 0);
            let room = self.head.get_mut(from..).unwrap_or_default();
            let read = retry(|| self.reader.read(room));
            self.head.truncate(from + read.as_ref().map_or(0, |read| *read));
            match read {
                Ok(0) => self.is_end = true,
                Ok(_) => {}
                Err(error) => self.error = Some(error),
            }
        }
        let head = self.head.get(self.taken..).unwrap_or_default();
        head.get(..len).unwrap_or(head)
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut head = self.head.get(self.taken..).unwrap_or_default();
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

/// As `read`, without the interruptions.
pub(crate) fn retry(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
