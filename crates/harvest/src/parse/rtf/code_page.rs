//! Joins the bytes of characters in a code page.

use encoding_rs::{self as encodings, Encoding};
use linkwright::Span;

/// Joins the bytes of a character.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    bytes: Vec<u8>,
    start: usize,
}

impl Bytes {
    /// Whether a character is incomplete.
    pub(super) const fn is_open(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Adds the byte at `place`. If the byte completes a character, returns the decoded text and its span.
    pub(super) fn push(
        &mut self,
        byte: u8,
        place: Span,
        encoding: &'static Encoding,
    ) -> Option<(String, Span)> {
        if self.bytes.is_empty() {
            self.start = place.start();
        }
        self.bytes.push(byte);
        let first = self.bytes.first().copied().unwrap_or_default();
        if self.bytes.len() < len(first, encoding) {
            return None;
        }
        let text = encoding.decode_without_bom_handling(&self.bytes).0.into_owned();
        self.bytes.clear();
        Some((text, Span::new(self.start, place.end())))
    }

    /// Discards an incomplete character, and returns whether there was one.
    pub(super) fn end(&mut self) -> bool {
        let is_open = self.is_open();
        self.bytes.clear();
        is_open
    }
}

/// The number of bytes of a character that begins with `first`.
fn len(first: u8, encoding: &'static Encoding) -> usize {
    let is_double = if encoding == encodings::SHIFT_JIS {
        matches!(first, 0x81..=0x9F | 0xE0..=0xFC)
    } else {
        let doubles = [encodings::GBK, encodings::GB18030, encodings::EUC_KR, encodings::BIG5];
        doubles.contains(&encoding) && matches!(first, 0x81..=0xFE)
    };
    match first {
        _ if is_double => 2,
        0xC2..=0xDF if encoding == encodings::UTF_8 => 2,
        0xE0..=0xEF if encoding == encodings::UTF_8 => 3,
        0xF0..=0xF4 if encoding == encodings::UTF_8 => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::of_code_page;

    fn text(bytes: &[u8], encoding: &'static Encoding) -> String {
        let mut open = Bytes::default();
        let read = bytes.iter().enumerate().filter_map(|(at, byte)| {
            open.push(*byte, Span::new(at, at + 1), encoding).map(|(text, _)| text)
        });
        read.collect()
    }

    #[test]
    fn characters_of_several_bytes_are_decoded() {
        assert_eq!(text(b"\x83e\x83X\x83g", of_code_page(932)), "テスト");
        assert_eq!(text(b"\xE9", of_code_page(1252)), "é");
        assert_eq!(text("aé日👍".as_bytes(), of_code_page(65001)), "aé日👍");
        assert_eq!(text(b"\xC4", of_code_page(1251)), "Д");
    }
}
