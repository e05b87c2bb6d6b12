//! HTML in, HTML out: every byte stays, and the URIs in its text gain anchors.
//!
//! [lol_html](https://docs.rs/lol_html) says where text is, with the parsing context that a
//! browser has, and only reads. What runs on for a reader is searched as one text: character
//! references are understood, and a URI goes on through `<wbr>`, through a soft hyphen after its
//! authority, and through `b i em strong u mark font` that open and close inside it. A host that goes
//! on after any inline element is not a link: `<span>collections.abc.</span><span>Set</span>`.
//!
//! A `<br>` and a line break inside `pre` are line breaks of the text, over which a bare URI may be joined. Any other
//! line break of the source is shown as a blank: only what delimiters enclose is joined over it.
//!
//! ```
//! use linkwright::{Finder, link::HtmlLinker};
//!
//! let mut linker = HtmlLinker::new(&Finder::new());
//! linker.rel("")?;
//! let page = b"<P>1 < 2, http://a.example/?x=1&amp;y=2 <code>http://b.example</code>";
//! let linked = linker.rewrite(page);
//! assert_eq!(
//!     String::from_utf8_lossy(&linked),
//!     "<P>1 < 2, <a href=\"http://a.example/?x=1&amp;y=2\">http://a.example/?x=1&amp;y=2</a> \
//!      <code>http://b.example</code>",
//! );
//! # Ok::<(), linkwright::link::AttributeError>(())
//! ```

pub mod attribute;
mod context;
mod elements;
mod existing;
mod foreign;
mod inline_context;
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
use crate::link::{Decision, HtmlLinker, Linked};
use crate::rewrite::source_map::SourceMap;
use crate::rewrite::splice::Splicer;
use crate::span::Span;

pub use existing::Existing;
pub use list_links::{Part, base, list_links};

/// The elements without links in which the default settings put none.
fn without_links() -> Vec<Box<str>> {
    elements::WITHOUT_LINKS.iter().map(|&name| name.into()).collect()
}

impl HtmlLinker {
    /// `html` with its URIs as links; borrowed when no link is written.
    ///
    /// The settings are those of [`HtmlRewriter::new`]. Any bytes will do: bytes that are not UTF-8 end a
    /// URI and are kept.
    pub fn rewrite<'s>(&self, html: &'s [u8]) -> Cow<'s, [u8]> {
        HtmlRewriter::new(self).rewrite(html)
    }
}

/// Writes links into HTML, with the settings of the caller.
///
/// ```
/// use linkwright::{Finder, link::HtmlLinker, rewrite::html::HtmlRewriter};
///
/// let mut linker = HtmlLinker::new(&Finder::new());
/// let mut rewriter = HtmlRewriter::new(linker.rel("")?);
/// rewriter.with_links("code").without_links("nav");
/// let linked = rewriter.rewrite(b"<nav>http://a.example</nav><code>http://b.example</code>");
/// assert_eq!(
///     String::from_utf8_lossy(&linked),
///     "<nav>http://a.example</nav>\
///      <code><a href=\"http://b.example\">http://b.example</a></code>",
/// );
/// # Ok::<(), linkwright::link::AttributeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HtmlRewriter<'l> {
    linker: &'l HtmlLinker,
    without: Vec<Box<str>>,
}

impl<'l> HtmlRewriter<'l> {
    /// Writes links as `linker` does, and none in `a`, `code`, `pre`, `script`, `style`,
    /// `textarea`, `title`, `button`, `select`, `option`, `svg`, `math`, `noscript`, `template`,
    /// `iframe`, `kbd` and `samp`, in comments or in attributes.
    pub fn new(linker: &'l HtmlLinker) -> HtmlRewriter<'l> {
        HtmlRewriter { linker, without: without_links() }
    }

    /// Also writes none in the elements of that name.
    pub fn without_links(&mut self, name: &str) -> &mut HtmlRewriter<'l> {
        let name = name.to_ascii_lowercase().into_boxed_str();
        if !self.without.contains(&name) {
            self.without.push(name);
        }
        self
    }

    /// Also writes links in the elements of that name.
    ///
    /// In `a`, `select`, `svg`, `math`, `template`, and wherever markup is read as text (`script`,
    /// `style`, `textarea`, `title`, `iframe`, `noscript`), it writes no link all the same.
    pub fn with_links(&mut self, name: &str) -> &mut HtmlRewriter<'l> {
        let is_fixed = elements::ALWAYS_WITHOUT.iter().any(|one| one.eq_ignore_ascii_case(name));
        self.without.retain(|one| is_fixed || !one.eq_ignore_ascii_case(name));
        self
    }

    /// `html` with its URIs as links; borrowed when no link is written.
    pub fn rewrite<'s>(&self, html: &'s [u8]) -> Cow<'s, [u8]> {
        self.splice(html, None)
    }

    /// As [`rewrite`](HtmlRewriter::rewrite); `see` is called for each link that is there already.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker, rewrite::html::HtmlRewriter};
    ///
    /// let linker = HtmlLinker::new(&Finder::new());
    /// let mut seen = Vec::new();
    /// HtmlRewriter::new(&linker).rewrite_seeing(b"<a href=' /a?b&amp;c '>x</a>", |link| {
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
        let mut sink =
            Splice { linker: self.linker, out: Splicer::new(html), see, open: String::new() };
        reader::read(html, &self.linker.finder, &self.without, &mut sink);
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
