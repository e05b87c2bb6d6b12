//! The beginning of a text, by which its format and its encoding are told.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::utf16;

/// How much of a text is looked at.
const LEN: usize = 16 * 1024;

/// The UTF-8 of the byte-order mark.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

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

    /// Whether it is ASCII without a NUL.
    pub(crate) const fn is_plain(self) -> bool {
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
        let to_unit = match encoding.or_else(|| self.utf16()) {
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

    /// Whether it has a byte-order mark or is UTF-16.
    pub(crate) fn is_unicode(self) -> bool {
        Encoding::for_bom(self.bytes).is_some() || self.utf16().is_some()
    }

    /// UTF-16 without a byte-order mark.
    pub(super) fn utf16(self) -> Option<&'static Encoding> {
        if self.is_plain { None } else { utf16::detect(self.bytes) }
    }
}
