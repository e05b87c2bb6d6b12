//! What a linker changes in a document.

use std::borrow::Cow;

use crate::span::Span;

/// The changes to a document that make a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEdit {
    pub(crate) span: Span,
    pub(crate) uri: String,
    pub(crate) changes: Vec<(Span, String)>,
    pub(crate) is_refused: bool,
}

impl LinkEdit {
    /// The range of the URI in the source, in bytes.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The target of the link.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The ranges of the source that are replaced, in ascending order, and the texts that replace them. An empty range
    /// means that the text is inserted before the byte at its offset.
    pub fn changes(&self) -> &[(Span, String)] {
        &self.changes
    }

    /// Whether the edit is not made, because with it the document would be parsed differently.
    pub const fn is_refused(&self) -> bool {
        self.is_refused
    }
}

/// Builds an output from an input and splices, from left to right.
///
/// Without splices the output is the borrowed input.
#[derive(Debug)]
pub(crate) struct Splicer<'s> {
    source: &'s [u8],
    /// `None` until the first splice.
    output: Option<Vec<u8>>,
    /// The number of bytes of the source that were copied to the output or replaced.
    done: usize,
}

impl<'s> Splicer<'s> {
    /// Starts with an unchanged `source`.
    pub(crate) const fn new(source: &'s [u8]) -> Splicer<'s> {
        Splicer { source, output: None, done: 0 }
    }

    /// Replaces the bytes in `span` with `text`; an empty span inserts `text` before the byte at its offset. Several
    /// insertions at one position keep the order of the calls.
    ///
    /// Splices must ascend. A splice that begins before the end of the previous one or that is outside the source has no
    /// effect.
    pub(crate) fn replace(&mut self, span: Span, text: &[u8]) {
        if span.start() < self.done || span.end() > self.source.len() {
            return;
        }
        // Room for a few splices; more of them make the output reallocate.
        let size = self.source.len();
        let output = self.output.get_or_insert_with(|| Vec::with_capacity(size + size / 8 + 64));
        output.extend_from_slice(Span::new(self.done, span.start()).of(self.source));
        output.extend_from_slice(text);
        self.done = span.end();
    }

    /// Appends the rest of the source, and returns the output.
    pub(crate) fn finish(self) -> Cow<'s, [u8]> {
        let Some(mut output) = self.output else { return Cow::Borrowed(self.source) };
        output.extend_from_slice(self.source.get(self.done..).unwrap_or_default());
        Cow::Owned(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_splice_the_output_is_borrowed() {
        assert!(matches!(Splicer::new(b"abc").finish(), Cow::Borrowed(b"abc")));
    }

    #[test]
    fn insertions_and_replacements_are_spliced() {
        let mut splicer = Splicer::new(b"see http://a.example now");
        splicer.replace(Span::new(4, 4), b"<");
        splicer.replace(Span::new(20, 20), b">");
        splicer.replace(Span::new(21, 24), b"later");
        assert_eq!(&*splicer.finish(), b"see <http://a.example> later");
    }

    #[test]
    fn splices_must_ascend() {
        let mut splicer = Splicer::new(b"abc");
        for (start, end, text) in [
            (0, 0, b"<".as_slice()),
            (0, 2, b"xy"),
            // Begins before the last splice ends.
            (1, 1, b"!"),
            (2, 2, b">"),
            (3, 3, b"."),
            // Begins after the end of the source.
            (4, 4, b"!"),
        ] {
            splicer.replace(Span::new(start, end), text);
        }
        assert_eq!(&*splicer.finish(), b"<xy>c.");
    }
}
