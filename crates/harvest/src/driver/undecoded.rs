//! Converts the offsets of a decoded document to offsets of its encoded bytes.

use core::cell::Cell;

use linkwright::Span;

use super::start::Start;
use crate::encoding::{Charset, WayBack};
use crate::model::{CodeUnits, Located, NoBytes, Raw};

/// The encoded bytes of a document that was decoded as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Encoded<'d> {
    pub(crate) bytes: &'d [u8],
    pub(crate) charset: Charset,
}

/// Counts the encoded bytes of the characters between one offset and the next. Links come in order,
/// so each character is counted about once.
struct Count {
    code_units: CodeUnits,
    /// The last converted offset, in the decoded and in the encoded text.
    last: Cell<(usize, usize)>,
}

impl Count {
    const fn new(code_units: CodeUnits, start: Start) -> Count {
        Count { code_units, last: Cell::new((start.offset, start.raw)) }
    }

    /// The encoded span of `piece`. `text` is a part of the decoded text that begins at the offset
    /// `start` and includes the last converted offset and `piece`.
    fn raw(&self, piece: Span, text: &[u8], start: usize) -> Span {
        let begin = self.offset(piece.start(), text, start);
        Span::new(begin, self.offset(piece.end(), text, start))
    }

    fn offset(&self, at: usize, text: &[u8], start: usize) -> usize {
        let (last, raw) = self.last.get();
        let between = |from: usize, to: usize| {
            let text = text.get(from.saturating_sub(start)..to.saturating_sub(start));
            self.code_units.len_of(text.unwrap_or_default())
        };
        let raw = if at >= last {
            raw + between(last, at)
        } else {
            raw.saturating_sub(between(at, last))
        };
        self.last.set((at, raw));
        raw
    }
}

/// Converts offsets of a document that is in memory.
pub(super) struct Undecoded<'d> {
    text: &'d [u8],
    code_units: CodeUnits,
    start: Start,
    count: Count,
    /// `Some` for encodings in which the characters do not determine the number of bytes, if the
    /// encoded bytes are in memory.
    encoded: Option<Box<(Encoded<'d>, WayBack<'d>)>>,
}

impl<'d> Undecoded<'d> {
    /// The converter for `text`, which begins at `start`.
    pub(super) fn new(
        text: &'d [u8],
        code_units: CodeUnits,
        start: Start,
        encoded: Option<&Encoded<'d>>,
    ) -> Undecoded<'d> {
        let encoded = encoded.filter(|_| code_units == CodeUnits::Unknown);
        let encoded = encoded.map(|one| Box::new((*one, WayBack::new(one.bytes, one.charset))));
        Undecoded { text, code_units, start, count: Count::new(code_units, start), encoded }
    }

    /// The spans of the pieces of a link in the encoded text.
    pub(super) fn raw(&mut self, located: &Located<'_>) -> Raw {
        match self.code_units {
            CodeUnits::Utf8 => Raw::Same,
            CodeUnits::Unknown => {
                let pieces = self.decode_again(&located.pieces());
                pieces.map_or(Raw::Nowhere(NoBytes::Encoding), Raw::At)
            }
            _ => {
                let pieces = located.pieces();
                let place = |piece: &Span| self.count.raw(*piece, self.text, self.start.offset);
                Raw::At(pieces.iter().map(place).collect())
            }
        }
    }

    /// The encoded spans of `pieces`, if the bytes at these spans decode to the text of the pieces.
    fn decode_again(&mut self, pieces: &[Span]) -> Option<Vec<Span>> {
        let (encoded, way) = &mut **self.encoded.as_mut()?;
        let (mut raw, mut bytes, mut text) = (Vec::new(), Vec::new(), Vec::new());
        for piece in pieces {
            let start = piece.start().checked_sub(self.start.offset)?;
            let end = piece.end().checked_sub(self.start.offset)?;
            let place = Span::new(way.offset(start)?, way.offset(end)?);
            text.extend_from_slice(Span::new(start, end).of(self.text));
            bytes.extend_from_slice(place.of(encoded.bytes));
            raw.push(place);
        }
        (encoded.charset.decode(&bytes).0 == text).then_some(raw)
    }
}

/// Converts offsets of a text that is read in pieces.
pub(super) struct UndecodedStream {
    code_units: CodeUnits,
    /// The last part of the text, and its offset.
    kept: Vec<u8>,
    offset: usize,
    count: Count,
}

impl UndecodedStream {
    /// The converter for a text that begins at `start`; `None` if the text was not decoded.
    pub(super) fn new(code_units: CodeUnits, start: Start) -> Option<UndecodedStream> {
        let count = Count::new(code_units, start);
        let stream = UndecodedStream { code_units, kept: Vec::new(), offset: start.offset, count };
        (code_units != CodeUnits::Utf8).then_some(stream)
    }

    pub(super) fn push(&mut self, text: &[u8]) {
        if self.code_units != CodeUnits::Unknown {
            self.kept.extend_from_slice(text);
        }
    }

    /// Drops the text before `offset`, which no later call needs.
    pub(super) fn release(&mut self, offset: usize) {
        let len = offset.saturating_sub(self.offset).min(self.kept.len());
        // The bytes are moved only when half of them are dropped, so each byte is moved about once.
        if len > self.kept.len() / 2 {
            self.count.offset(self.offset + len, &self.kept, self.offset);
            self.offset += len;
            self.kept.drain(..len);
        }
    }

    /// The spans of the pieces of a link in the encoded text.
    pub(super) fn raw(&self, located: &Located<'_>) -> Raw {
        if self.code_units == CodeUnits::Unknown {
            return Raw::Nowhere(NoBytes::Encoding);
        }
        let place = |piece: &Span| self.count.raw(*piece, &self.kept, self.offset);
        Raw::At(located.pieces().iter().map(place).collect())
    }
}
