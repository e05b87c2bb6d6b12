//! The decoded bytes of an archive: a window that moves over them, one member at a time.
//!
//! If a record is short enough to be held, the window contains all of it. The window can therefore be searched for the
//! end of a damaged record, and documents are read without being copied.

use std::io;

use super::fault::Fault;
use super::gzip::{self, Gzip};
use super::zstd::Zstd;
use crate::archive::ratio_limit::{Budget, stopped};
use crate::archive::raw::Raw;
use crate::reading::CHUNK;

/// How an archive is compressed.
pub(super) enum Coding {
    /// No compression: the whole archive is one member.
    Plain,
    Gzip(Box<Gzip>),
    Zstd(Zstd),
}

/// The number of stored bytes that are examined to find out whether a member begins with a record.
const PROBE: usize = 4096;

/// A window of more bytes than this is freed when all its bytes are consumed.
const SPARE: usize = 4 << 20;

pub(super) struct Window<'w> {
    raw: Raw<'w>,
    coding: Coding,
    budget: Budget<'w>,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// The offset of the member in the archive.
    member: u64,
    /// How many bytes of the member are decoded.
    unpacked: u64,
    is_member_over: bool,
    /// Whether the member could not be decoded to its end.
    is_damaged: bool,
    /// Whether the last member continues the record of the member before it.
    is_joined: bool,
    /// How many stored bytes were read again in the search for a member.
    reread: u64,
}

impl<'w> Window<'w> {
    pub(super) const fn new(raw: Raw<'w>, coding: Coding, budget: Budget<'w>) -> Window<'w> {
        // An uncompressed archive is one member, which has begun.
        let is_member_over = !matches!(coding, Coding::Plain);
        Window {
            raw,
            coding,
            budget,
            bytes: Vec::new(),
            start: 0,
            end: 0,
            member: 0,
            unpacked: 0,
            is_member_over,
            is_damaged: false,
            is_joined: false,
            reread: 0,
        }
    }

    /// The bytes that are decoded and not consumed yet.
    pub(super) fn rest(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn consume(&mut self, len: usize) {
        self.start = (self.start + len).min(self.end);
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            if self.bytes.len() > SPARE {
                self.bytes = Vec::new();
            }
        }
    }

    pub(super) fn consume_all(&mut self) {
        self.consume(usize::MAX - self.start);
    }

    pub(super) const fn is_plain(&self) -> bool {
        matches!(self.coding, Coding::Plain)
    }

    /// The offset of the next byte in the archive; in a compressed archive, the offset of the member that contains it.
    pub(super) fn place(&self) -> u64 {
        if self.is_plain() { self.raw.position() - self.rest().len() as u64 } else { self.member }
    }

    /// Whether the next byte is the first one of a member.
    pub(super) fn is_at_member(&self) -> bool {
        self.is_plain() || !self.is_joined && self.unpacked == self.rest().len() as u64
    }

    /// The offset after the member, if all of it is decoded and it is neither damaged nor joined to the member before
    /// it.
    pub(super) fn member_end(&self) -> Option<u64> {
        (self.is_member_over && !self.is_damaged && !self.is_joined).then(|| self.raw.position())
    }

    /// Records that a record begins at the next byte.
    pub(super) const fn begin_record(&mut self) {
        self.is_joined = false;
    }

    /// Decodes more of the member; `false` at its end.
    pub(super) fn more(&mut self) -> Result<bool, Fault> {
        if self.is_member_over {
            return Ok(false);
        }
        self.make_room();
        let room = self.bytes.get_mut(self.end..).unwrap_or_default();
        let decoded = match &mut self.coding {
            Coding::Plain => io::Read::read(&mut self.raw, room).map_err(Fault::from),
            Coding::Gzip(gzip) => gzip.decode(&mut self.raw, room),
            Coding::Zstd(zstd) => zstd.decode(&mut self.raw, room),
        };
        let decoded = decoded.and_then(|len| self.count(len).map(|()| len));
        if !matches!(decoded, Ok(1..)) {
            self.is_member_over = true;
        }
        self.is_damaged |= decoded.is_err();
        let len = decoded?;
        self.end += len;
        Ok(len > 0)
    }

    /// Counts decoded bytes against the limits.
    fn count(&mut self, len: usize) -> Result<(), Fault> {
        if self.is_plain() {
            return Ok(());
        }
        let Budget { meter, limits } = self.budget;
        self.unpacked += len as u64;
        meter.unpacked.set(meter.unpacked.get() + len as u64);
        let packed = self.raw.position() - self.member;
        let checked = self.budget.check(packed, self.unpacked);
        checked.map_err(|limit| Fault::Limit(limit, stopped(limits, limit)))
    }

    /// Makes room for a chunk. Bytes are moved only if they are at most half of the window; otherwise the window grows.
    fn make_room(&mut self) {
        if self.end + CHUNK <= self.bytes.len() {
            return;
        }
        if self.start >= self.end / 2 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.end + CHUNK > self.bytes.len() {
            let len = (self.end + CHUNK).max(self.bytes.len() * 2);
            self.bytes.resize(len, 0);
        }
    }

    /// Like [`more`](Window::more), but continues with the next member if that member does not begin with a record.
    pub(super) fn extend(&mut self) -> Result<bool, Fault> {
        loop {
            if self.more()? {
                return Ok(true);
            }
            if !matches!(self.coding, Coding::Gzip(_)) {
                return Ok(false);
            }
            if self.is_damaged || !gzip::skip_zeros(&mut self.raw)? {
                return Ok(false);
            }
            if gzip::is_warc(self.raw.peek(PROBE)?) || !self.next_member()? {
                return Ok(false);
            }
            self.is_joined = true;
        }
    }

    /// Begins the next member, and returns whether there is one. After a damaged gzip member, members that do not begin
    /// with a record are skipped.
    pub(super) fn next_member(&mut self) -> Result<bool, Fault> {
        if self.is_plain() || self.is_damaged && !self.find_member()? {
            return Ok(false);
        }
        self.is_damaged = false;
        let begun = match &mut self.coding {
            Coding::Plain => Ok(None),
            Coding::Gzip(gzip) => gzip.begin(&mut self.raw),
            Coding::Zstd(zstd) => zstd.begin(&mut self.raw),
        };
        match begun {
            Ok(Some(place)) => {
                (self.member, self.unpacked) = (place, 0);
                self.is_member_over = false;
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(fault) => {
                self.member = self.raw.position();
                self.is_damaged = true;
                Err(fault)
            }
        }
    }

    /// Moves to the next member after a damaged one, and returns whether there is one. The search begins inside the
    /// damaged member.
    ///
    /// In hostile data, many long members may begin inside each other. So the search goes back only while the total
    /// number of bytes read again is at most the number of bytes of the archive read so far.
    fn find_member(&mut self) -> Result<bool, Fault> {
        let here = self.raw.position();
        if self.reread <= here {
            self.raw.rewind(self.member + 1);
            self.reread += here - self.raw.position();
        }
        let is_gzip = matches!(self.coding, Coding::Gzip(_));
        let magic: &[u8] = if is_gzip { b"\x1F\x8B\x08" } else { b"\x28\xB5\x2F\xFD" };
        while self.raw.skip_to(magic)? {
            let bytes = self.raw.peek(PROBE)?;
            if !is_gzip || gzip::may_begin(bytes) && gzip::is_warc(bytes) {
                return Ok(true);
            }
            self.raw.consume(1);
        }
        Ok(false)
    }
}
