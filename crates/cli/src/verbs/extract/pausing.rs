//! A reader that passes on the results of a worker before every read that may block.

use std::io::{self, Read};

use super::worker::Worker;

/// Wraps a reader that may block, such as a pipe from `tail -f`. The links found so far are written before each read.
pub(super) struct Pausing<'p, R> {
    pub(super) worker: &'p Worker<'p>,
    pub(super) reader: R,
}

impl<R: Read> Read for Pausing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.worker.batch.borrow().is_empty() && self.worker.give().is_break() {
            return Ok(0);
        }
        self.reader.read(buffer)
    }
}
