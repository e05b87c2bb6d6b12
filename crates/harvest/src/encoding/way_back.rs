//! Converts offsets in a decoded text to offsets in its original bytes. This module is for encodings in which a decoded
//! character does not determine how many bytes encode it. The bytes of the text are therefore decoded again up to the
//! offset.

use encoding_rs::{Decoder, Encoding};

/// How many times a requested offset may be smaller than the previous one. Each time, decoding restarts at the
/// beginning.
const MOST_RESTARTS: u32 = 16;

/// Converts offsets of text to offsets of bytes that are in memory.
pub(crate) struct WayBack<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    decoder: Decoder,
    /// The number of bytes that have been decoded so far.
    read: usize,
    /// The length of the text to which these bytes decode.
    written: usize,
    restarts: u32,
}

impl<'b> WayBack<'b> {
    /// A converter for the text of `bytes`, which have no byte-order mark.
    pub(crate) fn new(bytes: &'b [u8], encoding: &'static Encoding) -> WayBack<'b> {
        let decoder = encoding.new_decoder_with_bom_removal();
        WayBack { bytes, encoding, decoder, read: 0, written: 0, restarts: 0 }
    }

    /// The number of bytes that decode to the first `offset` bytes of the text. `None` if `offset` is inside a
    /// character or after the end, or if too many requested offsets were smaller than the previous one.
    pub(crate) fn offset(&mut self, offset: usize) -> Option<usize> {
        if offset < self.written {
            self.restarts += 1;
            (self.read, self.written) = (0, 0);
            self.decoder = self.encoding.new_decoder_with_bom_removal();
        }
        while self.written < offset && self.restarts <= MOST_RESTARTS {
            // A byte decodes to at most three bytes, and the decoder may hold a few bytes back, so a step does not go
            // beyond the offset.
            let left = offset - self.written;
            let step = if left < 64 { 1 } else { (left / 4).min(64) };
            let bytes = self.bytes.get(self.read..)?;
            let bytes = bytes.get(..step).or_else(|| bytes.get(..1))?;
            let mut buffer = [0; 256];
            let (_, read, written, _) = self.decoder.decode_to_utf8(bytes, &mut buffer, false);
            self.read += read;
            self.written += written;
        }
        (self.written == offset).then_some(self.read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_each_character_are_found() {
        let text = "日本語 http://a.example/日本 ｶﾅ\n".repeat(20);
        for encoding in
            [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP, encoding_rs::GB18030, encoding_rs::BIG5]
        {
            let text = if encoding == encoding_rs::BIG5 {
                text.replace("ｶﾅ", "")
            } else {
                text.clone()
            };
            let (bytes, ..) = encoding.encode(&text);
            let mut way = WayBack::new(&bytes, encoding);
            for (at, _) in text.char_indices() {
                let (before, ..) = encoding.encode(&text[..at]);
                assert_eq!(way.offset(at), Some(before.len()), "{} {at}", encoding.name());
            }
            assert_eq!(way.offset(1), None, "inside a character");
            assert_eq!(way.offset(3), Some(encoding.encode("日").0.len()));
            assert_eq!(way.offset(text.len() + 1), None);
        }
    }

    #[test]
    fn an_escape_sequence_precedes_its_character() {
        let bytes = b"\x1B$B%j%s%/\x1B(Bhttp";
        let mut way = WayBack::new(bytes, encoding_rs::ISO_2022_JP);
        assert_eq!((way.offset(9), way.offset(10)), (Some(9), Some(13)));
    }

    #[test]
    fn only_a_few_offsets_may_be_smaller_than_the_previous_one() {
        let bytes = b"\xA4\xA2".repeat(1000);
        let mut way = WayBack::new(&bytes, encoding_rs::EUC_JP);
        let found = (0..1000).rev().filter(|n| way.offset(3 * n) == Some(2 * n)).count();
        // The converter finds the first offset, sixteen smaller ones, and offset 0, for which nothing is decoded.
        assert_eq!(found, 18);
    }
}
