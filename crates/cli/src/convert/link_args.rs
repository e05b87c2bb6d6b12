//! The options that control how links look: their flags, and their names in a configuration file.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::link::{
    HtmlLinker, HtmlLinkerBuilder, Link, TerminalLinker, TerminalLinkerBuilder,
};
use linkwright::options::{OptionError, OptionInfo, Value};
use linkwright::rewrite::markdown::{self, MarkdownLinker, MarkdownLinkerBuilder};

use super::format::{From, To};
use super::listed::Warning;
use super::sanitizer::LinkLook;
use crate::options::ConfiguredOptions;
use crate::options::{OptionFlag, Settings, flag};
use crate::selection::FilterArgs;

/// The options of the linkers, from the command line or from a configuration file.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkArgs {
    settings: Settings,
    /// The flag `with-links` or `without-links`, if it was typed. Both flags set the option `elements_without_links`.
    elements_flag: Option<&'static str>,
    /// Selects the URIs that become links.
    filter: Option<Arc<FilterArgs>>,
    /// The names of the options that come from a configuration file.
    configured: BTreeSet<String>,
}

/// The options of the HTML linker. `schemes` is left out because the finder has an option with the same name;
/// `link_schemes` adds schemes to the default.
fn of_html() -> impl Iterator<Item = &'static OptionInfo> {
    HtmlLinkerBuilder::options().filter(|option| option.name() != "schemes")
}

/// The options of the Markdown linker. `extensions` is left out, because documents are always read with GitHub's
/// extensions.
fn of_markdown() -> impl Iterator<Item = &'static OptionInfo> {
    MarkdownLinkerBuilder::options()
        .filter(|option| !["schemes", "extensions"].contains(&option.name()))
}

fn of_terminal() -> impl Iterator<Item = &'static OptionInfo> {
    TerminalLinkerBuilder::options().filter(|option| option.name() != "schemes")
}

/// The options of the Markdown linker that the HTML linker does not have.
fn of_markdown_alone() -> impl Iterator<Item = &'static OptionInfo> {
    of_markdown().filter(|option| of_html().all(|other| other.name() != option.name()))
}

/// The flag `--mdx` is short for a value of the option `dialect`.
const MDX: &str = "mdx";
const DIALECT: &str = "dialect";
const MDX_DIALECTS: [&str; 2] = ["front-matter", "mdx"];

/// The flags that change the list in the option `elements_without_links`.
const ELEMENTS: &str = "elements_without_links";
const WITH_LINKS: &str = "with-links";
const WITHOUT_LINKS: &str = "without-links";

/// Builds a linker with the options that are set and with the filter.
macro_rules! built {
    ($args:ident, $builder:expr, $options:expr) => {{
        let mut builder = $builder;
        for (name, value) in $args.of($options) {
            builder.set(name, value.clone())?;
        }
        if let Some(decide) = $args.decide() {
            builder.decide(decide);
        }
        builder.build()
    }};
}

impl LinkArgs {
    /// The options of all linkers.
    pub(crate) fn options() -> impl Iterator<Item = &'static OptionInfo> {
        of_html().chain(of_markdown_alone())
    }

    /// Whether a linker has the option `name`.
    pub(crate) fn knows(name: &str) -> bool {
        LinkArgs::options().any(|option| option.name() == name)
    }

    /// Adds the configured settings to those of the command line.
    pub(crate) fn configure(&mut self, options: ConfiguredOptions) {
        for (name, configured) in options {
            if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
                slot.insert(configured.value);
                self.configured.insert(name);
            }
        }
    }

    /// Whether a linker accepts `value` for the option `name`.
    ///
    /// # Errors
    ///
    /// The error of the linker.
    pub(crate) fn check(name: &str, value: &Value) -> Result<(), OptionError> {
        let finder = Finder::new();
        if of_markdown_alone().any(|option| option.name() == name) {
            return MarkdownLinker::builder(&finder).set(name, value.clone()).map(drop);
        }
        HtmlLinker::builder(&finder).set(name, value.clone()).map(drop)
    }

    fn is_typed(&self, name: &str) -> bool {
        self.settings.contains_key(name) && !self.configured.contains(name)
    }

    /// Adds `others`. They replace options with the same names.
    pub(crate) fn with(mut self, others: Settings) -> LinkArgs {
        self.settings.extend(others);
        self
    }

    /// Sets the dialects of MDX, unless a dialect is set already.
    pub(crate) fn mdx(mut self) -> LinkArgs {
        self.settings.entry(DIALECT.to_owned()).or_insert_with(|| MDX_DIALECTS.into());
        self
    }

    /// Sets a filter: only URIs that `filter` accepts become links.
    pub(crate) fn filtered(mut self, filter: &FilterArgs) -> LinkArgs {
        self.filter = (!filter.is_empty()).then(|| Arc::new(filter.clone()));
        self
    }

    /// The flag (with its dashes) of the first typed option that has no effect on any of these conversions.
    pub(crate) fn without_effect(&self, conversions: &[(From, To)]) -> Option<String> {
        let typed =
            self.settings.iter().filter(|(name, _)| self.is_typed(name)).find(|(name, value)| {
                !conversions.iter().any(|(from, to)| has_effect(name, value, *from, *to))
            });
        let flag = |name: &str| match self.elements_flag {
            Some(flag) if name == ELEMENTS => format!("--{flag}"),
            _ => self.typed_flag(name),
        };
        typed.map(|(name, _)| flag(name))
    }

    /// The flag (with its dashes) that was typed for `option`.
    fn typed_flag(&self, option: &str) -> String {
        let is_mdx =
            option == DIALECT && self.settings.get(DIALECT) == Some(&Value::from(MDX_DIALECTS));
        format!("--{}", if is_mdx { MDX.to_owned() } else { flag(option) })
    }

    /// Whether `shorten_how` was typed but no length limit is set, in which case it has no effect.
    pub(crate) fn shortens_without_limit(&self) -> bool {
        self.is_typed("shorten_how") && !self.settings.contains_key("shorten")
    }

    /// Whether the options also apply to existing links of a document.
    pub(super) fn treats_existing(&self) -> bool {
        self.settings.get("existing") == Some(&Value::Switch(true))
    }

    /// Whether URIs that are broken across lines are joined.
    pub(super) fn mends(&self) -> bool {
        self.settings.get("mend") == Some(&Value::Switch(true))
    }

    /// The attributes and additional schemes of the links that this program writes. The sanitizer has to keep them.
    pub(super) fn look(&self) -> LinkLook {
        let mut builder = HtmlLinker::builder(&Finder::new());
        for (name, value) in self.of(of_html()) {
            // An invalid value is reported when the linker is built.
            let _ = builder.set(name, value.clone());
        }
        let text = |name: &str| -> String {
            let value = builder.get(name).unwrap_or_default();
            value.as_text().unwrap_or_default().to_owned()
        };
        let others = match builder.get("attributes") {
            Some(Value::Map(members)) => members,
            _ => Vec::new(),
        };
        let others = others
            .iter()
            .filter_map(|(name, value)| Some((name.clone(), value.as_text()?.to_owned())));
        let fixed = [("target", text("target")), ("class", text("class") + " hazard")];
        let fixed = fixed.into_iter().map(|(name, value)| (name.to_owned(), value));
        let schemes = builder.get("link_schemes").unwrap_or_default();
        let schemes = schemes.as_list().unwrap_or_default().iter().filter_map(Value::as_text);
        LinkLook {
            rel: text("rel"),
            attributes: fixed.chain(others).collect(),
            schemes: schemes.map(str::to_owned).collect(),
        }
    }

    pub(super) fn html(&self, finder: &Finder) -> Result<HtmlLinker, OptionError> {
        built!(self, HtmlLinker::builder(finder), of_html())
    }

    /// The linker for Markdown with GitHub's extensions.
    pub(super) fn markdown(&self, finder: &Finder) -> Result<MarkdownLinker, OptionError> {
        let mut builder = MarkdownLinker::builder(finder);
        builder.extensions(markdown::GITHUB);
        built!(self, builder, of_markdown())
    }

    pub(super) fn terminal(&self, finder: &Finder) -> Result<TerminalLinker, OptionError> {
        built!(self, TerminalLinker::builder(finder), of_terminal())
    }

    /// Whether the filter accepts a link with hazards.
    pub(crate) fn takes(&self, warning: &Warning) -> bool {
        self.filter.as_ref().is_none_or(|filter| warning.passes(filter))
    }

    /// A callback that removes new links that the filter rejects; `None` without a filter.
    fn decide(&self) -> Option<impl Fn(&mut Link<'_>) + Send + Sync + use<>> {
        let filter = Arc::clone(self.filter.as_ref()?);
        Some(move |link: &mut Link<'_>| {
            if link.found().is_some_and(|found| !filter.takes_match(found)) {
                link.remove();
            }
        })
    }

    fn of(
        &self,
        options: impl Iterator<Item = &'static OptionInfo>,
    ) -> impl Iterator<Item = (&'static str, &Value)> {
        options.filter_map(|option| Some((option.name(), self.settings.get(option.name())?)))
    }
}

/// Whether an option changes anything in a conversion.
fn has_effect(name: &str, value: &Value, from: From, to: To) -> bool {
    let has = |mut options: Box<dyn Iterator<Item = &'static OptionInfo>>| {
        options.any(|option| option.name() == name)
    };
    let is_known = match to {
        To::Html => has(Box::new(of_html())),
        To::Markdown => has(Box::new(of_markdown())),
        To::Terminal => has(Box::new(of_terminal())) && value.as_text() != Some("mark"),
    };
    is_known
        && match name {
            "newlines" | "quotes" => matches!(from, From::Text | From::Mail),
            ELEMENTS => matches!(from, From::Html | From::Mail),
            "existing" => from != From::Text,
            _ => true,
        }
}

/// The flags that add elements to the list `elements_without_links`, or remove elements from it.
fn elements() -> [Arg; 2] {
    let arg = |name: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).help(help).value_name("NAME,..");
        arg.value_delimiter(',').action(ArgAction::Append).conflicts_with(ELEMENTS)
    };
    [
        arg(WITH_LINKS, "Also write links in these elements of an HTML document, such as `pre`"),
        arg(WITHOUT_LINKS, "Additional elements in which no links are written"),
    ]
}

/// The value of `elements_without_links` that these flags produce; `None` if neither flag was typed.
fn typed_elements(matches: &ArgMatches) -> Option<Value> {
    let typed = |name: &str| -> Vec<String> {
        matches.get_many(name).map(|names| names.cloned().collect()).unwrap_or_default()
    };
    let (with, without) = (typed(WITH_LINKS), typed(WITHOUT_LINKS));
    if with.is_empty() && without.is_empty() {
        return None;
    }
    let mut builder = HtmlLinker::builder(&Finder::new());
    for name in &with {
        builder.with_links(name);
    }
    for name in &without {
        builder.without_links(name);
    }
    builder.get(ELEMENTS)
}

/// The flag `--mdx`, which sets the dialects of MDX.
fn mdx() -> Arg {
    let help = "Read Markdown as MDX with front matter; without --dialect, .mdx files are always read this way";
    Arg::new(MDX).long(MDX).help(help).action(ArgAction::SetTrue).conflicts_with(DIALECT)
}

impl clap::Args for LinkArgs {
    fn augment_args(command: Command) -> Command {
        let html = of_html().flat_map(|option| OptionFlag(option).args());
        let command =
            command.next_help_heading("What a link looks like").args(html).args(elements());
        let command = command.next_help_heading("Markdown").arg(mdx());
        command
            .args(of_markdown_alone().flat_map(|option| OptionFlag(option).args()))
            .next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        LinkArgs::augment_args(command)
    }
}

impl FromArgMatches for LinkArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LinkArgs, clap::Error> {
        let options = of_html().chain(of_markdown_alone());
        let settings = options.filter_map(|option| {
            Some((option.name().to_owned(), OptionFlag(option).typed(matches)?))
        });
        let mut settings: Settings = settings.collect();
        settings.extend(typed_elements(matches).map(|list| (ELEMENTS.to_owned(), list)));
        let is_typed = |flag: &&str| matches.contains_id(flag);
        let elements_flag = [WITH_LINKS, WITHOUT_LINKS].into_iter().find(is_typed);
        let args = LinkArgs { settings, elements_flag, ..LinkArgs::default() };
        Ok(if matches.get_flag(MDX) { args.mdx() } else { args })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LinkArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
