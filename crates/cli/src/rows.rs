//! Writes complete rows to standard output.

use std::io::{self, Write};

use crate::exit::{Failure, Status};

/// Writes all of `text`, the output of a subcommand that is made at once.
pub(crate) fn print(text: &[u8]) -> Result<Status, Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()?;
    Ok(Status::Found)
}

/// Collects rows, and writes them while it holds the lock of standard output. A thread that takes the lock to end the
/// process therefore never interrupts a row.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    bytes: Vec<u8>,
}

/// The number of collected bytes that triggers a write.
const FULL: usize = 64 * 1024;

impl Rows {
    pub(crate) fn new() -> Rows {
        Rows::default()
    }

    /// Marks the end of a row; the collected rows are written if there are enough of them.
    pub(crate) fn end_row(&mut self) -> io::Result<()> {
        if self.bytes.len() >= FULL { self.flush() } else { Ok(()) }
    }
}

impl Write for Rows {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    /// Writes all collected rows. The last row must be complete.
    fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(&self.bytes).and_then(|()| stdout.flush());
        self.bytes.clear();
        written
    }
}
