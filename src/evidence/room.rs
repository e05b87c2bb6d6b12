//! Facts about a line end of a text that was laid out: whether the next part of the URI would have fitted.

use super::facts::{Fact, FactSet};
use super::spot::Spot;

impl Spot<'_> {
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
