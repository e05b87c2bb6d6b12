//! Single changes to the options of the finder, generated from the table of options. `explain` tries them to find out
//! which options would make a text a link.

use core::fmt;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset, rules};
use linkwright::options::{OptionInfo, Value, ValueKind};

use super::flag::flag;
use super::flags::FinderArgs;
use super::set::SET;
use super::settings::builder;

/// A new value for one option, or another preset.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    Preset(Preset),
    Option(&'static str, Value),
}

/// Values for length limits that allow the whole text to be one URI, within the range that the finder accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    bytes: usize,
    lines: usize,
}

impl Limits {
    pub(crate) fn of(text: &[u8]) -> Limits {
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
        // Percent-encoding triples the number of bytes.
        Limits { bytes: (3 * text.len()).clamp(16, 65_536), lines: lines.clamp(1, 1000) }
    }
}

impl Change {
    /// Adds schemes to the list of schemes.
    pub(crate) fn schemes(names: Vec<String>) -> Change {
        Change::Option("schemes", names.into())
    }

    /// Every change that may make a text a link: changes of one option, and presets. Lists of schemes are not included,
    /// because they depend on the text. The preset `uts58` is not proposed: it also changes where links end, which someone
    /// who asks about one link does not expect.
    pub(crate) fn each(limits: Limits) -> Vec<Change> {
        let options = FinderBuilder::options().flat_map(|option| changes(option, limits));
        let presets = Preset::ALL.iter().copied().filter(|preset| *preset != Preset::Uts58);
        options.chain(presets.map(Change::Preset)).collect()
    }

    /// For each option, the change that admits the most text as links. For `without_rules`, this is one change per
    /// rule.
    pub(crate) fn widest(limits: Limits) -> Vec<Change> {
        FinderBuilder::options().flat_map(|option| widest(option, limits)).collect()
    }

    /// Returns `args` with this change applied.
    pub(crate) fn applied(&self, args: &FinderArgs) -> FinderArgs {
        let mut args = args.clone();
        match self {
            Change::Preset(preset) => args.preset = *preset,
            Change::Option(name, value) => {
                let slot = args.settings.entry((*name).to_owned()).or_default();
                // Repeating a flag adds to its list.
                match (slot, value) {
                    (Value::List(list), Value::List(more)) => list.extend(more.iter().cloned()),
                    (slot, value) => *slot = value.clone(),
                }
            }
        }
        args
    }

    /// The name of the rule that the change turns off, if any.
    pub(crate) fn rule(&self) -> Option<&str> {
        match self {
            Change::Option("without_rules", names) => names.as_list()?.first()?.as_text(),
            _ => None,
        }
    }

    /// The description of the option in the library.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Change::Preset(_) => "The set of options to start from",
            Change::Option(name, _) => option(name).map_or("", OptionInfo::about),
        }
    }

    /// The call of a `FinderBuilder` method that makes this change.
    pub(crate) fn method(&self) -> String {
        match self {
            Change::Preset(preset) => format!("preset(Preset::{preset:?})"),
            Change::Option("without_rules", _) => {
                format!("without_rule({:?})", self.rule().unwrap_or_default())
            }
            // The method named after the option takes an enum, but `set` accepts the same name as the flag.
            Change::Option(name, value @ Value::Text(_)) => format!("set({name:?}, {value})?"),
            Change::Option(name, value) => format!("{name}({value})"),
        }
    }
}

/// Formats the change as it is typed on the command line: `--domains`, `--set www=true`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = match self {
            Change::Preset(preset) => return write!(f, "--preset {}", preset.name()),
            Change::Option(name, value) => (name, value),
        };
        let text = match value {
            Value::Text(word) => word.clone(),
            Value::List(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_text).collect();
                words.join(",")
            }
            value => value.to_string(),
        };
        match (flag(name), value) {
            (None, _) => write!(f, "--{SET} {name}={text}"),
            (Some(flag), Value::Switch(true)) => write!(f, "--{flag}"),
            (Some(flag), Value::Switch(false)) => write!(f, "--no-{flag}"),
            (Some(flag), _) => write!(f, "--{flag} {text}"),
        }
    }
}

/// Builds the finder for `args` with `changes`; `None` if these options are invalid.
pub(crate) fn changed<'c>(
    args: &FinderArgs,
    changes: impl IntoIterator<Item = &'c Change>,
) -> Option<Finder> {
    let args = changes.into_iter().fold(args.clone(), |args, change| change.applied(&args));
    // The command line refuses combinations in which an option has no effect. They need no check here: an option
    // without effect does not turn a text into a link, so `explain` never proposes it.
    builder(args.preset, &args.settings).ok()?.build().ok()
}

fn option(name: &str) -> Option<&'static OptionInfo> {
    FinderBuilder::options().find(|option| option.name() == name)
}

/// The changes of an option to values that may make a text a link.
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
        // predefined values to try.
        _ => Vec::new(),
    };
    values.into_iter().map(|value| Change::Option(option.name(), value)).collect()
}

/// The change of an option that admits the most text as links; for `without_rules`, one change per rule.
fn widest(option: &OptionInfo, limits: Limits) -> Vec<Change> {
    let mut changes = changes(option, limits);
    match option.kind() {
        // No value of `delimiting` admits more than the others, and the presets cover all values.
        _ if option.name() == "delimiting" => changes.clear(),
        ValueKind::Switch => changes.truncate(1),
        // The table of options lists values from the narrowest to the widest.
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

    /// The source of the builder, to check that every proposed method exists.
    const BUILDER: &str = include_str!("../../../../src/find/builder.rs");

    #[test]
    fn every_change_has_a_flag_and_a_builder_method() {
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
    fn changes_of_schemes_add_to_the_list() {
        let args = FinderArgs::new(Preset::Mail, Settings::new());
        let args = Change::schemes(vec!["foo".to_owned()]).applied(&args);
        let args = Change::schemes(vec!["bar".to_owned()]).applied(&args);
        assert_eq!(args.settings["schemes"], Value::from(["foo", "bar"]));
    }
}
