//! Adds links to HTML documents, and changes existing links (option `existing`).

use std::borrow::Cow;

use super::anchor::Anchor;
use super::linkable;
use super::run::Item;
use crate::find::Match;
use crate::link::{Context, HtmlLinker, Link, Linked, Once, escape_text, fallible};
use crate::rewrite::edit::{LinkEdit, Splicer};
use crate::rewrite::source_map::SourceMap;
use crate::span::Span;

impl HtmlLinker {
    /// Returns `html` with its URIs turned into links. The result is borrowed if nothing changes.
    ///
    /// No link is written in comments, in attributes, in the elements that
    /// [`HtmlLinkerBuilder::without_links`](crate::link::HtmlLinkerBuilder::without_links) lists, in elements that
    /// react to clicks or keys, or in places that parsers may read in two ways. Existing links are unchanged, unless
    /// [`existing`](crate::link::HtmlLinkerBuilder::existing) is set. Any bytes are accepted: bytes that are not UTF-8
    /// end a URI and are kept.
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
        self.splice(html, None, None)
    }

    /// Like [`rewrite`](HtmlLinker::rewrite); also calls `decide` with each new [`Link`], after the closure of the
    /// builder. With [`existing`](crate::link::HtmlLinkerBuilder::existing), `decide` receives the existing links too.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let linker = HtmlLinker::builder(&Finder::new()).rel("").existing(true).build()?;
    /// let page = b"http://a.example <a href=http://b.example>b</a>";
    /// let numbered = |most: usize| {
    ///     let mut count = 0;
    ///     linker.try_rewrite(page, |link| {
    ///         count += 1;
    ///         link.set_label(format!("{} [{count}]", link.label()));
    ///         if count <= most { Ok(()) } else { Err("too many links") }
    ///     })
    /// };
    /// assert_eq!(
    ///     String::from_utf8_lossy(&numbered(2)?),
    ///     "<a href=\"http://a.example\">http://a.example [1]</a> <a href=http://b.example>b [2]</a>",
    /// );
    /// assert_eq!(numbered(1), Err("too many links"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first error of `decide`.
    pub fn try_rewrite<'s, E>(
        &self,
        html: &'s [u8],
        decide: impl FnMut(&mut Link<'_>) -> Result<(), E>,
    ) -> Result<Cow<'s, [u8]>, E> {
        fallible(decide, |once| self.splice(html, Some(once), None))
    }

    /// Like [`try_rewrite`](HtmlLinker::try_rewrite); also calls `report` with the edit of each new link.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
    /// let mut edits = Vec::new();
    /// linker.rewrite_reporting(b"<p>See http://a.example", |_| {}, |edit| edits.push(edit.clone()));
    /// assert_eq!(edits[0].span().range(), 7..23);
    /// assert_eq!(edits[0].changes()[0].1, "<a href=\"http://a.example\">");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn rewrite_reporting<'s>(
        &self,
        html: &'s [u8],
        mut decide: impl FnMut(&mut Link<'_>),
        mut report: impl FnMut(&LinkEdit),
    ) -> Cow<'s, [u8]> {
        self.splice(html, Some(&mut decide), Some(&mut report))
    }

    fn splice<'s, 'c>(
        &self,
        html: &'s [u8],
        once: Option<&'c mut Once<'c>>,
        report: Option<&'c mut dyn FnMut(&LinkEdit)>,
    ) -> Cow<'s, [u8]> {
        let out = Splicer::new(html);
        let mut sink =
            Splice { linker: self, out, once, open: String::new(), report, is_unclosed: false };
        linkable::read(html, &self.finder, &self.without, self.existing, |item| match item {
            Item::Found(found, map) => sink.found(found, map),
            Item::Held(anchor) => sink.anchor(&anchor),
        });
        sink.out.finish()
    }
}

/// Splices anchors into a document.
struct Splice<'s, 'l, 'c> {
    linker: &'l HtmlLinker,
    out: Splicer<'s>,
    once: Option<&'c mut Once<'c>>,
    /// The start tag of the current link.
    open: String,
    report: Option<&'c mut dyn FnMut(&LinkEdit)>,
    /// Whether the previous anchor of the document is kept and has no end tag.
    is_unclosed: bool,
}

impl Splice<'_, '_, '_> {
    /// Removes the tags of an anchor. In some contexts (a table outside its cells, `select`, `template`, SVG and
    /// others), parsers would read the following tags differently without the tags of the anchor. There, only the
    /// `href` is removed.
    fn unwrap(&mut self, anchor: &Anchor<'_>) {
        if !anchor.is_plain {
            let tag = anchor.rewritten(None, &anchor.attributes());
            self.out.replace(anchor.start_tag, &tag);
            return;
        }
        // Without this start tag, the unclosed anchor before it would continue.
        let is_needed = anchor.ends_another && self.is_unclosed;
        let instead = if is_needed { Linked::CLOSE } else { anchor.gap_before(anchor.start_tag) };
        self.out.replace(anchor.start_tag, instead.as_bytes());
        if let Some(end_tag) = anchor.end_tag {
            self.out.replace(end_tag, anchor.gap_before(end_tag).as_bytes());
        }
    }

    fn found(&mut self, found: &Match<'_>, map: &SourceMap) {
        let pieces: Option<Vec<Vec<Span>>> =
            found.pieces().iter().map(|&piece| map.pieces(piece)).collect();
        // A URI cannot be put into an anchor if it begins or ends inside a character reference for two letters, such
        // as `&fjlig;`.
        let Some(pieces) = pieces.map(|pieces| pieces.concat()) else { return };
        let ends = pieces.first().zip(pieces.last());
        let span = ends.map(|(first, last)| Span::new(first.start(), last.end()));
        let once = self.once.as_deref_mut();
        let Some(linked) = self.linker.decision.link(found, span, Context::Html, once) else {
            return;
        };
        self.open.clear();
        self.linker.decision.open(&mut self.open, &linked);
        let changes: Vec<(Span, &str)> = if let Some(label) = linked.label(pieces.len())
            && let Some(span) = span
        {
            // One anchor in place of all pieces.
            escape_text(&mut self.open, label);
            self.open.push_str(Linked::CLOSE);
            vec![(span, self.open.as_str())]
        } else {
            let before = |at| Span::new(at, at);
            let tags = |piece: &Span| {
                let (start, end) = (before(piece.start()), before(piece.end()));
                [(start, self.open.as_str()), (end, Linked::CLOSE)]
            };
            pieces.iter().flat_map(tags).collect()
        };
        for (span, text) in &changes {
            self.out.replace(*span, text.as_bytes());
        }
        if let (Some(report), Some(span)) = (&mut self.report, span) {
            let changes = changes.into_iter().map(|(span, text)| (span, text.to_owned())).collect();
            report(&LinkEdit { span, uri: linked.href.to_string(), changes, is_refused: false });
        }
    }

    fn anchor(&mut self, anchor: &Anchor<'_>) {
        let (decision, once) = (&self.linker.decision, self.once.as_deref_mut());
        let before = anchor.attributes();
        let treated = decision.treat(&anchor.href, &anchor.text(), before.clone(), once);
        let Some(treated) = treated else {
            self.unwrap(anchor);
            self.is_unclosed = !anchor.is_plain && anchor.end_tag.is_none();
            return;
        };
        let href = treated.href.as_deref();
        if href != Some(anchor.href.as_str()) || treated.attributes != before {
            let tag = anchor.rewritten(href, &treated.attributes);
            self.out.replace(anchor.start_tag, &tag);
        }
        if let (Some(label), Some(end_tag)) = (&treated.label, anchor.end_tag) {
            // The end tag keeps its bytes.
            let mut text = String::new();
            escape_text(&mut text, label);
            let content = Span::new(anchor.start_tag.end(), end_tag.start());
            self.out.replace(content, text.as_bytes());
        }
        self.is_unclosed = anchor.end_tag.is_none();
    }
}
