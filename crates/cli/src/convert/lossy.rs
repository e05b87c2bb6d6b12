//! Bytes as text.

use std::borrow::Cow;

/// `bytes` as text, with U+FFFD for bytes that are not UTF-8.
///
/// Valid text is tested first, several bytes at a time; the repair works byte by byte.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
