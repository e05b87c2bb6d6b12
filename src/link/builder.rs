//! The builder of an HTML linker: the attributes and the text of its links, and which links it writes.

use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::decision::{Decision, Hook};
use super::display::{Display, Shorten};
use super::elements;
use super::policy::policy;
use super::subject::Link;
use super::treatment::{Treatment, Treatments};
use crate::find::{Finder, Schemes};
use crate::options::name::names;
use crate::options::table::{OptionRow, by_name, rows};

/// The treatment of the line ends of a plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Newlines {
    /// Line ends are kept, for text in `<pre>` or with `white-space: pre-wrap`.
    #[default]
    Keep,
    /// `<br>` is written before each line end.
    Break,
}

names!(Newlines "treatment of line ends" { Keep "keep" Break "break" });

/// The options of an HTML linker.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that callers set by name")]
pub(super) struct Config {
    pub(super) rel: Option<String>,
    pub(super) target: Option<String>,
    pub(super) class: Option<String>,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) schemes: Schemes,
    pub(super) link_schemes: Vec<String>,
    pub(super) on_danger: Treatment,
    pub(super) on_warning: Treatment,
    pub(super) existing: bool,
    pub(super) shorten: Option<usize>,
    pub(super) shorten_how: Shorten,
    pub(super) strip_scheme: bool,
    pub(super) decode: bool,
    pub(super) newlines: Newlines,
    pub(super) quotes: bool,
    pub(super) elements_without_links: Vec<String>,
    pub(super) hook: Option<Arc<Hook>>,
}

/// The options by name, in the order of the documentation.
pub(super) const ROWS: &[OptionRow<Config>] = rows! { Config, |_| Config::default();
    rel "The `rel` of each link; none if it is empty";
    target "The `target` of each link, such as `_blank`; none if it is empty";
    class "The `class` of each link; none if it is empty";
    attributes "Other attributes of each link, with their values";
    schemes "Schemes of the matches that become links: `clickable` (web, mail, phone, chat, news), `known` (those that people write in text, `file` and `ssh` included), `any` (all but those that run code), or a list";
    link_schemes "Schemes that become links in addition to the others, by default those of web, mail, phone, chat and news";
    on_danger "How a URI with a hazard of the severity `danger` is written: as a link, as a link or as text that is marked with a class and a title, or as text";
    on_warning "How a URI with a hazard of the severity `warn` is written";
    existing "Treat links that a document already has like new ones: with the same attributes, the same permitted schemes and the same treatment of hazards";
    shorten [0..=1_000_000] "The maximum number of characters in the text of a link; a longer text is shortened";
    shorten_how "The part that a shortened text leaves out: its end, its middle, or all but the host and the end of the path";
    strip_scheme "Leave `http://`, `https://`, `ftp://` and `mailto:` out of the text of a link";
    decode "Show the text of a link with as few percent-escapes as possible (UTS #58)";
    newlines "How line ends of a plain text are written: unchanged, or each with a `<br>` before it";
    quotes "Write lines of a plain text that begin with `>` as `<blockquote>`";
    elements_without_links "The elements of an HTML document in which no link is written";
};

impl Default for Config {
    fn default() -> Config {
        Config {
            // `noopener`: the linked page cannot control the window of this page. `noreferrer`: the linked page does
            // not receive the address of this page. `nofollow`: search engines ignore the link, because the text may be
            // written by other people.
            rel: Some("noopener noreferrer nofollow".to_owned()),
            target: None,
            class: None,
            attributes: Vec::new(),
            schemes: Schemes::Clickable,
            link_schemes: Vec::new(),
            on_danger: Treatment::Skip,
            on_warning: Treatment::Mark,
            existing: false,
            shorten: None,
            shorten_how: Shorten::Smart,
            strip_scheme: false,
            decode: false,
            newlines: Newlines::Keep,
            quotes: false,
            elements_without_links: elements::default(),
            hook: None,
        }
    }
}

impl Config {
    /// The attributes of each link, in the order in which they are written.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let fixed = [("rel", &self.rel), ("target", &self.target), ("class", &self.class)];
        let fixed = fixed.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let others = self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        fixed.filter(|(_, value)| !value.is_empty()).chain(others)
    }
}

/// Builds an [`HtmlLinker`](super::HtmlLinker) with the options of the caller.
///
/// ```
/// use linkwright::{Finder, link::HtmlLinker};
///
/// let linker = HtmlLinker::builder(&Finder::new())
///     .rel("")
///     .attribute("data-kind", "auto")
///     .build()?;
/// assert_eq!(linker.linkify("ftp://a.example"),
///     "<a href=\"ftp://a.example\" data-kind=\"auto\">ftp://a.example</a>");
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HtmlLinkerBuilder {
    pub(super) finder: Finder,
    pub(super) config: Config,
}

by_name!(HtmlLinkerBuilder, ROWS);
policy!(HtmlLinkerBuilder, marks "the class `hazard` and a `title` that names the hazards", warning "marked");

impl HtmlLinkerBuilder {
    /// A builder of a linker for the matches of `finder`, with `rel="noopener noreferrer nofollow"` on each link.
    pub(crate) fn new(finder: &Finder) -> HtmlLinkerBuilder {
        HtmlLinkerBuilder { finder: finder.clone(), config: Config::default() }
    }

    /// Sets the `rel` of each link. An empty value means no `rel`.
    ///
    /// Without `noopener`, old browsers let a linked page that opens in a new window control the page with the link.
    pub fn rel(&mut self, value: &str) -> &mut HtmlLinkerBuilder {
        self.config.rel = attribute(value);
        self
    }

    /// Sets the `target` of each link. An empty value, the default, means no `target`.
    pub fn target(&mut self, value: &str) -> &mut HtmlLinkerBuilder {
        self.config.target = attribute(value);
        self
    }

    /// Sets the `class` of each link. An empty value, the default, means no `class`.
    pub fn class(&mut self, value: &str) -> &mut HtmlLinkerBuilder {
        self.config.class = attribute(value);
        self
    }

    /// Adds another attribute to each link. Its value is escaped.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker, options::OptionProblem};
    ///
    /// let error = HtmlLinker::builder(&Finder::new()).attribute("onclick", "alert(1)").build().unwrap_err();
    /// assert_eq!(error.option(), "attributes");
    /// assert!(matches!(error.problem(), OptionProblem::Invalid { name, .. } if name == "onclick"));
    /// ```
    ///
    /// # Errors
    /// `build` rejects a name that is not the name of an attribute. It also rejects `href` and `xlink:href`, which hold
    /// the target, event handlers such as `onclick`, and the attributes that send requests (`ping`, `attributionsrc`).
    pub fn attribute(&mut self, name: &str, value: &str) -> &mut HtmlLinkerBuilder {
        self.config.attributes.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Shortens the text of a link that has more than `limit` visible characters (grapheme clusters); the limit is at
    /// most 1,000,000. `how` selects the part that is left out (see [`shorten_how`](HtmlLinkerBuilder::shorten_how)).
    pub fn shorten(&mut self, how: Shorten, limit: usize) -> &mut HtmlLinkerBuilder {
        self.config.shorten = Some(limit);
        self.shorten_how(how)
    }

    /// The part of a shortened text that is left out. This option has no effect if
    /// [`shorten`](HtmlLinkerBuilder::shorten) sets no limit.
    pub fn shorten_how(&mut self, how: Shorten) -> &mut HtmlLinkerBuilder {
        self.config.shorten_how = how;
        self
    }

    /// Whether `http://`, `https://`, `ftp://` and `mailto:` are left out of the text of a link.
    pub fn strip_scheme(&mut self, yes: bool) -> &mut HtmlLinkerBuilder {
        self.config.strip_scheme = yes;
        self
    }

    /// Whether percent-escapes are decoded in the text of a link, as
    /// [`IriReference::minimally_escaped`](crate::uri::IriReference::minimally_escaped) does.
    ///
    /// All other escapes are kept: those in the authority, and those of characters that could make the text look like
    /// another URI, such as controls, bidi characters, white space and delimiters. With the feature `idn`, A-labels of
    /// the host are shown as U-labels, unless the name has a hazard.
    pub fn decode(&mut self, yes: bool) -> &mut HtmlLinkerBuilder {
        self.config.decode = yes;
        self
    }

    /// Whether existing links of an HTML document are treated like new ones (feature `html`). By default, existing links
    /// are not changed.
    ///
    /// Each `<a href>` gets the attributes of this builder: the words of `rel` and `class` are added to the existing
    /// words, and any other attribute replaces an existing one of the same name. The closures of
    /// [`decide`](HtmlLinkerBuilder::decide) and `HtmlLinker::try_rewrite` receive the link and may change it. The tags
    /// of an anchor are removed, and its content is kept, if its target is not permitted (its scheme, or a host or
    /// address that begins with `-`), if it has a hazard for which the treatment is [`Skip`](Treatment::Skip), or if a
    /// closure removes it. Where parsers would then read the following tags differently, only the `href` is removed. A
    /// `mailto` target loses its harmful headers. All other bytes are unchanged. This is not a sanitizer: other
    /// elements and attributes that run code are kept.
    ///
    #[cfg_attr(feature = "html", doc = "```")]
    #[cfg_attr(not(feature = "html"), doc = "```ignore")]
    /// use linkwright::{Finder, link::HtmlLinker};
    ///
    /// let linker = HtmlLinker::builder(&Finder::new()).rel("nofollow").existing(true).build()?;
    /// let page = b"<a href='http://a.example'>a</a> <A rel=me href=/b>b</A> <a href='javascript:x'>c</a>";
    /// assert_eq!(
    ///     String::from_utf8_lossy(&linker.rewrite(page)),
    ///     "<a href='http://a.example' rel=\"nofollow\">a</a> <A rel=\"me nofollow\" href=/b>b</A> c",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn existing(&mut self, yes: bool) -> &mut HtmlLinkerBuilder {
        self.config.existing = yes;
        self
    }

    /// The treatment of the line ends of a plain text.
    pub fn newlines(&mut self, newlines: Newlines) -> &mut HtmlLinkerBuilder {
        self.config.newlines = newlines;
        self
    }

    /// Whether lines that begin with `>` become nested `<blockquote>`, as in format=flowed (RFC 3676, 4.5). The marks
    /// are then left out.
    pub fn quotes(&mut self, yes: bool) -> &mut HtmlLinkerBuilder {
        self.config.quotes = yes;
        self
    }

    /// Disables links in elements with this name, in HTML documents (feature `html`).
    ///
    /// By default, no links are written in `a`, `code`, `pre`, `script`, `style`, `textarea`, `title`, `button`,
    /// `select`, `option`, `svg`, `math`, `noscript`, `template`, `iframe`, `kbd` and `samp`.
    pub fn without_links(&mut self, name: &str) -> &mut HtmlLinkerBuilder {
        self.with_links(name).config.elements_without_links.push(name.to_ascii_lowercase());
        self
    }

    /// Enables links in elements with this name, in HTML documents (feature `html`): removes the name from the list of
    /// [`without_links`](HtmlLinkerBuilder::without_links).
    ///
    /// This has no effect on `a`, `select`, `svg`, `math` and `template`, nor on elements whose content is read as text
    /// (`script`, `style`, `textarea`, `title`, `iframe`, `noscript`).
    pub fn with_links(&mut self, name: &str) -> &mut HtmlLinkerBuilder {
        self.config.elements_without_links.retain(|known| !known.eq_ignore_ascii_case(name));
        self
    }
}

fn attribute(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}
