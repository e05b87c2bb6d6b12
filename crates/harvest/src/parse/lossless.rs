//! Converts bytes to text of the same length.

use std::borrow::Cow;

/// The character that replaces a byte of invalid UTF-8. Unlike U+FFFD, it has one byte in UTF-8, so offsets do not
/// change. No URI contains it.
const SUBSTITUTE: u8 = 0x1A;

/// Returns `bytes` as text, with one U+001A, SUBSTITUTE, in place of each byte of invalid UTF-8.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let Err(error) = core::str::from_utf8(bytes) else {
        return String::from_utf8_lossy(bytes);
    };
    let mut text = String::with_capacity(bytes.len());
    let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let rest = bytes.get(valid.len()..).unwrap_or_default();
    text.push_str(&String::from_utf8_lossy(valid));
    for chunk in rest.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::from(SUBSTITUTE)));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn the_length_does_not_change() {
        for bytes in [&b"a\xFFb"[..], b"\xE2\x82", b"\xE2\x82\xAC\xE2\x28\xA1", b"", b"abc"] {
            assert_eq!(text(bytes).len(), bytes.len(), "{bytes:?}");
        }
        assert_eq!(text(b"a\xFF\xFEb\xC3\xBC"), "a\u{1A}\u{1A}bü");
    }
}
