//! Which encoding bytes have, when nobody says.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::head::Head;

/// The encoding of a text that begins so.
pub(super) fn detect(head: Head<'_>) -> &'static Encoding {
    if let Some(encoding) = utf16(head) {
        return encoding;
    }
    if is_utf8(head) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(head.bytes(), head.is_whole());
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether a text is UTF-8, or more of it is than is not: ASCII with some stray bytes is no UTF-8,
/// but Greek with some is. A character that the end of the head cuts counts for neither.
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

/// UTF-16 without a byte-order mark, in which every second byte of Western text is zero.
pub(super) fn utf16(head: Head<'_>) -> Option<&'static Encoding> {
    if head.is_plain() {
        return None;
    }
    memchr::memchr(0, head.bytes())?;
    let pairs = head.bytes().as_chunks::<2>().0;
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

#[cfg(test)]
mod tests {
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
