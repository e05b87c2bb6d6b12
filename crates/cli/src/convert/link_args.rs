//! What links look like: the options of the linkers of the library, as flags and by name.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::find::Schemes;
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder};
use linkwright::options::{OptionError, OptionInfo, Value};
use linkwright::rewrite::markdown::{self, MarkdownLinker, MarkdownLinkerBuilder};

use super::format::To;
use crate::options::ConfiguredOptions;
use crate::options::{OptionFlag, Settings, flag};

/// The options of the linkers, as they were typed or are configured.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkArgs {
    settings: Settings,
    /// The names of those that were not typed.
    configured: BTreeSet<String>,
}

/// The options of HTML. The schemes that are linked are those that are searched for.
fn of_html() -> impl Iterator<Item = &'static OptionInfo> {
    HtmlLinkerBuilder::options().filter(|option| option.name() != "schemes")
}

/// The options of Markdown. The extensions are those of GitHub, with which it is rendered as well.
fn of_markdown() -> impl Iterator<Item = &'static OptionInfo> {
    MarkdownLinkerBuilder::options().filter(|option| option.name() != "extensions")
}

/// The flag that is short for a value of the option `dialect`, and the value.
const MDX: &str = "mdx";
const DIALECT: &str = "dialect";
const MDX_DIALECTS: [&str; 2] = ["front-matter", "mdx"];

impl LinkArgs {
    /// The options of all linkers.
    pub(crate) fn options() -> impl Iterator<Item = &'static OptionInfo> {
        of_html().chain(of_markdown())
    }

    /// Whether a linker has an option of that name.
    pub(crate) fn knows(name: &str) -> bool {
        LinkArgs::options().any(|option| option.name() == name)
    }

    /// Adds what is configured to what was typed.
    pub(crate) fn configure(&mut self, options: ConfiguredOptions) {
        for (name, configured) in options {
            if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
                slot.insert(configured.value);
                self.configured.insert(name);
            }
        }
    }

    /// Whether a linker takes that value of the option `name`.
    ///
    /// # Errors
    ///
    /// What the linker says.
    pub(crate) fn check(name: &str, value: &Value) -> Result<(), OptionError> {
        let finder = Finder::new();
        if of_markdown().any(|option| option.name() == name) {
            return MarkdownLinker::builder(&finder).set(name, value.clone()).map(drop);
        }
        HtmlLinker::builder(&finder).set(name, value.clone()).map(drop)
    }

    fn is_typed(&self, name: &str) -> bool {
        self.settings.contains_key(name) && !self.configured.contains(name)
    }

    /// The same options, and others in place of those with their names.
    pub(crate) fn with(mut self, others: Settings) -> LinkArgs {
        self.settings.extend(others);
        self
    }

    /// The same for MDX, unless a dialect is given.
    pub(crate) fn mdx(mut self) -> LinkArgs {
        self.settings.entry(DIALECT.to_owned()).or_insert_with(|| MDX_DIALECTS.into());
        self
    }

    /// The flag, with its dashes, of the first option that has no effect on outputs of these formats.
    pub(crate) fn without_effect(&self, outputs: &[To]) -> Option<String> {
        let first = |mut options: Box<dyn Iterator<Item = &'static OptionInfo>>, to: To| {
            let typed = options.find(|option| self.is_typed(option.name()));
            typed.filter(|_| !outputs.contains(&to)).map(|option| self.typed_flag(option))
        };
        first(Box::new(of_html()), To::Html)
            .or_else(|| first(Box::new(of_markdown()), To::Markdown))
    }

    /// The flag of an option that was typed, with its dashes.
    fn typed_flag(&self, option: &OptionInfo) -> String {
        let is_mdx = option.name() == DIALECT
            && self.settings.get(DIALECT) == Some(&Value::from(MDX_DIALECTS));
        format!("--{}", if is_mdx { MDX.to_owned() } else { flag(option.name()) })
    }

    /// Whether the way to shorten is given, and no limit.
    pub(crate) fn shortens_without_limit(&self) -> bool {
        self.is_typed("shorten_how") && !self.settings.contains_key("shorten")
    }

    pub(super) fn html(&self, finder: &Finder) -> Result<HtmlLinker, OptionError> {
        let mut builder = HtmlLinker::builder(finder);
        builder.schemes(Schemes::Any);
        for (name, value) in self.of(of_html()) {
            builder.set(name, value.clone())?;
        }
        builder.build()
    }

    /// The linker for Markdown, which is read with the extensions of GitHub.
    pub(super) fn markdown(&self, finder: &Finder) -> Result<MarkdownLinker, OptionError> {
        let mut builder = MarkdownLinker::builder(finder);
        builder.extensions(markdown::GITHUB);
        for (name, value) in self.of(of_markdown()) {
            builder.set(name, value.clone())?;
        }
        builder.build()
    }

    fn of(
        &self,
        options: impl Iterator<Item = &'static OptionInfo>,
    ) -> impl Iterator<Item = (&'static str, &Value)> {
        options.filter_map(|option| Some((option.name(), self.settings.get(option.name())?)))
    }
}

/// `--mdx`, which is shorter than the dialects of MDX.
fn mdx() -> Arg {
    let help = "Read Markdown as MDX with front matter, as a file with that ending is read";
    Arg::new(MDX).long(MDX).help(help).action(ArgAction::SetTrue).conflicts_with(DIALECT)
}

impl clap::Args for LinkArgs {
    fn augment_args(command: Command) -> Command {
        let html = of_html().flat_map(|option| OptionFlag(option).args());
        let command = command.next_help_heading("What a link looks like").args(html);
        let command = command.next_help_heading("Markdown").arg(mdx());
        command
            .args(of_markdown().flat_map(|option| OptionFlag(option).args()))
            .next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        LinkArgs::augment_args(command)
    }
}

impl FromArgMatches for LinkArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LinkArgs, clap::Error> {
        let options = of_html().chain(of_markdown());
        let settings = options.filter_map(|option| {
            Some((option.name().to_owned(), OptionFlag(option).typed(matches)?))
        });
        let args = LinkArgs { settings: settings.collect(), ..LinkArgs::default() };
        Ok(if matches.get_flag(MDX) { args.mdx() } else { args })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LinkArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
