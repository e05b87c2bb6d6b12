//! The decoded bytes of an archive, one member at a time.
//!
//! If a record is short enough to be held, the window over these bytes contains all of it. The window can therefore be
//! searched for the end of a damaged record, and documents are read without being copied.

use std::io::{self, Read};

use super::head::{MAGIC_LEN, is_record};
use crate::archive::codec::Codec;
use crate::archive::gzip::{self, Gzip};
use crate::archive::ratio_limit::Budget;
use crate::archive::zstd::{self, Zstd};
use crate::window::Window;

/// The number of stored bytes that are examined to find out whether a member begins with a record.
const PROBE: usize = 4096;

/// How many stored bytes are kept for the search for the next record.
const KEPT: usize = 1 << 20;

/// The members of an archive. A read returns 0 at the end of each, also if it ends with a fault.
pub(super) struct Members<'w> {
    raw: Window<&'w mut dyn Read>,
    /// `None` if the archive is not compressed: then all of it is one member.
    codec: Option<Box<dyn Codec>>,
    pub(super) budget: Budget<'w>,
    /// The offset of the member in the archive.
    start: u64,
    /// How many bytes of the member are decoded.
    unpacked: u64,
    is_over: bool,
    /// Whether the member could not be decoded to its end.
    is_damaged: bool,
    /// Whether the last member continues the record of the member before it.
    pub(super) is_joined: bool,
    /// How many stored bytes were read again in the search for a member.
    reread: u64,
    /// The fault that ended the member, until it is reported.
    pub(super) fault: Option<io::Error>,
}

/// The window over the members of the archive in `input`, which begins at `offset` of the archive.
pub(super) fn window<'w>(
    input: &'w mut dyn Read,
    offset: u64,
    budget: Budget<'w>,
) -> Window<Members<'w>> {
    let mut raw = Window::new(input, offset, KEPT);
    // A failure is found again when the first member is read.
    let codec = raw.peek(4).ok().and_then(codec_of);
    let members = Members {
        raw,
        is_over: codec.is_some(),
        codec,
        budget,
        start: 0,
        unpacked: 0,
        is_damaged: false,
        is_joined: false,
        reread: 0,
        fault: None,
    };
    Window::new(members, offset, 0)
}

fn codec_of(head: &[u8]) -> Option<Box<dyn Codec>> {
    match head {
        [0x1F, 0x8B, ..] => Some(Box::new(Gzip::new())),
        [kind, 0x2A, 0x4D, 0x18, ..] if kind & 0xF0 == 0x50 => Some(Box::new(Zstd::new())),
        _ if head.starts_with(zstd::MAGIC) => Some(Box::new(Zstd::new())),
        _ => None,
    }
}

/// Whether `head` begins with a member whose data begins with a record, or with the dictionary of such members.
pub(super) fn is_member(mut head: &[u8]) -> bool {
    let Some(mut codec) = codec_of(head) else { return false };
    if head.starts_with(zstd::DICTIONARY) {
        return true;
    }
    let mut out = [0; MAGIC_LEN];
    // Damage is reported later, when the member is read.
    let decoded = codec.begin(&mut head).and_then(|_| codec.decode(&mut head, &mut out));
    is_record(out.get(..decoded.unwrap_or(0)).unwrap_or_default())
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let decoded = self.decode(buffer);
        self.is_over = !matches!(decoded, Ok(1..));
        Ok(decoded.unwrap_or_else(|fault| self.damage(fault)))
    }
}

impl Members<'_> {
    fn decode(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(codec) = &mut self.codec else { return self.raw.read(buffer) };
        let len = codec.decode(&mut self.raw, buffer)?;
        self.unpacked += len as u64;
        self.budget.count(len, self.raw.position() - self.start, self.unpacked)?;
        Ok(len)
    }

    fn damage<T: Default>(&mut self, fault: io::Error) -> T {
        self.is_damaged = true;
        self.fault = Some(fault);
        T::default()
    }

    fn is_gzip(&self) -> bool {
        self.codec.as_ref().is_some_and(|codec| codec.magic() == gzip::MAGIC)
    }

    /// Whether the archive itself cannot be read any further.
    pub(super) const fn has_failed(&self) -> bool {
        self.raw.has_failed
    }

    /// Begins the next member, and returns whether there is one. After a damaged gzip member, members that do not begin
    /// with a record are skipped.
    fn next(&mut self) -> bool {
        let begun = self.begin();
        if begun.is_err() {
            self.start = self.raw.position();
        }
        begun.unwrap_or_else(|fault| self.damage(fault))
    }

    fn begin(&mut self) -> io::Result<bool> {
        if self.is_damaged && !self.find()? {
            return Ok(false);
        }
        let Some(codec) = &mut self.codec else { return Ok(false) };
        self.is_damaged = false;
        let Some(read) = codec.begin(&mut self.raw)? else { return Ok(false) };
        (self.start, self.unpacked) = (self.raw.position() - read, 0);
        self.is_over = false;
        Ok(true)
    }

    /// Moves to the next member after a damaged one, and returns whether there is one. The search begins inside the
    /// damaged member.
    ///
    /// In hostile data, many long members may begin inside each other. So the search goes back only while the total
    /// number of bytes read again is at most the number of bytes of the archive read so far.
    fn find(&mut self) -> io::Result<bool> {
        let Some(codec) = &self.codec else { return Ok(false) };
        let (magic, is_gzip) = (codec.magic(), self.is_gzip());
        let here = self.raw.position();
        if self.reread <= here {
            self.raw.rewind(self.start + 1);
            self.reread += here - self.raw.position();
        }
        while self.raw.skip_to(magic)? {
            let bytes = self.raw.peek(PROBE)?;
            if !is_gzip || gzip::may_begin(bytes) && is_member(bytes) {
                return Ok(true);
            }
            io::BufRead::consume(&mut self.raw, 1);
        }
        Ok(false)
    }

    /// Begins the next member if it continues the record of this one: a gzip member that does not begin with a record.
    fn join(&mut self) -> bool {
        if self.is_damaged || !self.is_gzip() {
            return false;
        }
        let probe = gzip::skip_zeros(&mut self.raw).and_then(|_| self.raw.peek(PROBE));
        let is_record = probe.map(is_member);
        let is_record = is_record.unwrap_or_else(|fault| self.damage(fault));
        let has_joined = !is_record && !self.is_damaged && self.next();
        self.is_joined |= has_joined;
        has_joined
    }
}

impl Window<Members<'_>> {
    pub(super) const fn is_plain(&self) -> bool {
        self.reader.codec.is_none()
    }

    /// The offset of the next byte in the archive; in a compressed archive, the offset of the member that contains it.
    pub(super) const fn place(&self) -> u64 {
        if self.is_plain() { self.position() } else { self.reader.start }
    }

    /// Whether the next byte is the first one of a member.
    pub(super) fn is_at_member(&self) -> bool {
        let members = &self.reader;
        self.is_plain() || !members.is_joined && members.unpacked == self.rest().len() as u64
    }

    /// The offset after the member, if all of it is decoded and it is neither damaged nor joined to the member before
    /// it.
    pub(super) fn member_end(&self) -> Option<u64> {
        let members = &self.reader;
        let is_whole = members.is_over && !members.is_damaged && !members.is_joined;
        is_whole.then(|| members.raw.position())
    }

    /// Decodes more of the member; `false` at its end.
    pub(super) fn decode(&mut self) -> bool {
        self.more().unwrap_or(false)
    }

    /// Like [`decode`](Window::decode), but continues with the next member if that member does not begin with a record.
    pub(super) fn extend(&mut self) -> bool {
        while !self.decode() {
            if !self.reader.join() {
                return false;
            }
        }
        true
    }

    /// Begins the next member, and returns whether there is one.
    pub(super) fn next_member(&mut self) -> bool {
        self.reader.next()
    }
}
