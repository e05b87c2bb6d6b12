//! Names of values. If a list of names is long, the error for a wrong name proposes the most similar name and the
//! command that lists all names, and does not print the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error, ValueEnum};

/// The names that an argument accepts.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The names, which completions propose.
    all: fn() -> Vec<String>,
    /// The command line that lists them.
    list: &'static str,
}

impl Names {
    pub(crate) const fn new(all: fn() -> Vec<String>, list: &'static str) -> Names {
        Names { all, list }
    }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let names = (self.all)();
        let value = value.to_string_lossy();
        if names.iter().any(|name| *name == value) {
            return Ok(value.into_owned());
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let arg = arg.map(Arg::to_string).unwrap_or_default();
        error.insert(ContextKind::InvalidArg, ContextValue::String(arg));
        error.insert(ContextKind::InvalidValue, ContextValue::String(value.clone().into_owned()));
        if let Some(near) = near(&value, &names) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near));
        }
        let list = format!("`{}` lists the names", self.list);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![list.into()]));
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// The name of a value on the command line.
pub(crate) fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The name that is most similar to `wrong`; `None` if no name is similar.
pub(crate) fn near(wrong: &str, names: &[String]) -> Option<String> {
    let distances = names.iter().filter_map(|name| Some((distance(wrong, name)?, name)));
    distances.min_by_key(|(distance, _)| *distance).map(|(_, name)| name.clone())
}

/// Whether two names are similar: they differ only in case or in `_` and `-`, or in one insertion, deletion,
/// replacement or swap (in two if both have at least six letters), or one, of at least three letters, is the beginning
/// of the other. The library proposes names of options by the same test.
pub(crate) fn are_similar(one: &str, other: &str) -> bool {
    distance(one, other).is_some()
}

/// The number of edits between two similar names; `None` if they are not similar.
fn distance(one: &str, other: &str) -> Option<usize> {
    let [one, other] = [one, other].map(plain);
    let [short, long] = if one.len() < other.len() { [&one, &other] } else { [&other, &one] };
    let is_beginning = short.len() >= 3 && long.starts_with(short.as_str());
    let most = if short.len() < 6 { 1 } else { 2 };
    let distance = strsim::osa_distance(&one, &other);
    (distance <= most || is_beginning).then_some(distance)
}

/// A name in lower case, without `_` and `-`.
pub(crate) fn plain(name: &str) -> String {
    name.replace(['_', '-'], "").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::are_similar;

    #[test]
    fn names_that_differ_little_are_similar() {
        for (one, other) in [
            ("--frm", "--from"),
            ("--rell", "--rel"),
            ("--no-email", "--no-emails"),
            ("--nodomains", "--no-domains"),
            ("--notarget", "--target"),
            ("--follow-symlinks", "--follow"),
            ("MAX_LEN", "max-len"),
        ] {
            assert!(are_similar(one, other) && are_similar(other, one), "{one} {other}");
        }
    }

    #[test]
    fn other_names_are_not_similar() {
        for (one, other) in [
            ("--nofollow", "--no-flowed"),
            ("--no-such", "--no-code"),
            ("--no-color", "--no-code"),
            ("--no-links", "--no-domains"),
            ("--url", "--rule"),
            ("--ab", "--abc-def"),
            ("", "abc"),
        ] {
            assert!(!are_similar(one, other) && !are_similar(other, one), "{one} {other}");
        }
    }
}
