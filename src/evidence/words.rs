//! Tests whether letters look like an English word.
//!
//! The tables contain the most common words, and the pairs of letters that begin and end words. They were counted in 20
//! MB of English prose, mail and commit messages. A list of all words was rejected: it would separate words from halves
//! of words better, but it is a hundred times as large.

use crate::text::wordlist::WordList;

/// For each letter, the letters that follow it at the beginning of at least 2 in 10,000 words: bit 0 is `a`.
static STARTS: [u32; 26] = [
    0x007E_B96E,
    0x0112_4911,
    0x0112_C999,
    0x0016_4111,
    0x00BF_392D,
    0x0012_4911,
    0x0012_E91D,
    0x0018_4111,
    0x000E_306C,
    0x0010_4011,
    0x0000_2111,
    0x0014_4911,
    0x011E_4511,
    0x0014_4111,
    0x007E_AC26,
    0x0112_4991,
    0x0010_0000,
    0x0014_C111,
    0x015B_DD95,
    0x0152_4191,
    0x000E_A000,
    0x0000_4111,
    0x0002_4191,
    0x0000_1000,
    0x0000_4010,
    0x0000_0010,
];

/// For each letter, the letters that follow it at the end of at least 2 in 10,000 words: bit 0 is `a`.
static ENDS: [u32; 26] = [
    0x01CE_BC4A,
    0x0104_0014,
    0x010C_0495,
    0x0104_6019,
    0x01CE_BC7F,
    0x010C_4038,
    0x0104_6090,
    0x010C_4010,
    0x008E_F87F,
    0x0000_0000,
    0x0004_0010,
    0x010C_C839,
    0x0106_8891,
    0x011C_645D,
    0x00DE_FC6E,
    0x010E_8910,
    0x0000_0000,
    0x010C_7C5D,
    0x010E_7C9B,
    0x0106_CCB5,
    0x008E_B852,
    0x0004_0010,
    0x0004_6010,
    0x0008_0000,
    0x0004_0000,
    0x0000_0010,
];

/// The 500 most common words of more than one letter.
static COMMON: WordList = WordList::new(
    "about above access actually add added address after again against all allow allows already \
     also always am an and another any anyone anything api are argument arguments around array as \
     ask at attribute automatically available avoid back based be because been before behavior \
     being best better between bit bits block both branch buffer bug build but by bytes call called \
     calls came can case cases cause change changed changes character characters check class client \
     closed closes code come command comment commit company configure const context control copy \
     copyright correct could course create current currently data database day default define \
     defined description device did didn different directory display do document documentation does \
     doesn doing don done down due during each either else email empty end enough entries \
     environment error errors even event every example extension extra false far feature feel few \
     field file files find first fix fixed fixes flag following for format found free from full \
     func function functions general get getting git give given go going good got group had handle \
     handling has have having he header headers help her here his home how however id if \
     implementation improve in include including information input install instead int interface \
     into is isn issue it its just keep kernel key know language large last later least length less \
     let level library license life like line lines link list little ll local log long longer look \
     lot made mail mailing main make makes manual many match may maybe me means memory merge \
     message messages method might missing mode module more most move much multiple must my name \
     names need needed network never new news next no none not note now null number object objects \
     of off old on once one ones only open option options or order original other otherwise our out \
     output over own package packages page pages parameter part particular patch path people person \
     place please point pointer port possible print probably problem problems process program \
     provide provided public pull put rather re read ready really reference release remove removed \
     rename replace report reported request result results return returned returns right run \
     running said same say script search second section security see seems send sequence server \
     service set several she should show similar since single size small so software some someone \
     something soon source space special specific specified standard start state static status \
     still stop string strings struct stuff such support supported sure system systems take \
     technology tell test tests text than thanks that the their them then there these they thing \
     things think this those though thread through time to too took tree true try trying turn two \
     type types under until up update updated upstream us use used useful user users uses using \
     value values variable various ve version versions very via want warning was way we web well \
     went were what when where whether which while who why will window windows with within without \
     work working works world would write written wrong year years yet you your",
);

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
pub(super) fn is_common(letters: &[u8]) -> bool {
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
