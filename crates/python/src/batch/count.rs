//! Converts byte offsets of a text to offsets in characters.

/// Counts the characters before an offset. Counting starts at the previous offset and goes in either direction, because
/// the offsets of links are close together. Building a table of all characters of the text would take longer than the
/// search.
#[derive(Debug)]
pub(crate) struct Counter<'t> {
    text: &'t [u8],
    /// Whether offsets count bytes and need no conversion.
    is_bytes: bool,
    /// The previous offset, in bytes and in characters.
    byte: usize,
    chars: usize,
}

impl<'t> Counter<'t> {
    /// A counter for offsets in `text`. With `is_bytes` it returns offsets in bytes.
    pub(crate) const fn new(text: &'t [u8], is_bytes: bool) -> Counter<'t> {
        Counter { text, is_bytes, byte: 0, chars: 0 }
    }

    /// The number of characters before the byte offset `at`.
    pub(crate) fn at(&mut self, at: usize) -> i64 {
        let at = at.min(self.text.len());
        if self.is_bytes {
            return count_to_i64(at);
        }
        if at >= self.byte {
            self.chars += self.text.get(self.byte..at).map_or(0, chars);
        } else {
            self.chars -= self.text.get(at..self.byte).map_or(0, chars);
        }
        self.byte = at;
        count_to_i64(self.chars)
    }
}

/// The number of characters that begin in `text`, which is the number of bytes that are not continuation bytes.
fn chars(text: &[u8]) -> usize {
    // The sum of a block fits in one byte, so the compiler can use vector instructions.
    let block = |block: &[u8]| block.iter().map(|byte| u8::from(byte & 0xC0 != 0x80)).sum::<u8>();
    text.chunks(255).map(|chunk| usize::from(block(chunk))).sum()
}

/// Converts a count to the type of a column. No text in memory is longer than the largest `i64`.
pub(crate) fn count_to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
