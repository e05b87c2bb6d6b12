//! Converts options of the library to flags, and the arguments of a flag to a value of the option.

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use linkwright::find::{FinderBuilder, Preset, rules};
use linkwright::options::{OptionInfo, Pattern, Value, ValueKind};

use super::set::{self, SET, is_link_option};
use super::settings::Settings;
use crate::names::Names;

/// The options that people type often, with their flags and the placeholders for their values. All other options are
/// set with `--set`. A flag that adds one item to a list is singular.
const FLAGS: &[(&str, &str, &str)] = &[
    ("schemes", "scheme", "S,.."),
    ("domains", "domains", ""),
    ("emails", "emails", ""),
    ("ip", "ip", ""),
    ("wrap", "wrap", "HOW"),
    ("readings", "readings", "HOW"),
    ("default_scheme", "default-scheme", "SCHEME"),
    ("max_len", "max-len", "N"),
    ("patterns", "pattern", ""),
    ("base", "base", "URI"),
    ("without_rules", "without-rule", "RULE,.."),
    ("rel", "rel", "WORDS"),
    ("target", "target", "NAME"),
    ("class", "class", "WORDS"),
    ("attributes", "attr", "NAME=VALUE"),
    ("link_schemes", "link-scheme", "S,.."),
    ("on_danger", "on-danger", "HOW"),
    ("on_warning", "on-warning", "HOW"),
    ("existing", "existing", ""),
    ("shorten", "truncate", "N"),
    ("newlines", "newlines", "HOW"),
    ("dialect", "dialect", "NAME,.."),
];

/// Help texts for some flags. They replace the descriptions in the library, which mention options instead of flags.
const ABOUTS: &[(&str, &str)] = &[
    ("without_rules", "Delimiting rules that are turned off; `linkwright rules` lists them"),
    (
        "link_schemes",
        "Schemes that become links in addition to those of web, mail, phone, chat and news",
    ),
];

/// The flag of `option` without dashes; `None` if only `--set` sets the option.
pub(crate) fn flag(option: &str) -> Option<&'static str> {
    FLAGS.iter().find(|(name, ..)| *name == option).map(|(_, flag, _)| *flag)
}

/// The option as it is typed on the command line, without its value: `--max-len`, `--set max_lines`. A name that is no
/// option of the library is a flag: `--encoding`.
pub(crate) fn shown(option: &str) -> String {
    let is_option =
        is_link_option(option) || FinderBuilder::options().any(|known| known.name() == option);
    match flag(option) {
        Some(flag) => format!("--{flag}"),
        None if is_option => format!("--{SET} {option}"),
        None => format!("--{}", option.replace('_', "-")),
    }
}

/// Those of `options` that are typed, with `--set` or as a flag.
pub(crate) fn typed_settings(
    options: impl Iterator<Item = &'static OptionInfo>,
    matches: &ArgMatches,
) -> Settings {
    let set = set::typed(matches);
    let settings = options.filter_map(|option| {
        let value = set.get(option.name()).cloned();
        Some((option.name().to_owned(), value.or_else(|| OptionFlag(option).typed(matches))?))
    });
    settings.collect()
}

/// An option as a flag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionFlag(pub(crate) &'static OptionInfo);

impl OptionFlag {
    /// The clap argument for this option; `None` if it has no flag.
    pub(crate) fn arg(self) -> Option<Arg> {
        let &(name, long, value) = FLAGS.iter().find(|(name, ..)| *name == self.0.name())?;
        let arg = Arg::new(name).long(long).help(self.help()).value_name(value);
        Some(match self.0.kind() {
            ValueKind::Switch => arg.action(ArgAction::SetTrue),
            ValueKind::Number { least, most, .. } => {
                let number = move |text: &str| -> Result<i64, String> {
                    text.parse().map_err(|_| format!("expected a number from {least} to {most}"))
                };
                // Negative numbers are parsed as values, so that the message for them also shows the range.
                arg.allow_negative_numbers(true).value_parser(number)
            }
            ValueKind::Choice(names) => arg.value_parser(PossibleValuesParser::new(names)),
            ValueKind::List { .. } if self.0.name() == "without_rules" => arg
                .value_delimiter(',')
                .action(ArgAction::Append)
                .hide_possible_values(true)
                .value_parser(Names::new(rule_names, "linkwright rules")),
            ValueKind::List { instead, members, .. } if !members.is_empty() => arg
                .value_delimiter(',')
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(instead.iter().chain(members))),
            ValueKind::List { .. } => arg.value_delimiter(',').action(ArgAction::Append),
            ValueKind::Map => arg
                .value_parser(|text: &str| match ValueKind::Map.parse(text) {
                    Some(_) => Ok(text.to_owned()),
                    None => Err("expected NAME=VALUE"),
                })
                .action(ArgAction::Append),
            ValueKind::Patterns => {
                arg.value_names(["NAME", "PATTERN", "HREF"]).num_args(3).action(ArgAction::Append)
            }
            _ => arg,
        })
    }

    /// The description of the option, with its range, and its default if all presets share it.
    fn help(self) -> String {
        let other = ABOUTS.iter().find(|(name, _)| *name == self.0.name());
        let about = other.map_or(self.0.about(), |(_, about)| about);
        let range = match self.0.kind() {
            ValueKind::Number { least, most, .. } => format!(" ({least} to {most})"),
            _ => String::new(),
        };
        about.to_owned() + &range + &self.default().unwrap_or_default()
    }

    /// The default of a number, a word or a choice, if all presets share it. Switches, lists and maps are excluded
    /// before the lookup: a lookup computes a whole preset, which takes as long as all other work on a flag.
    fn default(self) -> Option<String> {
        if matches!(self.0.kind(), ValueKind::Switch | ValueKind::List { .. } | ValueKind::Map) {
            return None;
        }
        let default = self.0.default(Preset::default());
        let text = match &default {
            Value::Number(number) => format!(" [default: {number}]"),
            Value::Text(text) => format!(" [default: {text}]"),
            _ => return None,
        };
        let is_common = Preset::ALL.iter().all(|&preset| self.0.default(preset) == default);
        is_common.then_some(text)
    }

    /// The value on the command line, or `None` if the flag is absent.
    fn typed(self, matches: &ArgMatches) -> Option<Value> {
        let id = self.0.name();
        let words = || -> Option<Vec<String>> { Some(matches.get_many(id)?.cloned().collect()) };
        flag(id)?;
        let is_typed = matches.value_source(id) == Some(ValueSource::CommandLine);
        match self.0.kind() {
            ValueKind::Switch => is_typed.then_some(true.into()),
            ValueKind::Number { .. } => matches.get_one::<i64>(id).map(|&number| number.into()),
            ValueKind::List { instead, .. } => words().map(|mut words| match words.as_slice() {
                [word] if instead.contains(&word.as_str()) => words.remove(0).into(),
                _ => words.into(),
            }),
            ValueKind::Map => words().map(|words| {
                let members = words.iter().filter_map(|word| word.split_once('='));
                Value::Map(members.map(|(name, text)| (name.to_owned(), text.into())).collect())
            }),
            ValueKind::Patterns => words().map(|words| words.chunks(3).map(pattern).collect()),
            _ => matches.get_one::<String>(id).cloned().map(Value::Text),
        }
    }
}

fn rule_names() -> Vec<String> {
    rules().iter().map(|rule| rule.name().to_owned()).collect()
}

fn pattern(words: &[String]) -> Pattern {
    let word = |n: usize| words.get(n).cloned().unwrap_or_default();
    Pattern::new(word(0), word(1), word(2))
}
