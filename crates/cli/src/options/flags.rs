//! The options of the finder as flags: made from the table, and read back as JSON values.

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use serde_json::Value;

use super::{Kind, OPTIONS, Setting, Settings, builder, finder, preset_names};
use crate::outcome::Failure;

/// The options of the finder as they were typed.
#[derive(Clone, Debug)]
pub(crate) struct FinderArgs {
    pub(crate) preset: Preset,
    pub(crate) settings: Settings,
}

impl FinderArgs {
    /// The finder that was asked for.
    pub(crate) fn finder(&self) -> Result<Finder, Failure> {
        finder(self.preset, &self.settings).map_err(Failure::message)
    }

    /// What builds that finder.
    pub(crate) fn builder(&self) -> Result<FinderBuilder, Failure> {
        builder(self.preset, &self.settings).map_err(Failure::message)
    }
}

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
    fn flag(&self) -> String {
        match self.kind {
            // Singular where one flag gives one of the list.
            Kind::Schemes => "scheme".to_owned(),
            Kind::Rules => "rule".to_owned(),
            Kind::WithoutRules => "without-rule".to_owned(),
            _ => self.name.replace('_', "-"),
        }
    }

    fn no_flag(&self) -> String {
        format!("no-{}", self.flag())
    }

    fn flags(&self) -> Vec<Arg> {
        let arg = Arg::new(self.name).long(self.flag()).help(self.help);
        vec![match &self.kind {
            Kind::Switch(_) => return self.switch(arg),
            Kind::Number(_) => arg.value_name("N").value_parser(clap::value_parser!(u64)),
            Kind::Word(_) => arg.value_name("SCHEME"),
            Kind::Choice(words) => arg
                .value_name("HOW")
                .value_parser(PossibleValuesParser::new(words.iter().map(|(word, _)| *word))),
            Kind::Schemes => arg.value_name("S,..").value_delimiter(',').action(ArgAction::Append),
            Kind::Rules => {
                arg.value_names(["NAME", "PATTERN", "HREF"]).num_args(3).action(ArgAction::Append)
            }
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
            Kind::Word(_) | Kind::Choice(_) => {
                matches.get_one::<String>(self.name).cloned().map(Value::String)
            }
            Kind::Schemes => words().map(schemes_value),
            Kind::WithoutRules => words().map(|names: Vec<String>| names.into()),
            Kind::Rules => {
                words().map(|words: Vec<String>| words.chunks(3).map(rule_value).collect())
            }
        }
    }
}

fn schemes_value(mut words: Vec<String>) -> Value {
    let is_set = matches!(words.as_slice(), [word] if word == "any" || word == "known");
    if is_set { Value::String(words.remove(0)) } else { words.into() }
}

fn rule_value(words: &[String]) -> Value {
    let members = ["name", "pattern", "href"].map(str::to_owned).into_iter();
    members.zip(words.iter().cloned().map(Value::String)).collect::<Settings>().into()
}
