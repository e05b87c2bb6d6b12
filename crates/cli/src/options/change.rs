//! Single changes to the options of the finder, made from the table: what `explain` tries.

use core::fmt;

use linkwright::Finder;
use linkwright::find::{Preset, rules};
use serde_json::Value;

use super::{FinderArgs, Kind, OPTIONS, Setting};

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
        // A character of three bytes has nine in percent-encoding.
        Limits { bytes: (3 * text.len()).clamp(16, 65_536), lines: lines.clamp(1, 1000) }
    }
}

impl Change {
    /// Links URIs of these schemes.
    pub(crate) fn schemes(names: Vec<String>) -> Change {
        Change::Option("schemes", names.into())
    }

    /// Each value of each option, without lists of schemes, which depend on the text.
    pub(crate) fn each(limits: Limits) -> Vec<Change> {
        let options = OPTIONS.iter().flat_map(|setting| setting.changes(limits));
        options.chain(Preset::ALL.map(Change::Preset)).collect()
    }

    /// The changes that admit the most, as far as each option is concerned. The rules that are
    /// turned off come last.
    pub(crate) fn widest(limits: Limits) -> Vec<Change> {
        OPTIONS.iter().flat_map(|setting| setting.widest(limits)).collect()
    }

    /// The arguments `args` with this change.
    pub(crate) fn applied(&self, args: &FinderArgs) -> FinderArgs {
        let mut args = args.clone();
        match self {
            Change::Preset(preset) => args.preset = *preset,
            Change::Option(name, value) => {
                let slot = args.settings.entry(*name).or_insert(Value::Null);
                // A flag that is repeated lengthens its list.
                match (slot.as_array_mut(), value.as_array()) {
                    (Some(list), Some(more)) => list.extend(more.iter().cloned()),
                    _ => *slot = value.clone(),
                }
            }
        }
        args
    }

    /// Whether it names the rule that is turned off.
    pub(crate) fn rule(&self) -> Option<&str> {
        match self {
            Change::Option("without_rules", names) => names.get(0)?.as_str(),
            _ => None,
        }
    }

    /// What the option is for, as the help of the flag says it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Change::Preset(_) => "The set of options to begin with",
            Change::Option(name, _) => setting(name).map_or("", |setting| setting.help),
        }
    }

    /// The call of the library's `FinderBuilder`.
    pub(crate) fn method(&self) -> String {
        match self {
            Change::Preset(preset) => format!("preset(Preset::{})", camel(preset.name())),
            Change::Option("without_rules", names) => format!("without_rule({})", names[0]),
            Change::Option("schemes", Value::Array(names)) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("{name}.into()")).collect();
                format!("schemes(Schemes::Only(vec![{}]))", names.join(", "))
            }
            // The only enumeration that is not named as its method.
            Change::Option("hyphen", Value::String(word)) => {
                format!("hyphen(HyphenOrder::{})", camel(word))
            }
            Change::Option(name, Value::String(word)) => {
                format!("{name}({}::{})", camel(name), camel(word))
            }
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
        let Some(setting) = setting(name) else { return Ok(()) };
        match value {
            Value::Bool(true) => write!(f, "--{}", setting.flag()),
            Value::Bool(false) => write!(f, "--{}", setting.no_flag()),
            Value::String(word) => write!(f, "--{} {word}", setting.flag()),
            Value::Array(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                write!(f, "--{} {}", setting.flag(), words.join(","))
            }
            value => write!(f, "--{} {value}", setting.flag()),
        }
    }
}

/// The flag that takes a pattern and its link target.
pub(crate) fn pattern_flag() -> String {
    let setting = OPTIONS.iter().find(|setting| matches!(setting.kind, Kind::Patterns));
    setting.map(|setting| format!("--{}", setting.flag())).unwrap_or_default()
}

/// The finder of `args` with `changes`; `None` if no such finder can be built.
pub(crate) fn changed<'c>(
    args: &FinderArgs,
    changes: impl IntoIterator<Item = &'c Change>,
) -> Option<Finder> {
    let args = changes.into_iter().fold(args.clone(), |args, change| change.applied(&args));
    // The command line refuses combinations with an option that has no effect. They are not checked
    // here: such a finder finds nothing more, so its changes are not proposed.
    super::finder(args.preset, &args.settings).ok()
}

fn setting(name: &str) -> Option<&'static Setting> {
    OPTIONS.iter().find(|setting| setting.name == name)
}

/// `page-break` as `PageBreak`.
fn camel(name: &str) -> String {
    let words = name.split(['-', '_']).map(|word| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars)
    });
    words.flatten().collect()
}

impl Setting {
    fn changes(&self, limits: Limits) -> Vec<Change> {
        let values: Vec<Value> = match &self.kind {
            Kind::Switch(_) => vec![true.into(), false.into()],
            Kind::Choice(words) => words.iter().map(|(word, _)| (*word).into()).collect(),
            Kind::Number(_) if self.name == "join_confidence" => Vec::new(),
            Kind::Number(_) if self.name == "max_lines" => vec![limits.lines.into()],
            Kind::Number(_) => vec![limits.bytes.into()],
            Kind::Schemes => vec!["known".into(), "any".into()],
            Kind::WithoutRules => rules().iter().map(|rule| vec![rule.name()].into()).collect(),
            // The default scheme changes the URI of a match, not whether there is a match. Patterns
            // have no values to try.
            Kind::Word(..) | Kind::Patterns => Vec::new(),
        };
        values.into_iter().map(|value| Change::Option(self.name, value)).collect()
    }

    fn widest(&self, limits: Limits) -> Vec<Change> {
        let mut changes = self.changes(limits);
        match self.kind {
            Kind::Switch(_) => changes.truncate(1),
            // The table has their values from the narrowest to the widest.
            Kind::Choice(_) | Kind::Schemes => drop(changes.drain(..changes.len() - 1)),
            _ => {}
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source of the builder: a call that it has no method for does not compile for anyone.
    const BUILDER: &str = include_str!("../../../../src/find/options.rs");

    #[test]
    fn every_change_is_a_flag_and_a_method() {
        for change in Change::each(Limits::of(b"text")) {
            let method = change.method();
            let name = method.split('(').next().unwrap();
            assert!(BUILDER.contains(&format!("pub fn {name}(&mut self")), "{method}");
            let argument = method.split_once('(').unwrap().1.trim_end_matches(')');
            if let Some((kind, variant)) = argument.split_once("::") {
                assert!(BUILDER.contains(&format!("pub enum {kind} ")), "{method}");
                assert!(BUILDER.contains(&format!("    {variant},")), "{method}");
            }
            assert!(change.to_string().starts_with("--"), "{change:?}");
            assert!(!change.help().is_empty(), "{change:?}");
        }
    }

    #[test]
    fn lists_grow() {
        let args = FinderArgs { preset: Preset::Mail, settings: serde_json::Map::new() };
        let args = Change::schemes(vec!["foo".to_owned()]).applied(&args);
        let args = Change::schemes(vec!["bar".to_owned()]).applied(&args);
        assert_eq!(args.settings["schemes"], serde_json::json!(["foo", "bar"]));
    }
}
