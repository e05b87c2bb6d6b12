//! Lists of words.
//!
//! A list is one text with a blank or a line end between two words. An array of texts has an address and a length for
//! each word, which take more bytes than most words, and a pattern takes ten times as many in code.

/// Whether `word` is one of `words`, in upper or lower case.
pub(crate) fn is_one_of(words: &str, word: &[u8]) -> bool {
    words.as_bytes().split(|&byte| byte <= b' ').any(|one| one.eq_ignore_ascii_case(word))
}

/// A long list of words in their order. A search of the words with one first letter is faster than a binary search of all
/// words.
#[derive(Debug)]
pub(crate) struct WordList {
    words: &'static str,
    /// For each letter, where its words begin, and at last the end.
    from: [u16; 27],
    /// The last bytes and the lengths of the words, each as a bit. Most words that are looked up have others.
    ends: [u32; 2],
}

impl WordList {
    /// A list of words in lower case.
    #[expect(
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "evaluated at compile time"
    )]
    pub(crate) const fn new(words: &'static str) -> WordList {
        let (bytes, mut from, mut letter, mut last, mut at) = (words.as_bytes(), [0; 27], 0, 0, 0);
        let (mut ends, mut len) = ([0; 2], 0);
        while at < bytes.len() {
            len = if bytes[at] > b' ' { len + 1 } else { 0 };
            if len > 0 && (at + 1 == bytes.len() || bytes[at + 1] <= b' ') {
                let [bytes, lens] = bits(bytes[at], len);
                ends = [ends[0] | bytes, ends[1] | lens];
            }
            if bytes[at] > b' ' && (at == 0 || bytes[at - 1] <= b' ') {
                let second = if at + 1 < bytes.len() { bytes[at + 1] } else { b' ' };
                let pair = u16::from_be_bytes([bytes[at], second]);
                assert!(last <= pair, "the words are not in their order");
                last = pair;
                let first = (bytes[at] - b'a') as usize;
                while letter <= first {
                    from[letter] = at as u16;
                    letter += 1;
                }
            }
            at += 1;
        }
        while letter < from.len() {
            from[letter] = at as u16;
            letter += 1;
        }
        WordList { words, from, ends }
    }

    /// Whether the list contains `word`, in upper or lower case.
    pub(crate) fn contains(&self, word: &[u8]) -> bool {
        let (Some(first), Some(last)) = (word.first(), word.last()) else { return false };
        let [bytes, lens] = bits(*last, word.len());
        if self.ends[0] & bytes == 0 || self.ends[1] & lens == 0 {
            return false;
        }
        let second = word.get(1).map(u8::to_ascii_lowercase);
        let letter = usize::from(first.to_ascii_lowercase().wrapping_sub(b'a'));
        let Some(&[from, to]) = self.from.get(letter..).and_then(<[u16]>::first_chunk) else {
            return false;
        };
        let words = self.words.as_bytes().get(usize::from(from)..usize::from(to));
        words
            .unwrap_or_default()
            .split(|&byte| byte <= b' ')
            .take_while(|one| one.get(1).copied() <= second)
            .any(|one| one.eq_ignore_ascii_case(word))
    }
}

/// The bit of a byte, which is the same in upper and lower case, and that of a length.
const fn bits(byte: u8, len: usize) -> [u32; 2] {
    [1 << (byte & 31), 1 << (len & 31)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_upper_and_lower_case() {
        static LIST: WordList = WordList::new("art as bee zoo");
        assert!(["art", "as", "Bee", "ZOO"].iter().all(|word| LIST.contains(word.as_bytes())));
        let others = ["", " ", "a", "ar", "arts", "art as", "b", "c", "{", "é"];
        assert!(!others.iter().any(|word| LIST.contains(word.as_bytes())));
    }
}
