//! Facts about both sides of a break: whether the last bytes above and the first bytes below are parts of
//! one word, one number or one name, and in a text that was laid out, whether the next part would have fitted above.

use super::bytes::{self, all, start_run};
use super::facts::{Fact, FactSet};
use super::spot::Spot;
use super::words;

/// A program cuts words only on lines with at least this many columns.
const CUT_COLUMNS: usize = 60;

impl Spot<'_> {
    pub(super) fn note_seam(&self, facts: &mut FactSet) {
        let (last, first) = (self.last(), self.first());
        if last.is_ascii_alphanumeric() && first.is_ascii_alphanumeric() {
            self.note_glue(facts);
        } else {
            facts.note(Fact::BeginsLower, first.is_ascii_lowercase());
            facts.note(Fact::BeginsWithDigit, first.is_ascii_digit());
        }
        facts.note(Fact::FragmentThenPath, last == b'#' && first == b'/');
    }

    /// Notes the facts about the parts of the URI and of the token: components, words, numbers and brackets.
    pub(super) fn note_parts(&self, facts: &mut FactSet) {
        self.note_components(facts);
        self.note_last_letters(facts);
        self.note_opener(facts);
        self.note_letters(facts);
        self.note_numbers(facts);
    }

    /// The facts with a positive weight that [`Self::note_parts`] may note. The bytes at the break rule out all other
    /// facts.
    pub(super) fn parts_possible(&self) -> FactSet {
        let (last, first) = (self.last(), self.first());
        let are = |holds: fn(&u8) -> bool| holds(&last) && holds(&first);
        let mut possible = FactSet::default();
        possible.note(Fact::OneWord, are(u8::is_ascii_alphabetic));
        possible.note(Fact::EndsInStump, are(u8::is_ascii_alphabetic));
        possible.note(Fact::OneNumber, are(u8::is_ascii_hexdigit));
        possible.note(Fact::FolderOfEntries, last == b'/');
        possible.note(Fact::HashToken, is_hash(self.core));
        possible.note(Fact::CutsExtension, first.is_ascii_alphanumeric());
        possible.note(Fact::NextParameter, matches!(first, b'?' | b'&' | b'='));
        let closer = self.closer().unwrap_or(b')');
        possible.note(Fact::ClosedBelow, closer != b')' || self.has_closer());
        possible
    }

    fn note_glue(&self, facts: &mut FactSet) {
        let sides = [self.last(), self.first()];
        let are_letters = all(&sides, u8::is_ascii_alphabetic);
        let are_lower = all(&sides, u8::is_ascii_lowercase);
        facts.note(Fact::Glued, true);
        facts.note(Fact::GluedLower, are_lower);
        facts.note(Fact::GluedUpper, are_letters && !are_lower);
        facts.note(Fact::GluedDigits, all(&sides, u8::is_ascii_digit));
        let is_early = self.pieces.len() == 1 && self.width() < CUT_COLUMNS;
        facts.note(Fact::GluedEarly, is_early);
    }

    fn note_letters(&self, facts: &mut FactSet) {
        let (head, tail) = (self.letters_above(), self.letters_below());
        if head.is_empty() || tail.is_empty() {
            return;
        }
        let are_words = words::ends_like_word(head) && words::begins_like_word(tail);
        facts.note(Fact::GluedWords, are_words && head.len() >= 3 && tail.len() >= 3);
        let is_cut = (!are_words || head.len() <= 2) && !words::is_common(tail);
        let is_whole = || words::is_common(&[head, tail].concat());
        let is_one = tail.first().is_some_and(u8::is_ascii_lowercase) && (is_cut || is_whole());
        // An extension before the break is not the beginning of a word.
        facts.note(Fact::OneWord, is_one && !facts.has(Fact::WholeFile));
    }

    fn note_numbers(&self, facts: &mut FactSet) {
        let (head, tail) = (self.digits_above(), start_run(self.core, u8::is_ascii_hexdigit));
        let next = self.core.get(tail.len());
        let is_tail = !tail.is_empty()
            && (tail.len() >= 5 || next.is_none_or(|byte| !byte.is_ascii_alphanumeric()));
        let has_digit = head.iter().any(u8::is_ascii_digit) || tail.iter().any(u8::is_ascii_digit);
        facts.note(Fact::OneNumber, head.len() >= 4 && is_tail && has_digit);
        let is_hash = is_hash(self.core);
        facts.note(Fact::HashToken, is_hash);
        let is_wanted = || matches!(self.last(), b'=' | b'-') || self.is_folder_of_entries();
        facts.note(Fact::HashApart, is_hash && !is_wanted());
    }

    /// The facts at a line end whose room is known: `fits` bytes of the line below would have fitted above.
    ///
    /// Facts about columns are left out, because the number of columns has no meaning in a proportional font.
    pub(super) fn facts_with_room(&self, fits: usize) -> FactSet {
        let mut facts = FactSet::default();
        self.note_above(&mut facts);
        self.note_seam(&mut facts);
        self.note_below(&mut facts);
        self.note_parts(&mut facts);
        self.note_text_nearby(&mut facts);
        facts.note(Fact::Chain, self.pieces.len() > 1);
        let is_fitting = fits >= segment(self.token);
        facts.note(Fact::SegmentFits, is_fitting);
        facts.note(Fact::SegmentTooWide, !is_fitting);
        facts.note(Fact::EndsInMark, !self.last().is_ascii_alphanumeric());
        facts.note(
            Fact::EndsInPoint,
            matches!(self.last(), b'.' | b',' | b':' | b';' | b'!' | b'?'),
        );
        facts
    }
}

/// Whether `token` consists of hexadecimal digits and has the length of a hash, or is a UUID.
pub(super) fn is_hash(token: &[u8]) -> bool {
    let is_digits = bytes::is_hash_length(token.len()) && all(token, u8::is_ascii_hexdigit);
    let groups = token
        .split(|&byte| byte == b'-')
        .map(|group| (group.len(), all(group, u8::is_ascii_hexdigit)));
    let is_uuid = token.len() == 36 && groups.eq([8, 4, 4, 4, 12].map(|len| (len, true)));
    token.iter().any(u8::is_ascii_digit) && (is_digits || is_uuid)
}

/// The length of the first segment of a token: up to and including the first mark after its first byte.
fn segment(token: &[u8]) -> usize {
    let mark = token.iter().skip(1).position(|byte| !byte.is_ascii_alphanumeric());
    mark.map_or(token.len(), |mark| mark + 2)
}

#[cfg(test)]
mod tests {
    use super::segment;

    #[test]
    fn a_segment_ends_with_its_mark() {
        for (token, len) in [("a/b", 2), ("/ab/c", 4), ("abc", 3), ("", 0), ("-", 1), ("ab-", 3)] {
            assert_eq!(segment(token.as_bytes()), len, "{token}");
        }
    }
}
