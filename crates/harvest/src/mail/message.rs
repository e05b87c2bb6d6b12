//! Recognizes messages, and removes the bytes that mail programs put around them.

use super::stored::Stored;
use super::{header, mbox};

/// Whether a file that begins with `head` is a message: its first lines are header fields, and at least two of these
/// fields are common in messages.
pub(crate) fn is_message(head: &[u8]) -> bool {
    let head = &*without_envelope(head).text;
    let mut known = 0;
    // The first line may be a separator of the mailbox from which the message was taken.
    let is_marked = head.starts_with(b">From ") || head.starts_with(b"From ");
    let lines = head.split(|byte| *byte == b'\n').skip(usize::from(is_marked)).take(100);
    for line in lines {
        let line = line.trim_ascii_end();
        if line.is_empty() || known >= 2 {
            break;
        }
        let is_folded = line.first().is_some_and(u8::is_ascii_whitespace);
        if !is_folded && !mbox::is_field(line) {
            return false;
        }
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        known += usize::from(!is_folded && header::is_common(&String::from_utf8_lossy(name)));
    }
    known >= 2
}

/// The message in a file. In an `.emlx` file, Apple Mail puts a line with the length before the message, and a property list after it; both are
/// removed.
pub(crate) fn without_envelope(file: &[u8]) -> Stored<'_> {
    let line = memchr::memchr(b'\n', file.get(..32).unwrap_or(file)).unwrap_or(0);
    let (first, rest) = file.split_at_checked(line).unwrap_or((file, &[]));
    let len = str::from_utf8(first.trim_ascii()).ok().and_then(|len| len.parse::<usize>().ok());
    let message = len.and_then(|len| rest.get(1..).map(|rest| rest.get(..len).unwrap_or(rest)));
    message.map_or(Stored::at(file, 0), |message| Stored::at(message, line + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_begins_with_a_header_of_fields() {
        assert!(is_message(b"Return-Path: <a@b>\nX-A: b\n c\nFrom: d\n\ntext"));
        assert!(is_message(b">From a Mon Sep  2 12:28:53 2002\nTo: b\nSubject: c\n"));
        assert!(!is_message(b"From: a\n\nTo: b"));
        assert!(!is_message(b"Dear all,\nFrom: a\nTo: b"));
        assert!(!is_message(b"key: value\nother: value\n"));
    }
}
