//! Converts plain text to HTML: escapes it and adds the links in one pass.

use core::fmt;
use std::borrow::Cow;
#[cfg(feature = "html")]
use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::builder::{self, Config, HtmlLinkerBuilder, Newlines};
use super::decision::{Decision, Once, fallible};
use super::display::Display;
#[cfg(feature = "html")]
use super::elements;
use super::flow::{Flow, Layout};
use super::stream::Page;
use super::subject::{Context, Link};
use crate::find::{Finder, Match, own_link};
use crate::options::error::OptionError;
use crate::options::table;
use crate::span::Span;

/// Turns the URIs of a text into HTML links.
///
/// The options apply to every link. A linker is built once and can be shared. [`HtmlLinker::builder`] sets the options.
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
/// A URI that is broken over lines is one link in several pieces. Each piece is a separate anchor with the same `href`:
///
/// ```
/// # use linkwright::{Finder, link::HtmlLinker};
/// let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
/// assert_eq!(
///     linker.linkify("<http://a.example/b\n/c>"),
///     "&lt;<a href=\"http://a.example/b/c\">http://a.example/b</a>\n\
///      <a href=\"http://a.example/b/c\">/c</a>&gt;",
/// );
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
///
/// A URI whose host imitates another host is not linked, in every build of the crate (`on_danger` changes that):
///
/// ```
/// # use linkwright::{Finder, link::HtmlLinker};
/// let linker = HtmlLinker::new(&Finder::new());
/// assert_eq!(linker.linkify("https://аррӏе.com/"), "https://аррӏе.com/");
/// ```
///
/// The `href` is [`Match::href`]: with the feature `idn`, the host `bücher.example` is `xn--bcher-kva.example` there, and
/// without it `b%C3%BCcher.example`, which browsers decode and many other HTTP clients do not ([`Match::uri`]).
#[derive(Clone, Debug)]
pub struct HtmlLinker {
    pub(crate) finder: Finder,
    pub(crate) decision: Decision,
    layout: Layout,
    /// Whether existing links are treated like new ones.
    #[cfg(feature = "html")]
    pub(crate) existing: bool,
    /// The names of the elements without links, in lower case.
    #[cfg(feature = "html")]
    pub(crate) without: Arc<[Box<str>]>,
}

impl HtmlLinkerBuilder {
    /// Builds the linker.
    ///
    /// # Errors
    /// Returns an error if an attribute is one that a link must not have, if a name is not a scheme, if an added scheme
    /// runs code, or if a number is out of range. The error names the option.
    pub fn build(&self) -> Result<HtmlLinker, OptionError> {
        let HtmlLinkerBuilder { finder, config } = self;
        table::check(builder::ROWS, config)?;
        let allowed = Allowed::checked(&config.schemes, &config.link_schemes)?;
        let attributes = Attributes::new(config.attributes())?;
        Ok(HtmlLinker::from_config(finder, config, allowed, attributes))
    }
}

impl HtmlLinker {
    /// A linker for the matches of `finder`, with `rel="noopener noreferrer nofollow"` on each link.
    pub fn new(finder: &Finder) -> HtmlLinker {
        let config = Config::default();
        let attributes = Attributes::new(config.attributes()).unwrap_or_default();
        let allowed = Allowed::new(config.schemes.clone());
        HtmlLinker::from_config(finder, &config, allowed, attributes)
    }

    /// A builder of a linker for the matches of `finder`.
    pub fn builder(finder: &Finder) -> HtmlLinkerBuilder {
        HtmlLinkerBuilder::new(finder)
    }

    fn from_config(
        finder: &Finder,
        config: &Config,
        allowed: Allowed,
        attributes: Attributes,
    ) -> HtmlLinker {
        let display = Display {
            shorten: config.shorten.map(|limit| (config.shorten_how, limit)),
            strip_scheme: config.strip_scheme,
            decode: config.decode,
        };
        HtmlLinker {
            finder: finder.clone(),
            decision: config.decision(allowed, attributes, display),
            layout: Layout { breaks: config.newlines == Newlines::Break, quotes: config.quotes },
            #[cfg(feature = "html")]
            existing: config.existing,
            #[cfg(feature = "html")]
            without: elements::compiled(&config.elements_without_links).into(),
        }
    }

    /// Converts the plain text `text` to HTML with links.
    pub fn linkify(&self, text: &str) -> String {
        let mut out = HtmlLinker::room(text);
        // Writing to a `String` does not fail.
        let _ = self.linkify_to(text, &mut out);
        out
    }

    /// Like [`linkify`](HtmlLinker::linkify), but writes to a [`core::fmt::Write`], such as a `String` or a
    /// `Formatter`.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn linkify_to(&self, text: &str, out: &mut impl fmt::Write) -> fmt::Result {
        self.write(text, out, None)
    }

    /// Like [`linkify`](HtmlLinker::linkify); `decide` receives each link after the closure of the builder ([`Link`]).
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker};
    /// use std::collections::HashMap;
    ///
    /// let titles = HashMap::from([("http://a.example/1", "One")]);
    /// let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
    /// let linkify = |text| {
    ///     linker.try_linkify(text, |link| match titles.get(link.href()) {
    ///         Some(title) => Ok(link.set_label(*title)),
    ///         None => Err(format!("no title for {}", link.href())),
    ///     })
    /// };
    /// assert_eq!(linkify("http://a.example/1").unwrap(), "<a href=\"http://a.example/1\">One</a>");
    /// assert_eq!(linkify("http://a.example/2").unwrap_err(), "no title for http://a.example/2");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first error of `decide`.
    pub fn try_linkify<E>(
        &self,
        text: &str,
        decide: impl FnMut(&mut Link<'_>) -> Result<(), E>,
    ) -> Result<String, E> {
        fallible(decide, |once| {
            let mut out = HtmlLinker::room(text);
            // Writing to a `String` does not fail.
            let _ = self.write(text, &mut out, Some(once));
            out
        })
    }

    /// Like [`linkify`](HtmlLinker::linkify), with links that the caller found: mentions, tickets, the terms of a glossary.
    ///
    /// `own` are their spans and targets, from left to right. A target is a URI, or a relative reference such as
    /// `/users/ada`. A match of the finder that overlaps one of them is not linked. They are written like the matches of
    /// patterns, so a target whose scheme is not permitted is not linked. A span that is not a part of the text, or that
    /// overlaps the one before, is ignored, and so is a target that is not a URI-reference.
    ///
    /// ```
    /// use linkwright::{Finder, Span, find::Preset, link::HtmlLinker};
    ///
    /// let linker = HtmlLinker::builder(&Finder::preset(Preset::Chat)).rel("").build()?;
    /// let html = linker.linkify_with("@ada: see example.com/x", [(Span::new(0, 4), "/users/ada")]);
    /// assert!(html.starts_with("<a href=\"/users/ada\">@ada</a>: see <a href=\"http://example.com/x\">"));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn linkify_with<'o>(
        &self,
        text: &str,
        own: impl IntoIterator<Item = (Span, &'o str)>,
    ) -> String {
        let mut out = HtmlLinker::room(text);
        let mut page = HtmlPage::new(Cow::Borrowed(self));
        let part = |span: Span| text.get(span.range()).unwrap_or_default();
        let own = own.into_iter().filter_map(|(span, target)| own_link(text, span, target));
        let mut own = own.peekable();
        let mut taken = 0;
        // Writing to a `String` does not fail.
        for found in self.finder.find_iter(text).primary() {
            while let Some(link) = own.next_if(|link| link.start() < found.end()) {
                let _ = page.link(&mut out, &link, part, None);
                taken = link.end();
            }
            if found.start() >= taken {
                let _ = page.link(&mut out, &found, part, None);
            }
        }
        for link in own {
            let _ = page.link(&mut out, &link, part, None);
        }
        let _ = page.text_to(&mut out, text.len(), part);
        let _ = page.finish(&mut out);
        out
    }

    /// Returns an empty `String` with capacity for `text` and the tags of one link, because most messages have at most
    /// one link.
    fn room(text: &str) -> String {
        String::with_capacity(text.len() + text.len() / 8 + 128)
    }

    fn write(
        &self,
        text: &str,
        out: &mut impl fmt::Write,
        mut once: Option<&mut Once<'_>>,
    ) -> fmt::Result {
        let mut page = HtmlPage::new(Cow::Borrowed(self));
        let part = |span: Span| text.get(span.range()).unwrap_or_default();
        for found in self.finder.find_iter(text).primary() {
            page.link(out, &found, part, once.as_deref_mut())?;
        }
        page.text_to(out, text.len(), part)?;
        page.finish(out)
    }
}

/// The state of the conversion of a text to HTML.
#[derive(Debug)]
pub(super) struct HtmlPage<'l> {
    linker: Cow<'l, HtmlLinker>,
    flow: Flow,
    /// The number of bytes of the text that have been written.
    done: usize,
}

impl<'l> HtmlPage<'l> {
    pub(super) fn new(linker: Cow<'l, HtmlLinker>) -> HtmlPage<'l> {
        HtmlPage { flow: Flow::new(linker.layout), linker, done: 0 }
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
        once: Option<&mut Once<'_>>,
    ) -> fmt::Result {
        let HtmlPage { linker, flow, done } = self;
        let decision = &linker.decision;
        if found.span().start() < *done {
            return Ok(());
        }
        let Some(linked) = decision.link(found, None, Context::Text, once) else { return Ok(()) };
        if let Some(label) = linked.label(found.pieces().len()) {
            flow.text(out, text(Span::new(*done, found.span().start())))?;
            flow.before_link(out)?;
            *done = found.span().end();
            return decision.anchor(out, &linked, label);
        }
        for piece in found.pieces() {
            flow.text(out, text(Span::new(*done, piece.start())))?;
            flow.before_link(out)?;
            decision.anchor(out, &linked, text(*piece))?;
            *done = piece.end();
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut impl fmt::Write) -> fmt::Result {
        self.done = 0;
        self.flow.finish(out)
    }
}
