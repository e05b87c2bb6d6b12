//! Decodes a sequence of gzip members (RFC 1952), and reports the offset of each member.
//!
//! An index of an archive lists the offsets of the members. The readers of flate2 own their input, in which this crate
//! searches for members, so this module calls the decoder under them.

use flate2::{Decompress, FlushDecompress, Status};

use super::fault::Fault;
use super::head::{MAGIC_LEN, is_record};
use crate::archive::compressed;
use crate::archive::raw::Raw;

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
    pub(super) fn new() -> Gzip {
        Gzip { inflate: Decompress::new_gzip(WINDOW_BITS), state: State::Over }
    }

    /// Begins the next member, and returns its offset; `None` at the end of the archive. Zeros before the member are
    /// skipped.
    pub(super) fn begin(&mut self, raw: &mut Raw<'_>) -> Result<Option<u64>, Fault> {
        if !skip_zeros(raw)? {
            return Ok(None);
        }
        raw.release();
        *self = Gzip { state: State::Data, ..Gzip::new() };
        Ok(Some(raw.position()))
    }

    /// Decodes into `out`; 0 at the end of the member. The checksum is checked.
    pub(super) fn decode(&mut self, raw: &mut Raw<'_>, out: &mut [u8]) -> Result<usize, Fault> {
        while self.state == State::Data {
            let input = raw.fill()?;
            if input.is_empty() {
                return Err(Fault::Truncated);
            }
            let (read, written) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(input, out, FlushDecompress::None);
            let read = usize::try_from(self.inflate.total_in() - read).unwrap_or(0);
            let written = usize::try_from(self.inflate.total_out() - written).unwrap_or(0);
            raw.consume(read);
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
        if self.state == State::Damaged { Err(Fault::Damaged("invalid gzip data")) } else { Ok(0) }
    }
}

/// Skips the zeros that pad a file; `false` at its end.
pub(super) fn skip_zeros(raw: &mut Raw<'_>) -> Result<bool, Fault> {
    loop {
        let rest = raw.fill()?;
        let zeros = rest.iter().take_while(|byte| **byte == 0).count();
        if rest.is_empty() || zeros < rest.len() {
            let is_over = rest.is_empty();
            raw.consume(zeros);
            return Ok(!is_over);
        }
        raw.consume(zeros);
    }
}

/// Whether `bytes` can begin with a member: the reserved flags are 0, and `XFL` is a value that compressors write
/// (RFC 1952, 2.3.1). In hostile data, which is full of the first three bytes, a decoder for each of them takes 0.3 s per
/// megabyte.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1F, 0x8B, 8, 0..=0x1F, _, _, _, _, 0 | 2 | 4, ..])
}

/// Whether `bytes` begin with a member whose data begins with a record.
pub(super) fn is_warc(bytes: &[u8]) -> bool {
    if !compressed::is_gzip(bytes) {
        return false;
    }
    let (mut inflate, mut out) = (Decompress::new_gzip(WINDOW_BITS), [0; MAGIC_LEN]);
    // Damage is reported later, when the member is read.
    let _ = inflate.decompress(bytes, &mut out, FlushDecompress::None);
    let written = usize::try_from(inflate.total_out()).unwrap_or(0);
    is_record(out.get(..written).unwrap_or_default())
}
