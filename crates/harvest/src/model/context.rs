//! The text around a link.

use std::borrow::Cow;

use linkwright::Span;

use super::located::Context;

/// Returns the text around `span`: up to `chars` characters on each side.
pub(crate) fn around(text: &[u8], span: Span, chars: usize) -> Context<'_> {
    Context { before: before(text, span.start(), chars), after: after(text, span.end(), chars) }
}

/// The last `chars` characters before `at`.
fn before(text: &[u8], at: usize, chars: usize) -> Cow<'_, str> {
    let text = text.get(..at.min(text.len())).unwrap_or_default();
    let starts = text.iter().enumerate().rev().filter(|(_, byte)| is_first(**byte));
    let start = match starts.map(|(start, _)| start).nth(chars.saturating_sub(1)) {
        Some(start) if chars > 0 => start,
        None if chars > 0 => 0,
        _ => text.len(),
    };
    String::from_utf8_lossy(text.get(start..).unwrap_or_default())
}

/// The first `chars` characters from `at` on.
fn after(text: &[u8], at: usize, chars: usize) -> Cow<'_, str> {
    let text = text.get(at..).unwrap_or_default();
    let starts = text.iter().enumerate().filter(|(_, byte)| is_first(**byte));
    let end = starts.map(|(start, _)| start).nth(chars).unwrap_or(text.len());
    String::from_utf8_lossy(text.get(..end).unwrap_or_default())
}

/// Whether `byte` is the first byte of a character. Each byte of invalid UTF-8 may count as one character.
const fn is_first(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// The greatest number of bytes that `chars` characters can take.
pub(crate) const fn reach(chars: usize) -> usize {
    chars.saturating_mul(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_instead_of_bytes() {
        let text = "äöü http://a ß→x".as_bytes();
        let context = around(text, Span::new(7, 15), 3);
        assert_eq!((&*context.before, &*context.after), ("öü ", " ß→"));
        let context = around(text, Span::new(7, 15), 0);
        assert_eq!((&*context.before, &*context.after), ("", ""));
        let context = around(text, Span::new(7, 15), 99);
        assert_eq!((&*context.before, &*context.after), ("äöü ", " ß→x"));
    }
}
