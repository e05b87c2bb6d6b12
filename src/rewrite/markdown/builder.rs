//! The builder of a Markdown linker.

use pulldown_cmark::Options;

use crate::find::Finder;
use crate::options::kind::ValueKind;
use crate::options::name::names;
use crate::options::setting::Setting;
use crate::options::table::{Row, by_name, rows};
use crate::options::value::Value;

/// What people write on the sites that keep Markdown: GitHub Flavored Markdown with footnotes and
/// mathematics, and the front matter of site generators.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown};
///
/// let page = "---\nhome: http://a.example\n---\n| http://b.example |\n|-|\n";
/// let linked = markdown::rewrite(&Finder::new(), page, markdown::GITHUB);
/// assert_eq!(linked, "---\nhome: http://a.example\n---\n| <http://b.example> |\n|-|\n");
/// ```
pub const GITHUB: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS)
    .union(Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS);

/// How links are written in Markdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// `<uri>`, and `[text](uri)` where that would not do: without a scheme, for IRIs, for text
    /// that was repaired.
    #[default]
    Autolink,
    /// `[text](uri)` always. MDX has no autolinks: there `<` begins JSX.
    Inline,
}

names!(Style "style of links" { Autolink "autolink" Inline "inline" });

/// The extensions of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extensions(pub(super) Options);

/// The extensions by name.
macro_rules! extensions {
    ($($name:literal $option:ident)*) => {
        const EXTENSIONS: &[(&str, Options)] = &[$(($name, Options::$option)),*];
        const NAMES: &[&str] = &[$($name),*];
    };
}

extensions! {
    "tables" ENABLE_TABLES
    "footnotes" ENABLE_FOOTNOTES
    "old-footnotes" ENABLE_OLD_FOOTNOTES
    "strikethrough" ENABLE_STRIKETHROUGH
    "task-lists" ENABLE_TASKLISTS
    "smart-punctuation" ENABLE_SMART_PUNCTUATION
    "heading-attributes" ENABLE_HEADING_ATTRIBUTES
    "yaml-metadata" ENABLE_YAML_STYLE_METADATA_BLOCKS
    "plus-metadata" ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    "math" ENABLE_MATH
    "gfm" ENABLE_GFM
    "definition-lists" ENABLE_DEFINITION_LIST
    "superscript" ENABLE_SUPERSCRIPT
    "subscript" ENABLE_SUBSCRIPT
    "wikilinks" ENABLE_WIKILINKS
}

impl Setting for Extensions {
    const KIND: ValueKind = ValueKind::List { instead: &["github"], members: NAMES };

    fn to_value(&self) -> Value {
        let has =
            |(name, options): &(&'static str, Options)| self.0.contains(*options).then_some(*name);
        EXTENSIONS.iter().filter_map(has).collect()
    }

    fn from_value(value: &Value) -> Option<Extensions> {
        if value.as_text() == Some("github") {
            return Some(Extensions(GITHUB));
        }
        let named = |value: &Value| {
            let name = value.as_text()?;
            EXTENSIONS.iter().find(|(known, _)| *known == name).map(|(_, options)| *options)
        };
        let options: Option<Vec<Options>> = value.as_list()?.iter().map(named).collect();
        Some(Extensions(options?.into_iter().collect()))
    }
}

/// The options of a Markdown linker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Config {
    pub(super) extensions: Extensions,
    pub(super) style: Style,
    pub(super) mend: bool,
}

impl Default for Config {
    fn default() -> Config {
        let extensions = Extensions(Options::empty());
        Config { extensions, style: Style::Autolink, mend: false }
    }
}

/// The options by name, in the order of the documentation.
const ROWS: &[Row<Config>] = rows! { Config, |_| Config::default();
    extensions "The extensions with which the document will be read, or `github` for those of GitHub and of site generators";
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

    /// The extensions with which the document will be read, so that it is read so here as well; by name the option
    /// `extensions`.
    ///
    /// Front matter is known with `ENABLE_YAML_STYLE_METADATA_BLOCKS` or
    /// `ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS`, mathematics with `ENABLE_MATH`.
    pub fn extensions(&mut self, options: Options) -> &mut MarkdownLinkerBuilder {
        self.config.extensions = Extensions(options);
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
