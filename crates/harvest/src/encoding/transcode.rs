//! Reads a text in another encoding as UTF-8.

use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding};

use crate::reading::{CHUNK, retry};

/// Reads a text as UTF-8, without its byte-order mark.
pub(crate) struct Transcoder<'r> {
    reader: &'r mut dyn Read,
    decoder: Decoder,
    /// Bytes that were read; the first `raw_taken` bytes have been decoded.
    raw: Vec<u8>,
    raw_taken: usize,
    is_end: bool,
    /// Decoded text; its first `text_taken` bytes have been returned to the caller.
    text: Vec<u8>,
    text_taken: usize,
    has_invalid: bool,
}

impl<'r> Transcoder<'r> {
    pub(crate) fn new(reader: &'r mut dyn Read, encoding: &'static Encoding) -> Transcoder<'r> {
        Transcoder {
            reader,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: Vec::new(),
            raw_taken: 0,
            is_end: false,
            text: Vec::new(),
            text_taken: 0,
            has_invalid: false,
        }
    }

    /// Whether there were bytes that are invalid in the encoding. They become U+FFFD in the text.
    pub(crate) const fn has_invalid(&self) -> bool {
        self.has_invalid
    }

    /// Decodes the next bytes. `text` is empty afterwards if the end is reached, or if only the byte-order mark or a
    /// part of a character was read.
    fn advance(&mut self) -> io::Result<()> {
        if self.raw_taken == self.raw.len() && !self.is_end {
            self.raw.resize(CHUNK, 0);
            let read = retry(|| self.reader.read(&mut self.raw));
            self.raw.truncate(*read.as_ref().unwrap_or(&0));
            self.raw_taken = 0;
            self.is_end = read? == 0;
        }
        // The buffer has room for the longest sequence, so every call makes progress.
        self.text.resize(CHUNK, 0);
        let raw = self.raw.get(self.raw_taken..).unwrap_or_default();
        let (_, read, written, has_invalid) =
            self.decoder.decode_to_utf8(raw, &mut self.text, self.is_end);
        self.raw_taken += read;
        self.has_invalid |= has_invalid;
        self.text.truncate(written);
        self.text_taken = 0;
        Ok(())
    }
}

impl Read for Transcoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.text_taken == self.text.len() {
            if self.is_end && self.raw_taken == self.raw.len() && self.raw.is_empty() {
                return Ok(0);
            }
            self.advance()?;
            if self.is_end && self.text.is_empty() && self.raw_taken == self.raw.len() {
                return Ok(0);
            }
        }
        let read = self.text.get(self.text_taken..).unwrap_or_default().read(buffer)?;
        self.text_taken += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns one byte at a time.
    struct Drip<'b>(&'b [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }

    fn decoded(bytes: &[u8], encoding: &'static Encoding) -> (String, bool) {
        let whole = encoding.decode_with_bom_removal(bytes);
        let mut drip = Drip(bytes);
        let mut transcoder = Transcoder::new(&mut drip, encoding);
        let mut text = String::new();
        transcoder.read_to_string(&mut text).unwrap();
        assert_eq!(transcoder.read(&mut [0; 8]).unwrap(), 0, "a read after the end returns 0");
        assert_eq!((text.clone().into(), transcoder.has_invalid()), whole);
        (text, transcoder.has_invalid())
    }

    #[test]
    fn a_reader_may_return_one_byte_at_a_time() {
        let wide: Vec<u8> = "\u{FEFF}aß👍".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let utf16 = encoding_rs::UTF_16BE;
        assert_eq!(decoded(&wide, utf16), ("aß👍".to_owned(), false));
        assert_eq!(decoded(b"", utf16), (String::new(), false));
        assert_eq!(decoded(b"\0a\0", utf16), ("a\u{FFFD}".to_owned(), true));
    }

    #[test]
    fn a_text_may_be_longer_than_a_chunk() {
        let bytes = b"\xE9".repeat(3 * CHUNK);
        let mut reader = &bytes[..];
        let mut transcoder = Transcoder::new(&mut reader, encoding_rs::WINDOWS_1252);
        let mut text = String::new();
        transcoder.read_to_string(&mut text).unwrap();
        assert_eq!(text, "é".repeat(3 * CHUNK));
    }
}
