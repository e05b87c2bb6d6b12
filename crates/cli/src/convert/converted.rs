//! The text that a conversion reads, and its result.

use std::borrow::Cow;

/// `bytes` as text, with U+FFFD for bytes that are not UTF-8.
///
/// The bytes are first checked for valid UTF-8, because the check reads several bytes at a time, and the replacement
/// reads them one by one.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The result of a conversion.
#[derive(Debug)]
pub(crate) struct Converted<'i> {
    pub(crate) output: Cow<'i, [u8]>,
    /// Messages about failures. Each begins with the place, to be written after the name of the input: `:3:1: ...`.
    pub(crate) complaints: Vec<String>,
}

impl Converted<'_> {
    /// The result whose output is the new text `text`.
    pub(super) fn written(text: String) -> Self {
        Converted { output: text.into_bytes().into(), complaints: Vec::new() }
    }
}

impl<'i> From<Cow<'i, [u8]>> for Converted<'i> {
    fn from(output: Cow<'i, [u8]>) -> Converted<'i> {
        Converted { output, complaints: Vec::new() }
    }
}
