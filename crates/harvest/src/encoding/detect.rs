//! Detects the encoding of a text that declares none.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use super::head::Head;

/// The encoding of a text that begins so.
pub(super) fn detect(head: Head<'_>) -> &'static Encoding {
    if let Some(encoding) = head.utf16() {
        return encoding;
    }
    if is_utf8(head) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(head.bytes(), head.is_whole());
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether a text is UTF-8, or has more valid sequences than invalid ones: Greek with a few stray
/// bytes is UTF-8, ASCII with a few is not. A character cut by the end of the head is not counted.
pub(super) fn is_utf8(head: Head<'_>) -> bool {
    if head.is_plain() {
        return true;
    }
    let head = head.bytes();
    // Nearly every text is, and this sees it sixteen bytes and more at a time.
    let valid = Encoding::utf8_valid_up_to(head);
    let rest = head.get(valid..).unwrap_or_default();
    if str::from_utf8(rest).map_or_else(|error| error.error_len().is_none(), |_| true) {
        return true;
    }
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    let mut rest = head.len();
    for chunk in head.utf8_chunks() {
        rest -= chunk.valid().len() + chunk.invalid().len();
        // Continuation bytes: more than the characters, but that is the safe side.
        valid += chunk.valid().bytes().filter(|byte| byte & 0xC0 == 0xC0).count();
        invalid += usize::from(!chunk.invalid().is_empty() && rest > 0);
    }
    invalid == 0 || valid > invalid
}

#[cfg(test)]
mod tests {
    use encoding_rs::{UTF_16BE, UTF_16LE};

    use super::*;

    #[test]
    fn utf8_with_stray_bytes_stays() {
        let is_utf8 = |text: &[u8]| is_utf8(Head::of(text));
        assert!(is_utf8("αβγ".as_bytes()));
        assert!(is_utf8(b"\xCE\xB1\xCE\xB2\xCE\xB3 \xFF"));
        assert!(is_utf8(b"cut \xCE"));
        assert!(!is_utf8(b"caf\xE9 au lait"));
        let french = Head::of(b"caf\xE9 au lait, d\xE9j\xE0 vu");
        assert_eq!(detect(french).name(), "windows-1252");
    }

    #[test]
    fn utf16_without_a_mark() {
        let wide =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let detect = |text: &[u8]| detect(Head::of(text));
        assert_eq!(detect(&wide("plain words\n")), UTF_16LE);
        assert_eq!(detect(b"\0a\0b\0c\0d\0\n"), UTF_16BE);
        assert_eq!(detect(b"a\0b"), UTF_8);
    }
}
