//! What is wrong with an option, under the name that the caller gave it.

use core::fmt;

use super::OPTIONS;

/// An option and what is wrong with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionError {
    /// As in JSON; empty for what is wrong with no single option.
    option: String,
    problem: String,
}

impl OptionError {
    pub(super) fn new(option: &str, problem: impl fmt::Display) -> OptionError {
        OptionError { option: option.to_owned(), problem: problem.to_string() }
    }

    /// Reads an error of a builder, which begins with the name of its option and a colon.
    pub(crate) fn of(error: &impl fmt::Display) -> OptionError {
        let text = error.to_string();
        match text.split_once(": ") {
            Some((option, problem)) if is_name(option) => OptionError::new(option, problem),
            _ => OptionError::new("", text),
        }
    }

    /// The error for a command line, with the typed flag: `--max-len: ...`.
    pub(crate) fn typed(&self) -> String {
        if self.option.is_empty() {
            return self.problem.clone();
        }
        let setting = OPTIONS.iter().find(|setting| setting.name == self.option);
        let flag = setting.map_or_else(|| self.option.replace('_', "-"), super::Setting::flag);
        format!("--{flag}: {}", self.problem)
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The error for JSON, with the key: `option max_len: ...`.
impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.option.is_empty() {
            return f.write_str(&self.problem);
        }
        write!(f, "option {}: {}", self.option, self.problem)
    }
}
