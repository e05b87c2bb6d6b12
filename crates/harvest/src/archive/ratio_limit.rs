//! The limits of decompression: readers that count compressed and decompressed bytes.

use core::cell::Cell;
use core::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use crate::model::{DiagnosticKind, Limits};

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

/// A limit of decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The number of decompressed bytes in total.
    Unpacked(u64),
    /// The ratio of decompressed to compressed bytes.
    Ratio(u64),
}

impl Limit {
    pub(crate) const fn kind(self) -> DiagnosticKind {
        match self {
            Limit::Unpacked(_) => DiagnosticKind::TooMuch,
            Limit::Ratio(_) => DiagnosticKind::Ratio,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Unpacked(bytes) => write!(f, "more than {bytes} bytes decompressed, stopped"),
            Limit::Ratio(ratio) => {
                write!(f, "decompresses to more than {ratio} times its size, stopped")
            }
        }
    }
}

/// The limits of decompression, and the counts that they are compared with.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'b> {
    pub(crate) meter: &'b Meter,
    pub(crate) limits: Limits,
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

impl<R: Seek> Seek for Counted<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

/// Whether `ratio` allows `packed` bytes to decompress to `unpacked` bytes.
pub(super) const fn is_within(ratio: u64, packed: u64, unpacked: u64) -> bool {
    unpacked <= packed.saturating_mul(ratio).saturating_add(FREE)
}

/// A reader of decompressed bytes that applies the limits. A read that exceeds a limit fails, and the [`Meter`] records
/// the limit.
pub(super) struct Unpacked<'u, R> {
    reader: R,
    /// The number of compressed bytes.
    packed: &'u Cell<u64>,
    /// The number of decompressed bytes so far.
    count: &'u Cell<u64>,
    budget: Budget<'u>,
}

impl<'u, R: Read> Unpacked<'u, R> {
    /// Counts the bytes of `reader`, a decompressor, in `count`.
    pub(super) fn new(
        reader: R,
        packed: &'u Cell<u64>,
        count: &'u Cell<u64>,
        budget: Budget<'u>,
    ) -> Unpacked<'u, R> {
        Unpacked { reader, packed, count, budget }
    }

    fn check(&self) -> Result<(), Limit> {
        let Limits { ratio, unpacked_bytes, .. } = self.budget.limits;
        if self.budget.meter.unpacked.get() > unpacked_bytes {
            return Err(Limit::Unpacked(unpacked_bytes));
        }
        let is_within = is_within(ratio, self.packed.get(), self.count.get());
        if is_within { Ok(()) } else { Err(Limit::Ratio(ratio)) }
    }
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        for count in [self.count, &self.budget.meter.unpacked] {
            count.set(count.get() + read as u64);
        }
        self.check().map_err(|limit| {
            self.budget.meter.limit.set(Some(limit));
            io::Error::other(limit.to_string())
        })?;
        Ok(read)
    }
}
