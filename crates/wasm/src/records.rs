//! The results of a call: a table of numbers, and a text.

use linkwright::find::{Delimiter, MatchKind, rules};
use linkwright::options::OptionError;
use linkwright::{Match, Span};

use crate::FAILED;
use crate::units::Units;

/// The two buffers. They are used again for each call.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) numbers: Vec<u32>,
    pub(crate) text: String,
}

/// Buffers up to this size are kept for the next call.
const KEPT: usize = 64 * 1024;

/// The bits that say which optional parts a record has, in their order.
mod part {
    pub(super) const URI: u32 = 1;
    pub(super) const PIECES: u32 = 2;
    pub(super) const RULES: u32 = 4;
    pub(super) const ALTERNATES: u32 = 8;
    pub(super) const UNWRAPPED: u32 = 16;
}

impl Records {
    pub(crate) fn clear(&mut self) {
        if self.numbers.capacity() > KEPT || self.text.capacity() > KEPT {
            *self = Records::default();
        }
        self.numbers.clear();
        self.text.clear();
    }

    /// The addresses and lengths of both buffers.
    pub(crate) fn parts(&self) -> [usize; 4] {
        let Records { numbers, text } = self;
        [numbers.as_ptr().addr(), numbers.len(), text.as_ptr().addr(), text.len()]
    }

    pub(crate) fn refuse(&mut self, refused: &OptionError) -> i32 {
        self.text = format!("{}\0{refused}", refused.option());
        FAILED
    }

    /// Adds the record of a match:
    ///
    /// start, end, parts | kind << 8 | delimiter << 16 | confidence << 24, flags (two numbers), then the parts:
    /// - URI: its length in the text; a match without this part is its own URI
    /// - pieces: their number n, n spans, n - 1 joins of three numbers: the gap, reason | confidence << 8
    /// - rules: their number, and their indices
    /// - alternates: their number, and for each: the length of the URI and of the text, reason | confidence << 8 (255 if
    ///   unknown), the number of pieces, and their spans
    /// - unwrapped: the length of the URI in the text
    pub(crate) fn add(&mut self, found: &Match<'_>, text: &str, units: &mut Units) {
        let uri = found.uri();
        let uri = uri.as_str();
        let pieces = found.pieces();
        let alternates = found.alternates();
        let flags = found.flags();
        let bits = if flags.is_empty() { 0 } else { flags.bits() };
        let unwrapped = found.unwrapped();
        let mut parts = 0;
        for (has, part) in [
            (pieces.len() > 1 || uri != found.text(), part::URI),
            (pieces.len() > 1, part::PIECES),
            (!found.rules().is_empty(), part::RULES),
            (!alternates.is_empty(), part::ALTERNATES),
            (unwrapped.is_some(), part::UNWRAPPED),
        ] {
            parts |= if has { part } else { 0 };
        }
        let [start, end] = units.span(text, found.span());
        let kinds = parts
            | number_of(MatchKind::ALL, found.kind()) << 8
            | number_of(Delimiter::ALL, found.delimiter()) << 16
            | u32::from(found.confidence()) << 24;
        #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
        self.numbers.extend([start, end, kinds, bits as u32, (bits >> 32) as u32]);
        if parts & part::URI != 0 {
            self.put_text(uri);
        }
        if parts & part::PIECES != 0 {
            self.put_pieces(pieces, text, units);
            for join in found.joins() {
                let [start, end] = units.span(text, join.gap());
                let reason = number_of(linkwright::find::JoinReason::ALL, join.reason());
                self.numbers.extend([start, end, reason | u32::from(join.confidence()) << 8]);
            }
        }
        if parts & part::RULES != 0 {
            let count = self.numbers.len();
            self.numbers.push(0);
            let indices =
                (0..).zip(rules()).filter(|(_, rule)| found.rules().contains(rule.name()));
            self.numbers.extend(indices.map(|(index, _)| index));
            let added = length(self.numbers.len() - count - 1);
            if let Some(count) = self.numbers.get_mut(count) {
                *count = added;
            }
        }
        if parts & part::ALTERNATES != 0 {
            self.numbers.push(length(alternates.len()));
            for other in alternates {
                self.put_text(other.uri().as_str());
                self.put_text(other.text());
                let why = number_of(linkwright::find::AlternateReason::ALL, other.why());
                self.numbers.push(why | u32::from(other.confidence().unwrap_or(255)) << 8);
                self.put_pieces(other.pieces(), text, units);
            }
        }
        if let Some(unwrapped) = unwrapped {
            self.put_text(unwrapped.as_str());
        }
    }

    fn put_text(&mut self, text: &str) {
        // The URIs of alternates may be IRIs in their text, whose length JavaScript counts in its own units.
        let units = text.encode_utf16().count();
        self.numbers.push(length(units));
        self.text.push_str(text);
    }

    fn put_pieces(&mut self, pieces: &[Span], text: &str, units: &mut Units) {
        self.numbers.push(length(pieces.len()));
        for &piece in pieces {
            self.numbers.extend(units.span(text, piece));
        }
    }
}

/// The first `len` bytes of the input buffer, which the caller has written; they are UTF-8.
pub(crate) fn text(input: &[u8], len: usize) -> &str {
    let bytes = input.get(..len).unwrap_or_default();
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => bytes
            .get(..error.valid_up_to())
            .and_then(|bytes| core::str::from_utf8(bytes).ok())
            .unwrap_or_default(),
    }
}

fn number_of<T: Copy + PartialEq>(all: &[T], one: T) -> u32 {
    length(all.iter().position(|&other| other == one).unwrap_or_default())
}

fn length(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
