//! Extracts a message from the mailbox or the file that stores it, and records the positions of its bytes.

use core::ops::Range;
use std::borrow::Cow;

use crate::model::Extents;

/// A message that was extracted from a mailbox or a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stored<'m> {
    /// The message as its author wrote it.
    pub(crate) text: Cow<'m, [u8]>,
    /// The ranges of the mailbox or file that contain the bytes of the message.
    stretches: Vec<Range<usize>>,
}

impl<'m> Stored<'m> {
    /// A message with the text `text`, whose bytes are stored without gaps from the offset `start` on.
    pub(super) fn at(text: impl Into<Cow<'m, [u8]>>, start: usize) -> Stored<'m> {
        let text = text.into();
        let end = start + text.len();
        Stored { text, stretches: core::iter::once(start..end).collect() }
    }

    /// A message that consists of `bytes`, which begins at the offset `start`. Removes each `>` that the mailbox format
    /// inserts before `From `.
    pub(super) fn unescaped(bytes: &'m [u8], start: usize) -> Stored<'m> {
        let marks = escapes(bytes);
        if marks.is_empty() {
            return Stored::at(bytes, start);
        }
        let begins = [0].into_iter().chain(marks.iter().map(|mark| mark + 1));
        let ends = marks.iter().copied().chain([bytes.len()]);
        let pieces: Vec<Range<usize>> = begins.zip(ends).map(|(begin, end)| begin..end).collect();
        let text: Vec<&[u8]> = pieces.iter().filter_map(|one| bytes.get(one.clone())).collect();
        let place = |piece: &Range<usize>| start + piece.start..start + piece.end;
        Stored { text: Cow::Owned(text.concat()), stretches: pieces.iter().map(place).collect() }
    }

    /// The offset of the message in the bytes from which it was extracted.
    pub(crate) fn start(&self) -> usize {
        self.stretches.first().map_or(0, |first| first.start)
    }

    /// The extents of the message, if the bytes from which it was extracted begin at `offset`.
    pub(crate) fn extents(&self, offset: usize) -> Extents {
        let place = |at: usize| (offset + at) as u64;
        Extents::of(self.stretches.iter().map(|one| place(one.start)..place(one.end)))
    }
}

/// The offsets of the `>` characters that the mailbox format inserted before `From `.
fn escapes(message: &[u8]) -> Vec<usize> {
    let mut marks = Vec::new();
    for at in memchr::memmem::find_iter(message, b">From ") {
        let before = message.get(..at).unwrap_or_default();
        let quotes = before.iter().rev().take_while(|byte| **byte == b'>').count();
        let line = at - quotes;
        if line == 0 || message.get(line - 1) == Some(&b'\n') {
            marks.push(line);
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_escape_is_removed_from_each_line() {
        let message = b">From a\n>>From b\nx>From c\n> From d\n";
        let stored = Stored::unescaped(message, 100);
        assert_eq!(&*stored.text, b"From a\n>From b\nx>From c\n> From d\n");
        assert_eq!(stored.extents(0).pieces(0..9), [101..108, 109..111]);
        assert_eq!(stored.start(), 100);
        assert_eq!(Stored::unescaped(b"a >From b", 3), Stored::at(&b"a >From b"[..], 3));
    }
}
