//! Converts a text that arrives in chunks to HTML or to text for a terminal. A part of the text is written as soon as
//! all its links are known; the rest is kept until more chunks arrive.

use core::fmt;
use std::borrow::Cow;

use super::html::HtmlLinker;
use super::page::{Markup, Page};
use super::screen::Part;
use super::terminal::TerminalLinker;
use crate::find::{Finder, StreamFinder};
use crate::span::Span;

/// A stream that receives a text in chunks and writes it with links; see [`HtmlLinker::stream`] and
/// [`TerminalLinker::stream`].
#[derive(Debug)]
pub struct LinkStream<'l> {
    page: Page<'l>,
    finder: StreamFinder,
    /// The text that has not been written yet; it begins at the offset `done` of the page.
    kept: String,
    /// The output of one call. It is empty between calls.
    out: String,
}

/// A match can begin up to this number of bytes before the text that the finder reports as pending. The pending text may
/// begin with the `:` or `@` of a URI, so the scheme or mailbox of that URI is in the text before it.
const REACH: usize = 1024;

impl<'l> LinkStream<'l> {
    fn new(page: Page<'l>, finder: &Finder) -> LinkStream<'l> {
        LinkStream { page, finder: finder.stream(), kept: String::new(), out: String::new() }
    }

    /// Receives the next chunk, and writes the part of the text in which all links are known, in one call of `out`.
    ///
    /// # Errors
    /// Returns the error of the writer. The output of this call is lost then, and the stream goes on after the chunk.
    pub fn push(&mut self, chunk: &str, out: &mut impl fmt::Write) -> fmt::Result {
        let plain = self.page.plain(chunk);
        self.read(&plain);
        self.flush(out)
    }

    /// Ends the text, and writes the rest in one call of `out`. After that, a new text can be pushed.
    ///
    /// # Errors
    /// Returns the error of the writer. The rest is lost then; a new text can be pushed.
    pub fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        let end = self.page.plain_end();
        self.read(&end);
        let LinkStream { page, finder, kept, out: written } = self;
        let part = Part { text: kept, base: page.done() };
        finder.finish(|found| page.link(written, &found, part, None));
        page.text_to(written, part.base + kept.len(), part);
        page.finish(written);
        kept.clear();
        self.flush(out)
    }

    fn read(&mut self, text: &str) {
        self.kept.push_str(text);
        let LinkStream { page, finder, kept, out } = self;
        let part = Part { text: kept, base: page.done() };
        finder.push(text.as_bytes(), |found| page.link(out, &found, part, None));
        let undecided = finder.pending().map_or(part.base + kept.len(), Span::start);
        let sure = sure(kept, undecided.saturating_sub(REACH).saturating_sub(part.base));
        page.text_to(out, part.base + sure, part);
        let written = page.done() - part.base;
        kept.drain(..written.min(kept.len()));
    }

    fn flush(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        let result = out.write_str(&self.out);
        self.out.clear();
        result
    }
}

impl HtmlLinker {
    /// Like [`linkify_to`](HtmlLinker::linkify_to), for a text that arrives in chunks. The amount of memory is
    /// bounded by the longest chunk with its links.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
    /// let mut html = String::new();
    /// let mut stream = linker.stream();
    /// stream.push("see htt", &mut html)?;
    /// stream.push("p://a.example & more", &mut html)?;
    /// stream.finish(&mut html)?;
    /// assert_eq!(html, "see <a href=\"http://a.example\">http://a.example</a> &amp; more");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stream(&self) -> LinkStream<'_> {
        LinkStream::new(self.page(), &self.finder)
    }

    /// Like [`stream`](HtmlLinker::stream), but the stream owns the linker, so it can be stored and sent to another
    /// thread.
    ///
    /// ```
    /// use linkwright::{Finder, link::{HtmlLinker, LinkStream}};
    ///
    /// let mut stream: LinkStream<'static> = HtmlLinker::new(&Finder::new()).into_stream();
    /// let mut html = String::new();
    /// stream.push("1 < 2", &mut html)?;
    /// stream.finish(&mut html)?;
    /// assert_eq!(html, "1 &lt; 2");
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    pub fn into_stream(self) -> LinkStream<'static> {
        let page = Page::new(Cow::Owned(self.decision), Markup::Html(self.flow));
        LinkStream::new(page, &self.finder)
    }
}

impl TerminalLinker {
    /// Like [`linkify_to`](TerminalLinker::linkify_to), for a text that arrives in chunks. The amount of memory is
    /// bounded by the longest chunk with its links.
    ///
    /// ```
    /// use linkwright::{Finder, link::TerminalLinker};
    ///
    /// let linker = TerminalLinker::new(&Finder::new());
    /// let mut shown = String::new();
    /// let mut stream = linker.stream();
    /// stream.push("see htt", &mut shown)?;
    /// stream.push("p://a.example\x1b[2J", &mut shown)?;
    /// stream.finish(&mut shown)?;
    /// assert_eq!(shown, linker.linkify("see http://a.example\x1b[2J"));
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    pub fn stream(&self) -> LinkStream<'_> {
        LinkStream::new(self.page(), &self.finder)
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
