//! The options that control how links look: their flags, and their names in a configuration file.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use clap::{ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::link::{HtmlLinker, Link, TerminalLinker, TerminalLinkerBuilder};
use linkwright::options::{OptionError, OptionInfo, Value};
use linkwright::rewrite::markdown::{self, MarkdownLinker, MarkdownLinkerBuilder};

use super::format::{From, To};
use crate::options::{
    ConfiguredOptions, OptionFlag, Settings, html_options, link_options, shown, typed_settings,
};
use crate::selection::FilterArgs;

/// The options of the linkers, from the command line or from a configuration file.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkArgs {
    settings: Settings,
    /// Selects the URIs that become links.
    filter: Option<Arc<FilterArgs>>,
    /// The names of the options that come from a configuration file.
    configured: BTreeSet<String>,
}

/// The options of the Markdown linker that it sets here.
fn of_markdown() -> impl Iterator<Item = &'static OptionInfo> {
    MarkdownLinkerBuilder::options()
        .filter(|option| !["schemes", "extensions"].contains(&option.name()))
}

fn of_terminal() -> impl Iterator<Item = &'static OptionInfo> {
    TerminalLinkerBuilder::options().filter(|option| option.name() != "schemes")
}

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
    /// Adds the configured settings to those of the command line.
    pub(crate) fn configure(&mut self, options: ConfiguredOptions) {
        for (name, configured) in options {
            if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
                slot.insert(configured.value);
                self.configured.insert(name);
            }
        }
    }

    fn is_typed(&self, name: &str) -> bool {
        self.settings.contains_key(name) && !self.configured.contains(name)
    }

    /// Adds `others`. They replace options with the same names.
    pub(crate) fn with(mut self, others: Settings) -> LinkArgs {
        self.settings.extend(others);
        self
    }

    /// These options without those that change existing links or the text that a reader sees. The documents are the user's
    /// own, so their links have no `rel` and no marks by default.
    pub(crate) fn keeping_text(mut self) -> LinkArgs {
        self.settings.retain(|name, _| !["existing", "mend", "shorten"].contains(&name.as_str()));
        self.or("rel", "").or("on_warning", "link")
    }

    /// Sets a filter: only URIs that `filter` accepts become links.
    pub(crate) fn filtered(mut self, filter: &FilterArgs) -> LinkArgs {
        self.filter = (!filter.is_empty()).then(|| Arc::new(filter.clone()));
        self
    }

    /// The first typed option, as on the command line, that has no effect on any of these conversions.
    pub(crate) fn without_effect(&self, conversions: &[(From, To)]) -> Option<String> {
        self.name_without_effect(conversions).map(shown)
    }

    /// The name of this option.
    pub(crate) fn name_without_effect(&self, conversions: &[(From, To)]) -> Option<&str> {
        let mut typed = self.settings.keys().filter(|name| self.is_typed(name));
        let has_none =
            |name: &&String| !conversions.iter().any(|(from, to)| has_effect(name, *from, *to));
        typed.find(has_none).map(String::as_str)
    }

    /// Whether `shorten_how` was typed but no length limit is set, in which case it has no effect.
    pub(crate) fn shortens_without_limit(&self) -> bool {
        self.is_typed("shorten_how") && !self.settings.contains_key("shorten")
    }

    /// These options with another default for one of them.
    pub(super) fn or(&self, name: &str, default: impl Into<Value>) -> LinkArgs {
        let mut args = self.clone();
        args.settings.entry(name.to_owned()).or_insert(default.into());
        args
    }

    /// Whether URIs that are broken across lines are joined.
    pub(super) fn mends(&self) -> bool {
        self.settings.get("mend") == Some(&Value::Switch(true))
    }

    pub(super) fn html(&self, finder: &Finder) -> Result<HtmlLinker, OptionError> {
        built!(self, HtmlLinker::builder(finder), html_options())
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
fn has_effect(name: &str, from: From, to: To) -> bool {
    let is_it = |option: &OptionInfo| option.name() == name;
    let is_known = match to {
        To::Html => html_options().any(is_it),
        To::Markdown => of_markdown().any(is_it),
        To::Terminal => of_terminal().any(is_it),
    };
    is_known
        && match name {
            "newlines" | "quotes" => from == From::Text,
            "elements_without_links" | "existing" => from == From::Html,
            _ => true,
        }
}

impl clap::Args for LinkArgs {
    fn augment_args(command: Command) -> Command {
        let flags = link_options().filter_map(|option| OptionFlag(option).arg());
        command
            .next_help_heading("What a link looks like")
            .args(flags)
            .next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        LinkArgs::augment_args(command)
    }
}

impl FromArgMatches for LinkArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LinkArgs, clap::Error> {
        let settings = typed_settings(link_options(), matches);
        Ok(LinkArgs { settings, ..LinkArgs::default() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LinkArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
