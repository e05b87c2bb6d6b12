//! Copies an input with insertions and replacements at offsets.

use std::borrow::Cow;

use crate::span::Span;

/// An input that can be spliced: a text, or bytes.
pub(crate) trait Source: ToOwned {
    /// The bytes in `span`; `None` if the span is outside the source or splits a character.
    fn part(&self, span: Span) -> Option<&Self>;
    /// The number of bytes.
    fn size(&self) -> usize;
    /// Appends `part` to `owned`.
    fn append(owned: &mut Self::Owned, part: &Self);
    /// An empty value with capacity for `size` bytes.
    fn with_room(size: usize) -> Self::Owned;
}

impl Source for str {
    fn part(&self, span: Span) -> Option<&str> {
        self.get(span.range())
    }

    fn size(&self) -> usize {
        self.len()
    }

    fn append(owned: &mut String, part: &str) {
        owned.push_str(part);
    }

    fn with_room(size: usize) -> String {
        String::with_capacity(size)
    }
}

impl Source for [u8] {
    fn part(&self, span: Span) -> Option<&[u8]> {
        self.get(span.range())
    }

    fn size(&self) -> usize {
        self.len()
    }

    fn append(owned: &mut Vec<u8>, part: &[u8]) {
        owned.extend_from_slice(part);
    }

    fn with_room(size: usize) -> Vec<u8> {
        Vec::with_capacity(size)
    }
}

/// Builds an output from an input and splices, from left to right.
///
/// Without splices the output is the borrowed input.
#[derive(Debug)]
pub(crate) struct Splicer<'s, T: Source + ?Sized> {
    source: &'s T,
    /// `None` until the first splice.
    output: Option<T::Owned>,
    /// The number of bytes of the source that were copied to the output or replaced.
    done: usize,
}

impl<'s, T: Source + ?Sized> Splicer<'s, T> {
    /// Starts with an unchanged `source`.
    pub(crate) const fn new(source: &'s T) -> Splicer<'s, T> {
        Splicer { source, output: None, done: 0 }
    }

    /// Replaces the bytes in `span` with `text`; an empty span inserts `text` before the byte at its offset. Several
    /// insertions at one position keep the order of the calls.
    ///
    /// Splices must ascend. A splice that begins before the end of the previous one, that is outside the source, or
    /// that splits a character has no effect, and the method returns false.
    pub(crate) fn replace(&mut self, span: Span, text: &T) -> bool {
        if span.start() < self.done || self.source.part(span).is_none() {
            return false;
        }
        let Some(before) = self.source.part(Span::new(self.done, span.start())) else {
            return false;
        };
        // Room for a few splices; more of them make the output reallocate.
        let size = self.source.size();
        let output = self.output.get_or_insert_with(|| T::with_room(size + size / 8 + 64));
        T::append(output, before);
        T::append(output, text);
        self.done = span.end();
        true
    }

    /// Appends the rest of the source, and returns the output.
    pub(crate) fn finish(mut self) -> Cow<'s, T> {
        let rest = self.source.part(Span::new(self.done, self.source.size()));
        match (&mut self.output, rest) {
            (Some(output), Some(rest)) => T::append(output, rest),
            (Some(_), None) => {}
            (None, _) => return Cow::Borrowed(self.source),
        }
        self.output.map_or(Cow::Borrowed(self.source), Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_splice_the_output_is_borrowed() {
        assert!(matches!(Splicer::new("abc").finish(), Cow::Borrowed("abc")));
    }

    #[test]
    fn insertions_and_replacements_are_spliced() {
        let mut splicer = Splicer::new("see http://a.example now");
        assert!(splicer.replace(Span::new(4, 4), "<") && splicer.replace(Span::new(20, 20), ">"));
        assert!(splicer.replace(Span::new(21, 24), "later"));
        assert_eq!(splicer.finish(), "see <http://a.example> later");
    }

    #[test]
    fn splices_must_ascend() {
        let mut splicer = Splicer::new(&b"abc"[..]);
        assert!(splicer.replace(Span::new(0, 0), b"<"));
        assert!(splicer.replace(Span::new(0, 2), b"xy"));
        assert!(!splicer.replace(Span::new(1, 1), b"!"), "begins before the last splice ends");
        assert!(splicer.replace(Span::new(2, 2), b">"));
        assert!(splicer.replace(Span::new(3, 3), b"."));
        assert!(!splicer.replace(Span::new(4, 4), b"!"), "begins after the end of the source");
        assert_eq!(&*splicer.finish(), b"<xy>c.");
    }

    #[test]
    fn characters_are_not_split() {
        let mut splicer = Splicer::new("é");
        assert!(!splicer.replace(Span::new(1, 1), "!"));
        assert!(splicer.replace(Span::new(2, 2), "!"));
        assert_eq!(splicer.finish(), "é!");
    }
}
