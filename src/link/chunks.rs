//! The public stream type: converts a text in chunks to HTML or to text for a terminal.

use core::fmt;
use std::borrow::Cow;

use super::html::{HtmlLinker, HtmlPage};
use super::stream::Stream;
use super::terminal::{Screen, TerminalLinker};

/// A stream that receives a text in chunks and writes it with links; see [`HtmlLinker::stream`] and
/// [`TerminalLinker::stream`].
#[derive(Debug)]
pub struct LinkStream<'l>(StreamTarget<'l>);

#[derive(Debug)]
enum StreamTarget<'l> {
    Html(Stream<HtmlPage<'l>>),
    Terminal(Stream<Screen<'l>>),
}

impl LinkStream<'_> {
    /// Receives the next chunk, and writes the part of the text in which all links are known.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn push(&mut self, chunk: &str, out: &mut impl fmt::Write) -> fmt::Result {
        match &mut self.0 {
            StreamTarget::Html(stream) => stream.push(chunk, out),
            StreamTarget::Terminal(stream) => {
                let plain = stream.page().styles.strip(chunk);
                stream.push(&plain, out)
            }
        }
    }

    /// Ends the text. After that, a new text can be pushed.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        match &mut self.0 {
            StreamTarget::Html(stream) => stream.finish(out),
            StreamTarget::Terminal(stream) => {
                let begun = stream.page().styles.finish();
                stream.push(&begun, out)?;
                stream.finish(out)
            }
        }
    }
}

impl HtmlLinker {
    /// Like [`linkify_to`](HtmlLinker::linkify_to), for a text that arrives in chunks. The amount of memory is bounded.
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
        let page = HtmlPage::new(Cow::Borrowed(self));
        LinkStream(StreamTarget::Html(Stream::new(page, self.finder.stream())))
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
        let finder = self.finder.stream();
        let page = HtmlPage::new(Cow::Owned(self));
        LinkStream(StreamTarget::Html(Stream::new(page, finder)))
    }
}

impl TerminalLinker {
    /// Like [`linkify_to`](TerminalLinker::linkify_to), for a text that arrives in chunks. The amount of memory is
    /// bounded.
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
        let stream = Stream::new(Screen::new(self), self.finder.stream());
        LinkStream(StreamTarget::Terminal(stream))
    }
}
