//! Decodes a sequence of zstd frames (RFC 8878), and reports the offset of each frame. In the zstd extension of WARC,
//! the first frame may be a skippable frame that contains the dictionary of all other frames.

use std::io::{self, Read as _};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use super::fault::Fault;
use super::head::{MAGIC_LEN, is_record};
use crate::archive::compressed;
use crate::archive::raw::Raw;

/// The magic number of the skippable frame with a dictionary.
const DICTIONARY: u32 = 0x184D_2A5D;

/// The largest dictionary that is read.
const LARGEST: u64 = 16 << 20;

/// The decoder of zstd frames.
pub(super) struct Zstd {
    decoder: Box<FrameDecoder>,
    is_over: bool,
}

impl Zstd {
    pub(super) fn new() -> Zstd {
        let mut decoder = Box::new(FrameDecoder::new());
        decoder.set_max_window_size(compressed::ZSTD_WINDOW);
        Zstd { decoder, is_over: true }
    }

    /// Begins the next frame, and returns its offset; `None` at the end of the archive.
    pub(super) fn begin(&mut self, raw: &mut Raw<'_>) -> Result<Option<u64>, Fault> {
        while !raw.fill()?.is_empty() {
            raw.release();
            let place = raw.position();
            match self.decoder.reset(&mut *raw) {
                Ok(()) => {
                    self.is_over = false;
                    return Ok(Some(place));
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => self.skipped(raw, magic_number, u64::from(length))?,
                Err(FrameDecoderError::DictNotProvided { .. }) => {
                    return Err(Fault::Damaged("zstd with a dictionary that is missing"));
                }
                Err(_) => return Err(Fault::Damaged("not a zstd frame")),
            }
        }
        Ok(None)
    }

    /// Skips a skippable frame. If it contains the dictionary, the dictionary is stored.
    fn skipped(&mut self, raw: &mut Raw<'_>, magic: u32, len: u64) -> Result<(), Fault> {
        let mut content = raw.take(len);
        if magic != DICTIONARY || len > LARGEST {
            io::copy(&mut content, &mut io::sink())?;
            return Ok(());
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        if compressed::is_zstd(&bytes) {
            let mut plain = Vec::new();
            let mut frame = compressed::zstd(Box::new(&*bytes)).take(LARGEST);
            frame.read_to_end(&mut plain).map_err(|_| Fault::Damaged("a damaged dictionary"))?;
            drop(frame);
            bytes = plain;
        }
        let dictionary =
            Dictionary::decode_dict(&bytes).map_err(|_| Fault::Damaged("a damaged dictionary"))?;
        // This fails only if no memory is left.
        let _ = self.decoder.add_dict(dictionary);
        Ok(())
    }

    /// Decodes into `out`; 0 at the end of the frame.
    pub(super) fn decode(&mut self, raw: &mut Raw<'_>, out: &mut [u8]) -> Result<usize, Fault> {
        if self.is_over {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            if raw.fill()?.is_empty() {
                return Err(Fault::Truncated);
            }
            self.decoder
                .decode_blocks(&mut *raw, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(|_| Fault::Damaged("invalid zstd data"))?;
        }
        let read = self.decoder.read(out)?;
        if read == 0 && !out.is_empty() {
            self.is_over = true;
            let sum = self.decoder.get_checksum_from_data();
            if sum.is_some() && sum != self.decoder.get_calculated_checksum() {
                return Err(Fault::Damaged("a wrong checksum"));
            }
        }
        Ok(read)
    }
}

/// Whether `head` begins with a frame whose data begins with a record, or with the dictionary of such frames.
pub(super) fn is_warc(head: &[u8]) -> bool {
    if head.starts_with(&DICTIONARY.to_le_bytes()) {
        return true;
    }
    if !compressed::is_zstd(head) {
        return false;
    }
    let mut out = [0; MAGIC_LEN];
    let mut frame = compressed::zstd(Box::new(head));
    frame.read(&mut out).is_ok_and(|read| is_record(out.get(..read).unwrap_or_default()))
}
