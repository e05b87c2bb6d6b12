//! Reads one character, forward or backward, from bytes that are expected to be UTF-8.

/// The ideographic full stop, which separates labels in UTS #58 (and in UTS #46).
pub(crate) const WIDE_DOT: &str = "\u{3002}";

/// The character that begins `bytes`, with its length in bytes.
///
/// `None` if `bytes` is empty or does not begin with a valid character. Callers therefore end a token at invalid bytes.
///
/// The character is not decoded with `core::str::from_utf8`, which takes twice as long for one character.
#[inline]
pub(crate) fn first(bytes: &[u8]) -> Option<(char, usize)> {
    match *bytes {
        [byte @ ..0x80, ..] => Some((char::from(byte), 1)),
        [lead @ 0xC2..=0xDF, a, ..] => join(lead & 0x1F, [a]),
        [lead @ 0xE0..=0xEF, a, b, ..] => join(lead & 0x0F, [a, b]),
        [lead @ 0xF0..=0xF4, a, b, c, ..] => join(lead & 0x07, [a, b, c]),
        _ => None,
    }
}

/// The character whose UTF-8 form has the bits `lead` in its first byte and `N` continuation bytes, and its length.
#[inline]
fn join<const N: usize>(lead: u8, continuation: [u8; N]) -> Option<(char, usize)> {
    let mut code = u32::from(lead);
    for byte in continuation {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        code = code << 6 | u32::from(byte & 0x3F);
    }
    // This excludes surrogates, overlong forms, and codes above U+10FFFF.
    let c = char::from_u32(code).filter(|c| c.len_utf8() == N + 1)?;
    Some((c, N + 1))
}

/// The last character of `bytes`, with its length in bytes; `None` if `bytes` does not end with a valid character.
pub(crate) fn last(bytes: &[u8]) -> Option<(char, usize)> {
    let tail = *bytes.last()?;
    if tail < 0x80 {
        return Some((char::from(tail), 1));
    }
    (2..=4).find_map(|len| {
        let at = bytes.len().checked_sub(len)?;
        let (c, read) = first(bytes.get(at..)?)?;
        (read == len).then_some((c, len))
    })
}

/// The run of bytes for which `is_part` is true at the beginning of `text`, and the rest.
#[inline]
pub(crate) fn split_run(text: &[u8], is_part: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| is_part(**byte)).count())
}

/// The text before the run of bytes for which `is_part` is true at the end of `text`, and that run.
#[inline]
pub(crate) fn split_last_run(text: &[u8], is_part: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let len = text.iter().rev().take_while(|byte| is_part(**byte)).count();
    text.split_at(text.len() - len)
}

/// The byte at `at`, or NUL if the text ends before it.
#[inline]
pub(crate) fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The byte before `at`, or NUL if `at` is 0.
#[inline]
pub(crate) fn byte_before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(0, |before| byte_at(text, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_read_forward_and_backward() {
        assert_eq!(first("éa".as_bytes()), Some(('é', 2)));
        assert_eq!(last("a😀".as_bytes()), Some(('😀', 4)));
        assert_eq!(last("ab".as_bytes()), Some(('b', 1)));
    }

    #[test]
    fn invalid_bytes_are_not_characters() {
        assert_eq!(first(b"\xFFa"), None);
        assert_eq!(first(b"\xE2\x82"), None);
        assert_eq!(last(b"a\x82"), None);
        assert_eq!(last(b""), None);
    }

    /// Tests all first and second bytes, with continuation bytes at and just outside the ends of their range.
    #[test]
    fn characters_are_decoded_as_in_the_standard_library() {
        let edges = [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF];
        for lead in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for (third, fourth) in edges.iter().flat_map(|a| edges.map(|b| (*a, b))) {
                    let bytes = [lead, second, third, fourth];
                    for bytes in [&bytes[..], &bytes[..1], &bytes[..2], &bytes[..3]] {
                        let valid = bytes.utf8_chunks().next().map(|chunk| chunk.valid());
                        let c = valid.and_then(|valid| valid.chars().next());
                        assert_eq!(first(bytes), c.map(|c| (c, c.len_utf8())), "{bytes:?}");
                    }
                }
            }
        }
    }
}
