//! The link that the caller's closures receive before it is written.

use std::borrow::Cow;

use super::attributes::Attributes;
use crate::find::{Match, MatchKind};
use crate::options::error::OptionError;
use crate::span::Span;
use crate::uri::hazards::Codes;
use crate::uri::{ParseError, Uri, UriReference};

/// The format into which a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context {
    /// A plain text that becomes HTML.
    Text,
    /// An HTML document.
    Html,
    /// A Markdown document, as source or as the events of its parser.
    Markdown,
    /// A plain text that is shown on a terminal.
    Terminal,
}

/// A link that is about to be written: a closure may read it, change it, or remove it.
///
/// The closure borrows the link for one call. Values that the closure sets are escaped. The scheme of a new target must
/// be permitted, like the scheme of any other target. The module [`link`](crate::link) has examples. These functions
/// take such a closure:
///
/// | function | the closure receives |
/// |---|---|
/// | [`HtmlLinkerBuilder::decide`], and `decide` of the other builders | all links that the linker writes |
/// | [`HtmlLinker::try_linkify`], `HtmlLinker::try_rewrite`, [`TerminalLinker::try_linkify`] and `MarkdownLinker::try_rewrite` | the links of one call; the closure may borrow values and may return an error |
///
/// If both closures are set, the closure of the builder is called first. With
/// [`existing`](crate::link::HtmlLinkerBuilder::existing), the closures also receive the existing links of an HTML
/// document.
///
/// | | HTML | Markdown | terminal |
/// |---|---|---|---|
/// | [`set_href`](Link::set_href) | `href` | the target | the target; with a relative target the match stays text |
/// | [`set_label`](Link::set_label) | the text | the text | the text |
/// | [`set_attribute`](Link::set_attribute) | any attribute | `title`; others have no effect | no effect |
/// | [`remove`](Link::remove) | no anchor | no link | no link |
///
/// [`HtmlLinkerBuilder::decide`]: crate::link::HtmlLinkerBuilder::decide
/// [`HtmlLinker::try_linkify`]: crate::link::HtmlLinker::try_linkify
/// [`TerminalLinker::try_linkify`]: crate::link::TerminalLinker::try_linkify
#[derive(Debug)]
pub struct Link<'m> {
    pub(super) found: Option<&'m Match<'m>>,
    pub(super) span: Option<Span>,
    pub(super) text: &'m str,
    pub(super) context: Context,
    pub(super) hazards: Codes,
    pub(super) href: Cow<'m, str>,
    /// The label; `None` if it equals the text.
    pub(super) label: Option<Cow<'m, str>>,
    /// Whether a closure set the label.
    pub(super) is_labelled: bool,
    pub(super) attributes: Cow<'m, Attributes>,
    pub(super) is_removed: bool,
}

impl<'m> Link<'m> {
    /// The match; `None` for an existing link. In a document, its offsets refer to the decoded text around it.
    pub const fn found(&self) -> Option<&'m Match<'m>> {
        self.found
    }

    /// The range of a new link in the source of an HTML or Markdown document, in bytes. `None` for an existing link, for
    /// plain text, where the match has its range, and for the events of a Markdown parser.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
    ///
    /// let source = "http://a.example &amp; http://b.example";
    /// let linked = MarkdownLinker::new(&Finder::new()).try_rewrite(source, |link| {
    ///     if link.span().is_some_and(|span| span.start() >= 20) {
    ///         link.remove();
    ///     }
    ///     Ok::<(), ()>(())
    /// });
    /// assert_eq!(linked.unwrap(), "<http://a.example> &amp; http://b.example");
    /// ```
    pub const fn span(&self) -> Option<Span> {
        self.span
    }

    /// Whether the document already has the link.
    pub const fn is_existing(&self) -> bool {
        self.found.is_none()
    }

    /// The kind of the match; `None` for an existing link.
    pub fn kind(&self) -> Option<MatchKind> {
        self.found.map(Match::kind)
    }

    /// The format into which the link is written.
    pub const fn context(&self) -> Context {
        self.context
    }

    /// The hazards of the URI, or of the original target of an existing link, and
    /// [`TextMismatch`](crate::uri::hazards::Code::TextMismatch) if the text of an existing link shows a domain that is
    /// not the domain of its target.
    pub const fn hazards(&self) -> Codes {
        self.hazards
    }

    /// The original text: the text of the match, or the text of the existing anchor without its markup.
    pub const fn text(&self) -> &'m str {
        self.text
    }

    /// The text that will be shown: [`text`](Link::text), unless an option or a closure changed it.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(self.text)
    }

    /// Shows `label` in place of the text. If the URI has several pieces, `label` replaces all of
    /// them and the text between them.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.label = Some(Cow::Owned(label.into()));
        self.is_labelled = true;
    }

    /// The target: the [`href`](Match::href) of the match or of the existing anchor, unless it was changed.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// The [`href`](Link::href) as a URI; `None` if it is a relative reference, or if the `href` of an existing anchor
    /// is not a URI.
    pub fn uri(&self) -> Option<Uri<'_>> {
        Uri::parse(&self.href).ok()
    }

    /// Sets the target of the link: a URI or a relative reference, such as `/out?to=...`. If the scheme of the URI is
    /// not permitted, the link is not written.
    ///
    /// # Errors
    /// Returns an error if `href` is not a URI-reference (RFC 3986, section 4.1). The link is then unchanged.
    pub fn set_href(&mut self, href: impl Into<String>) -> Result<(), ParseError> {
        let href = href.into();
        UriReference::parse(&href)?;
        self.href = Cow::Owned(href);
        Ok(())
    }

    /// The value that the attribute `name` will have; `None` if it is not set. The case of `name` is ignored, and
    /// `href` is not included.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name)
    }

    /// The names, in lower case, and the values of the attributes that will be written, without `href`.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter()
    }

    /// Sets an attribute. Its value is escaped.
    ///
    /// # Errors
    /// Returns an error if `name` is not the name of an attribute, or if it is the name of an attribute that a link
    /// must not have: `href` and `xlink:href` (use [`set_href`](Link::set_href)), event handlers such as `onclick`, and
    /// the attributes that send requests (`ping`, `attributionsrc`). The link is then unchanged.
    pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.attributes.to_mut().set(name, value)
    }

    /// Removes the attribute `name`, whose case is ignored.
    pub fn remove_attribute(&mut self, name: &str) {
        if self.attribute(name).is_some() {
            self.attributes.to_mut().remove(name);
        }
    }

    /// Removes the link: the text stays unchanged, without markup. The tags of an existing anchor are removed, and its
    /// content stays.
    pub fn remove(&mut self) {
        self.is_removed = true;
    }
}
