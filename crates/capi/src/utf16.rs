//! Texts in UTF-16: the same text in UTF-8, and offsets of the former from those of the latter.

use linkwright::Span;

use crate::matched::LwSpan;

/// Sets `to` to the text of `units`. Each lone surrogate becomes one U+FFFD, which is one unit as well, so no offset
/// changes.
pub(crate) fn decode(units: &[u16], to: &mut String) {
    to.clear();
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
        to.extend(char::decode_utf16(run.iter().copied()).map(|c| c.unwrap_or('\u{FFFD}')));
        rest = after;
    }
}

/// Converts offsets in the order of the text, so that each byte is counted once.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    text: String,
    bytes: usize,
    units: usize,
}

impl Cursor {
    /// The memory of the text, to be filled; the cursor is set to its beginning.
    pub(crate) fn restart(&mut self) -> &mut String {
        (self.bytes, self.units) = (0, 0);
        &mut self.text
    }

    /// The text in UTF-8.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The span in UTF-16 code units.
    pub(crate) fn span(&mut self, span: Span) -> LwSpan {
        LwSpan { start: self.units_before(span.start()), end: self.units_before(span.end()) }
    }

    /// The number of code units before the byte at `offset`. Alternatives of a match lie before its end, so an offset
    /// may also be a little less than the one before.
    fn units_before(&mut self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        if offset >= self.bytes {
            self.units += units(bytes.get(self.bytes..offset).unwrap_or_default());
        } else {
            self.units -= units(bytes.get(offset..self.bytes).unwrap_or_default());
        }
        self.bytes = offset;
        self.units
    }
}

/// The number of UTF-16 code units of whole characters: one for each character, and one more for each of four bytes.
fn units(bytes: &[u8]) -> usize {
    let of = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    bytes.iter().map(of).sum()
}
