//! The input text and the results of conversions.

use std::borrow::Cow;

use linkwright::rewrite::LinkEdit;

/// Decodes `bytes` as UTF-8, with U+FFFD for invalid bytes.
///
/// The bytes are validated first, because validation reads several bytes at a time, while the lossy conversion reads
/// them one by one.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The result of a conversion.
#[derive(Debug, Default)]
pub(crate) struct Converted<'i> {
    pub(crate) output: Cow<'i, [u8]>,
    /// The edits of the output, and those that were refused, if the linkers keep the text.
    pub(crate) edits: Vec<LinkEdit>,
    /// Messages about what could not be done. Each message begins with a position (`:3:1: ...`), so that the caller can write the
    /// name of the input before it.
    pub(crate) complaints: Vec<String>,
    /// Whether one of them is a failure: something other than encrypted content, which nobody could read.
    pub(crate) has_failed: bool,
}
