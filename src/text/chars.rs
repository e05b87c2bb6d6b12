//! One character back or forward in bytes that are UTF-8 by convention.

/// The character that begins `bytes`, with its length in bytes.
///
/// `None` at the end and where no valid character begins, so that invalid bytes end whatever was
/// being read.
pub(crate) fn first(bytes: &[u8]) -> Option<(char, usize)> {
    let lead = *bytes.first()?;
    if lead < 0x80 {
        return Some((char::from(lead), 1));
    }
    let len = match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let c = core::str::from_utf8(bytes.get(..len)?).ok()?.chars().next()?;
    Some((c, len))
}

/// The character that ends `bytes`, with its length in bytes; `None` as in [`first`].
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

/// The byte behind `at`, or a NUL at the end: for questions that "nothing there" answers as well.
pub(crate) fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The byte before `at`, or a NUL at the beginning.
pub(crate) fn byte_before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(0, |before| byte_at(text, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_ways() {
        assert_eq!(first("éa".as_bytes()), Some(('é', 2)));
        assert_eq!(last("a😀".as_bytes()), Some(('😀', 4)));
        assert_eq!(last("ab".as_bytes()), Some(('b', 1)));
    }

    #[test]
    fn invalid_bytes_are_nothing() {
        assert_eq!(first(b"\xFFa"), None);
        assert_eq!(first(b"\xE2\x82"), None);
        assert_eq!(last(b"a\x82"), None);
        assert_eq!(last(b""), None);
    }
}
