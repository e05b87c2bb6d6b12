//! The position at which the text of a document, or a window of the text, begins.

use crate::model::CodeUnits;

/// The position at which a window begins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// The offset in the decoded text.
    pub(crate) offset: usize,
    /// The offset in the encoded text.
    pub(crate) raw: usize,
    /// The number of lines before this position.
    pub(crate) lines: usize,
}

impl Start {
    /// The position at an offset of a text that is not decoded.
    pub(crate) const fn at(offset: usize) -> Start {
        Start { offset, raw: offset, lines: 0 }
    }

    /// The position after a byte-order mark, from its lengths in UTF-8 and in the encoded text.
    pub(crate) const fn after_mark((offset, raw): (usize, usize)) -> Start {
        Start { offset, raw, lines: 0 }
    }

    /// The position after `text`, which begins at this position and has `lines` line breaks.
    pub(crate) fn after(self, text: &[u8], lines: usize, code_units: CodeUnits) -> Start {
        Start {
            offset: self.offset + text.len(),
            raw: self.raw + code_units.len_of(text),
            lines: self.lines + lines,
        }
    }
}
