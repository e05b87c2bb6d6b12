//! Texts in UTF-16: the same text in UTF-8, and offsets of the former from those of the latter.

use linkwright::Span;

use crate::matched::LwSpan;

/// A text in UTF-16 as UTF-8, or the part of it that matches may still begin in.
///
/// Each lone surrogate becomes one U+FFFD, which is one unit as well, so no offset changes.
#[derive(Debug, Default)]
pub(crate) struct Wide {
    pub(crate) text: String,
    pub(crate) cursor: Cursor,
    /// The first half of a pair, whose second half has not arrived.
    high: Option<u16>,
}

impl Wide {
    /// Sets the text to `units`.
    pub(crate) fn set(&mut self, units: &[u16]) {
        self.text.clear();
        (self.cursor, self.high) = (Cursor::default(), None);
        decode(units, &mut self.text);
    }

    /// Adds `units` to the end of the text, and returns the length of the text before. The first half of a pair at the end
    /// is kept back.
    pub(crate) fn push(&mut self, units: &[u16]) -> usize {
        let added = self.text.len();
        let mut rest = units;
        if let (Some(high), Some((&first, others))) = (self.high, units.split_first()) {
            self.high = None;
            let low = (0xDC00..0xE000).contains(&first).then_some(first);
            self.text.extend(chars([high].into_iter().chain(low)));
            rest = if low.is_some() { others } else { units };
        }
        if let Some((&last, others)) = rest.split_last()
            && (0xD800..0xDC00).contains(&last)
        {
            self.high = Some(last);
            rest = others;
        }
        decode(rest, &mut self.text);
        added
    }

    /// Adds what was kept back, because the text ends, and returns the length of the text before.
    pub(crate) fn finish(&mut self) -> usize {
        let added = self.text.len();
        self.text.extend(chars(self.high.take().into_iter()));
        added
    }

    /// The part of the text from `from` to its end, in code units; from what was kept back if there is no such part.
    pub(crate) fn rest(&mut self, from: Option<usize>) -> LwSpan {
        let end = self.cursor.base + self.text.len();
        let mut from = from.unwrap_or(end);
        while !self.text.is_char_boundary(from.saturating_sub(self.cursor.base)) {
            from -= 1;
        }
        let LwSpan { start, end } = self.cursor.span(&self.text, Span::new(from, end));
        LwSpan { start, end: end + usize::from(self.high.is_some()) }
    }

    /// Forgets the text before `from`, or all of it, once this is most of the text: each byte is moved once on average.
    pub(crate) fn forget(&mut self, from: Option<usize>) {
        let mut len = from.map_or(self.text.len(), |from| from.saturating_sub(self.cursor.base));
        if len <= self.text.len() / 2 {
            return;
        }
        while !self.text.is_char_boundary(len) {
            len -= 1;
        }
        self.cursor.units_before(&self.text, self.cursor.base + len);
        self.text.drain(..len);
        self.cursor.base += len;
    }
}

/// Converts offsets in the order of the text, so that each byte is counted once.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    /// The number of bytes before the text.
    base: usize,
    bytes: usize,
    units: usize,
}

impl Cursor {
    /// The span in UTF-16 code units.
    pub(crate) fn span(&mut self, text: &str, span: Span) -> LwSpan {
        let start = self.units_before(text, span.start());
        LwSpan { start, end: self.units_before(text, span.end()) }
    }

    /// The number of code units before the byte at `offset`. Alternatives of a match lie before its end, so an offset
    /// may also be a little less than the one before.
    fn units_before(&mut self, text: &str, offset: usize) -> usize {
        let between = |from: usize, to: usize| {
            let range = from.saturating_sub(self.base)..to.saturating_sub(self.base);
            units(text.as_bytes().get(range).unwrap_or_default())
        };
        if offset >= self.bytes {
            self.units += between(self.bytes, offset);
        } else {
            self.units -= between(offset, self.bytes);
        }
        self.bytes = offset;
        self.units
    }
}

/// The characters of `units`, with U+FFFD for each lone surrogate.
fn chars(units: impl Iterator<Item = u16>) -> impl Iterator<Item = char> {
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}'))
}

/// Adds the text of `units` to `to`.
fn decode(units: &[u16], to: &mut String) {
    to.reserve(units.len());
    let mut rest = units;
    while !rest.is_empty() {
        // Runs of ASCII are most of the text of markup and of European languages.
        let ascii = rest.iter().position(|&unit| unit >= 0x80).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(ascii).unwrap_or((rest, &[]));
        #[expect(clippy::cast_possible_truncation, reason = "the units are ASCII")]
        to.extend(run.iter().map(|&unit| char::from(unit as u8)));
        let other = after.iter().position(|&unit| unit < 0x80).unwrap_or(after.len());
        let (run, after) = after.split_at_checked(other).unwrap_or((after, &[]));
        to.extend(chars(run.iter().copied()));
        rest = after;
    }
}

/// The number of UTF-16 code units of whole characters: one for each character, and one more for each of four bytes.
fn units(bytes: &[u8]) -> usize {
    let of = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    bytes.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::Wide;

    #[test]
    #[cfg_attr(miri, ignore = "it takes long, and calls no unsafe code")]
    fn text_that_is_not_needed_is_forgotten() {
        let mut wide = Wide::default();
        for pushed in 1..=1_000 {
            wide.push(&[0x5B57; 100]);
            wide.forget(Some(300 * pushed - 60));
            assert!(wide.text.len() <= 2 * 300, "{}", wide.text.len());
        }
        assert_eq!(wide.rest(Some(300_000 - 59)).start, 100_000 - 20);
    }
}
