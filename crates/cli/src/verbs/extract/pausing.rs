//! A reader that passes on the results of a worker before every read that may block.

use core::time::Duration;
use std::io::{self, Read};

use super::worker::Worker;
use crate::live::MayBlock;

/// Wraps a reader that may block, such as a pipe from `tail -f`. The links found so far are written before each read.
/// If more bytes do not arrive soon, the harvester detects the format from the bytes that have arrived.
pub(super) struct Pausing<'p, R> {
    worker: &'p Worker<'p>,
    reader: R,
    head: HeadState,
}

/// How much of the head has arrived. The head is the beginning of the input, from which the format is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeadState {
    /// No byte has arrived yet.
    Empty,
    /// Some bytes have arrived, but the harvester may need more to detect the format.
    Incomplete,
    /// The format has to be detected from the bytes that have arrived.
    Decided,
}

/// How long a read waits for more of the head before it returns `WouldBlock`. The wait gives a program that writes a
/// document piece by piece the time to write the next piece.
const PATIENCE: Duration = Duration::from_millis(100);

impl<'p, R: MayBlock> Pausing<'p, R> {
    pub(super) fn new(worker: &'p Worker<'p>, reader: R) -> Pausing<'p, R> {
        Pausing { worker, reader, head: HeadState::Empty }
    }
}

impl<R: MayBlock> Read for Pausing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.worker.batch.borrow().is_empty() && self.worker.give().is_break() {
            return Ok(0);
        }
        if self.head == HeadState::Incomplete && self.reader.is_waiting(PATIENCE) {
            self.head = HeadState::Decided;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let read = self.reader.read(buffer)?;
        if self.head == HeadState::Empty {
            self.head = HeadState::Incomplete;
        }
        Ok(read)
    }
}
