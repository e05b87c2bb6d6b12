//! Detects the encoding of a text for which no encoding is declared.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::head::Head;

/// The encoding of a text that begins with `head`.
pub(super) fn detect(head: Head<'_>) -> &'static Encoding {
    if let Some(encoding) = head.not_ascii_based() {
        return encoding;
    }
    if is_iso_2022_jp(head) {
        return ISO_2022_JP;
    }
    if head.is_utf8() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(head.bytes(), head.is_whole());
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether a text is ISO-2022-JP: ASCII with an escape sequence for Japanese (RFC 1468), and
/// without invalid bytes. This is tested before UTF-8, because bytes of ISO-2022-JP are also valid
/// UTF-8.
pub(super) fn is_iso_2022_jp(head: Head<'_>) -> bool {
    let has = |escape: &[u8]| memchr::memmem::find(head.bytes(), escape).is_some();
    if !head.is_plain() || !(has(b"\x1B$B") || has(b"\x1B$@")) {
        return false;
    }
    // The head may end inside a character, so the decoder is not told that these bytes are the last ones.
    let bytes = head.bytes();
    let mut decoder = ISO_2022_JP.new_decoder_without_bom_handling();
    let mut text = vec![0; bytes.len() * 4];
    !decoder.decode_to_utf8(bytes, &mut text, false).3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_with_stray_bytes_is_detected_as_utf8() {
        let is_utf8 = |text: &[u8]| Head::of(text).is_utf8();
        assert!(is_utf8("αβγ".as_bytes()));
        assert!(is_utf8(b"\xCE\xB1\xCE\xB2\xCE\xB3 \xFF"));
        assert!(is_utf8(b"cut \xCE"));
        assert!(!is_utf8(b"caf\xE9 au lait"));
        let french = Head::of(b"caf\xE9 au lait, d\xE9j\xE0 vu");
        assert_eq!(detect(french).name(), "windows-1252");
    }

    fn name(text: &[u8]) -> &'static str {
        detect(Head::of(text)).name()
    }

    const TEXTS: [&str; 5] = [
        "plain words and http://a.example/\n",
        "Ссылка на страницу: http://a.example/ (см. ниже)\n",
        "链接在这里：http://a.example/路径，请看。这是一个很长的中文句子，没有别的字母。\n",
        "リンクはこちらです http://a.example/ をご覧ください。\n",
        "ελληνικά, עברית, العربية, 한국어 http://a.example/\n",
    ];

    #[test]
    fn wide_encodings_without_a_mark_are_detected() {
        for text in TEXTS {
            let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
                text.encode_utf16().flat_map(to_bytes).collect()
            };
            assert_eq!(name(&utf16(u16::to_le_bytes)), "UTF-16LE", "{text}");
            assert_eq!(name(&utf16(u16::to_be_bytes)), "UTF-16BE", "{text}");
            assert_eq!(name(text.as_bytes()), "UTF-8", "{text}");
        }
        assert_eq!(name(b"\0a\0b\0c\0d\0\n"), "UTF-16BE");
        assert_eq!(name(b"a\0b"), "UTF-8");
        assert_eq!(name(b"http://a.example/\0http://b.example/\0c\0"), "UTF-8");
    }

    #[test]
    fn iso_2022_jp_without_a_charset_is_detected() {
        assert_eq!(name(b"\x1B$B%j%s%/\x1B(Bhttp://a.example/\x1B$B$X\x1B(B\n"), "ISO-2022-JP");
        // Terminal colours and invalid escape sequences are not ISO-2022-JP.
        assert_eq!(name(b"\x1B[31mred\x1B[0m http://a.example/"), "UTF-8");
        assert_eq!(name(b"\x1B$B\x01 http://a.example/"), "UTF-8");
    }

    #[test]
    fn other_encodings_are_guessed() {
        assert_eq!(name(b"\xC1\xD2\xC9\xCD\xC5\xD2 \xD0\xC9\xD3\xCD\xC1 \xCE\xC1"), "KOI8-U");
    }
}
