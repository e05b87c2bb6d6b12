//! Tests whether letters look like an English word.
//!
//! The tables contain the most common words, and the pairs of letters that begin and end words. They were counted in 20
//! MB of English prose, mail and commit messages. A list of all words was rejected: it would separate words from halves
//! of words better, but it is a hundred times as large.

use crate::text::wordlist::WordList;

/// For each letter, the letters that follow it at the beginning of at least 2 in 10,000 words, as bits: bit 0 is `a`.
static STARTS: [u32; 26] = bits(&include!("word_starts.in"));

/// For each letter, the letters that follow it at the end of at least 2 in 10,000 words.
static ENDS: [u32; 26] = bits(&include!("word_ends.in"));

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn bits(letters: &[&str; 26]) -> [u32; 26] {
    let (mut bits, mut row) = ([0; 26], 0);
    while row < bits.len() {
        let mut rest = letters[row].as_bytes();
        while let [letter, others @ ..] = rest {
            bits[row] |= 1 << (*letter - b'a');
            rest = others;
        }
        row += 1;
    }
    bits
}

/// The 500 most common words of more than one letter.
static COMMON: WordList = WordList::new(include_str!("common_words.txt"));

/// Whether `pairs` contains the letter `first` followed by `second`, in upper or lower case.
fn is_listed(pairs: &[u32; 26], first: u8, second: u8) -> bool {
    let number = |byte: u8| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
    let row = pairs.get(number(first)).copied().unwrap_or(0);
    number(second) < pairs.len() && row >> number(second) & 1 == 1
}

/// Whether `letter` is an English word of one letter.
const fn is_one_letter_word(letter: u8) -> bool {
    matches!(letter, b'a' | b'A' | b'I')
}

/// Whether English words begin with the first two of `letters`. A single letter must be a word.
pub(super) fn begins_like_word(letters: &[u8]) -> bool {
    match *letters {
        [letter] => is_one_letter_word(letter),
        [first, second, ..] => is_listed(&STARTS, first, second),
        [] => false,
    }
}

/// Whether English words end with the last two of `letters`. A single letter must be a word.
pub(super) fn ends_like_word(letters: &[u8]) -> bool {
    match *letters {
        [letter] => is_one_letter_word(letter),
        [.., first, second] => is_listed(&ENDS, first, second),
        [] => false,
    }
}

/// Whether `letters` form one of the most common words, in upper or lower case.
pub(crate) fn is_common(letters: &[u8]) -> bool {
    if let [letter] = *letters {
        return is_one_letter_word(letter);
    }
    COMMON.contains(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_and_parts_of_words_are_recognized() {
        assert!(is_common(b"The") && is_common(b"because") && is_common(b"I"));
        assert!(!is_common(b"ilent") && !is_common(b"") && !is_common(b"th3"));
        assert!(begins_like_word(b"silent") && !begins_like_word(b"ct"));
        assert!(ends_like_word(b"silent") && !ends_like_word(b"actio-"));
    }
}
