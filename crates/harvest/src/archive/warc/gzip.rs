//! Decodes a sequence of gzip members (RFC 1952), and reports the offset of each member.
//!
//! An index of an archive lists the offsets of the members. The readers of flate2 read ahead and do not report where a
//! member ends. So this module reads the header and the trailer of a member, and uses flate2 only for the data between
//! them.

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::fault::Fault;
use super::head::{MAGIC_LEN, is_record};
use super::raw::Raw;

/// The length of the longest member header that is read. A header may include a name and a comment.
const HEADER: usize = 64 * 1024;

/// The decoder of gzip members.
pub(super) struct Gzip {
    inflate: Decompress,
    checksum: Crc,
    state: State,
    /// Decodes the first bytes at a position where a member may begin.
    probe: Decompress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Data,
    /// All data is decoded, and the checksum is read next.
    Trailer,
    Over,
}

impl Gzip {
    pub(super) fn new() -> Gzip {
        let [inflate, probe] = [Decompress::new(false), Decompress::new(false)];
        Gzip { inflate, checksum: Crc::new(), state: State::Over, probe }
    }

    /// Begins the next member, and returns its offset; `None` at the end of the archive. Zeros before the member are
    /// skipped.
    pub(super) fn begin(&mut self, raw: &mut Raw<'_>) -> Result<Option<u64>, Fault> {
        if !skip_zeros(raw)? {
            return Ok(None);
        }
        raw.release();
        let place = raw.position();
        let len = loop {
            let rest = raw.rest();
            match header_len(rest) {
                Header::Len(len) => break len,
                Header::Wrong => return Err(Fault::Damaged("not a gzip member")),
                Header::Cut if rest.len() > HEADER => {
                    return Err(Fault::Damaged("a gzip header that is too long"));
                }
                Header::Cut if !raw.more()? => return Err(Fault::Truncated),
                Header::Cut => {}
            }
        };
        raw.consume(len);
        self.inflate.reset(false);
        self.checksum.reset();
        self.state = State::Data;
        Ok(Some(place))
    }

    /// Decodes into `out`; 0 at the end of the member.
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
            self.checksum.update(out.get(..written).unwrap_or_default());
            match status {
                Ok(Status::StreamEnd) => self.state = State::Trailer,
                Ok(_) if read + written > 0 => {}
                Ok(_) | Err(_) => return Err(Fault::Damaged("invalid deflate data")),
            }
            if written > 0 {
                return Ok(written);
            }
        }
        if self.state == State::Trailer {
            self.end(raw)?;
            self.state = State::Over;
        }
        Ok(0)
    }

    /// Whether `bytes` begin with a member whose data begins with a record.
    pub(super) fn begins_record(&mut self, bytes: &[u8]) -> bool {
        let mut out = [0; MAGIC_LEN];
        is_record(beginning(&mut self.probe, bytes, &mut out))
    }

    /// Compares the checksum and the length at the end of a member with the decoded data.
    fn end(&self, raw: &mut Raw<'_>) -> Result<(), Fault> {
        let trailer = raw.peek(8)?;
        let Some((sum, len)) = trailer.first_chunk().zip(trailer.last_chunk()) else {
            return Err(Fault::Truncated);
        };
        let is_right = trailer.len() == 8
            && u32::from_le_bytes(*sum) == self.checksum.sum()
            && u32::from_le_bytes(*len) == self.checksum.amount();
        if !is_right {
            let is_cut = trailer.len() < 8;
            return Err(if is_cut { Fault::Truncated } else { Fault::Damaged("a wrong checksum") });
        }
        raw.consume(8);
        Ok(())
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

/// The header of a member.
#[derive(Debug, PartialEq, Eq)]
enum Header {
    /// The header has this many bytes.
    Len(usize),
    /// The end of the header is missing.
    Cut,
    /// The bytes are not a header.
    Wrong,
}

/// The length of the header at the beginning of `bytes`.
fn header_len(bytes: &[u8]) -> Header {
    let magic = [0x1F, 0x8B, 8];
    let known = bytes.len().min(magic.len());
    if bytes.get(..known) != magic.get(..known) {
        return Header::Wrong;
    }
    let Some(&flags) = bytes.get(3) else { return Header::Cut };
    if flags & 0xE0 != 0 {
        return Header::Wrong;
    }
    let has = |bit: u8| flags & bit != 0;
    let mut len = 10;
    if has(4) {
        let Some(extra) = bytes.get(len..len + 2) else { return Header::Cut };
        len += 2 + extra.iter().rev().fold(0, |all, byte| all << 8 | usize::from(*byte));
    }
    for _ in 0..usize::from(has(8)) + usize::from(has(16)) {
        let text = bytes.get(len..).and_then(|rest| memchr::memchr(0, rest));
        let Some(end) = text else { return Header::Cut };
        len += end + 1;
    }
    len += if has(2) { 2 } else { 0 };
    if bytes.len() < len { Header::Cut } else { Header::Len(len) }
}

/// The first decoded bytes of the member at the beginning of `bytes`; empty if no member begins there.
fn beginning<'o>(inflate: &mut Decompress, bytes: &[u8], out: &'o mut [u8]) -> &'o [u8] {
    let Header::Len(len) = header_len(bytes) else { return &[] };
    inflate.reset(false);
    let input = bytes.get(len..).unwrap_or_default();
    // Damage is reported later, when the member is read.
    let _ = inflate.decompress(input, out, FlushDecompress::None);
    let written = usize::try_from(inflate.total_out()).unwrap_or(0);
    out.get(..written).unwrap_or_default()
}

/// Whether `head` begins with a member whose data begins with a record.
pub(super) fn is_warc(head: &[u8]) -> bool {
    let mut out = [0; MAGIC_LEN];
    header_len(head) != Header::Wrong
        && is_record(beginning(&mut Decompress::new(false), head, &mut out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_have_optional_fields() {
        let plain = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3];
        assert_eq!(header_len(&plain), Header::Len(10));
        assert_eq!(header_len(&plain[..2]), Header::Cut);
        assert_eq!(header_len(b"WARC"), Header::Wrong);
        let mut all = plain.to_vec();
        all[3] = 4 | 8 | 16 | 2;
        all.extend(b"\x02\x00sl");
        assert_eq!(header_len(&all), Header::Cut);
        all.extend(b"name\0comment\0\x01\x02data");
        assert_eq!(header_len(&all), Header::Len(10 + 4 + 5 + 8 + 2));
        all[3] |= 0x20;
        assert_eq!(header_len(&all), Header::Wrong);
    }
}
