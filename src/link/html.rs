//! Converts plain text to HTML: escapes it and adds the links in one pass.

use core::{fmt, iter};
use std::borrow::Cow;
#[cfg(feature = "html")]
use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::builder::{self, Config, HtmlLinkerBuilder, Newlines};
use super::decision::{Decision, fallible};
use super::display::Display;
#[cfg(feature = "html")]
use super::elements;
use super::flow::Flow;
use super::page::{Markup, Page};
use super::subject::Link;
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
    /// The state at the beginning of each text.
    pub(super) flow: Flow,
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
            flow: Flow::new(config.newlines == Newlines::Break, config.quotes),
            #[cfg(feature = "html")]
            existing: config.existing,
            #[cfg(feature = "html")]
            without: elements::compiled(&config.elements_without_links).into(),
        }
    }

    /// Converts the plain text `text` to HTML with links.
    pub fn linkify(&self, text: &str) -> String {
        self.page().whole(text, self.finder.find_iter(text).primary(), None)
    }

    /// Like [`linkify`](HtmlLinker::linkify), but writes to a [`core::fmt::Write`], such as a `Formatter`.
    ///
    /// The output is made in memory and passed to `out` in one call. For a long text, a [`stream`](HtmlLinker::stream) takes
    /// less memory.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn linkify_to(&self, text: &str, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&self.linkify(text))
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
        let found = self.finder.find_iter(text).primary();
        fallible(decide, |once| self.page().whole(text, found, Some(once)))
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
        let own = own.into_iter().filter_map(|(span, target)| own_link(text, span, target));
        let (mut own, mut found) =
            (own.peekable(), self.finder.find_iter(text).primary().peekable());
        let mut taken = 0;
        let both = iter::from_fn(|| {
            loop {
                let end = found.peek().map_or(usize::MAX, Match::end);
                if let Some(link) = own.next_if(|link| link.start() < end) {
                    taken = link.end();
                    return Some(link);
                }
                let found = found.next()?;
                if found.start() >= taken {
                    return Some(found);
                }
            }
        });
        self.page().whole(text, both, None)
    }

    pub(super) fn page(&self) -> Page<'_> {
        Page::new(Cow::Borrowed(&self.decision), Markup::Html(self.flow))
    }
}
