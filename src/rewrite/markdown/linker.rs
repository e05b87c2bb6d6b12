//! The linker of Markdown documents.

use std::borrow::Cow;

use super::builder::{Config, MarkdownLinkerBuilder, Style};
use super::dialect::{Dialect, Directives};
use super::edit::{Edit, TextUri};
use super::extensions::Extensions;
#[cfg(feature = "pulldown-cmark-0-13")]
use super::pieces::LinkedBy;
use super::search::MarkdownSearch;
use super::verify;
use crate::find::Finder;
use crate::link::{Allowed, Attributes, Decision, Display, Link, Once, fallible};
use crate::options::error::OptionError;
use crate::rewrite::link_edit::LinkEdit;
use crate::rewrite::splice::Splicer;

/// Turns the bare URIs in a Markdown document into links.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
///
/// let linker = MarkdownLinker::new(&Finder::new());
/// assert_eq!(
///     linker.rewrite("See http://example.com/a_b_ or `http://b.example`, www.c.example."),
///     "See <http://example.com/a_b_> or `http://b.example`, \
///      [www.c.example](http://www.c.example).",
/// );
/// ```
///
/// Code, existing links and images, definitions of references, HTML, mathematics, front matter, and the directives of
/// other programs ([`Dialect`](super::Dialect)) stay unchanged. Marks of emphasis inside a URI in the source belong
/// to the URI, as in GFM. Only markup is inserted; the byte order mark, the line ends and everything else stay the
/// same, unless a closure sets the text of a link. A second pass over the output changes nothing.
///
/// A URI stays bare if the text next to it would change how the inserted markup is parsed.
///
/// The same options as in HTML decide which URIs become links: [`schemes`](MarkdownLinkerBuilder::schemes),
/// [`on_danger`](MarkdownLinkerBuilder::on_danger), [`on_warning`](MarkdownLinkerBuilder::on_warning) and
/// [`decide`](MarkdownLinkerBuilder::decide). Existing links stay unchanged, whatever their scheme.
#[derive(Clone, Debug)]
pub struct MarkdownLinker {
    dialect: Dialect,
    pub(super) search: MarkdownSearch,
    pub(super) decision: Decision,
    pub(super) extensions: Extensions,
    pub(super) style: Style,
}

impl MarkdownLinkerBuilder {
    /// Builds the linker.
    ///
    /// # Errors
    /// If a name is not a scheme, or if an added scheme runs code. The error names the option.
    pub fn build(&self) -> Result<MarkdownLinker, OptionError> {
        let allowed = Allowed::checked(&self.config.schemes, &self.config.link_schemes)?;
        Ok(MarkdownLinker::from_config(&self.finder, &self.config, allowed))
    }
}

impl MarkdownLinker {
    /// A linker for the matches of `finder`, in documents without extensions.
    pub fn new(finder: &Finder) -> MarkdownLinker {
        let config = Config::default();
        let allowed = Allowed::new(config.schemes.clone());
        MarkdownLinker::from_config(finder, &config, allowed)
    }

    /// A builder of a linker for the matches of `finder`.
    pub fn builder(finder: &Finder) -> MarkdownLinkerBuilder {
        MarkdownLinkerBuilder::new(finder)
    }

    fn from_config(finder: &Finder, config: &Config, allowed: Allowed) -> MarkdownLinker {
        let mut decision = config.decision(allowed, Attributes::default(), Display::default());
        decision.treatments = decision.treatments.without_cautions();
        let Config { extensions, dialect, style, .. } = *config;
        MarkdownLinker { dialect, search: MarkdownSearch::new(finder), decision, extensions, style }
    }

    /// The document with its URIs as links; borrowed if nothing changes.
    pub fn rewrite<'s>(&self, source: &'s str) -> Cow<'s, str> {
        self.write(source, None, None)
    }

    /// Like [`rewrite`](MarkdownLinker::rewrite); also calls `decide` with each [`Link`], after the closure of the
    /// builder. Some of these links are then not made, because the document would be parsed differently with them.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
    ///
    /// let linker = MarkdownLinker::new(&Finder::new());
    /// let linked = linker.try_rewrite("http://a.example/x, http://b.example", |link| {
    ///     link.set_label(link.text().strip_prefix("http://a.example/").ok_or("another host")?);
    ///     link.set_attribute("title", "A").map_err(|_| "no such attribute")
    /// });
    /// assert_eq!(linked, Err("another host"));
    /// let linked = linker.try_rewrite("http://a.example/x", |link| {
    ///     link.set_label("the page *x*");
    ///     link.set_attribute("title", "A")
    /// })?;
    /// assert_eq!(linked, "[the page &#42;x&#42;](http://a.example/x \"A\")");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// The first error of `decide`.
    pub fn try_rewrite<'s, E>(
        &self,
        source: &'s str,
        decide: impl FnMut(&mut Link<'_>) -> Result<(), E>,
    ) -> Result<Cow<'s, str>, E> {
        fallible(decide, |once| self.write(source, Some(once), None))
    }

    /// Like [`rewrite`](MarkdownLinker::rewrite); also calls `decide` with each [`Link`], and `report` with each edit:
    /// first those that are made, and then those that are refused, because the document would be parsed differently.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
    ///
    /// let linker = MarkdownLinker::new(&Finder::new());
    /// let source = "See http://a.example/ and ***b*http://c.example/**d*.";
    /// let mut edits = Vec::new();
    /// let linked = linker.rewrite_reporting(source, |_| {}, |edit| edits.push(edit.clone()));
    /// assert_eq!(linked, "See <http://a.example/> and ***b*http://c.example/**d*.");
    /// assert_eq!(edits[0].uri(), "http://a.example/");
    /// assert!(edits[1].is_refused());
    /// assert_eq!(&source[edits[1].span().range()], "http://c.example/**d");
    /// ```
    pub fn rewrite_reporting<'s>(
        &self,
        source: &'s str,
        mut decide: impl FnMut(&mut Link<'_>),
        mut report: impl FnMut(&LinkEdit),
    ) -> Cow<'s, str> {
        self.write(source, Some(&mut decide), Some(&mut report))
    }

    fn write<'s>(
        &self,
        source: &'s str,
        once: Option<&mut Once<'_>>,
        report: Option<&mut dyn FnMut(&LinkEdit)>,
    ) -> Cow<'s, str> {
        if !self.search.is_hot(source) {
            return Cow::Borrowed(source);
        }
        let directives = self.directives(source);
        let uris = self.uris(&directives, once, false);
        let (kept, left) = verify::sound(&uris, |some| self.again(source, &directives, some));
        if let Some(report) = report {
            for (edits, is_refused) in [(&kept, false), (&left, true)] {
                for edit in edits {
                    report(&edit.reported(is_refused));
                }
            }
        }
        spliced(source, &kept)
    }

    /// The directives of `source` in the dialect of this linker.
    pub fn directives<'s>(&self, source: &'s str) -> Directives<'s> {
        self.dialect.directives(source)
    }

    /// The URIs of a second pass over `source` with these edits; `None` if that document is not parsed as expected.
    fn again(
        &self,
        source: &str,
        directives: &Directives<'_>,
        edits: &[&Edit],
    ) -> Option<Vec<TextUri>> {
        let output = spliced(source, edits);
        let output = self.directives(&output);
        let (search, options) = (&self.search, self.extensions.options());
        if !verify::holds(search, options, directives.masked(), edits, output.masked()) {
            return None;
        }
        Some(self.uris(&output, None, true))
    }

    /// The settings for links in events.
    #[cfg(feature = "pulldown-cmark-0-13")]
    pub(super) fn deciding(&self) -> LinkedBy {
        LinkedBy::Decision(Box::new(self.decision.clone()))
    }
}

/// Turns the bare URIs in `source`, a Markdown document that is read with `extensions`, into links.
///
/// A shortcut for [`MarkdownLinker`], whose documentation lists what is never linked.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, Extensions}};
///
/// let finder = Finder::new();
/// let output = markdown::rewrite(&finder, "See http://example.com/.", Extensions::default());
/// assert_eq!(output, "See <http://example.com/>.");
/// ```
pub fn rewrite<'s>(
    finder: &Finder,
    source: &'s str,
    extensions: impl Into<Extensions>,
) -> Cow<'s, str> {
    let config = Config { extensions: extensions.into(), ..Config::default() };
    let allowed = Allowed::new(config.schemes.clone());
    MarkdownLinker::from_config(finder, &config, allowed).rewrite(source)
}

/// `source` with the changes of `edits`, which ascend; borrowed if there are none.
fn spliced<'s>(source: &'s str, edits: &[&Edit]) -> Cow<'s, str> {
    let mut splicer = Splicer::new(source.as_bytes());
    for (span, text) in edits.iter().flat_map(|edit| &edit.changes) {
        // A change that splits a character has no effect.
        if source.get(span.range()).is_some() {
            splicer.replace(*span, text.as_bytes());
        }
    }
    let Cow::Owned(output) = splicer.finish() else { return Cow::Borrowed(source) };
    String::from_utf8(output).map_or(Cow::Borrowed(source), Cow::Owned)
}
