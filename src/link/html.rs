//! Plain text becomes HTML: escaped and linked in one pass.

use core::fmt;
use std::sync::Arc;

use super::attributes::AttributeError;
use super::decision::{Decision, Link};
use super::display::Shorten;
use super::flow::{Flow, Layout};
use super::stream::Page;
use crate::find::{Finder, Match, Schemes};
use crate::span::Span;

/// What becomes of the line ends of a plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Newlines {
    /// They stay, as for `<pre>` or `white-space: pre-wrap`.
    #[default]
    Keep,
    /// Each has `<br>` before it.
    Break,
}

/// Writes the URIs of a text as HTML links.
///
/// The settings are those of every link: a linker is built once and shared.
///
/// ```
/// use linkwright::{Finder, link::HtmlLinker};
///
/// let linker = HtmlLinker::new(&Finder::new());
/// assert_eq!(
///     linker.linkify("a<b http://e.example/?x=1&y=\"2"),
///     "a&lt;b <a href=\"http://e.example/?x=1&amp;y=\" rel=\"noopener noreferrer nofollow\">\
///      http://e.example/?x=1&amp;y=</a>\"2",
/// );
/// ```
///
/// A URI that was broken over lines is one link in several pieces, each an anchor of its own with
/// the same `href`:
///
/// ```
/// # use linkwright::{Finder, link::HtmlLinker};
/// let mut linker = HtmlLinker::new(&Finder::new());
/// linker.rel("")?;
/// assert_eq!(
///     linker.linkify("<http://a.example/b\n/c>"),
///     "&lt;<a href=\"http://a.example/b/c\">http://a.example/b</a>\n\
///      <a href=\"http://a.example/b/c\">/c</a>&gt;",
/// );
/// # Ok::<(), linkwright::link::AttributeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HtmlLinker {
    pub(crate) finder: Finder,
    pub(crate) decision: Decision,
    layout: Layout,
}

impl HtmlLinker {
    /// A linker for what `finder` finds, with `rel="noopener noreferrer nofollow"` on each link.
    pub fn new(finder: &Finder) -> HtmlLinker {
        let finder = finder.clone();
        HtmlLinker { finder, decision: Decision::default(), layout: Layout::default() }
    }

    /// The `rel` of each link; none if it is empty.
    ///
    /// Without `noopener` old browsers hand the window to the page that was linked.
    pub fn rel(&mut self, value: &str) -> Result<&mut HtmlLinker, AttributeError> {
        self.set("rel", value)
    }

    /// The `target` of each link; none, which is the default, if it is empty.
    pub fn target(&mut self, value: &str) -> Result<&mut HtmlLinker, AttributeError> {
        self.set("target", value)
    }

    /// The `class` of each link; none, which is the default, if it is empty.
    pub fn class(&mut self, value: &str) -> Result<&mut HtmlLinker, AttributeError> {
        self.set("class", value)
    }

    /// Any other attribute of each link. Its value is escaped.
    ///
    /// # Errors
    /// The name is none, or is one that a link must not have: `href`, which is the link's own,
    /// `onclick` and its kind, `ping`.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let mut linker = HtmlLinker::new(&Finder::new());
    /// linker.rel("")?.attribute("data-kind", "auto")?;
    /// assert_eq!(linker.linkify("ftp://a.example"),
    ///     "<a href=\"ftp://a.example\" data-kind=\"auto\">ftp://a.example</a>");
    /// assert!(linker.attribute("onclick", "alert(1)").is_err());
    /// # Ok::<(), linkwright::link::AttributeError>(())
    /// ```
    pub fn attribute(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<&mut HtmlLinker, AttributeError> {
        self.decision.attributes.set(name, Some(value))?;
        Ok(self)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<&mut HtmlLinker, AttributeError> {
        self.decision.attributes.set(name, Some(value).filter(|value| !value.is_empty()))?;
        Ok(self)
    }

    /// The schemes that may become links; [`Schemes::Known`] is the default.
    ///
    /// `javascript`, `data` and `vbscript` never do, whatever is listed here and whatever the
    /// finder finds.
    pub fn schemes(&mut self, schemes: Schemes) -> &mut HtmlLinker {
        self.decision.allowed = super::allowed::Allowed::new(schemes);
        self
    }

    /// Shortens the text of a link that is longer than `limit` characters, as a reader sees them.
    pub fn shorten(&mut self, how: Shorten, limit: usize) -> &mut HtmlLinker {
        self.decision.display.shorten = Some((how, limit));
        self
    }

    /// Whether the text of a link leaves out `http://`, `https://`, `ftp://` and `mailto:`.
    pub fn strip_scheme(&mut self, yes: bool) -> &mut HtmlLinker {
        self.decision.display.strip_scheme = yes;
        self
    }

    /// Whether the text of a link shows letters and digits in place of their percent-escapes.
    ///
    /// Only behind the authority, and never what could show another URI than the link's: controls,
    /// bidi characters, blanks and delimiters stay escaped.
    pub fn decode(&mut self, yes: bool) -> &mut HtmlLinker {
        self.decision.display.decode = yes;
        self
    }

    /// A closure that sees each link before it is written, and may change it or leave it out.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let mut linker = HtmlLinker::new(&Finder::new());
    /// linker.decide(|link| match link.found().uri().authority() {
    ///     Some(authority) if authority.host().as_str() == "a.example" => link.set_label("A"),
    ///     _ => link.remove(),
    /// });
    /// assert_eq!(linker.rel("")?.linkify("http://a.example, http://b.example"),
    ///     "<a href=\"http://a.example\">A</a>, http://b.example");
    /// # Ok::<(), linkwright::link::AttributeError>(())
    /// ```
    pub fn decide(
        &mut self,
        closure: impl Fn(&mut Link<'_>) + Send + Sync + 'static,
    ) -> &mut HtmlLinker {
        self.decision.hook = Some(Arc::new(closure));
        self
    }

    /// What becomes of the line ends of a plain text.
    pub fn newlines(&mut self, newlines: Newlines) -> &mut HtmlLinker {
        self.layout.breaks = newlines == Newlines::Break;
        self
    }

    /// Whether lines that begin with `>` become nested `<blockquote>`, as in format=flowed
    /// (RFC 3676, 4.5). Their marks are then left out.
    pub fn quotes(&mut self, yes: bool) -> &mut HtmlLinker {
        self.layout.quotes = yes;
        self
    }

    /// `text`, which is no HTML, as HTML with links.
    pub fn linkify(&self, text: &str) -> String {
        // Room for the tags of a link: most messages have one or none.
        let mut out = String::with_capacity(text.len() + text.len() / 8 + 128);
        // Writing to a `String` does not fail.
        let _ = self.linkify_to(text, &mut out);
        out
    }

    /// As [`linkify`](HtmlLinker::linkify), to any writer.
    ///
    /// # Errors
    /// What the writer answers.
    pub fn linkify_to(&self, text: &str, out: &mut impl fmt::Write) -> fmt::Result {
        let mut page = HtmlPage::new(self);
        let part = |span: Span| text.get(span.range()).unwrap_or_default();
        for found in self.finder.find_iter(text).primary() {
            page.link(out, &found, part)?;
        }
        page.text_to(out, text.len(), part)?;
        page.finish(out)
    }
}

/// A text on its way to HTML.
#[derive(Debug)]
pub(super) struct HtmlPage<'l> {
    linker: &'l HtmlLinker,
    flow: Flow,
    /// How much of the text is written.
    done: usize,
}

impl HtmlPage<'_> {
    pub(super) fn new(linker: &HtmlLinker) -> HtmlPage<'_> {
        HtmlPage { linker, flow: Flow::new(linker.layout), done: 0 }
    }
}

impl Page for HtmlPage<'_> {
    fn done(&mut self) -> &mut usize {
        &mut self.done
    }

    fn text(&mut self, out: &mut impl fmt::Write, text: &str) -> fmt::Result {
        self.flow.text(out, text)
    }

    fn link<'t>(
        &mut self,
        out: &mut impl fmt::Write,
        found: &Match<'_>,
        text: impl Fn(Span) -> &'t str + Copy,
    ) -> fmt::Result {
        let decision = &self.linker.decision;
        if found.span().start() < self.done {
            return Ok(());
        }
        let Some(linked) = decision.link(found) else { return Ok(()) };
        if let Some(label) = linked.label(found.pieces().len()) {
            self.text_to(out, found.span().start(), text)?;
            self.flow.before_link(out)?;
            self.done = found.span().end();
            return decision.anchor(out, &linked.href, label);
        }
        for piece in found.pieces() {
            self.text_to(out, piece.start(), text)?;
            self.flow.before_link(out)?;
            decision.anchor(out, &linked.href, text(*piece))?;
            self.done = piece.end();
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        self.done = 0;
        self.flow.finish(out)
    }
}
