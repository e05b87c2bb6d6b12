//! Recognizes data that is not searched, whether its format is known or not.

use std::borrow::Cow;

use super::format::Format;
use super::{encrypted, signature};
use crate::encoding::Head;
use crate::model::DiagnosticKind;

/// How many bytes are examined for control characters.
const SAMPLE: usize = 4096;

/// The shortest run of NULs that counts as padding. Tables of numbers have shorter runs.
const PADDING: usize = 16;

/// The description of the content if it is not text: `a PNG picture`, `zip data`, `binary data`. `None` for text of any
/// format, including messages and mailboxes.
///
/// `head` is the beginning of the content. At most 16 KiB of it are examined.
///
/// ```
/// use linkwright_harvest::data_name;
///
/// assert_eq!(data_name(b"PK\x03\x04...").as_deref(), Some("zip data"));
/// assert_eq!(data_name(b"GIF89a...").as_deref(), Some("a GIF picture"));
/// assert_eq!(data_name(b"see http://a.example/"), None);
/// ```
pub fn data_name(head: &[u8]) -> Option<String> {
    let format = Format::of("", None, &[], head);
    if format.is_pdf() {
        return Some("a PDF document".to_owned());
    }
    if format.is_container() {
        return Some(format!("{format} data"));
    }
    let encrypted_text = encrypted::text(head).is_some();
    left_out(head, "").filter(|_| !encrypted_text).map(|(name, _)| name.to_owned())
}

/// The description of data that will be left out, and the kind of its diagnostic, both determined from the name and the
/// beginning of the data; `None` for a document that will be read.
pub(crate) fn left_out(head: &[u8], name: &str) -> Option<(&'static str, DiagnosticKind)> {
    data(Head::of(head), name).filter(|_| Format::of("", None, &[], head) == Format::Text)
}

/// The description of data that is not text, and the kind of its diagnostic, both determined from the name and the
/// beginning of the data; `None` for text that can be read.
///
/// Encrypted data is recognized even if it is written as text. Other data is recognized by the signature of a format
/// that is not read, or by control characters that do not occur in texts: more than one byte in ten in UTF-8, or more
/// than one byte in forty in other encodings. In random, compressed and encrypted data, about one byte in ten is such a
/// character, and texts in legacy encodings have none. ASCII without a NUL is always text.
///
/// Runs of NULs are not counted: logs are padded with them, before and after their text. A few single NULs do not make
/// UTF-8 binary: they occur, for example, in lists whose entries end with NULs.
pub(crate) fn data(head: Head<'_>, name: &str) -> Option<(&'static str, DiagnosticKind)> {
    let bytes = head.bytes();
    let encrypted = || encrypted::bytes(bytes).or_else(|| encrypted::text(bytes));
    let generic = || {
        let by_name = signature::of_name(name, bytes);
        has_controls(head).then(|| by_name.unwrap_or(("binary data", DiagnosticKind::Binary)))
    };
    signature::of(bytes)
        .or_else(|| Some((encrypted()?, DiagnosticKind::Encrypted)))
        .or_else(generic)
}

fn has_controls(head: Head<'_>) -> bool {
    if head.is_plain() || head.is_marked_or_wide() {
        return false;
    }
    let sample = without_padding(head.bytes());
    let share = if Head::of(&sample).is_utf8() { 10 } else { 40 };
    count_odd(&sample) * share > sample.len()
}

/// The first `SAMPLE` bytes that are not padding.
fn without_padding(bytes: &[u8]) -> Cow<'_, [u8]> {
    let first = bytes.get(..SAMPLE).unwrap_or(bytes);
    if memchr::memmem::find(bytes, &[0; PADDING]).is_none() {
        return Cow::Borrowed(first);
    }
    let runs = bytes.chunk_by(|a, b| (*a == 0) == (*b == 0));
    let texts = runs.filter(|run| run.first() != Some(&0) || run.len() < PADDING);
    Cow::Owned(texts.flatten().take(SAMPLE).copied().collect())
}

/// The number of control characters that do not occur in texts. The count of a short piece fits into a byte, so the
/// compiler can add many counts in one register. This function is called for every text that is not ASCII, so its speed
/// matters.
fn count_odd(bytes: &[u8]) -> usize {
    let is_odd = |byte: u8| matches!(byte, 0..=6 | 14..=26 | 28..=31 | 127);
    let count = |bytes: &[u8]| bytes.iter().fold(0_u8, |odd, byte| odd + u8::from(is_odd(*byte)));
    bytes.chunks(128).map(count).map(usize::from).sum()
}

#[cfg(test)]
mod tests;
