//! Whole rows on standard output.

use std::io::{self, Write};

/// Collects rows, and writes them together while it holds the lock of standard output. Another
/// thread that gets the lock, to end the process, therefore never interrupts a row.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    bytes: Vec<u8>,
}

/// The number of bytes that are collected before they are written.
const FULL: usize = 64 * 1024;

impl Rows {
    pub(crate) fn new() -> Rows {
        Rows::default()
    }

    /// Ends a row, which may be written from now on.
    pub(crate) fn end_row(&mut self) -> io::Result<()> {
        if self.bytes.len() >= FULL { self.flush() } else { Ok(()) }
    }
}

impl Write for Rows {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    /// Writes all rows. The last row must be whole.
    fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(&self.bytes).and_then(|()| stdout.flush());
        self.bytes.clear();
        written
    }
}
