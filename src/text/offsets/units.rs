//! The number of characters and UTF-16 code units before each byte of a text.

use core::ops::Range;
use std::borrow::Cow;

/// The numbers of characters and of UTF-16 code units in a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) chars: usize,
    /// A character above U+FFFF has four bytes in UTF-8 and two code units in UTF-16.
    pub(super) utf16: usize,
}

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
            before = count(before, &text, end - STEP..end);
            before
        });
        Index { steps: steps.collect(), text }
    }

    /// The counts before the character that contains the byte at `offset`.
    pub(super) fn before(&self, offset: usize) -> Counts {
        let offset = self.character(offset);
        let step = offset / STEP;
        let known = step.checked_sub(1).and_then(|at| self.steps.get(at).copied());
        count(known.unwrap_or_default(), &self.text, step * STEP..offset)
    }

    /// The counts before both ends of a span. Most matches are shorter than a step, so their end is counted from their
    /// start.
    pub(super) fn before_both(&self, start: usize, end: usize) -> [Counts; 2] {
        let (from, to) = (self.character(start), self.character(end));
        let before = self.before(from);
        let is_near = to - from <= STEP;
        [before, if is_near { count(before, &self.text, from..to) } else { self.before(to) }]
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

/// The number of bytes that are counted in numbers of eight bits, so that the compiler makes vector instructions of the
/// loop.
const CHUNK: usize = u8::MAX as usize;

/// Adds to `counts` the characters that begin in `part` of `text`, which is UTF-8.
fn count(mut counts: Counts, text: &str, part: Range<usize>) -> Counts {
    for bytes in text.as_bytes().get(part).unwrap_or_default().chunks(CHUNK) {
        let (mut chars, mut wide) = (0_u8, 0_u8);
        for &byte in bytes {
            // As signed numbers, continuation bytes are less than all other bytes.
            chars += u8::from(byte.cast_signed() > 0xBF_u8.cast_signed());
            wide += u8::from(byte > 0xEF);
        }
        counts.chars += usize::from(chars);
        counts.utf16 += usize::from(chars) + usize::from(wide);
    }
    counts
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

    /// Tests characters after texts of every length up to 140 bytes, which is more than two blocks of 64.
    #[test]
    fn each_character_is_counted_where_it_begins() {
        for c in ['a', '\u{7F}', 'é', '€', '\u{FFFF}', '\u{10000}', '👍', '\u{10FFFF}'] {
            for before in 0..140 {
                let text = ["x".repeat(before), c.to_string(), "y".repeat(70)].concat();
                let counted = count(Counts::default(), &text, before..before + c.len_utf8());
                let utf16 = c.len_utf16();
                assert_eq!(counted, Counts { chars: 1, utf16 }, "{c:?} after {before}");
                let all = count(Counts::default(), &text, 0..text.len());
                assert_eq!(
                    all,
                    Counts { chars: before + 71, utf16: before + 70 + utf16 },
                    "{c:?} after {before}"
                );
                let rest = count(Counts::default(), &text, before + 1..text.len());
                assert_eq!(rest, Counts { chars: 70, utf16: 70 }, "{c:?} after {before}");
            }
        }
        assert_eq!(count(Counts::default(), "", 0..0), Counts::default());
    }

    #[test]
    fn counts_are_the_same_as_in_the_standard_library() {
        let text = "añ€𝄞 ".repeat(40);
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| start <= *end) {
                let part = &text[start..end];
                let utf16 = part.encode_utf16().count();
                let expected = Counts { chars: part.chars().count(), utf16 };
                assert_eq!(count(Counts::default(), &text, start..end), expected);
            }
        }
    }
}
