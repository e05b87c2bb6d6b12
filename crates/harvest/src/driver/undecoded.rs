//! Converts the offsets of a decoded document to offsets of its encoded bytes.

use encoding_rs::Encoding;
use linkwright::Span;

use super::start::Start;
use crate::encoding::{self, WayBack};
use crate::model::{CodeUnits, Located, NoBytes, Raw};

/// The encoded bytes of a document that was decoded as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Encoded<'d> {
    pub(crate) bytes: &'d [u8],
    pub(crate) encoding: &'static Encoding,
}

/// Converts the offsets of a text, or of a part of it that is in memory. Links come in order, so each character is counted
/// about once.
pub(super) struct Undecoded<'d> {
    code_units: CodeUnits,
    /// The last converted offset, in the decoded and in the encoded text.
    last: (usize, usize),
    /// `Some` for encodings in which the characters do not determine the number of bytes, if the
    /// encoded bytes are in memory.
    encoded: Option<Box<(Encoded<'d>, WayBack<'d>)>>,
}

impl<'d> Undecoded<'d> {
    /// The converter for a text that begins at `start`. `encoded` are the bytes of all of it.
    pub(super) fn new(
        encoding: Option<&'static Encoding>,
        start: Start,
        encoded: Option<Encoded<'d>>,
    ) -> Undecoded<'d> {
        let code_units = encoding::code_units(encoding);
        let encoded = encoded.filter(|_| code_units == CodeUnits::Unknown);
        let encoded = encoded.map(|one| Box::new((one, WayBack::new(one.bytes, one.encoding))));
        Undecoded { code_units, last: (start.offset, start.raw), encoded }
    }

    /// Whether [`raw`](Undecoded::raw) needs the text.
    pub(super) fn needs_text(&self) -> bool {
        !matches!(self.code_units, CodeUnits::Utf8 | CodeUnits::Unknown)
    }

    /// The spans of the pieces of a link in the encoded text. `text` is a part of the decoded text that begins at the
    /// offset `start` and includes the last converted offset and the pieces.
    pub(super) fn raw(&mut self, located: &Located<'_>, text: &[u8], start: usize) -> Raw {
        match self.code_units {
            CodeUnits::Utf8 => Raw::Same,
            CodeUnits::Unknown => {
                let pieces = self.decode_again(&located.pieces(), text, start);
                pieces.map_or(Raw::Nowhere(NoBytes::Encoding), Raw::At)
            }
            _ => {
                let place = |piece: &Span| {
                    let begin = self.offset(piece.start(), text, start);
                    Span::new(begin, self.offset(piece.end(), text, start))
                };
                Raw::At(located.pieces().iter().map(place).collect())
            }
        }
    }

    /// The offset in the encoded text of the offset `at`, with `text` as in [`raw`](Undecoded::raw).
    pub(super) fn offset(&mut self, at: usize, text: &[u8], start: usize) -> usize {
        let (last, raw) = self.last;
        let between = |from: usize, to: usize| {
            let text = text.get(from.saturating_sub(start)..to.saturating_sub(start));
            self.code_units.len_of(text.unwrap_or_default())
        };
        let raw = if at >= last {
            raw + between(last, at)
        } else {
            raw.saturating_sub(between(at, last))
        };
        self.last = (at, raw);
        raw
    }

    /// The encoded spans of `pieces`, if the bytes at these spans decode to the text of the pieces.
    fn decode_again(&mut self, pieces: &[Span], all: &[u8], start: usize) -> Option<Vec<Span>> {
        let (encoded, way) = &mut **self.encoded.as_mut()?;
        let (mut raw, mut bytes, mut text) = (Vec::new(), Vec::new(), Vec::new());
        for piece in pieces {
            let begin = piece.start().checked_sub(start)?;
            let end = piece.end().checked_sub(start)?;
            let place = Span::new(way.offset(begin)?, way.offset(end)?);
            text.extend_from_slice(Span::new(begin, end).of(all));
            bytes.extend_from_slice(place.of(encoded.bytes));
            raw.push(place);
        }
        (encoded.encoding.decode_with_bom_removal(&bytes).0.as_bytes() == text).then_some(raw)
    }
}
