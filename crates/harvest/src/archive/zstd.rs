//! Decodes a sequence of zstd frames (RFC 8878), one at a time. In the zstd extension of WARC, the first frame may be a
//! skippable frame that contains the dictionary of all other frames.

use core::cell::Cell;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder, StreamingDecoder};

use super::codec::Codec;
use super::ratio_limit::Counted;

/// The magic number of a frame.
pub(super) const MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";

/// The magic number of the skippable frame with a dictionary.
pub(super) const DICTIONARY: &[u8] = b"\x5D\x2A\x4D\x18";

/// The largest dictionary that is read.
const LARGEST: u64 = 16 << 20;

/// The largest accepted window. `zstd --long` writes this size, and every `zstd -d` reads it.
const WINDOW: u64 = 128 << 20;

/// The decoder of zstd frames. All frames share it, because it is large.
pub(super) struct Zstd {
    decoder: Box<FrameDecoder>,
    is_over: bool,
}

impl Zstd {
    pub(super) fn new() -> Zstd {
        Zstd { decoder: decoder(), is_over: true }
    }

    /// Skips a skippable frame. If it contains the dictionary, the dictionary is stored.
    fn skipped(&mut self, packed: &mut dyn BufRead, magic: u32, len: u64) -> io::Result<()> {
        let mut content = packed.take(len);
        if magic.to_le_bytes() != DICTIONARY || len > LARGEST {
            io::copy(&mut content, &mut io::sink())?;
            return Ok(());
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        if bytes.starts_with(MAGIC) {
            let mut plain = Vec::new();
            let frame = StreamingDecoder::new_with_decoder(&*bytes, decoder());
            frame.map_err(io::Error::other)?.take(LARGEST).read_to_end(&mut plain)?;
            bytes = plain;
        }
        let dictionary = Dictionary::decode_dict(&bytes).map_err(io::Error::other)?;
        // This fails only if no memory is left.
        let _ = self.decoder.add_dict(dictionary);
        Ok(())
    }
}

impl Codec for Zstd {
    fn magic(&self) -> &'static [u8] {
        MAGIC
    }

    /// Skippable frames are skipped (RFC 8878, section 3.1).
    fn begin(&mut self, packed: &mut dyn BufRead) -> io::Result<Option<u64>> {
        while !packed.fill_buf()?.is_empty() {
            let head = Cell::new(0);
            match self.decoder.reset(Counted { reader: &mut *packed, count: &head }) {
                Ok(()) => {
                    self.is_over = false;
                    return Ok(Some(head.get()));
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => self.skipped(packed, magic_number, u64::from(length))?,
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(None)
    }

    fn decode(&mut self, packed: &mut dyn BufRead, out: &mut [u8]) -> io::Result<usize> {
        if self.is_over || out.is_empty() {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let blocks = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder.decode_blocks(&mut *packed, blocks).map_err(io::Error::other)?;
        }
        let read = self.decoder.read(out)?;
        self.is_over = read == 0;
        let sum = self.decoder.get_checksum_from_data().filter(|_| self.is_over);
        if sum.is_some() && sum != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a wrong checksum"));
        }
        Ok(read)
    }
}

fn decoder() -> Box<FrameDecoder> {
    let mut decoder = Box::new(FrameDecoder::new());
    decoder.set_max_window_size(WINDOW);
    decoder
}
