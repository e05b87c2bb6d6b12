//! Errors of options, under the name that the caller used.

use linkwright::options::{OptionError, OptionProblem};

use super::flag;

/// The error for a command line, with the typed flag: `--max-len: ...`.
pub(crate) fn typed(error: &OptionError) -> String {
    message(error.option(), &error.problem().to_string())
}

/// The message about an option, from its name and the problem.
pub(crate) fn message(option: &str, problem: &str) -> String {
    format!("--{}: {problem}", flag(option))
}

/// The error for JSON and configuration files, with the key: `option max_len: ...`.
pub(crate) fn in_json(error: &OptionError) -> String {
    let (option, problem) = (error.option(), error.problem());
    match problem {
        OptionProblem::UnknownOption { near, .. } if near.is_empty() => {
            format!("unknown option {option:?}")
        }
        OptionProblem::UnknownOption { near, .. } => {
            format!("unknown option {option:?}; did you mean {}?", near.join(" or "))
        }
        OptionProblem::SeveralOptions => format!("{option:?} is not an option: it sets several"),
        _ => format!("option {option}: {problem}"),
    }
}
