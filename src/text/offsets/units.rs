//! The number of characters and UTF-16 code units before each byte of a text.

use std::borrow::Cow;

use super::count::{Counts, count};

/// The distance between two entries of the index, in bytes. A lookup reads at most this number of bytes.
const STEP: usize = 512;

/// A text with the counts at each multiple of [`STEP`].
#[derive(Clone, Debug)]
pub(super) struct Index<'t> {
    text: Cow<'t, str>,
    /// The counts of the text before each multiple except 0.
    steps: Vec<Counts>,
}

impl<'t> Index<'t> {
    /// Reads all of `text` once.
    pub(super) fn new(text: Cow<'t, str>) -> Index<'t> {
        let mut before = Counts::default();
        let steps = (STEP..=text.len()).step_by(STEP).map(|end| {
            before = before + count(text.as_bytes(), end - STEP..end);
            before
        });
        Index { steps: steps.collect(), text }
    }

    /// The counts before the character that contains the byte at `offset`.
    pub(super) fn before(&self, offset: usize) -> Counts {
        let offset = self.character(offset);
        let step = offset / STEP;
        let known = step.checked_sub(1).and_then(|at| self.steps.get(at).copied());
        self.plus(known.unwrap_or_default(), step * STEP, offset)
    }

    /// The counts before both ends of a span. Most matches are shorter than a step, so their end is counted from their
    /// start.
    pub(super) fn before_both(&self, start: usize, end: usize) -> [Counts; 2] {
        let (from, to) = (self.character(start), self.character(end));
        let before = self.before(from);
        let is_near = to - from <= STEP;
        [before, if is_near { self.plus(before, from, to) } else { self.before(to) }]
    }

    /// The counts at `to`, given the counts `before` at `from`.
    fn plus(&self, before: Counts, from: usize, to: usize) -> Counts {
        before + count(self.text.as_bytes(), from..to)
    }

    /// The beginning of the character that contains the byte at `offset`.
    fn character(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// `bytes` as a text with the same offsets: every invalid sequence is replaced by one character of the same length.
/// [`String::from_utf8_lossy`] also inserts one character, but that character always has three bytes.
pub(super) fn same_length(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(match chunk.invalid().len() {
            0 => "",
            1 => "?",
            2 => "\u{80}",
            _ => "\u{FFFD}",
        });
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::super::{Offsets, Units};
    use super::*;
    use crate::span::Span;

    /// The expected numbers of characters and of UTF-16 code units before `offset`, counted character by character.
    fn slow(text: &[u8], offset: usize) -> (usize, usize) {
        let mut at = 0;
        let (mut chars, mut utf16) = (0, 0);
        for chunk in text.utf8_chunks() {
            for c in chunk.valid().chars() {
                at += c.len_utf8();
                if at <= offset {
                    (chars, utf16) = (chars + 1, utf16 + c.len_utf16());
                }
            }
            at += chunk.invalid().len();
            if !chunk.invalid().is_empty() && at <= offset {
                (chars, utf16) = (chars + 1, utf16 + 1);
            }
        }
        (chars, utf16)
    }

    #[test]
    fn characters_and_utf16_units_are_counted() {
        let text = sample(400);
        let valid = String::from_utf8_lossy(&text).into_owned();
        for text in [&text[..], valid.as_bytes()] {
            let offsets = Offsets::of_bytes(text);
            for offset in 0..=text.len() {
                let got = (offsets.to(offset, Units::Chars), offsets.to(offset, Units::Utf16));
                assert_eq!(got, slow(text, offset), "at {offset}");
            }
        }
        let offsets = Offsets::of_bytes(&text);
        assert_eq!(offsets.to(usize::MAX, Units::Chars), valid.chars().count());
        assert_eq!(offsets.to(usize::MAX, Units::Utf16), valid.encode_utf16().count());
        assert_eq!(offsets.to(usize::MAX, Units::Bytes), text.len());
    }

    #[test]
    fn a_converted_span_has_the_converted_ends() {
        let text = sample(700);
        let valid = String::from_utf8_lossy(&text);
        let offsets = Offsets::new(&valid);
        for start in (0..valid.len()).step_by(61) {
            for len in [0, 1, 2, 40, STEP - 1, STEP, STEP + 1, 5 * STEP] {
                let span = Span::new(start, start + len);
                for &units in Units::ALL {
                    let ends =
                        Span::new(offsets.to(span.start(), units), offsets.to(span.end(), units));
                    assert_eq!(offsets.span(span, units), ends, "{span:?} in {units:?}");
                }
            }
        }
    }

    #[test]
    fn invalid_sequences_keep_their_length() {
        let text = sample(400);
        let same = same_length(&text);
        assert_eq!(same.len(), text.len());
        assert_eq!(same.chars().count(), String::from_utf8_lossy(&text).chars().count());
        assert!(matches!(same_length(b"abc"), Cow::Borrowed("abc")));
    }
}
