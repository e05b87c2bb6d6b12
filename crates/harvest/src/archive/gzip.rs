//! Decodes a sequence of gzip members (RFC 1952), one at a time.
//!
//! The readers of flate2 own their input, and hide where a member begins. So this module calls the decoder under them.

use std::io::{self, BufRead};

use flate2::{Decompress, FlushDecompress, Status};

use super::codec::Codec;

/// The first bytes of a member.
pub(super) const MAGIC: &[u8] = b"\x1F\x8B\x08";

/// The base-2 logarithm of the window of DEFLATE.
const WINDOW_BITS: u8 = 15;

/// The decoder of gzip members.
pub(super) struct Gzip {
    inflate: Decompress,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Data,
    Damaged,
    Over,
}

impl Gzip {
    /// A decoder that has begun the first member.
    pub(super) fn new() -> Gzip {
        Gzip { inflate: Decompress::new_gzip(WINDOW_BITS), state: State::Data }
    }
}

impl Codec for Gzip {
    fn magic(&self) -> &'static [u8] {
        MAGIC
    }

    /// Zeros before the member are skipped, because tapes are padded with zeros.
    ///
    /// Not inlined, to save stack space: the readers of all levels of nested files are on the stack at the same time.
    #[inline(never)]
    fn begin(&mut self, packed: &mut dyn BufRead) -> io::Result<Option<u64>> {
        if !skip_zeros(packed)? {
            return Ok(None);
        }
        *self = Gzip::new();
        Ok(Some(0))
    }

    fn decode(&mut self, packed: &mut dyn BufRead, out: &mut [u8]) -> io::Result<usize> {
        while self.state == State::Data && !out.is_empty() {
            let input = packed.fill_buf()?;
            if input.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let (read, written) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(input, out, FlushDecompress::None);
            let read = usize::try_from(self.inflate.total_in() - read).unwrap_or(0);
            let written = usize::try_from(self.inflate.total_out() - written).unwrap_or(0);
            packed.consume(read);
            match status {
                Ok(Status::StreamEnd) => self.state = State::Over,
                Ok(_) if read + written > 0 => {}
                // The bytes before the damage are returned first.
                Ok(_) | Err(_) => self.state = State::Damaged,
            }
            if written > 0 {
                return Ok(written);
            }
        }
        if self.state == State::Damaged {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "invalid gzip data"));
        }
        Ok(0)
    }
}

/// Skips zeros; `false` at the end of the data.
pub(super) fn skip_zeros(packed: &mut dyn BufRead) -> io::Result<bool> {
    loop {
        let rest = packed.fill_buf()?;
        let (len, zeros) = (rest.len(), rest.iter().take_while(|byte| **byte == 0).count());
        packed.consume(zeros);
        if len == 0 || zeros < len {
            return Ok(len > 0);
        }
    }
}

/// Whether `bytes` can begin with a member: the reserved flags are 0, and `XFL` is a value that compressors write
/// (RFC 1952, 2.3.1). In hostile data, which is full of the first three bytes, a decoder for each of them takes 0.3 s per
/// megabyte.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1F, 0x8B, 8, 0..=0x1F, _, _, _, _, 0 | 2 | 4, ..])
}
