//! Names of values. If a list of names is long, the error for a wrong name proposes the most similar name and the
//! command that lists all names, and does not print the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error, ValueEnum};
use linkwright::options::name_distance;

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
        let tip = format!("`{}` lists the names", self.list);
        let mut error = invalid(ErrorKind::InvalidValue, (command, arg), &value, tip);
        if let Some(near) = near(&value, &names) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near));
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// The error for an invalid value of an argument of a command, with a tip.
pub(crate) fn invalid(
    kind: ErrorKind,
    (command, arg): (&Command, Option<&Arg>),
    value: &str,
    tip: String,
) -> Error {
    let mut error = Error::new(kind).with_cmd(command);
    let arg = arg.map(Arg::to_string).unwrap_or_default();
    error.insert(ContextKind::InvalidArg, ContextValue::String(arg));
    error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_owned()));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The name of a value on the command line.
pub(crate) fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The name that is most similar to `wrong`; `None` if no name is similar.
pub(crate) fn near(wrong: &str, names: &[String]) -> Option<String> {
    let distances = names.iter().filter_map(|name| Some((name_distance(wrong, name)?, name)));
    distances.min_by_key(|(distance, _)| *distance).map(|(_, name)| name.clone())
}
