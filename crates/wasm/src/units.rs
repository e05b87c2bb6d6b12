//! Offsets in UTF-16 code units from offsets in bytes.

use linkwright::Span;

/// Converts byte offsets of a text, or of the end of a text that arrives in chunks, to UTF-16 code units. Offsets are
/// mostly asked in the order of the text, so each byte is counted about once.
#[derive(Debug, Default)]
pub(crate) struct Units {
    /// The number of bytes before the text.
    pub(crate) base: usize,
    bytes: usize,
    wide: usize,
    /// All of the text is ASCII, so both offsets are the same.
    is_ascii: bool,
}

impl Units {
    /// For a text that has this number of code units.
    pub(crate) fn of_whole(text: &[u8], units: usize) -> Units {
        Units { is_ascii: text.len() == units, ..Units::default() }
    }

    /// The number of code units before the byte at `offset`.
    pub(crate) fn before(&mut self, text: &[u8], offset: usize) -> u32 {
        if self.is_ascii {
            return u32::try_from(offset).unwrap_or(u32::MAX);
        }
        let part = |from: usize, to: usize| {
            let range = from.saturating_sub(self.base)..to.saturating_sub(self.base);
            count(text.get(range).unwrap_or_default())
        };
        if offset >= self.bytes {
            self.wide += part(self.bytes, offset);
        } else {
            self.wide -= part(offset, self.bytes);
        }
        self.bytes = offset;
        u32::try_from(self.wide).unwrap_or(u32::MAX)
    }

    /// The offsets of a span.
    pub(crate) fn span(&mut self, text: &[u8], span: Span) -> [u32; 2] {
        [self.before(text, span.start()), self.before(text, span.end())]
    }
}

/// Converts offsets in code units to offsets in bytes, from left to right.
#[cfg(feature = "full")]
#[derive(Debug, Default)]
pub(crate) struct Places {
    bytes: usize,
    units: usize,
}

#[cfg(feature = "full")]
impl Places {
    /// The byte before which `units` code units are; the end of the text if it has fewer.
    pub(crate) fn byte(&mut self, text: &str, units: usize) -> usize {
        for c in text.get(self.bytes..).unwrap_or_default().chars() {
            if self.units >= units {
                break;
            }
            self.units += c.len_utf16();
            self.bytes += c.len_utf8();
        }
        self.bytes
    }
}

/// The number of code units of characters that begin in `bytes`: one for each, and one more for each of four bytes.
///
/// Eight bytes are counted at once, because the module has no room for the vectors that the compiler would use.
pub(crate) fn count(bytes: &[u8]) -> usize {
    /// The lowest bit of each byte.
    const LOW: u64 = u64::from_le_bytes([1; 8]);
    let (words, rest) = bytes.as_chunks();
    let of = |word: u64| {
        let inner = (word >> 7) & !(word >> 6) & LOW;
        let longest = (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & LOW;
        longest.count_ones() as usize + 8 - inner.count_ones() as usize
    };
    let wide = words.iter().map(|&word| of(u64::from_le_bytes(word))).sum::<usize>();
    let of = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    wide + rest.iter().map(of).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_utf16_forwards_and_backwards() {
        let text = "aß€👍b, and a 日本語 longer than one word 👍👍👍.";
        let mut units = Units::default();
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for &at in places.iter().chain(places.iter().rev()) {
            let expected = text.get(..at).unwrap_or_default().encode_utf16().count();
            assert_eq!(units.before(text.as_bytes(), at) as usize, expected, "at {at}");
        }
    }
}
