//! Names of values. If a list of names is long, the error for a wrong name proposes the most similar name and the
//! command that lists all names, and does not print the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use linkwright::options;

/// The names that an argument accepts.
#[derive(Clone, Copy, Debug)]
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

    /// The name; the error is a sentence for the user.
    fn parse(self, text: &str) -> Result<String, String> {
        let names = (self.all)();
        if names.iter().any(|name| name == text) {
            return Ok(text.to_owned());
        }
        let near = near(text, names.iter().map(String::as_str));
        let near =
            near.map(|near| format!("a similar value exists: '{near}'; ")).unwrap_or_default();
        Err(format!("{near}`{}` lists the names", self.list))
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
        let names = *self;
        (move |text: &str| names.parse(text)).parse_ref(command, arg, value)
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
pub(crate) fn near<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    options::near(wrong, names).first().copied()
}
