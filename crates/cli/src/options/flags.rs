//! The options of the finder as command-line flags.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, Value, ValueKind};
use linkwright::uri::UriBuf;

use super::error::{in_json, typed};
use super::flag::{self, flags, shown, typed_settings};
use super::set;
use super::settings::{PRESET, Settings, builder};
use crate::exit::Failure;

/// A value from a configuration file.
#[derive(Clone, Debug)]
pub(crate) struct Configured {
    pub(crate) value: Value,
    /// The position, as `FILE:LINE`.
    pub(crate) origin: String,
}

/// The options of the finder, from the command line and from configuration files.
#[derive(Clone, Debug, Default)]
pub(crate) struct FinderArgs {
    pub(crate) settings: Settings,
    /// The position of each setting that comes from a configuration file.
    configured: BTreeMap<String, String>,
}

impl FinderArgs {
    /// Builds the finder. It is an error if an option has no effect in combination with the others.
    pub(crate) fn finder(&self) -> Result<Finder, Failure> {
        self.builder()?.build().map_err(|error| self.failure(&error))
    }

    /// Like [`finder`](Self::finder), but returns the builder.
    pub(crate) fn builder(&self) -> Result<FinderBuilder, Failure> {
        self.check_combinations(false)?;
        builder(&self.settings).map_err(|error| self.failure(&error))
    }

    /// Turns an error of the builder into a message with the flag or the position in the configuration file.
    fn failure(&self, error: &OptionError) -> Failure {
        match self.configured.get(error.option()) {
            Some(origin) => Failure::message(format_args!("{origin}: {}", in_json(error))),
            None => Failure::Usage(typed(error)),
        }
    }

    /// Adds a setting from a configuration file, unless the command line has it.
    pub(crate) fn configure(&mut self, name: String, Configured { value, origin }: Configured) {
        if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
            slot.insert(value);
            self.configured.insert(name, origin);
        }
    }

    /// The value of the option `name`, if it was typed on the command line.
    pub(crate) fn typed(&self, name: &str) -> Option<&Value> {
        self.settings.get(name).filter(|_| !self.configured.contains_key(name))
    }

    /// Refuses options that have no effect in combination with the others. `separate_lines` means that every line is
    /// searched as a separate text. An option that has no effect in the preset is accepted, because users add options
    /// to shell aliases that set a preset. Options from a configuration file are also accepted, because the file
    /// applies to all runs.
    pub(crate) fn check_combinations(&self, separate_lines: bool) -> Result<(), Failure> {
        if separate_lines && let Some(name) = JOINS.iter().find(|name| self.typed(name).is_some()) {
            return Err(Failure::usage(format_args!(
                "{} has no effect with --line-buffered, because then no link continues after a line feed",
                shown(name)
            )));
        }
        let yes = Some(&Value::Switch(true));
        if self.typed("delsp") == yes && self.settings.get("flowed") != yes {
            return Err(Failure::usage("--set delsp needs --set flowed=true"));
        }
        let wrap = self.settings.get("wrap").and_then(Value::as_text);
        if self.typed("folds").is_some() && wrap.is_some_and(|wrap| wrap != "mail") {
            return Err(Failure::usage("--set folds needs --wrap mail"));
        }
        Ok(())
    }

    /// The base URI for relative references. The finder refuses an invalid one when it is built.
    pub(crate) fn base(&self) -> Option<UriBuf> {
        self.settings.get("base")?.as_text()?.parse().ok()
    }
}

/// The options that control whether a link continues after a line feed.
const JOINS: &[&str] =
    &["wrap", "folds", "join_confidence", "flowed", "delsp", "page_breaks", "hyphen", "max_lines"];

impl clap::Args for FinderArgs {
    /// Adds the arguments after those of links, if the command has any.
    fn augment_args(command: Command) -> Command {
        let presets = Preset::ALL.iter();
        let presets = presets.map(|one| PossibleValue::new(one.name()).help(one.about()));
        let preset = Arg::new(PRESET)
            .long(PRESET)
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(presets))
            .default_value(Preset::default().name())
            .help("The set of options to start from; the other options change it");
        let flags = flags(FinderBuilder::options());
        let set = set::arg(command.get_arguments().any(|arg| arg.get_id() == "rel"));
        let command = command.next_help_heading("What is a link").arg(preset).args(flags).arg(set);
        command.next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FinderArgs::augment_args(command)
    }
}

impl FromArgMatches for FinderArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FinderArgs, clap::Error> {
        let mut settings = typed_settings(FinderBuilder::options(), matches);
        let preset = flag::typed(PRESET, ValueKind::Text, matches);
        settings.extend(preset.map(|preset| (PRESET.to_owned(), preset)));
        Ok(FinderArgs { settings, ..FinderArgs::default() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FinderArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
