//! Messages for errors of options. They name the option as the user wrote it.

use linkwright::options::OptionError;

use super::flag::shown;

/// The message for an option on the command line, with its flag: `--max-len: ...`.
pub(crate) fn typed(error: &OptionError) -> String {
    message(error.option(), &error.problem().to_string())
}

/// Formats a problem with the option as it is typed.
pub(crate) fn message(option: &str, problem: &str) -> String {
    format!("{}: {problem}", shown(option))
}

/// The message for an option in JSON or a configuration file, with its key: `option max_len: ...`.
pub(crate) fn in_json(error: &OptionError) -> String {
    format!("option {error}")
}
