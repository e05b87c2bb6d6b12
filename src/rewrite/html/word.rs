//! Tests whether a place in a text is after the authority of what could be a URI.

/// The number of bytes before the place that are read.
const MOST: usize = 1024;

/// Whether the end of `text` is after the authority of what could be a URI: its last word has a `/`, `?` or `#` after
/// `://`, or no `://` and one of these marks.
pub(super) fn is_after_authority(text: &[u8]) -> bool {
    let near = text.get(text.len().saturating_sub(MOST)..).unwrap_or_default();
    let is_end =
        |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'<' | b'>' | b'"');
    let word = near.rsplit(is_end).next().unwrap_or_default();
    // The text may end inside of `://`.
    let word = word.strip_suffix(b":/").unwrap_or(word);
    let after = memchr::memmem::find(word, b"://").and_then(|at| word.get(at + 3..));
    memchr::memchr3(b'/', b'?', b'#', after.unwrap_or(word)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authority_ends_at_a_slash() {
        for text in
            ["http://a.example/", "http://a?", "www.a.example/b", "x http://a/b", "mailto:a#"]
        {
            assert!(is_after_authority(text.as_bytes()), "{text}");
        }
        for text in
            ["", "http://a.example", "http://", "http:/", "a/b http://h", "a@b.example", "http:"]
        {
            assert!(!is_after_authority(text.as_bytes()), "{text}");
        }
    }
}
