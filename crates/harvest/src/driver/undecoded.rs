//! From the offsets of a decoded document to those of its bytes.

use core::cell::Cell;

use linkwright::Span;

use super::start::Start;
use crate::encoding::{Charset, WayBack};
use crate::model::{CodeUnits, Located, NoBytes, Raw};

/// For how much of a text the length of its bytes is kept.
const BLOCK: usize = 4096;

/// The bytes of a document that was decoded at once.
#[derive(Clone, Copy)]
pub(crate) struct Encoded<'d> {
    pub(crate) bytes: &'d [u8],
    pub(crate) charset: Charset,
}

/// The way back from a document that lies in memory.
pub(super) struct Undecoded<'d> {
    text: &'d [u8],
    code_units: CodeUnits,
    start: Start,
    /// The length of the bytes up to each block.
    blocks: Vec<usize>,
    /// Where the text does not tell, if the bytes lie in memory as well.
    encoded: Option<Box<(Encoded<'d>, WayBack<'d>)>>,
}

impl<'d> Undecoded<'d> {
    /// The way back from `text`, which begins at `start`.
    pub(super) fn new(
        text: &'d [u8],
        code_units: CodeUnits,
        start: Start,
        encoded: Option<&Encoded<'d>>,
    ) -> Undecoded<'d> {
        let encoded = encoded.filter(|_| code_units == CodeUnits::Unknown);
        let encoded = encoded.map(|one| Box::new((*one, WayBack::new(one.bytes, one.charset))));
        Undecoded { text, code_units, start, blocks: Vec::new(), encoded }
    }

    /// Where the pieces of a link are.
    pub(super) fn raw(&mut self, located: &Located<'_>) -> Raw {
        match self.code_units {
            CodeUnits::Utf8 => Raw::Same,
            CodeUnits::Unknown => {
                let pieces = self.decode_again(&located.pieces());
                pieces.map_or(Raw::Nowhere(NoBytes::Encoding), Raw::At)
            }
            _ => {
                let pieces = located.pieces();
                let place =
                    |piece: &Span| Span::new(self.offset(piece.start()), self.offset(piece.end()));
                Raw::At(pieces.iter().map(place).collect())
            }
        }
    }

    fn offset(&mut self, at: usize) -> usize {
        let at = at.saturating_sub(self.start.offset);
        let block = at / BLOCK;
        while self.blocks.len() <= block {
            let last = self.blocks.last().copied();
            let before = self.blocks.len().saturating_sub(1) * BLOCK;
            let len = self.blocks.len() * BLOCK - before;
            let text = Span::new(before, before + len).of(self.text);
            let len = self.code_units.len_of(text);
            self.blocks.push(last.unwrap_or(self.start.raw) + len);
        }
        let rest = Span::new(block * BLOCK, at).of(self.text);
        self.blocks.get(block).copied().unwrap_or_default() + self.code_units.len_of(rest)
    }

    /// Where `pieces` are, if that is where their bytes are that decode to them.
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

/// The way back from a text that comes in pieces.
pub(super) struct UndecodedStream {
    code_units: CodeUnits,
    /// The last of the text, and where that begins.
    kept: Vec<u8>,
    offset: usize,
    /// The offset that was asked for last, in the text and before its encoding was undone.
    last: Cell<(usize, usize)>,
}

impl UndecodedStream {
    /// The way back from a text that begins at `start`; `None` if it was not decoded.
    pub(super) fn new(code_units: CodeUnits, start: Start) -> Option<UndecodedStream> {
        let last = Cell::new((start.offset, start.raw));
        let stream = UndecodedStream { code_units, kept: Vec::new(), offset: start.offset, last };
        (code_units != CodeUnits::Utf8).then_some(stream)
    }

    pub(super) fn push(&mut self, text: &[u8]) {
        if self.code_units != CodeUnits::Unknown {
            self.kept.extend_from_slice(text);
        }
    }

    /// Nothing before `offset` will be asked for.
    pub(super) fn release(&mut self, offset: usize) {
        let len = offset.saturating_sub(self.offset).min(self.kept.len());
        // Each byte is moved as often as it was pushed, on average.
        if len > self.kept.len() / 2 {
            self.raw_offset(self.offset + len);
            self.offset += len;
            self.kept.drain(..len);
        }
    }

    /// Counts from the last offset: matches come in their order.
    fn raw_offset(&self, at: usize) -> usize {
        let (last, raw) = self.last.get();
        let between = |start: usize, end: usize| {
            let place = start.saturating_sub(self.offset)..end.saturating_sub(self.offset);
            self.code_units.len_of(self.kept.get(place).unwrap_or_default())
        };
        let raw = if at >= last {
            raw + between(last, at)
        } else {
            raw.saturating_sub(between(at, last))
        };
        self.last.set((at, raw));
        raw
    }

    /// Where the pieces of a link are.
    pub(super) fn raw(&self, located: &Located<'_>) -> Raw {
        if self.code_units == CodeUnits::Unknown {
            return Raw::Nowhere(NoBytes::Encoding);
        }
        let place =
            |piece: &Span| Span::new(self.raw_offset(piece.start()), self.raw_offset(piece.end()));
        Raw::At(located.pieces().iter().map(place).collect())
    }
}
