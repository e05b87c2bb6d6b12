//! The builder of a Markdown linker.

use std::sync::Arc;

use super::dialect::Dialect;
use super::extensions::Extensions;
use crate::find::{Finder, Schemes};
use crate::link::{
    Allowed, Attributes, Decision, Display, Hook, Link, Treatment, Treatments, policy,
};
use crate::options::name::names;
use crate::options::table::{OptionRow, by_name, rows};

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
pub(super) struct Config {
    pub(super) extensions: Extensions,
    pub(super) dialect: Dialect,
    pub(super) style: Style,
    pub(super) schemes: Schemes,
    pub(super) link_schemes: Vec<String>,
    pub(super) on_danger: Treatment,
    pub(super) on_warning: Treatment,
    pub(super) hook: Option<Arc<Hook>>,
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

/// Builds a [`MarkdownLinker`](super::MarkdownLinker) with the options of the caller.
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
    pub(super) finder: Finder,
    pub(super) config: Config,
}

by_name!(MarkdownLinkerBuilder, ROWS);
policy!(MarkdownLinkerBuilder, marks "a title that names the hazards", warning "a link");

impl MarkdownLinkerBuilder {
    /// A builder of a linker for the matches of `finder`, in documents without extensions.
    pub(crate) fn new(finder: &Finder) -> MarkdownLinkerBuilder {
        MarkdownLinkerBuilder { finder: finder.clone(), config: Config::default() }
    }

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
}
