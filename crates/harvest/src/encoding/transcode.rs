//! Reads a text in another encoding as UTF-8.

use std::io::{self, BufRead as _, Cursor, Read};

use encoding_rs::{Decoder, Encoding};

use crate::reading::CHUNK;
use crate::window::Window;

/// Reads a text as UTF-8, without its byte-order mark.
pub(crate) struct Transcoder<'r> {
    raw: Window<&'r mut dyn Read>,
    decoder: Decoder,
    is_end: bool,
    /// Decoded text that was not returned to the caller yet.
    text: Cursor<Vec<u8>>,
    has_invalid: bool,
}

impl<'r> Transcoder<'r> {
    pub(crate) fn new(reader: &'r mut dyn Read, encoding: &'static Encoding) -> Transcoder<'r> {
        Transcoder {
            raw: Window::new(reader, 0, 0),
            decoder: encoding.new_decoder_with_bom_removal(),
            is_end: false,
            text: Cursor::default(),
            has_invalid: false,
        }
    }

    /// Whether there were bytes that are invalid in the encoding. They become U+FFFD in the text.
    pub(crate) const fn has_invalid(&self) -> bool {
        self.has_invalid
    }
}

impl Read for Transcoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.is_end {
                return Ok(read);
            }
            let raw = self.raw.fill_buf()?;
            // At the end, the decoder is called with no bytes, which ends an incomplete character.
            self.is_end = raw.is_empty();
            let text = self.text.get_mut();
            text.resize(CHUNK, 0);
            let (_, read, written, has_invalid) =
                self.decoder.decode_to_utf8(raw, text, self.is_end);
            text.truncate(written);
            self.text.set_position(0);
            self.raw.consume(read);
            self.has_invalid |= has_invalid;
        }
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
