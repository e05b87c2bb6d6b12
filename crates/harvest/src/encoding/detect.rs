//! Which encoding bytes have, when nobody says.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How much of a text is looked at.
pub(crate) const HEAD: usize = 16 * 1024;

/// The encoding of a text that begins so.
pub(super) fn detect(head: &[u8]) -> &'static Encoding {
    if let Some(encoding) = utf16(head) {
        return encoding;
    }
    if is_utf8(head) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(head, head.len() < HEAD);
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether a text is UTF-8, or more of it is than is not: ASCII with some stray bytes is no UTF-8,
/// but Greek with some is. A character that the end of the head cuts counts for neither.
pub(super) fn is_utf8(head: &[u8]) -> bool {
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

/// UTF-16 without a byte-order mark, in which every second byte of Western text is zero.
pub(super) fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    memchr::memchr(0, head)?;
    let pairs = head.as_chunks::<2>().0;
    let zeros = |at: usize| pairs.iter().filter(|pair| pair.get(at) == Some(&0)).count();
    let is_most = |zeros: usize| zeros * 10 > pairs.len() * 6;
    let is_few = |zeros: usize| zeros * 50 <= pairs.len();
    let (first, second) = (zeros(0), zeros(1));
    match () {
        () if pairs.len() < 4 => None,
        () if is_most(second) && is_few(first) => Some(UTF_16LE),
        () if is_most(first) && is_few(second) => Some(UTF_16BE),
        () => None,
    }
}

/// Among how many bytes those are counted that texts do not have.
const ODD: usize = 512;

/// How files begin that are no text whatever else is in them.
const MARKS: &[&[u8]] = &[
    b"\x7FELF",
    b"\x89PNG\r\n",
    b"\xFF\xD8\xFF",
    b"GIF87a",
    b"GIF89a",
    b"%PDF-",
    b"\xCA\xFE\xBA\xBE",
    b"\xCF\xFA\xED\xFE",
    b"\0asm",
    b"OggS",
    b"fLaC",
    b"ID3",
    b"wOFF",
    b"wOF2",
    b"SQLite format 3\0",
    b"7z\xBC\xAF\x27\x1C",
    b"Rar!\x1A\x07",
];

/// Whether what begins so is no text: by its mark, or because it is not ASCII or has a NUL, and more
/// than one in ten of its bytes is a control character that texts do not have. A NUL now and then makes no binary: lists that were
/// merged carelessly have them.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    if MARKS.iter().any(|mark| head.starts_with(mark)) {
        return true;
    }
    // Most of what there is ends here.
    let is_plain = head.is_ascii() && memchr::memchr(0, head).is_none();
    if is_plain || Encoding::for_bom(head).is_some() || utf16(head).is_some() {
        return false;
    }
    let head = head.get(..ODD).unwrap_or(head);
    let is_odd = |byte: &&u8| matches!(byte, 0..=6 | 14..=26 | 28..=31 | 127);
    head.iter().filter(is_odd).count() * 10 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_with_stray_bytes_stays() {
        assert!(is_utf8("αβγ".as_bytes()));
        assert!(is_utf8(b"\xCE\xB1\xCE\xB2\xCE\xB3 \xFF"));
        assert!(is_utf8(b"cut \xCE"));
        assert!(!is_utf8(b"caf\xE9 au lait"));
        assert_eq!(detect(b"caf\xE9 au lait, d\xE9j\xE0 vu").name(), "windows-1252");
    }

    #[test]
    fn utf16_without_a_mark() {
        let wide =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        assert_eq!(detect(&wide("plain words\n")), UTF_16LE);
        assert_eq!(detect(b"\0a\0b\0c\0d\0\n"), UTF_16BE);
        assert_eq!(detect(b"a\0b"), UTF_8);
    }

    #[test]
    fn pictures_are_no_text() {
        assert!(is_binary(b"\x89PNG\r\n\x1A\n"));
        assert!(is_binary(&[1, 2, 3, 0, 0, b'a', b'b']));
        assert!(!is_binary(b"http://a.example\0http://b.example\n"));
        assert!(!is_binary("Übermut\x1B[0m".as_bytes()));
        assert!(!is_binary(b""));
    }
}
