//! The rules of `check`, with their levels. The table is the only source: the list of `--list-rules`, the configuration
//! and the page `docs/check.md` have its rows.

use clap::ValueEnum;
use linkwright::find::Flag;
use linkwright::uri::hazards::{Code, Severity};

use crate::names::near;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    Off,
    Note,
    Warning,
    Error,
}

impl Level {
    /// The level called `name`, or a message.
    pub(crate) fn named(name: &str) -> Result<Level, String> {
        Level::from_str(name, false).map_err(|_| {
            format!("unknown level {name:?}; the levels are off, note, warning, error")
        })
    }
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// The level without a configuration.
    pub(crate) level: Level,
    /// What a reference that breaks the rule is, in one sentence.
    pub(crate) about: &'static str,
}

pub(crate) const INVALID: &str = "invalid";
pub(crate) const UNPARSED: &str = "unparsed";
pub(crate) const UNBALANCED: &str = "unbalanced";
pub(crate) const BARE: &str = "bare";
pub(crate) const UNKNOWN_RULE: &str = "unknown-rule";

const fn rule(name: &'static str, level: Level, about: &'static str) -> Rule {
    Rule { name, level, about }
}

/// The rules that are no hazards. Some flags of the finder are rules with their own names.
const OWN: &[Rule] = &[
    rule(
        INVALID,
        Level::Error,
        "no RFC allows this reference, so programs disagree about its target",
    ),
    rule(
        UNPARSED,
        Level::Warning,
        "the text has the form of a link, but the parser of Markdown reads none",
    ),
    rule(UNBALANCED, Level::Warning, "the reference has a bracket without its counterpart"),
    rule(
        "joined",
        Level::Warning,
        "the URI goes on after a line end or a blank, and a link would end there",
    ),
    rule("incomplete", Level::Warning, "the URI was cut off"),
    rule("perhaps-continues", Level::Note, "the URI may go on in the next line"),
    rule(BARE, Level::Note, "the URI is text, and can be a link"),
    rule(
        "differential",
        Level::Warning,
        "a backslash and an `@` follow the host, and programs disagree about the host",
    ),
    rule("nested-start", Level::Warning, "the URI begins inside the beginning of another URI"),
    rule("repaired", Level::Note, "the URI has characters that the grammar does not allow"),
    rule("glued-digit", Level::Note, "a digit stands before the scheme"),
    rule(UNKNOWN_RULE, Level::Error, "a comment names a rule that does not exist"),
];

/// All rules: the own ones, and the hazards that are flags. Hazards of severity `info` are off.
pub(crate) fn rules() -> impl Iterator<Item = Rule> {
    let hazard = |&code: &Code| {
        let level = match code.severity() {
            Severity::Danger => Level::Error,
            Severity::Warn => Level::Warning,
            _ => Level::Off,
        };
        rule(code.name(), level, code.message())
    };
    OWN.iter().copied().chain(Flag::HAZARDS.iter().map(hazard))
}

/// The rule called `name`.
pub(crate) fn find(name: &str) -> Option<Rule> {
    rules().find(|rule| rule.name == name)
}

/// The rule called `name`, or a message with the most similar name.
pub(crate) fn named(name: &str) -> Result<Rule, String> {
    find(name).ok_or_else(|| {
        let near =
            near(name, rules().map(|rule| rule.name)).map(|near| format!("; did you mean {near}?"));
        format!("there is no rule {name:?}{}", near.unwrap_or_default())
    })
}

/// The rules with the levels in force.
#[derive(Clone, Debug)]
pub(crate) struct Levels(pub(crate) Vec<Rule>);

impl Levels {
    /// The default levels, changed by `set`; the last change of a rule applies.
    pub(crate) fn new(set: impl IntoIterator<Item = (&'static str, Level)>) -> Levels {
        let mut all: Vec<Rule> = rules().collect();
        for (name, level) in set {
            all.iter_mut().filter(|rule| rule.name == name).for_each(|rule| rule.level = level);
        }
        Levels(all)
    }

    /// The rule called `name` with its level in force; `None` if it is off or does not exist.
    pub(crate) fn on(&self, name: &str) -> Option<Rule> {
        self.0.iter().copied().find(|rule| rule.name == name && rule.level > Level::Off)
    }
}

/// Parses `NAME=LEVEL`.
pub(crate) fn assignment(text: &str) -> Result<(&'static str, Level), String> {
    let (name, level) = text.split_once('=').ok_or("expected NAME=LEVEL, such as bare=warning")?;
    Ok((named(name)?.name, Level::named(level)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_one_row() {
        for (at, rule) in rules().enumerate() {
            assert!(rules().skip(at + 1).all(|other| other.name != rule.name), "{}", rule.name);
        }
    }

    #[test]
    fn the_last_level_of_a_rule_applies() {
        let levels = Levels::new([(BARE, Level::Error), (BARE, Level::Off)]);
        assert!(levels.on(BARE).is_none());
        assert_eq!(levels.on(INVALID).map(|rule| rule.level), Some(Level::Error));
        assert!(assignment("bares=off").unwrap_err().contains("did you mean bare?"));
        assert!(assignment("bare=loud").unwrap_err().contains("the levels are off"));
    }
}
