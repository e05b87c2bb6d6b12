//! The input of a search: a text, or a part of one.

use crate::candidate::lookaround::Window;
use crate::span::Span;

/// The bytes to search and, when only a part of them is meant, which part.
///
/// Bytes are UTF-8 by convention: what is not one ends a URI and shifts no offset.
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
    /// The same, where it is known to be UTF-8: its matches need not be checked again.
    text: Option<&'h str>,
    span: Span,
}

impl<'h> Input<'h> {
    /// All of `haystack`.
    pub const fn new(haystack: &'h [u8]) -> Input<'h> {
        let span = Span::new(0, haystack.len());
        Input { haystack, text: None, span }
    }

    /// Only the bytes in `span`, as if there were no text around them; offsets stay those of the whole.
    /// A span that leaves the haystack ends with it.
    #[must_use]
    pub fn span(mut self, span: Span) -> Input<'h> {
        let end = span.end().min(self.haystack.len());
        self.span = Span::new(span.start().min(end), end);
        self
    }

    /// The bytes that are searched.
    pub(crate) fn window(&self) -> Window<'h> {
        let bytes = self.span.of(self.haystack);
        Window { bytes, text: self.text.and_then(|text| text.get(self.span.range())) }
    }

    /// Their offset in the whole.
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
