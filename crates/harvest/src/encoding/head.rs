//! The beginning of a text, by which its format and its encoding are told.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::BOM;
use super::detect::utf16;
use crate::signature;
use crate::trouble::TroubleKind;

/// How much of a text is looked at.
const LEN: usize = 16 * 1024;

/// Among how many bytes those are counted that texts do not have.
const ODD: usize = 512;

/// The first bytes of a text, as they came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'h> {
    bytes: &'h [u8],
    /// ASCII without a NUL, as nearly everything is: what asks for more than that need not look.
    is_plain: bool,
}

impl<'h> Head<'h> {
    /// How many bytes of a text it wants.
    pub(crate) const LEN: usize = LEN;

    /// The head of a text that begins so.
    pub(crate) fn of(text: &'h [u8]) -> Head<'h> {
        let bytes = text.get(..LEN).unwrap_or(text);
        Head { bytes, is_plain: bytes.is_ascii() && memchr::memchr(0, bytes).is_none() }
    }

    pub(crate) const fn bytes(self) -> &'h [u8] {
        self.bytes
    }

    pub(super) const fn is_plain(self) -> bool {
        self.is_plain
    }

    /// Whether that is all there is.
    pub(super) const fn is_whole(self) -> bool {
        self.bytes.len() < LEN
    }

    /// The same in what is closest to UTF-8, for who wants to tell the format.
    pub(crate) fn text(self) -> Cow<'h, [u8]> {
        if self.is_plain {
            return Cow::Borrowed(self.bytes);
        }
        let encoding = Encoding::for_bom(self.bytes).map(|(encoding, _)| encoding);
        let to_unit = match encoding.or_else(|| utf16(self)) {
            Some(encoding) if encoding == UTF_16LE => u16::from_le_bytes,
            Some(encoding) if encoding == UTF_16BE => u16::from_be_bytes,
            _ => return Cow::Borrowed(self.bytes.strip_prefix(BOM).unwrap_or(self.bytes)),
        };
        let units = self.bytes.as_chunks().0.iter().map(|pair| to_unit(*pair));
        let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        let text: String = chars.collect();
        Cow::Owned(text.trim_start_matches('\u{FEFF}').as_bytes().to_vec())
    }

    /// The length in UTF-8 of the byte-order mark of `encoding`; 0 without a mark, or if it is the
    /// mark of another one.
    pub(crate) fn mark(self, encoding: &'static Encoding) -> usize {
        let marked = Encoding::for_bom(self.bytes);
        if marked.is_some_and(|(marked, _)| marked == encoding) { BOM.len() } else { 0 }
    }

    /// The data that begins so, in words, and its kind; `None` for text.
    ///
    /// Data has the signature of a format that is not read, or it is not ASCII or has a NUL, and more
    /// than one in ten of its first bytes is a control character that texts do not have. A few NULs
    /// do not make a file binary: carelessly merged lists have them.
    pub(crate) fn data(self) -> Option<(&'static str, TroubleKind)> {
        let generic = ("binary data", TroubleKind::Binary);
        signature::of(self.bytes).or_else(|| self.has_controls().then_some(generic))
    }

    fn has_controls(self) -> bool {
        if self.is_plain || Encoding::for_bom(self.bytes).is_some() || utf16(self).is_some() {
            return false;
        }
        let first = self.bytes.get(..ODD).unwrap_or(self.bytes);
        count_odd(first) * 10 > first.len()
    }
}

/// How many bytes are control characters that texts do not have. They are counted in bytes, many of
/// which fit into a register: every text that is not ASCII comes here.
fn count_odd(bytes: &[u8]) -> usize {
    let is_odd = |byte: u8| matches!(byte, 0..=6 | 14..=26 | 28..=31 | 127);
    let count = |bytes: &[u8]| bytes.iter().fold(0_u8, |odd, byte| odd + u8::from(is_odd(*byte)));
    bytes.chunks(128).map(count).map(usize::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_no_text() {
        let is_binary = |text: &[u8]| Head::of(text).data().is_some();
        assert!(is_binary(b"\x89PNG\r\n\x1A\n"));
        assert!(is_binary(&[1, 2, 3, 0, 0, b'a', b'b']));
        assert!(!is_binary(b"http://a.example\0http://b.example\n"));
        assert!(!is_binary("Übermut\x1B[0m".as_bytes()));
        assert!(!is_binary(b""));
    }
}
