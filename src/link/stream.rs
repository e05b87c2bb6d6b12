//! Converts a text that arrives in chunks to markup. A part of the text is written as soon as all its links are known;
//! the rest is kept until more chunks arrive.

use core::fmt;

use super::decision::Once;
use crate::find::{Match, StreamFinder};
use crate::span::Span;

/// Writes a text as markup, from left to right.
pub(super) trait Page {
    /// The number of bytes of the text that have been written.
    fn done(&mut self) -> &mut usize;

    /// Writes a part of the text that is not in a link.
    fn text(&mut self, out: &mut impl fmt::Write, text: &str) -> fmt::Result;

    /// Writes the text up to `to`; `text` returns the text of a span.
    fn text_to<'t>(
        &mut self,
        out: &mut impl fmt::Write,
        to: usize,
        text: impl Fn(Span) -> &'t str,
    ) -> fmt::Result {
        let done = *self.done();
        if to > done {
            self.text(out, text(Span::new(done, to)))?;
            *self.done() = to;
        }
        Ok(())
    }

    /// Writes the text before `found`, then the link of `found`. `once` is the closure that the caller passed to
    /// `try_linkify`, which decides how links are written; it is `None` for other functions.
    fn link<'t>(
        &mut self,
        out: &mut impl fmt::Write,
        found: &Match<'_>,
        text: impl Fn(Span) -> &'t str + Copy,
        once: Option<&mut Once<'_>>,
    ) -> fmt::Result;

    /// Finishes the text, and prepares for the next one.
    fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result;
}

/// A [`Page`] for a text that arrives in chunks.
#[derive(Debug)]
pub(super) struct Stream<P> {
    page: P,
    finder: StreamFinder,
    /// The text that has not been written yet; it begins at the offset `done` of the page.
    kept: String,
}

/// A match can begin up to this number of bytes before the text that the finder reports as pending. The pending text may
/// begin with the `:` or `@` of a URI, so the scheme or mailbox of that URI is in the text before it.
const REACH: usize = 1024;

impl<P: Page> Stream<P> {
    /// The page, for callers that need its state, such as the colours of a terminal.
    pub(super) const fn page(&mut self) -> &mut P {
        &mut self.page
    }

    pub(super) const fn new(page: P, finder: StreamFinder) -> Stream<P> {
        Stream { page, finder, kept: String::new() }
    }

    /// Receives the next chunk, and writes the part of the text in which all links are known.
    pub(super) fn push(&mut self, chunk: &str, out: &mut impl fmt::Write) -> fmt::Result {
        self.kept.push_str(chunk);
        let Stream { page, finder, kept } = self;
        let base = *page.done();
        let mut result = Ok(());
        finder.push(chunk.as_bytes(), |found| {
            if result.is_ok() {
                result = page.link(out, &found, |span| part(kept, base, span), None);
            }
        });
        result?;
        let undecided = finder.pending().map_or(base + kept.len(), Span::start);
        let sure = sure(kept, undecided.saturating_sub(REACH).saturating_sub(base));
        page.text_to(out, base + sure, |span| part(kept, base, span))?;
        kept.drain(..(*page.done() - base).min(kept.len()));
        Ok(())
    }

    /// Ends the text. After that, a new text can be pushed.
    pub(super) fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        let Stream { page, finder, kept } = self;
        let base = *page.done();
        let mut result = Ok(());
        finder.finish(|found| {
            if result.is_ok() {
                result = page.link(out, &found, |span| part(kept, base, span), None);
            }
        });
        result?;
        page.text_to(out, base + kept.len(), |span| part(kept, base, span))?;
        kept.clear();
        page.finish(out)
    }
}

/// The last position at or before `at` that splits neither a character nor a line end.
fn sure(kept: &str, mut at: usize) -> usize {
    let before = |at: usize| at.checked_sub(1).and_then(|at| kept.as_bytes().get(at));
    while !kept.is_char_boundary(at) || before(at) == Some(&b'\r') {
        at -= 1;
    }
    at
}

/// The text at `span`; `kept` begins at the offset `base`.
fn part(kept: &str, base: usize, span: Span) -> &str {
    let start = span.start().saturating_sub(base);
    kept.get(start..span.end().saturating_sub(base)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::sure;

    #[test]
    fn characters_and_line_ends_are_not_split() {
        for (kept, at, expected) in [
            ("ab", 1, 1),
            ("aé", 2, 1),
            ("a\r\nb", 2, 1),
            ("a\r\nb", 3, 3),
            ("\r\r\r", 2, 0),
            ("", 0, 0),
        ] {
            assert_eq!(sure(kept, at), expected, "{kept:?} {at}");
        }
    }
}
