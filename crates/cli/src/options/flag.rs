//! Converts options of the library to flags, and the arguments of a flag to a value of the option.

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use linkwright::find::{Preset, rules};
use linkwright::options::{OptionInfo, Pattern, Value, ValueKind};

use crate::names::Names;

/// The options whose flags have a different name. Most of these flags are singular, because every use of the flag adds
/// one item to a list.
const NAMES: &[(&str, &str)] = &[
    ("schemes", "scheme"),
    ("patterns", "pattern"),
    ("without_rules", "without-rule"),
    ("attributes", "attr"),
    ("shorten", "truncate"),
    ("link_schemes", "link-scheme"),
];

/// The placeholders for values of some flags in the help.
const VALUES: &[(&str, &str)] = &[
    ("schemes", "S,.."),
    ("link_schemes", "S,.."),
    ("without_rules", "RULE,.."),
    ("elements_without_links", "NAME,.."),
    ("default_scheme", "SCHEME"),
    ("base", "URI"),
    ("target", "NAME"),
    ("rel", "WORDS"),
    ("class", "WORDS"),
];

/// Help texts for some flags. They replace the descriptions in the library, which mention options instead of flags.
const ABOUTS: &[(&str, &str)] = &[
    ("folds", "Which hard wraps of bare URIs are undone, with `--wrap mail`"),
    ("without_rules", "Delimiting rules that are turned off; `linkwright rules` lists them"),
    (
        "link_schemes",
        "Schemes that become links in addition to those of web, mail, phone, chat and news",
    ),
];

/// The name of the flag for `option`, without dashes.
pub(crate) fn flag(option: &str) -> String {
    let named = NAMES.iter().find(|(name, _)| *name == option);
    named.map_or_else(|| option.replace('_', "-"), |(_, flag)| (*flag).to_owned())
}

/// An option as a flag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionFlag(pub(crate) &'static OptionInfo);

impl OptionFlag {
    /// The name of the flag, without dashes.
    pub(crate) fn name(self) -> String {
        flag(self.0.name())
    }

    /// The name of the flag that turns a switch off, without dashes.
    pub(crate) fn no_name(self) -> String {
        format!("no-{}", self.name())
    }

    /// The clap arguments for this option: two for a switch, one for any other option.
    pub(crate) fn args(self) -> Vec<Arg> {
        let arg = Arg::new(self.0.name()).long(self.name()).help(self.help());
        let value = VALUES.iter().find(|(name, _)| *name == self.0.name());
        let arg = arg.value_name(value.map_or("TEXT", |(_, value)| value));
        vec![match self.0.kind() {
            ValueKind::Switch => return self.switch(arg),
            ValueKind::Number { least, most, .. } => {
                let number = move |text: &str| -> Result<i64, String> {
                    text.parse().map_err(|_| format!("expected a number from {least} to {most}"))
                };
                // Negative numbers are parsed as values, so that the message for them also shows the range.
                arg.value_name("N").allow_negative_numbers(true).value_parser(number)
            }
            ValueKind::Choice(names) => {
                arg.value_name("HOW").value_parser(PossibleValuesParser::new(names))
            }
            ValueKind::List { .. } if self.0.name() == "without_rules" => arg
                .value_delimiter(',')
                .action(ArgAction::Append)
                .hide_possible_values(true)
                .value_parser(Names::new(rule_names, "linkwright rules")),
            ValueKind::List { instead, members, .. } if !members.is_empty() => arg
                .value_name("NAME,..")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(instead.iter().chain(members))),
            ValueKind::List { .. } => arg.value_delimiter(',').action(ArgAction::Append),
            ValueKind::Map => arg
                .value_name("NAME=VALUE")
                .value_parser(|text: &str| match ValueKind::Map.parse(text) {
                    Some(_) => Ok(text.to_owned()),
                    None => Err("expected NAME=VALUE"),
                })
                .action(ArgAction::Append),
            ValueKind::Patterns => arg
                .alias("rule")
                .value_names(["NAME", "PATTERN", "HREF"])
                .num_args(3)
                .action(ArgAction::Append),
            _ => arg,
        }]
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

    /// The two flags of a switch, such as `--www` and `--no-www`. The last one on the command line wins.
    fn switch(self, on: Arg) -> Vec<Arg> {
        let off = Arg::new(self.no_name())
            .long(self.no_name())
            .help(format!("The opposite of --{}", self.name()))
            .action(ArgAction::SetTrue)
            .overrides_with(self.0.name())
            .hide_short_help(true);
        vec![on.action(ArgAction::SetTrue).overrides_with(self.no_name()), off]
    }

    /// The value on the command line, or `None` if the flag is absent.
    pub(crate) fn typed(self, matches: &ArgMatches) -> Option<Value> {
        let id = self.0.name();
        let words = || -> Option<Vec<String>> { Some(matches.get_many(id)?.cloned().collect()) };
        let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        match self.0.kind() {
            ValueKind::Switch if is_typed(id) => Some(true.into()),
            ValueKind::Switch => is_typed(&self.no_name()).then_some(false.into()),
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

/// The flag that defines a pattern and its link target, with its dashes.
pub(crate) fn pattern_flag() -> String {
    format!("--{}", flag("patterns"))
}
