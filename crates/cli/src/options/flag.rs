//! Converts options of the library to flags, and the arguments of a flag to a value of the option.

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use linkwright::find::{FinderBuilder, Preset, rules};
use linkwright::options::{OptionInfo, Pattern, Value, ValueKind};

use super::set::{self, SET, is_link_option};
use super::settings::{PRESET, Settings};
use crate::names::Names;

/// The preset and the options that people type often, with their flags and the placeholders for their values. All other options are
/// set with `--set`. A flag that adds one item to a list is singular.
const FLAGS: &[(&str, &str, &str)] = &[
    (PRESET, "preset", "NAME"),
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

/// The flags of `options`, for those that have one.
pub(crate) fn flags(
    options: impl Iterator<Item = &'static OptionInfo>,
) -> impl Iterator<Item = Arg> {
    options.filter_map(arg)
}

/// Those of `options` that are typed, with `--set` or as a flag.
pub(crate) fn typed_settings(
    options: impl Iterator<Item = &'static OptionInfo>,
    matches: &ArgMatches,
) -> Settings {
    let set = set::typed(matches);
    let settings = options.filter_map(|option| {
        let (name, value) = (option.name(), set.get(option.name()).cloned());
        let value = value.or_else(|| typed(name, option.kind(), matches));
        Some((name.to_owned(), value?))
    });
    settings.collect()
}

/// The clap argument for this option; `None` if it has no flag. Where the values are not listed, the library checks them
/// when the finder or the linker is built.
fn arg(option: &'static OptionInfo) -> Option<Arg> {
    let &(name, long, value) = FLAGS.iter().find(|(name, ..)| *name == option.name())?;
    let arg = Arg::new(name).long(long).help(help(option)).value_name(value);
    let arg = match option.kind() {
        ValueKind::Switch => return Some(arg.action(ArgAction::SetTrue)),
        ValueKind::List { .. } => arg.action(ArgAction::Append).value_delimiter(','),
        ValueKind::Map => arg.action(ArgAction::Append),
        ValueKind::Patterns => {
            arg.action(ArgAction::Append).num_args(3).value_names(["NAME", "PATTERN", "HREF"])
        }
        // Negative numbers are parsed as values, so that the message for them shows the range.
        ValueKind::Number { .. } => arg.allow_negative_numbers(true),
        _ => arg,
    };
    Some(match option.kind() {
        _ if name == "without_rules" => {
            let rules = Names::new(rule_names, "linkwright rules");
            arg.hide_possible_values(true).value_parser(rules)
        }
        ValueKind::Choice(names) => arg.value_parser(PossibleValuesParser::new(names)),
        ValueKind::List { instead, members, .. } if !members.is_empty() => {
            arg.value_parser(PossibleValuesParser::new(instead.iter().chain(members)))
        }
        _ => arg,
    })
}

/// The description of the option, with its range, and the default of a number, a word or a choice, if all presets share it.
fn help(option: &OptionInfo) -> String {
    let range = match option.kind() {
        ValueKind::Number { least, most, .. } => format!(" ({least} to {most})"),
        ValueKind::Text | ValueKind::Choice(_) => String::new(),
        // A lookup of a default computes a whole preset, which takes as long as all other work on a flag.
        _ => return option.about().to_owned(),
    };
    let value = option.default(Preset::default());
    let is_common = Preset::ALL.iter().all(|&preset| option.default(preset) == value);
    let default = match &value {
        Value::Number(number) if is_common => format!(" [default: {number}]"),
        Value::Text(text) if is_common => format!(" [default: {text}]"),
        _ => String::new(),
    };
    format!("{}{range}{default}", option.about())
}

/// The value of the flag of the option `name`, or `None` if it is absent. The words are a value as `--set` parses it, but a map has
/// several members. Words that are no value of the option are returned as a text, which the library refuses.
pub(crate) fn typed(name: &str, kind: ValueKind, matches: &ArgMatches) -> Option<Value> {
    flag(name)?;
    if matches.value_source(name) != Some(ValueSource::CommandLine) {
        return None;
    }
    let words = matches.get_raw(name)?.map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let value = match kind {
        ValueKind::Patterns => {
            let patterns = words.as_chunks().0.iter();
            Some(patterns.map(|[name, pattern, href]| Pattern::new(name, pattern, href)).collect())
        }
        ValueKind::Map => {
            let members = words.iter().map(|word| word.split_once('='));
            let members: Option<Vec<_>> =
                members.map(|one| one.map(|(name, text)| (name.to_owned(), text.into()))).collect();
            members.map(Value::Map)
        }
        kind => kind.parse(&words.join(",")),
    };
    Some(value.unwrap_or_else(|| words.join(",").into()))
}

fn rule_names() -> Vec<String> {
    rules().iter().map(|rule| rule.name().to_owned()).collect()
}
