//! Single changes to the options of the finder, generated from the table of options. `explain` tries them to find out
//! which option would make a text a link.

use core::fmt;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset, rules};
use linkwright::options::{OptionInfo, Value, ValueKind};

use super::flag::flag;
use super::set::SET;
use super::settings::{PRESET, Settings, builder};

/// A new value for one option, or for the preset.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
}

impl Change {
    fn new(name: &'static str, value: impl Into<Value>) -> Change {
        Change { name, value: value.into() }
    }

    /// Adds schemes to the list of schemes.
    pub(crate) fn schemes(names: Vec<String>) -> Change {
        Change::new("schemes", names)
    }

    /// Every change that may make a part of `text` a link: changes of one option, and presets. Lists of schemes are not
    /// included. The preset `uts58` is not proposed: it also changes where links end, which someone who asks about one link
    /// does not expect.
    pub(crate) fn each(text: &[u8]) -> Vec<Change> {
        let options = FinderBuilder::options().flat_map(|option| changes(option, text));
        let presets = Preset::ALL.iter().filter(|preset| **preset != Preset::Uts58);
        options.chain(presets.map(|preset| Change::new(PRESET, preset.name()))).collect()
    }

    /// The finder for `settings` with this change; `None` if these options are invalid.
    pub(crate) fn finder(&self, settings: &Settings) -> Option<Finder> {
        let mut settings = settings.clone();
        match (settings.entry(self.name.to_owned()).or_default(), &self.value) {
            // Repeating a flag adds to its list.
            (Value::List(list), Value::List(more)) => list.extend(more.iter().cloned()),
            (slot, value) => *slot = value.clone(),
        }
        // The command line refuses combinations in which an option has no effect. They need no check here: an option
        // without effect does not turn a text into a link, so `explain` never proposes it.
        builder(&settings).ok()?.build().ok()
    }

    /// The name of the rule that the change turns off, if any.
    pub(crate) fn rule(&self) -> Option<&str> {
        (self.name == "without_rules").then(|| self.value.as_list()?.first()?.as_text())?
    }

    /// Whether the change adds schemes to their list.
    pub(crate) fn is_scheme_list(&self) -> bool {
        self.name == "schemes" && self.value.as_list().is_some()
    }

    /// The description of the option in the library; empty for a preset.
    pub(crate) fn help(&self) -> &'static str {
        let option = FinderBuilder::options().find(|option| option.name() == self.name);
        option.map_or("", OptionInfo::about)
    }
}

/// Formats the change as it is typed on the command line: `--domains`, `--set www=true`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { name, value } = self;
        let text = match value {
            Value::Text(word) => word.clone(),
            Value::List(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_text).collect();
                words.join(",")
            }
            value => value.to_string(),
        };
        match (flag(name), value) {
            (Some(flag), Value::Switch(true)) => write!(f, "--{flag}"),
            (None, _) | (_, Value::Switch(false)) => write!(f, "--{SET} {name}={text}"),
            (Some(flag), _) => write!(f, "--{flag} {text}"),
        }
    }
}

/// The changes of an option to values that may make a part of `text` a link. Limits of lengths get values that allow the
/// whole text to be one URI, within the range that the finder accepts.
fn changes(option: &OptionInfo, text: &[u8]) -> Vec<Change> {
    let values: Vec<Value> = match (option.name(), option.kind()) {
        (_, ValueKind::Switch) => vec![true.into(), false.into()],
        (_, ValueKind::Choice(names)) => names.iter().map(|&name| name.into()).collect(),
        ("join_confidence", _) => Vec::new(),
        ("max_lines", _) => {
            let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
            vec![lines.clamp(1, 1000).into()]
        }
        // Percent-encoding triples the number of bytes.
        (_, ValueKind::Number { .. }) => vec![(3 * text.len()).clamp(16, 65_536).into()],
        ("without_rules", _) => rules().iter().map(|rule| [rule.name()].into()).collect(),
        (_, ValueKind::List { instead, .. }) => instead.iter().map(|&name| name.into()).collect(),
        // The default scheme and the base change the URI of a match, not whether there is a match. Patterns have no
        // predefined values to try.
        _ => Vec::new(),
    };
    values.into_iter().map(|value| Change::new(option.name(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_has_a_flag_and_a_description() {
        for change in Change::each(b"text") {
            assert!(change.to_string().starts_with("--"), "{change:?}");
            assert!(change.name == PRESET || !change.help().is_empty(), "{change:?}");
        }
    }

    #[test]
    fn changes_of_schemes_add_to_the_list() {
        let schemes = Settings::from([("schemes".to_owned(), Value::from(["foo"]))]);
        let finder = Change::schemes(vec!["bar".to_owned()]).finder(&schemes).unwrap();
        assert_eq!(finder.find_iter("foo://a.example bar://a.example").count(), 2);
    }
}
