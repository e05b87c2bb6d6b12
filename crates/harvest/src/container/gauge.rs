//! What keeps decompression within its limits: readers that count on both of its sides.

use core::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

use crate::limits::Limits;
use crate::run::{Limit, Meter};

/// What small files may become, whatever their ratio: a page of blanks is no bomb.
const FREE: u64 = 1 << 20;

/// Counts the bytes that are read.
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

/// Whether bytes have become no more than the ratio allows.
pub(super) const fn is_within(ratio: u64, packed: u64, unpacked: u64) -> bool {
    unpacked <= packed.saturating_mul(ratio).saturating_add(FREE)
}

/// Decompressed bytes, as many as the limits allow. Where a limit bites the reader fails, and the
/// [`Meter`] knows which one it was.
pub(super) struct Unpacked<'u, R> {
    reader: R,
    /// The compressed bytes that these came from.
    packed: &'u Cell<u64>,
    /// What came out so far.
    count: &'u Cell<u64>,
    meter: &'u Meter,
    limits: Limits,
}

impl<'u, R: Read> Unpacked<'u, R> {
    /// Counts what comes out of `reader`, a decompressor, in `count`.
    pub(super) fn new(
        reader: R,
        packed: &'u Cell<u64>,
        count: &'u Cell<u64>,
        meter: &'u Meter,
        limits: Limits,
    ) -> Unpacked<'u, R> {
        Unpacked { reader, packed, count, meter, limits }
    }

    fn check(&self) -> Result<(), Limit> {
        let Limits { ratio, unpacked_bytes, .. } = self.limits;
        if self.meter.unpacked.get() > unpacked_bytes {
            return Err(Limit::Unpacked(unpacked_bytes));
        }
        let is_within = is_within(ratio, self.packed.get(), self.count.get());
        if is_within { Ok(()) } else { Err(Limit::Ratio(ratio)) }
    }
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        for count in [self.count, &self.meter.unpacked] {
            count.set(count.get() + read as u64);
        }
        self.check().map_err(|limit| {
            self.meter.limit.set(Some(limit));
            io::Error::other(limit.to_string())
        })?;
        Ok(read)
    }
}
