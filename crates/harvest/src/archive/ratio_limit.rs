//! The limits of decompression: readers that count compressed and decompressed bytes.

use core::cell::Cell;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use crate::model::{Diagnostic, Limit, Limits, Place};
use crate::reading;

/// Data may decompress to this many bytes more than the ratio allows, because a small page of spaces has a high ratio
/// and is harmless.
const FREE: u64 = 1 << 20;

/// Counts the bytes that were read and decompressed. The counts are cells, because several readers update them through
/// shared references.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// The number of bytes of the file that were read.
    pub(crate) read: Cell<u64>,
    /// The number of bytes that all members of the file have decompressed to.
    pub(crate) unpacked: Cell<u64>,
    /// The limit that a reader has exceeded, if any. It is kept here because a decompressor may
    /// replace the error of the reader with another error.
    pub(crate) limit: Cell<Option<Limit>>,
}

/// The limits of decompression, and the counts that they are compared with.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'b> {
    pub(crate) meter: &'b Meter,
    pub(crate) limits: &'b Limits,
}

impl Budget<'_> {
    /// Checks the sum of all decompressed bytes, and whether `packed` bytes may decompress to `unpacked` bytes.
    fn check(&self, packed: u64, unpacked: u64) -> Result<(), Limit> {
        if self.meter.unpacked.get() > self.limits.get(Limit::Decompressed) {
            return Err(Limit::Decompressed);
        }
        let allowed = packed.saturating_mul(self.limits.get(Limit::Ratio)).saturating_add(FREE);
        if unpacked <= allowed { Ok(()) } else { Err(Limit::Ratio) }
    }

    /// Counts `len` bytes more that were decompressed, and fails if a limit is exceeded; the [`Meter`] then records the
    /// limit. `packed` bytes have decompressed to `unpacked` bytes.
    pub(super) fn count(&self, len: usize, packed: u64, unpacked: u64) -> io::Result<()> {
        self.meter.unpacked.set(self.meter.unpacked.get() + len as u64);
        self.check(packed, unpacked).map_err(|limit| {
            self.meter.limit.set(Some(limit));
            io::Error::other(exceeded(self.limits, limit, STOPPED))
        })
    }

    /// The diagnostic for a reader of the text at `place` that failed at a limit or with an error.
    pub(crate) fn failure(&self, place: &Place, error: &io::Error) -> Diagnostic {
        match self.meter.limit.take() {
            Some(limit) => Diagnostic::new(place, limit, exceeded(self.limits, limit, STOPPED)),
            None => reading::failure(place, error),
        }
    }

    /// Fails if all members of the archive at `place` together exceed a limit. Members that share bytes may exceed the
    /// ratio together even if each of them is within it.
    pub(super) fn check_all(
        &self,
        place: &Place,
        packed: u64,
        unpacked: u64,
    ) -> Result<(), Diagnostic> {
        self.check(packed, unpacked).map_err(|limit| {
            let then = "; the other members were not read";
            Diagnostic::new(place, limit, exceeded(self.limits, limit, then))
        })
    }
}

/// The end of the message that reading has stopped at a limit.
const STOPPED: &str = ", stopped";

fn exceeded(limits: &Limits, limit: Limit, then: &str) -> String {
    let value = limits.get(limit);
    match limit {
        Limit::Ratio => format!("decompresses to more than {value} times its size{then}"),
        _ => format!("more than {value} bytes decompressed{then}"),
    }
}

/// A reader that counts the bytes it returns.
pub(crate) struct Counted<'c, R> {
    pub(crate) reader: R,
    pub(crate) count: &'c Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.count.set(self.count.get() + len as u64);
        self.reader.consume(len);
    }
}

impl<R: Seek> Seek for Counted<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

/// A reader of decompressed bytes that applies the limits. A read that exceeds a limit fails.
pub(super) struct Unpacked<'u, R> {
    reader: R,
    /// The number of compressed bytes.
    packed: &'u Cell<u64>,
    /// The number of decompressed bytes so far.
    count: u64,
    budget: Budget<'u>,
}

impl<'u, R: Read> Unpacked<'u, R> {
    /// Counts the bytes of `reader`, a decompressor.
    pub(super) fn new(reader: R, packed: &'u Cell<u64>, budget: Budget<'u>) -> Unpacked<'u, R> {
        Unpacked { reader, packed, count: 0, budget }
    }
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count += read as u64;
        self.budget.count(read, self.packed.get(), self.count)?;
        Ok(read)
    }
}
