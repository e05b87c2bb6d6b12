//! HTML in, HTML out: every byte stays, and the URIs in its text gain anchors.
//!
//! [lol_html](https://docs.rs/lol_html) says where text is, with the parsing context that a
//! browser has, and only reads. What runs on for a reader is searched as one text: character
//! references are understood, and a URI goes on through `<wbr>`, through a soft hyphen after its
//! authority, through `b i em strong u font` that open and close inside it, and through `mark`, which
//! highlights any part of it. A host that goes
//! on after any inline element is not a link: `<span>collections.abc.</span><span>Set</span>`.
//!
//! Nothing is linked in what the reader edits, clicks or operates by keys: in elements with `contenteditable`, with the
//! `role` of a button, a link, a menu item and the like, or with a handler of clicks or keys (`onclick`).
//!
//! A `<br>` and a line break inside `pre` are line breaks of the text, over which a bare URI may be joined. Any other
//! line break of the source is shown as a blank, and is one.
//!
//! ```
//! use linkwright::{Finder, link::HtmlLinker};
//!
//! let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
//! let page = b"<P>1 < 2, http://a.example/?x=1&amp;y=2 <code>http://b.example</code>";
//! let linked = linker.rewrite(page);
//! assert_eq!(
//!     String::from_utf8_lossy(&linked),
//!     "<P>1 < 2, <a href=\"http://a.example/?x=1&amp;y=2\">http://a.example/?x=1&amp;y=2</a> \
//!      <code>http://b.example</code>",
//! );
//! # Ok::<(), linkwright::options::OptionError>(())
//! ```

pub mod attribute;
mod context;
mod elements;
mod existing;
mod foreign;
mod inline_context;
mod interactive;
mod list_links;
mod lookahead;
mod noscript;
mod prescan;
mod reader;
mod references;
mod refresh;
mod run;
mod srcset;
mod tag;
mod text_nodes;
mod word;

use std::borrow::Cow;

use crate::find::{Finder, Match};
use crate::link::{Decision, HtmlLinker, Linked, WITHOUT_LINKS};
use crate::rewrite::source_map::SourceMap;
use crate::rewrite::splice::Splicer;
use crate::span::Span;

pub use existing::Existing;
pub use list_links::{Part, base, list_links};

/// The elements without links in which the default settings put none.
fn without_links() -> Vec<Box<str>> {
    WITHOUT_LINKS.iter().map(|&name| name.into()).collect()
}

impl HtmlLinker {
    /// `html` with its URIs as links; borrowed when no link is written.
    ///
    /// No link is written in comments, in attributes, and in the elements that
    /// [`HtmlLinkerBuilder::without_links`](crate::link::HtmlLinkerBuilder::without_links) lists. Any bytes will do:
    /// bytes that are not UTF-8 end a URI and are kept.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let mut builder = HtmlLinker::builder(&Finder::new());
    /// let linker = builder.rel("").with_links("code").without_links("nav").build()?;
    /// let linked = linker.rewrite(b"<nav>http://a.example</nav><code>http://b.example</code>");
    /// assert_eq!(
    ///     String::from_utf8_lossy(&linked),
    ///     "<nav>http://a.example</nav>\
    ///      <code><a href=\"http://b.example\">http://b.example</a></code>",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn rewrite<'s>(&self, html: &'s [u8]) -> Cow<'s, [u8]> {
        self.splice(html, None)
    }

    /// As [`rewrite`](HtmlLinker::rewrite); `see` is called for each link that is there already.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let mut seen = Vec::new();
    /// HtmlLinker::new(&Finder::new()).rewrite_seeing(b"<a href=' /a?b&amp;c '>x</a>", |link| {
    ///     seen.push((link.value().to_owned(), link.span().range()));
    /// });
    /// assert_eq!(seen, [("/a?b&c".to_owned(), 10..20)]);
    /// ```
    pub fn rewrite_seeing<'s>(
        &self,
        html: &'s [u8],
        mut see: impl FnMut(&Existing<'_>),
    ) -> Cow<'s, [u8]> {
        self.splice(html, Some(&mut see))
    }

    fn splice<'s>(
        &self,
        html: &'s [u8],
        see: Option<&mut dyn FnMut(&Existing<'_>)>,
    ) -> Cow<'s, [u8]> {
        let mut sink = Splice { linker: self, out: Splicer::new(html), see, open: String::new() };
        reader::read(html, &self.finder, &self.without, &mut sink);
        sink.out.finish()
    }
}

/// A link of a document, of either kind.
#[derive(Debug)]
#[non_exhaustive]
pub enum HtmlLink<'a> {
    /// A URI that was found in text. Its offsets are those of the decoded text; the map leads from
    /// them to the document.
    Text(&'a Match<'a>, &'a SourceMap),
    /// A link that the document has already.
    Existing(&'a Existing<'a>),
}

/// Calls `each` for each link of `html`: those that it has, and the URIs in its text where a link
/// may be.
///
/// ```
/// use linkwright::{Finder, rewrite::html::{self, HtmlLink}};
///
/// let mut links = Vec::new();
/// html::links(&Finder::new(), b"<img src=/x.png> http&colon;//a.example", |link| match link {
///     HtmlLink::Text(found, map) => {
///         links.push((found.uri().as_str().to_owned(), map.span(found.span()).unwrap().range()));
///     }
///     HtmlLink::Existing(link) => links.push((link.value().to_owned(), link.span().range())),
///     _ => {}
/// });
/// assert_eq!(links, [("/x.png".into(), 9..15), ("http://a.example".into(), 17..39)]);
/// ```
pub fn links(finder: &Finder, html: &[u8], each: impl FnMut(HtmlLink<'_>)) {
    reader::read(html, finder, &without_links(), &mut Each(each));
}

struct Each<F>(F);

impl<F: FnMut(HtmlLink<'_>)> reader::Sink for Each<F> {
    fn found(&mut self, found: &Match<'_>, map: &SourceMap) {
        self.0(HtmlLink::Text(found, map));
    }

    fn existing(&mut self, link: &Existing<'_>) {
        self.0(HtmlLink::Existing(link));
    }

    fn wants_existing(&self) -> bool {
        true
    }
}

/// Splices anchors into a document.
struct Splice<'s, 'l, 'c> {
    linker: &'l HtmlLinker,
    out: Splicer<'s, [u8]>,
    see: Option<&'c mut dyn FnMut(&Existing<'_>)>,
    /// The start tag of the last link.
    open: String,
}

impl Splice<'_, '_, '_> {
    /// Writes the anchors of a link, one a piece.
    fn write(&mut self, linked: &Linked<'_>, pieces: &[Span]) {
        self.open.clear();
        // Writing to a `String` does not fail.
        let _ = self.linker.decision.open(&mut self.open, &linked.href);
        if let Some(label) = linked.label(pieces.len()) {
            self.write_label(label, pieces);
            return;
        }
        let before = |at| Span::new(at, at);
        for piece in pieces {
            self.out.replace(before(piece.start()), self.open.as_bytes());
            self.out.replace(before(piece.end()), Linked::CLOSE.as_bytes());
        }
    }

    /// Writes one anchor in place of all pieces.
    fn write_label(&mut self, label: &str, pieces: &[Span]) {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return };
        let _ = Decision::label_to(&mut self.open, label);
        self.out.replace(Span::new(first.start(), last.end()), self.open.as_bytes());
    }
}

impl reader::Sink for Splice<'_, '_, '_> {
    fn found(&mut self, found: &Match<'_>, map: &SourceMap) {
        let pieces: Option<Vec<Vec<Span>>> =
            found.pieces().iter().map(|&piece| map.pieces(piece)).collect();
        // A URI that ends inside `&fjlig;` cannot be marked, and was not written as one.
        let Some(pieces) = pieces else { return };
        if let Some(linked) = self.linker.decision.link(found) {
            self.write(&linked, &pieces.concat());
        }
    }

    fn existing(&mut self, link: &Existing<'_>) {
        if let Some(see) = &mut self.see {
            see(link);
        }
    }

    fn wants_existing(&self) -> bool {
        self.see.is_some()
    }
}
