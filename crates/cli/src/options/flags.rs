//! The options of the finder as flags: made from the table, and read back as JSON values.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::uri::UriBuf;
use serde_json::Value;

use super::{Kind, OPTIONS, OptionError, Setting, Settings, builder, finder, preset_names};
use crate::outcome::Failure;
use crate::show::visible;

/// The options of the finder as they were typed.
#[derive(Clone, Debug)]
pub(crate) struct FinderArgs {
    pub(crate) preset: Preset,
    pub(crate) settings: Settings,
}

impl FinderArgs {
    /// The finder that was asked for.
    pub(crate) fn finder(&self) -> Result<Finder, Failure> {
        self.check_combinations(false)?;
        finder(self.preset, &self.settings).map_err(|error| Failure::Message(error.typed()))
    }

    /// What builds that finder.
    pub(crate) fn builder(&self) -> Result<FinderBuilder, Failure> {
        self.check_combinations(false)?;
        builder(self.preset, &self.settings).map_err(|error| Failure::Message(error.typed()))
    }

    /// Refuses options that have no effect in combination with the others. `separate_lines` says
    /// that each line is searched as a separate text. An option without effect in the preset is
    /// accepted: shell aliases name a preset, and users add options to them.
    pub(crate) fn check_combinations(&self, separate_lines: bool) -> Result<(), Failure> {
        let is_on = |name: &str| self.settings.get(name) == Some(&Value::Bool(true));
        let is_mail = |wrap: &Value| wrap == "mail";
        let is_unwrapped = self.settings.get("wrap").is_some_and(|wrap| !is_mail(wrap));
        let joins = OPTIONS.iter().find(|setting| {
            JOINS.contains(&setting.name) && self.settings.contains_key(setting.name)
        });
        if let Some(setting) = joins.filter(|_| separate_lines) {
            let flag = setting.flag();
            let why = "has no effect with --line-buffered: no link goes on over a line feed";
            return Err(Failure::message(format_args!("--{flag} {why}")));
        }
        if is_on("delsp") && !is_on("flowed") {
            return Err(Failure::message("--delsp needs --flowed"));
        }
        if is_unwrapped && self.settings.contains_key("folds") {
            return Err(Failure::message("--folds needs --wrap mail"));
        }
        self.check_swallowed()
    }

    /// `--rule NAME PATTERN FILE` takes the file for the template.
    fn check_swallowed(&self) -> Result<(), Failure> {
        let setting = OPTIONS.iter().find(|setting| matches!(setting.kind, Kind::Patterns));
        let given = setting.and_then(|setting| Some((setting, self.settings.get(setting.name)?)));
        let Some((setting, Value::Array(patterns))) = given else { return Ok(()) };
        let href = |pattern: &Value| pattern.get("href")?.as_str().map(str::to_owned);
        match patterns.iter().filter_map(href).find(|href| Path::new(href).is_file()) {
            Some(file) => Err(Failure::message(format_args!(
                "--{} takes NAME, PATTERN and HREF, and {} is a file: HREF is missing",
                setting.flag(),
                visible(&file)
            ))),
            None => Ok(()),
        }
    }

    /// The base of relative references.
    pub(crate) fn base(&self) -> Result<Option<UriBuf>, Failure> {
        let base = self.settings.get("base").and_then(Value::as_str);
        let parsed = base.map(str::parse::<UriBuf>).transpose();
        parsed.map_err(|error| Failure::Message(OptionError::new("base", error).typed()))
    }
}

/// The options that decide how a link goes on over a line feed.
const JOINS: &[&str] =
    &["wrap", "folds", "join_confidence", "flowed", "delsp", "page_breaks", "hyphen", "max_lines"];

const HEADING: &str = "What is a link";

impl clap::Args for FinderArgs {
    fn augment_args(command: Command) -> Command {
        let preset = Arg::new("preset")
            .long("preset")
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(preset_names()))
            .default_value(Preset::default().name())
            .help("The set of options to begin with")
            .long_help(
                "The set of options to begin with; the others change it.\n\n\
                 rfc      RFC 3986 as it stands: any scheme, ASCII, nothing repaired\n\
                 mail     mail and prose: known schemes, www., addresses, IRIs, broken lines\n\
                 chat     as mail, with bare domains, and no joining of lines\n\
                 gfm      the autolinks of GitHub Flavored Markdown\n\
                 archive  harvesting: any scheme, bare domains, every reading",
            );
        let flags = OPTIONS.iter().flat_map(Setting::flags);
        command.next_help_heading(HEADING).arg(preset).args(flags).next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FinderArgs::augment_args(command)
    }
}

impl FromArgMatches for FinderArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FinderArgs, clap::Error> {
        let name = matches.get_one::<String>("preset").map_or("", String::as_str);
        let preset = Preset::from_name(name).unwrap_or_default();
        let typed = |setting: &Setting| Some((setting.name.to_owned(), setting.typed(matches)?));
        Ok(FinderArgs { preset, settings: OPTIONS.iter().filter_map(typed).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FinderArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Setting {
    /// The flag, without its dashes.
    pub(super) fn flag(&self) -> String {
        match self.kind {
            // Singular where one flag gives one of the list.
            Kind::Schemes => "scheme".to_owned(),
            Kind::Patterns => "pattern".to_owned(),
            Kind::WithoutRules => "without-rule".to_owned(),
            _ => self.name.replace('_', "-"),
        }
    }

    pub(super) fn no_flag(&self) -> String {
        format!("no-{}", self.flag())
    }

    fn flags(&self) -> Vec<Arg> {
        let arg = Arg::new(self.name).long(self.flag()).help(self.help);
        vec![match &self.kind {
            Kind::Switch(_) => return self.switch(arg),
            Kind::Number(_) => arg.value_name("N").value_parser(clap::value_parser!(u64)),
            Kind::Word(value, _) => arg.value_name(*value),
            Kind::Choice(words) => arg
                .value_name("HOW")
                .value_parser(PossibleValuesParser::new(words.iter().map(|(word, _)| *word))),
            Kind::Schemes => arg.value_name("S,..").value_delimiter(',').action(ArgAction::Append),
            Kind::Patterns => arg
                .alias("rule")
                .value_names(["NAME", "PATTERN", "HREF"])
                .num_args(3)
                .action(ArgAction::Append),
            Kind::WithoutRules => {
                arg.value_name("RULE,..").value_delimiter(',').action(ArgAction::Append)
            }
        }]
    }

    /// `--www` and `--no-www`; the later one wins.
    fn switch(&self, on: Arg) -> Vec<Arg> {
        let off = Arg::new(self.no_flag())
            .long(self.no_flag())
            .help(format!("The opposite of --{}", self.flag()))
            .action(ArgAction::SetTrue)
            .overrides_with(self.name)
            .hide_short_help(true);
        vec![on.action(ArgAction::SetTrue).overrides_with(self.no_flag()), off]
    }

    /// The value that was typed, as JSON; `None` where nothing was.
    fn typed(&self, matches: &ArgMatches) -> Option<Value> {
        let words = || matches.get_many::<String>(self.name).map(|words| words.cloned().collect());
        let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        match self.kind {
            Kind::Switch(_) if is_typed(self.name) => Some(Value::Bool(true)),
            Kind::Switch(_) => is_typed(&self.no_flag()).then_some(Value::Bool(false)),
            Kind::Number(_) => matches.get_one::<u64>(self.name).map(|&number| number.into()),
            Kind::Word(..) | Kind::Choice(_) => {
                matches.get_one::<String>(self.name).cloned().map(Value::String)
            }
            Kind::Schemes => words().map(schemes_value),
            Kind::WithoutRules => words().map(|names: Vec<String>| names.into()),
            Kind::Patterns => {
                words().map(|words: Vec<String>| words.chunks(3).map(pattern_value).collect())
            }
        }
    }
}

fn schemes_value(mut words: Vec<String>) -> Value {
    let is_set = matches!(words.as_slice(), [word] if word == "any" || word == "known");
    if is_set { Value::String(words.remove(0)) } else { words.into() }
}

fn pattern_value(words: &[String]) -> Value {
    let members = ["name", "pattern", "href"].map(str::to_owned).into_iter();
    members.zip(words.iter().cloned().map(Value::String)).collect::<Settings>().into()
}
