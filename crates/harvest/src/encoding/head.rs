//! The beginning of a text, from which its format and its encoding are detected.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use super::charset;
use super::wide;

/// The number of bytes that are examined.
const LEN: usize = 16 * 1024;

/// The byte-order mark in UTF-8.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The first bytes of a text, not decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'h> {
    bytes: &'h [u8],
    /// Whether the bytes are ASCII without a NUL, as in most texts. For such a text, most tests are skipped.
    is_plain: bool,
}

impl<'h> Head<'h> {
    /// The maximum length of a head, in bytes.
    pub(crate) const LEN: usize = LEN;

    /// The head of `text`.
    pub(crate) fn of(text: &'h [u8]) -> Head<'h> {
        let bytes = text.get(..LEN).unwrap_or(text);
        Head { bytes, is_plain: bytes.is_ascii() && memchr::memchr(0, bytes).is_none() }
    }

    pub(crate) const fn bytes(self) -> &'h [u8] {
        self.bytes
    }

    /// Whether the head is ASCII without a NUL.
    pub(crate) const fn is_plain(self) -> bool {
        self.is_plain
    }

    /// Whether the head is the whole text.
    pub(super) const fn is_whole(self) -> bool {
        self.bytes.len() < LEN
    }

    /// The bytes from which the format is detected. UTF-16 is converted to UTF-8. Other encodings
    /// are not converted, but a byte-order mark of UTF-8 is removed.
    pub(crate) fn text(self) -> Cow<'h, [u8]> {
        match self.not_ascii_based() {
            Some(encoding) => {
                Cow::Owned(encoding.decode_with_bom_removal(self.bytes).0.into_owned().into_bytes())
            }
            None => Cow::Borrowed(self.bytes.strip_prefix(BOM).unwrap_or(self.bytes)),
        }
    }

    /// The length of the byte-order mark of `encoding` after conversion to UTF-8, and its length in the text. Both are 0
    /// if the text does not begin with that mark.
    pub(crate) fn mark(self, encoding: &'static Encoding) -> (usize, usize) {
        if self.charset_of_mark() == Some(encoding) {
            (BOM.len(), charset::code_units(Some(encoding)).mark())
        } else {
            (0, 0)
        }
    }

    /// Whether a text is UTF-8, or has more valid multi-byte sequences than invalid ones. Greek with a few stray bytes
    /// is therefore UTF-8, but ASCII with a few stray bytes is not. An incomplete character at the end of the head is
    /// not counted.
    pub(crate) fn is_utf8(self) -> bool {
        if self.is_plain {
            return true;
        }
        let head = self.bytes;
        // Nearly every text is valid UTF-8, and `utf8_valid_up_to` is much faster than the loop below.
        let valid = Encoding::utf8_valid_up_to(head);
        let rest = head.get(valid..).unwrap_or_default();
        if str::from_utf8(rest).map_or_else(|error| error.error_len().is_none(), |_| true) {
            return true;
        }
        let (mut valid, mut invalid) = (0_usize, 0_usize);
        let mut rest = head.len();
        for chunk in head.utf8_chunks() {
            rest -= chunk.valid().len() + chunk.invalid().len();
            // The first bytes of sequences of at least two bytes.
            valid += chunk.valid().bytes().filter(|byte| byte & 0xC0 == 0xC0).count();
            invalid += usize::from(!chunk.invalid().is_empty() && rest > 0);
        }
        invalid == 0 || valid > invalid
    }

    /// The encoding of the byte-order mark.
    pub(super) fn charset_of_mark(self) -> Option<&'static Encoding> {
        charset::of_mark(self.bytes)
    }

    /// Whether the head has a byte-order mark, or is in UTF-16. The bytes of such texts look like
    /// binary data.
    pub(crate) fn is_marked_or_wide(self) -> bool {
        self.charset_of_mark().is_some() || self.not_ascii_based().is_some()
    }

    /// The encoding of a text in UTF-16, which is detected from the byte-order mark or from the other bytes. `None` for all other encodings.
    pub(super) fn not_ascii_based(self) -> Option<&'static Encoding> {
        if self.is_plain {
            return None;
        }
        match self.charset_of_mark() {
            Some(encoding) => Some(encoding).filter(|encoding| *encoding != UTF_8),
            None => wide::detect(self.bytes),
        }
    }
}
