//! Fills runs of text.

use linkwright::Span;
use linkwright::rewrite::TextRun;

/// The text at `place` of `document`.
pub(super) fn source(document: &[u8], place: Span) -> TextRun<'_> {
    let mut run = TextRun::new(document);
    run.push_source(place);
    run
}

/// Appends the text at `place` of the document of `run`. `escape` receives the text from a `mark` on. It appends the
/// decoded text of the escape that the mark begins to its buffer, and returns the length of the escape. If the mark
/// begins no escape, it returns 0, and the mark is text.
pub(super) fn decode(
    run: &mut TextRun<'_>,
    place: Span,
    mark: u8,
    mut escape: impl FnMut(&[u8], &mut Vec<u8>) -> usize,
) {
    let document = run.source();
    let (mut copied, mut at, mut decoded) = (place.start(), place.start(), Vec::new());
    while let Some(found) = memchr::memchr(mark, Span::new(at, place.end()).of(document)) {
        let start = at + found;
        let len = escape(Span::new(start, place.end()).of(document), &mut decoded);
        at = start + len.max(1);
        if len > 0 {
            run.push_source(Span::new(copied, start));
            run.push_decoded(&decoded, Span::new(start, at));
            copied = at;
        }
        decoded.clear();
    }
    run.push_source(Span::new(copied, place.end()));
}

/// A run of this many bytes is searched before its end is reached, at the end of a word, to bound the memory: each escape
/// in it takes 90 bytes.
const LONG: usize = 1 << 18;

/// Whether a run is searched at the current position because it is long. A word is not divided, unless it is longer than
/// any link.
pub(super) fn is_long(run: &TextRun<'_>) -> bool {
    let (len, last) = (run.text().len(), run.text().last());
    let is_border = last.is_some_and(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control());
    len >= 2 * LONG || (len >= LONG && is_border)
}

/// Appends a character to the buffer of an escape.
pub(super) fn push_char(decoded: &mut Vec<u8>, c: char) {
    decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}
