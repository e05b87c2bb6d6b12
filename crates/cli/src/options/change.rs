//! Single changes to the options of the finder, made from the table of options. `explain` tries them.

use core::fmt;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset, rules};
use linkwright::options::{OptionInfo, Value, ValueKind};

use super::flag::flag;
use super::flags::FinderArgs;
use super::settings::finder;

/// One option with another value, or another preset.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    Preset(Preset),
    Option(&'static str, Value),
}

/// The limits that let a whole text be one URI, within what the finder accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    bytes: usize,
    lines: usize,
}

impl Limits {
    pub(crate) fn of(text: &[u8]) -> Limits {
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
        // A character of three bytes takes nine bytes in percent-encoding.
        Limits { bytes: (3 * text.len()).clamp(16, 65_536), lines: lines.clamp(1, 1000) }
    }
}

impl Change {
    /// The change that adds these schemes to the list of schemes.
    pub(crate) fn schemes(names: Vec<String>) -> Change {
        Change::Option("schemes", names.into())
    }

    /// The changes of one option that may make a text a link, and each preset. Lists of schemes are not among them,
    /// because they depend on the text.
    pub(crate) fn each(limits: Limits) -> Vec<Change> {
        let options = FinderBuilder::options().flat_map(|option| changes(option, limits));
        options.chain(Preset::ALL.iter().copied().map(Change::Preset)).collect()
    }

    /// For each option, the changes that admit the most. The changes that turn rules off come last.
    pub(crate) fn widest(limits: Limits) -> Vec<Change> {
        FinderBuilder::options().flat_map(|option| widest(option, limits)).collect()
    }

    /// The arguments `args` with this change.
    pub(crate) fn applied(&self, args: &FinderArgs) -> FinderArgs {
        let mut args = args.clone();
        match self {
            Change::Preset(preset) => args.preset = *preset,
            Change::Option(name, value) => {
                let slot = args.settings.entry((*name).to_owned()).or_default();
                // A flag that is repeated lengthens its list.
                match (slot, value) {
                    (Value::List(list), Value::List(more)) => list.extend(more.iter().cloned()),
                    (slot, value) => *slot = value.clone(),
                }
            }
        }
        args
    }

    /// The rule that the change turns off, if it turns one off.
    pub(crate) fn rule(&self) -> Option<&str> {
        match self {
            Change::Option("without_rules", names) => names.as_list()?.first()?.as_text(),
            _ => None,
        }
    }

    /// The purpose of the option, as the library describes it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Change::Preset(_) => "The set of options to start from",
            Change::Option(name, _) => option(name).map_or("", OptionInfo::about),
        }
    }

    /// The call of a method of the library's `FinderBuilder` that makes this change.
    pub(crate) fn method(&self) -> String {
        match self {
            Change::Preset(preset) => format!("preset(Preset::{preset:?})"),
            Change::Option("without_rules", _) => {
                format!("without_rule({:?})", self.rule().unwrap_or_default())
            }
            // The typed method takes an enum; `set` takes the name that the flag takes.
            Change::Option(name, value @ Value::Text(_)) => format!("set({name:?}, {value})?"),
            Change::Option(name, value) => format!("{name}({value})"),
        }
    }
}

/// The flag, as typed on the command line.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = match self {
            Change::Preset(preset) => return write!(f, "--preset {}", preset.name()),
            Change::Option(name, value) => (name, value),
        };
        let flag = flag(name);
        match value {
            Value::Switch(true) => write!(f, "--{flag}"),
            Value::Switch(false) => write!(f, "--no-{flag}"),
            Value::Text(word) => write!(f, "--{flag} {word}"),
            Value::List(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_text).collect();
                write!(f, "--{flag} {}", words.join(","))
            }
            value => write!(f, "--{flag} {value}"),
        }
    }
}

/// The finder of `args` with `changes`; `None` if no such finder can be built.
pub(crate) fn changed<'c>(
    args: &FinderArgs,
    changes: impl IntoIterator<Item = &'c Change>,
) -> Option<Finder> {
    let args = changes.into_iter().fold(args.clone(), |args, change| change.applied(&args));
    // The command line refuses options that have no effect in combination with the others. This is not checked here:
    // such an option makes no difference, so `explain` does not propose it.
    finder(args.preset, &args.settings).ok()
}

fn option(name: &str) -> Option<&'static OptionInfo> {
    FinderBuilder::options().find(|option| option.name() == name)
}

/// The values of an option that may admit a text.
fn changes(option: &OptionInfo, limits: Limits) -> Vec<Change> {
    let values: Vec<Value> = match (option.name(), option.kind()) {
        (_, ValueKind::Switch) => vec![true.into(), false.into()],
        (_, ValueKind::Choice(names)) => names.iter().map(|&name| name.into()).collect(),
        ("join_confidence", _) => Vec::new(),
        ("max_lines", _) => vec![limits.lines.into()],
        (_, ValueKind::Number { .. }) => vec![limits.bytes.into()],
        ("without_rules", _) => rules().iter().map(|rule| [rule.name()].into()).collect(),
        (_, ValueKind::List { instead, .. }) => instead.iter().map(|&name| name.into()).collect(),
        // The default scheme and the base change the URI of a match, not whether there is a match. Patterns have no
        // values to try.
        _ => Vec::new(),
    };
    values.into_iter().map(|value| Change::Option(option.name(), value)).collect()
}

/// The changes of an option that admit the most; for `without_rules`, one change for each rule.
fn widest(option: &OptionInfo, limits: Limits) -> Vec<Change> {
    let mut changes = changes(option, limits);
    match option.kind() {
        // No value admits more than another, and the presets cover all values.
        _ if option.name() == "delimiting" => changes.clear(),
        ValueKind::Switch => changes.truncate(1),
        // The table lists the values from the narrowest to the widest.
        ValueKind::Choice(_) | ValueKind::List { instead: [.., _], .. } => {
            changes.drain(..changes.len() - 1);
        }
        _ => {}
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Settings;

    /// The source of the builder, to check that each proposed call is one of its methods.
    const BUILDER: &str = include_str!("../../../../src/find/builder.rs");

    #[test]
    fn every_change_is_a_flag_and_a_method() {
        for change in Change::each(Limits::of(b"text")) {
            let method = change.method();
            let name = method.split('(').next().unwrap();
            assert!(
                name == "set" || BUILDER.contains(&format!("pub fn {name}(&mut self")),
                "{method}"
            );
            assert!(change.to_string().starts_with("--"), "{change:?}");
            assert!(!change.help().is_empty(), "{change:?}");
        }
    }

    #[test]
    fn a_change_adds_to_a_list() {
        let args = FinderArgs::new(Preset::Mail, Settings::new());
        let args = Change::schemes(vec!["foo".to_owned()]).applied(&args);
        let args = Change::schemes(vec!["bar".to_owned()]).applied(&args);
        assert_eq!(args.settings["schemes"], Value::from(["foo", "bar"]));
    }
}
