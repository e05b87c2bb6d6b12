//! Content that is not searched: data, of a known format or of none.

use super::format::Format;
use super::signature;
use crate::encoding::Head;
use crate::model::DiagnosticKind;

/// Among how many bytes those are counted that texts do not have.
const ODD: usize = 512;

/// The content in words, if it begins as no text does: `a PNG picture`, `zip data`, `binary data`.
/// `None` for text of any format, messages and mailboxes among them.
///
/// `head` is the beginning of the content; 16 KiB of it are looked at.
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
    if format.is_container() {
        return Some(format!("{format} data"));
    }
    left_out(head).map(|(name, _)| name.to_owned())
}

/// The data that begins so and will be left out, in words, and its kind; `None` for a document.
pub(crate) fn left_out(head: &[u8]) -> Option<(&'static str, DiagnosticKind)> {
    data(Head::of(head)).filter(|_| Format::of("", None, &[], head) == Format::Text)
}

/// The data that begins so, in words, and its kind; `None` for text.
///
/// Data has the signature of a format that is not read, or it is not ASCII or has a NUL, and more
/// than one in ten of its first bytes is a control character that texts do not have. A few NULs
/// do not make a file binary: carelessly merged lists have them.
pub(crate) fn data(head: Head<'_>) -> Option<(&'static str, DiagnosticKind)> {
    let generic = ("binary data", DiagnosticKind::Binary);
    signature::of(head.bytes()).or_else(|| has_controls(head).then_some(generic))
}

fn has_controls(head: Head<'_>) -> bool {
    if head.is_plain() || head.is_unicode() {
        return false;
    }
    let first = head.bytes().get(..ODD).unwrap_or(head.bytes());
    count_odd(first) * 10 > first.len()
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
        let is_binary = |text: &[u8]| data(Head::of(text)).is_some();
        assert!(is_binary(b"\x89PNG\r\n\x1A\n"));
        assert!(is_binary(&[1, 2, 3, 0, 0, b'a', b'b']));
        assert!(!is_binary(b"http://a.example\0http://b.example\n"));
        assert!(!is_binary("Übermut\x1B[0m".as_bytes()));
        assert!(!is_binary(b""));
    }
}
