//! The options that control how links look: their flags, and their names in a configuration file.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use clap::{ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::link::{
    HtmlLinker, HtmlLinkerBuilder, Link, TerminalLinker, TerminalLinkerBuilder,
};
use linkwright::options::{OptionError, OptionInfo, Value};
use linkwright::rewrite::markdown::{self, MarkdownLinker, MarkdownLinkerBuilder};

use super::format::Conversion;
use crate::options::{Settings, flags, link_options, typed_settings};
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

/// Builds a linker with the options that are set and with the filter.
macro_rules! built {
    ($args:ident, $builder:expr, $options:expr) => {{
        let mut builder = $builder;
        for option in $options {
            if let Some(value) = $args.settings.get(option.name()) {
                builder.set(option.name(), value.clone())?;
            }
        }
        if let Some(decide) = $args.decide() {
            builder.decide(decide);
        }
        builder.build()
    }};
}

impl LinkArgs {
    /// Adds a setting from a configuration file, unless the command line has it.
    pub(crate) fn configure(&mut self, name: String, value: Value) {
        if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
            slot.insert(value);
            self.configured.insert(name);
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
        self.settings.retain(|name, _| !["existing", "shorten"].contains(&name.as_str()));
        self.or("rel", "").or("on_warning", "link")
    }

    /// Sets a filter: only URIs that `filter` accepts become links.
    pub(crate) fn filtered(mut self, filter: &FilterArgs) -> LinkArgs {
        self.filter = (!filter.is_empty()).then(|| Arc::new(filter.clone()));
        self
    }

    /// The name of the first typed option that has no effect on any of these conversions.
    pub(crate) fn without_effect(&self, conversions: &[Conversion]) -> Option<&str> {
        let mut typed = self.settings.keys().filter(|name| self.is_typed(name));
        let name = typed.find(|name| !conversions.iter().any(|one| has_effect(name, *one)));
        name.map(String::as_str)
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

    pub(super) fn html(&self, finder: &Finder) -> Result<HtmlLinker, OptionError> {
        built!(self, HtmlLinker::builder(finder), HtmlLinkerBuilder::options())
    }

    /// The linker for Markdown with GitHub's extensions.
    pub(super) fn markdown(&self, finder: &Finder) -> Result<MarkdownLinker, OptionError> {
        let mut builder = MarkdownLinker::builder(finder);
        builder.extensions(markdown::GITHUB);
        built!(self, builder, MarkdownLinkerBuilder::options())
    }

    pub(super) fn terminal(&self, finder: &Finder) -> Result<TerminalLinker, OptionError> {
        built!(self, TerminalLinker::builder(finder), TerminalLinkerBuilder::options())
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
}

/// Whether an option changes anything in a conversion.
fn has_effect(name: &str, conversion: Conversion) -> bool {
    let is_it = |option: &OptionInfo| option.name() == name;
    let is_known = match conversion {
        Conversion::Text | Conversion::Html => HtmlLinkerBuilder::options().any(is_it),
        Conversion::Markdown => MarkdownLinkerBuilder::options().any(is_it),
        Conversion::Terminal => TerminalLinkerBuilder::options().any(is_it),
    };
    is_known
        && match name {
            "newlines" | "quotes" => conversion.is_of_text(),
            "elements_without_links" | "existing" => conversion == Conversion::Html,
            _ => true,
        }
}

impl clap::Args for LinkArgs {
    fn augment_args(command: Command) -> Command {
        command
            .next_help_heading("What a link looks like")
            .args(flags(link_options()))
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
