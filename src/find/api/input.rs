//! The input of a search: a text, or a part of one.

use crate::candidate::rooms::LineRoom;
use crate::span::Span;

/// The bytes to search, and optionally the part of them to which the search is limited.
///
/// Bytes are expected to be UTF-8: an invalid sequence ends a URI, and offsets include its bytes.
///
/// ```
/// use linkwright::{Finder, Span, find::Input};
///
/// let text = "http://a.example http://b.example";
/// let finder = Finder::new();
/// let input = Input::new(text.as_bytes()).span(Span::new(17, 33));
/// let found: Vec<_> = finder.find_iter(input).map(|m| m.span()).collect();
/// assert_eq!(found, [Span::new(17, 33)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h> {
    haystack: &'h [u8],
    /// The haystack as a `str`, if it is known to be UTF-8, so that the matches need not be checked again.
    text: Option<&'h str>,
    span: Span,
    pub(crate) rooms: &'h [LineRoom],
}

impl<'h> Input<'h> {
    /// All of `haystack`.
    pub const fn new(haystack: &'h [u8]) -> Input<'h> {
        let span = Span::new(0, haystack.len());
        Input { haystack, text: None, span, rooms: &[] }
    }

    /// Limits the search to the bytes in `span`, as if there were no text around them; offsets are still those of the
    /// whole haystack. A span that exceeds the haystack is shortened.
    #[must_use]
    pub fn span(mut self, span: Span) -> Input<'h> {
        let end = span.end().min(self.haystack.len());
        self.span = Span::new(span.start().min(end), end);
        self
    }

    /// Sets the room at the ends of lines, which is the empty space between the end of a line and the right edge of its
    /// column. A program that extracts text from a page can measure this room. The rooms must be in the order of their
    /// offsets, which count from the beginning of the haystack. At a line end whose room is given, the evidence for a
    /// join is based on the room and not on the lengths of the lines.
    ///
    /// ```
    /// use linkwright::{Finder, find::{Input, LineRoom}};
    ///
    /// let text = "see http://a.example/one/two/\nthree.html";
    /// let found = |fits| {
    ///     let rooms = [LineRoom { end: 29, fits }];
    ///     let finder = Finder::new();
    ///     finder.find_iter(Input::from(text).line_rooms(&rooms)).next().unwrap().uri().to_string()
    /// };
    /// // `three.` does not fit into a room of 3 bytes, so the URI may have been broken there.
    /// // It fits into a room of 10 bytes, so there was no reason to break the URI.
    /// assert_eq!(found(3), "http://a.example/one/two/three.html");
    /// assert_eq!(found(10), "http://a.example/one/two/");
    /// ```
    #[must_use]
    pub fn line_rooms(self, rooms: &'h [LineRoom]) -> Input<'h> {
        Input { rooms, ..self }
    }

    /// The text that is searched, or its bytes if it may not be UTF-8.
    #[inline]
    pub(crate) fn text(&self) -> Result<&'h str, &'h [u8]> {
        let text = self.text.and_then(|text| text.get(self.span.range()));
        text.ok_or(self.span.of(self.haystack))
    }

    /// The offset of the searched bytes in the haystack.
    pub(crate) const fn base(&self) -> usize {
        self.span.start()
    }
}

impl<'h> From<&'h str> for Input<'h> {
    fn from(text: &'h str) -> Input<'h> {
        Input { text: Some(text), ..Input::new(text.as_bytes()) }
    }
}

impl<'h> From<&'h String> for Input<'h> {
    fn from(text: &'h String) -> Input<'h> {
        Input::from(text.as_str())
    }
}

impl<'h> From<&'h [u8]> for Input<'h> {
    fn from(bytes: &'h [u8]) -> Input<'h> {
        Input::new(bytes)
    }
}

impl<'h> From<&'h Vec<u8>> for Input<'h> {
    fn from(bytes: &'h Vec<u8>) -> Input<'h> {
        Input::new(bytes)
    }
}

impl<'h, const N: usize> From<&'h [u8; N]> for Input<'h> {
    fn from(bytes: &'h [u8; N]) -> Input<'h> {
        Input::new(bytes)
    }
}
