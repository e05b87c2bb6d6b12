//! Where a document, or a window of one, begins in its text.

use crate::model::CodeUnits;

/// Where a window begins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// In the decoded text.
    pub(crate) offset: usize,
    /// Before its encoding was undone.
    pub(crate) raw: usize,
    /// How many lines are before it.
    pub(crate) lines: usize,
}

impl Start {
    /// At an offset of a text that is not decoded.
    pub(crate) const fn at(offset: usize) -> Start {
        Start { offset, raw: offset, lines: 0 }
    }

    /// After a byte-order mark of these lengths, in UTF-8 and as it came.
    pub(crate) const fn after_mark((offset, raw): (usize, usize)) -> Start {
        Start { offset, raw, lines: 0 }
    }

    /// After `text` with so many lines.
    pub(crate) fn after(self, text: &[u8], lines: usize, code_units: CodeUnits) -> Start {
        Start {
            offset: self.offset + text.len(),
            raw: self.raw + code_units.len_of(text),
            lines: self.lines + lines,
        }
    }
}
