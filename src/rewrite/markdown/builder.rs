//! The builder of a Markdown linker.

use super::dialect::Dialects;
use super::extensions::Extensions;
use crate::find::Finder;
use crate::options::name::names;
use crate::options::table::{Row, by_name, rows};

/// How links are written in Markdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// `<uri>`, and `[text](uri)` where that would not do: without a scheme, for IRIs, for text
    /// that was repaired.
    #[default]
    Autolink,
    /// `[text](uri)` always, as in every document that is MDX: there `<` begins JSX.
    Inline,
}

names!(Style "style of links" { Autolink "autolink" Inline "inline" });

/// The options of a Markdown linker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Config {
    pub(super) extensions: Extensions,
    pub(super) dialect: Dialects,
    pub(super) style: Style,
    pub(super) mend: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            extensions: Extensions::NONE,
            dialect: Dialects::AUTO,
            style: Style::Autolink,
            mend: false,
        }
    }
}

/// The options by name, in the order of the documentation.
const ROWS: &[Row<Config>] = rows! { Config, |_| Config::default();
    extensions "The extensions with which the document will be read, or `github` for those of GitHub and of site generators";
    dialect "The dialects whose directives are left alone: `auto` for those that the content of the document shows, `none`, or a list";
    style "How links are written: as `<uri>` where that is possible, or always as `[text](uri)`, for MDX";
    mend "Join a URI between `<` and `>` that is broken over lines";
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

impl MarkdownLinkerBuilder {
    /// A builder of a linker for what `finder` finds, in documents without extensions.
    pub fn new(finder: &Finder) -> MarkdownLinkerBuilder {
        MarkdownLinkerBuilder { finder: finder.clone(), config: Config::default() }
    }

    /// The extensions with which the document will be read, so that it is read so here as well.
    ///
    /// Front matter is known with [`Extensions::YAML_METADATA`] or [`Extensions::PLUS_METADATA`], mathematics with
    /// [`Extensions::MATH`].
    pub fn extensions(&mut self, extensions: impl Into<Extensions>) -> &mut MarkdownLinkerBuilder {
        self.config.extensions = extensions.into();
        self
    }

    /// The dialects whose directives are left alone, byte for byte: templates, JSX, front matter. The default is
    /// [`Dialects::AUTO`].
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::{Dialects, MarkdownLinker}};
    ///
    /// let mut builder = MarkdownLinker::builder(&Finder::new());
    /// let page = "{{< a \"http://a.example\" >}} or http://b.example{% endif %}";
    /// assert_eq!(
    ///     builder.build()?.rewrite(page),
    ///     "{{< a \"http://a.example\" >}} or <http://b.example>{% endif %}",
    /// );
    /// let linker = builder.dialect(Dialects::MDX).build()?;
    /// let page = "<A href={\"http://a.example\"} /> http://b.example";
    /// assert_eq!(
    ///     linker.rewrite(page),
    ///     "<A href={\"http://a.example\"} /> [http://b.example](http://b.example)",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn dialect(&mut self, dialects: Dialects) -> &mut MarkdownLinkerBuilder {
        self.config.dialect = dialects;
        self
    }

    /// How links are written.
    pub fn style(&mut self, style: Style) -> &mut MarkdownLinkerBuilder {
        self.config.style = style;
        self
    }

    /// Whether a URI between `<` and `>` that was broken over lines is put together again:
    /// Markdown knows no such link. It is the one change that deletes something, the line break.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
    ///
    /// let text = "> see <http://example.com/long/\n> path>\n";
    /// let mut builder = MarkdownLinker::builder(&Finder::new());
    /// assert_eq!(builder.build()?.rewrite(text), text);
    /// let linker = builder.mend(true).build()?;
    /// assert_eq!(linker.rewrite(text), "> see <http://example.com/long/path>\n");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn mend(&mut self, yes: bool) -> &mut MarkdownLinkerBuilder {
        self.config.mend = yes;
        self
    }
}
