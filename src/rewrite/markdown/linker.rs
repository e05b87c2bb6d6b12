//! The linker of Markdown documents, and its builder.

use std::borrow::Cow;
use std::sync::Arc;

use super::dialect::{Dialect, Directives};
use super::extensions::Extensions;
use super::search::MarkdownSearch;
use crate::find::{Finder, Schemes};
use crate::link::{
    Allowed, Attributes, Decision, Display, Hook, Link, Treatment, Treatments, fallible, policy,
};
use crate::options::error::OptionError;
use crate::options::name::names;
use crate::options::table::{OptionRow, by_name, rows};
use crate::rewrite::edit::LinkEdit;

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
/// other programs ([`Dialect`]) stay unchanged. Marks of emphasis inside a URI in the source belong
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

impl MarkdownLinker {
    /// A linker for the matches of `finder`, in documents without extensions.
    pub fn new(finder: &Finder) -> MarkdownLinker {
        MarkdownLinker::with_extensions(finder, Extensions::NONE)
    }

    /// A builder of a linker for the matches of `finder`, in documents without extensions.
    pub fn builder(finder: &Finder) -> MarkdownLinkerBuilder {
        MarkdownLinkerBuilder { finder: finder.clone(), config: Config::default() }
    }

    fn with_extensions(finder: &Finder, extensions: Extensions) -> MarkdownLinker {
        let config = Config { extensions, ..Config::default() };
        MarkdownLinker::from_config(finder, &config, Allowed::new(config.schemes.clone()))
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

    /// The directives of `source` in the dialect of this linker.
    pub fn directives<'s>(&self, source: &'s str) -> Directives<'s> {
        self.dialect.directives(source)
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
    MarkdownLinker::with_extensions(finder, extensions.into()).rewrite(source)
}

/// The form of links in Markdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// `<uri>`, and `[text](uri)` if that is not possible: for text without a scheme, for IRIs, and for text that was
    /// repaired.
    #[default]
    Autolink,
    /// Always `[text](uri)`. MDX documents always have this form, because there `<` begins JSX.
    Inline,
}

names!(Style "style of links" { Autolink "autolink" Inline "inline" });

/// The options of a Markdown linker.
#[derive(Clone)]
struct Config {
    extensions: Extensions,
    dialect: Dialect,
    style: Style,
    schemes: Schemes,
    link_schemes: Vec<String>,
    on_danger: Treatment,
    on_warning: Treatment,
    hook: Option<Arc<Hook>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            extensions: Extensions::NONE,
            dialect: Dialect::Auto,
            style: Style::Autolink,
            schemes: Schemes::Clickable,
            link_schemes: Vec::new(),
            on_danger: Treatment::Skip,
            // A Markdown file is the author's source, and a title for a warning would be added to it as text.
            on_warning: Treatment::Link,
            hook: None,
        }
    }
}

/// The options by name, in the order of the documentation.
const ROWS: &[OptionRow<Config>] = rows! { Config, |_| Config::default();
    extensions "The extensions with which the document will be read, or `github` for those of GitHub and of site generators";
    dialect "The directives of other programs that are left alone: `auto` for templates, front matter, attributes, and MDX if the document shows that it is MDX; `mdx`; or `none`";
    style "How links are written: as `<uri>` where that is possible, or always as `[text](uri)`, for MDX";
    schemes "Schemes of the matches that become links: `clickable` (web, mail, phone, chat, news), `known` (those that people write in text, `file` and `ssh` included), `any` (all but those that run code), or a list";
    link_schemes "Schemes that become links in addition to the others, by default those of web, mail, phone, chat and news";
    on_danger "How a URI with a hazard of the severity `danger` is written: as a link, as a link with a title, or as text (`caution` and `skip`)";
    on_warning "How a URI with a hazard of the severity `warn` is written";
};

/// Builds a [`MarkdownLinker`] with the options of the caller.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{MarkdownLinker, Style}};
///
/// let linker = MarkdownLinker::builder(&Finder::new()).style(Style::Inline).build()?;
/// assert_eq!(linker.rewrite("http://a.example"), "[http://a.example](http://a.example)");
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MarkdownLinkerBuilder {
    finder: Finder,
    config: Config,
}

by_name!(MarkdownLinkerBuilder, ROWS);
policy!(MarkdownLinkerBuilder, marks "a title that names the hazards", warning "a link");

impl MarkdownLinkerBuilder {
    /// The extensions with which the document will be rendered. The linker reads the document with the same extensions.
    ///
    /// Front matter is recognized with [`Extensions::YAML_METADATA`] or [`Extensions::PLUS_METADATA`], mathematics with
    /// [`Extensions::MATH`].
    pub fn extensions(&mut self, extensions: impl Into<Extensions>) -> &mut MarkdownLinkerBuilder {
        self.config.extensions = extensions.into();
        self
    }

    /// The directives of other programs (templates, JSX, front matter) that are kept byte for byte. The default is
    /// [`Dialect::Auto`].
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::{Dialect, MarkdownLinker}};
    ///
    /// let mut builder = MarkdownLinker::builder(&Finder::new());
    /// let page = "{{< a \"http://a.example\" >}} or http://b.example{% endif %}";
    /// assert_eq!(
    ///     builder.build()?.rewrite(page),
    ///     "{{< a \"http://a.example\" >}} or <http://b.example>{% endif %}",
    /// );
    /// let linker = builder.dialect(Dialect::Mdx).build()?;
    /// let page = "<A href={\"http://a.example\"} />\n\nhttp://b.example";
    /// assert_eq!(
    ///     linker.rewrite(page),
    ///     "<A href={\"http://a.example\"} />\n\n[http://b.example](http://b.example)",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn dialect(&mut self, dialect: Dialect) -> &mut MarkdownLinkerBuilder {
        self.config.dialect = dialect;
        self
    }

    /// The form of links.
    pub fn style(&mut self, style: Style) -> &mut MarkdownLinkerBuilder {
        self.config.style = style;
        self
    }

    /// Builds the linker.
    ///
    /// # Errors
    /// If a name is not a scheme, or if an added scheme runs code. The error names the option.
    pub fn build(&self) -> Result<MarkdownLinker, OptionError> {
        let allowed = Allowed::checked(&self.config.schemes, &self.config.link_schemes)?;
        Ok(MarkdownLinker::from_config(&self.finder, &self.config, allowed))
    }
}
