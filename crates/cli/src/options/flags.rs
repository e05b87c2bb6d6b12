//! The options of the finder as command-line flags.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, Value};
use linkwright::uri::UriBuf;
use linkwright::{Finder, Span};

use super::configured::{Configured, ConfiguredOptions, ConfiguredPreset, Origin};
use super::error::{in_json, message, typed};
use super::flag::{OptionFlag, shown, typed_settings};
use super::set;
use super::settings::{Settings, builder};
use crate::draw::pointed;
use crate::exit::Failure;
use crate::show::visible;

/// The options of the finder, from the command line and from configuration files.
#[derive(Clone, Debug, Default)]
pub(crate) struct FinderArgs {
    pub(crate) preset: Preset,
    pub(crate) settings: Settings,
    is_preset_typed: bool,
    /// What to say about a configuration file that was found in a folder.
    pub(crate) notice: Option<String>,
    /// The position of each setting that comes from a configuration file.
    configured: BTreeMap<String, Origin>,
}

impl FinderArgs {
    /// Returns options that start from `preset` and add `settings`, without a configuration file.
    pub(crate) fn new(preset: Preset, settings: Settings) -> FinderArgs {
        FinderArgs { preset, settings, ..FinderArgs::default() }
    }

    /// Builds the finder. It is an error if an option has no effect in combination with the others.
    pub(crate) fn finder(&self) -> Result<Finder, Failure> {
        self.builder()?.build().map_err(|error| self.failure(&error))
    }

    /// Like [`finder`](Self::finder), but returns the builder.
    pub(crate) fn builder(&self) -> Result<FinderBuilder, Failure> {
        self.check_combinations(false)?;
        builder(self.preset, &self.settings).map_err(|error| self.failure(&error))
    }

    /// Turns an error of the builder into a message with the flag or the position in the configuration file.
    fn failure(&self, error: &OptionError) -> Failure {
        match self.configured.get(error.option()) {
            Some(origin) => Failure::message(format_args!("{origin}: {}", in_json(error))),
            None => Failure::Usage(typed(error)),
        }
    }

    /// Adds the settings from configuration files. Settings on the command line take precedence.
    pub(crate) fn configure(&mut self, preset: ConfiguredPreset, options: ConfiguredOptions) {
        if let Some(preset) = preset.filter(|_| !self.is_preset_typed) {
            self.preset = preset.value;
        }
        for (name, Configured { value, origin }) in options {
            if let Entry::Vacant(slot) = self.settings.entry(name.clone()) {
                slot.insert(value);
                self.configured.insert(name, origin);
            }
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
        let is_typed = |name: &str| self.typed(name) == Some(&Value::Switch(true));
        let is_on = |name: &str| self.settings.get(name) == Some(&Value::Switch(true));
        let is_mail = |wrap: &Value| wrap.as_text() == Some("mail");
        let is_unwrapped = self.settings.get("wrap").is_some_and(|wrap| !is_mail(wrap));
        let joins = JOINS.iter().find(|name| self.typed(name).is_some());
        if let Some(name) = joins.filter(|_| separate_lines) {
            let flag = shown(name);
            let why = "has no effect with --line-buffered, because then no link continues after a line feed";
            return Err(Failure::usage(format_args!("--{flag} {why}")));
        }
        if is_typed("delsp") && !is_on("flowed") {
            return Err(Failure::usage("--set delsp needs --set flowed=true"));
        }
        if is_unwrapped && self.typed("folds").is_some() {
            return Err(Failure::usage("--set folds needs --wrap mail"));
        }
        self.check_swallowed()
    }

    /// Refuses `--pattern NAME PATTERN FILE`: the user left out HREF, so the file name was parsed as HREF.
    fn check_swallowed(&self) -> Result<(), Failure> {
        let Some(Value::List(patterns)) = self.typed("patterns") else { return Ok(()) };
        let href = |pattern: &Value| pattern.member("href")?.as_text().map(str::to_owned);
        match patterns.iter().filter_map(href).find(|href| Path::new(href).is_file()) {
            Some(file) => Err(Failure::usage(format_args!(
                "--pattern takes NAME, PATTERN and HREF, and {} is a file: HREF is missing",
                visible(&file)
            ))),
            None => Ok(()),
        }
    }

    /// The base URI for relative references.
    pub(crate) fn base(&self) -> Result<Option<UriBuf>, Failure> {
        let base = self.settings.get("base").and_then(Value::as_text);
        let Some(base) = base else { return Ok(None) };
        base.parse::<UriBuf>().map(Some).map_err(|error| {
            let why = format!(
                "expected a URI with a scheme, such as https://example.com/: {error}\n{}",
                pointed(base, Span::new(error.at(), error.at()))
            );
            Failure::Usage(message("base", &why))
        })
    }
}

/// The options that control whether a link continues after a line feed.
const JOINS: &[&str] =
    &["wrap", "folds", "join_confidence", "flowed", "delsp", "page_breaks", "hyphen", "max_lines"];

const HEADING: &str = "What is a link";

fn preset_help() -> String {
    let lines = Preset::ALL.iter().map(|preset| format!("{preset:<9}{}", preset.about()));
    let lines: Vec<String> = lines.collect();
    format!(
        "The set of options to start from; the other options change it.\n\n{}",
        lines.join("\n")
    )
}

impl clap::Args for FinderArgs {
    fn augment_args(command: Command) -> Command {
        let preset = Arg::new("preset")
            .long("preset")
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.name())))
            .default_value(Preset::default().name())
            .help("The set of options to start from")
            .long_help(preset_help());
        let flags = FinderBuilder::options().filter_map(|option| OptionFlag(option).arg());
        let command = command.next_help_heading(HEADING).arg(preset).args(flags).arg(set::arg());
        command.next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FinderArgs::augment_args(command)
    }
}

impl FromArgMatches for FinderArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FinderArgs, clap::Error> {
        let name = matches.get_one::<String>("preset").map_or("", String::as_str);
        let settings = typed_settings(FinderBuilder::options(), matches);
        Ok(FinderArgs {
            is_preset_typed: matches.value_source("preset") == Some(ValueSource::CommandLine),
            ..FinderArgs::new(name.parse().unwrap_or_default(), settings)
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FinderArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
