//! The errors of options.

use core::fmt;

use super::kind::ValueKind;
use super::value::Value;

/// An option that `set` or `build` rejected: the name of the option, and the problem.
///
/// ```
/// use linkwright::Finder;
/// use linkwright::options::{OptionProblem, Value};
///
/// let error = Finder::builder().max_len(3).build().unwrap_err();
/// assert_eq!(error.option(), "max_len");
/// assert!(matches!(error.problem(), OptionProblem::Value { found: Value::Number(3), .. }));
/// assert_eq!(error.to_string(), "max_len: expected a number from 16 to 65536, found 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    option: String,
    problem: OptionProblem,
}

/// The reason why an option was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionProblem {
    /// No option has that name.
    #[non_exhaustive]
    UnknownOption {
        /// The options with a similar spelling, at most three.
        near: Vec<&'static str>,
    },
    /// The value is of another kind, out of range, or not one of the valid names.
    #[non_exhaustive]
    Value {
        /// The values that the option takes.
        expected: ValueKind,
        /// The value that was given.
        found: Value,
    },
    /// A member of a list is not a valid name, for example a member of `without_rules` that is not the name of a rule.
    #[non_exhaustive]
    UnknownName {
        /// The member.
        name: String,
        /// The valid names with a similar spelling, at most three.
        near: Vec<&'static str>,
    },
    /// A text is not a scheme (RFC 3986, section 3.1).
    #[non_exhaustive]
    Scheme {
        /// The text.
        name: String,
    },
    /// The option needs a feature of the crate that is not compiled in.
    #[non_exhaustive]
    Feature {
        /// The name of the feature.
        feature: &'static str,
    },
    /// A name or a text breaks a rule of its option: an attribute that an anchor must not have, a scheme that is never
    /// linked because it runs code or contains a document that does, an invalid pattern or template, or a base that is
    /// not a URI, has no root (an authority, or a path that begins with `/`), or is a web URI without a host.
    #[non_exhaustive]
    Invalid {
        /// The name of the attribute, the scheme or the pattern, or the text of the base.
        name: String,
        /// The problem in words, with the name. For a pattern also the line, and carets under the position.
        message: String,
    },
}

impl OptionError {
    pub(crate) fn new(option: &str, problem: OptionProblem) -> OptionError {
        OptionError { option: option.to_owned(), problem }
    }

    /// The error that `name` breaks a rule of the option, as `message` says.
    pub(crate) fn invalid(option: &str, name: &str, message: String) -> OptionError {
        OptionError::new(option, OptionProblem::Invalid { name: name.to_owned(), message })
    }

    /// The error that `name`, a member of the list `option`, is not in `names`.
    pub(crate) fn unknown_name(
        option: &str,
        name: &str,
        names: impl IntoIterator<Item = &'static str>,
    ) -> OptionError {
        let near = super::near::near(name, names);
        OptionError::new(option, OptionProblem::UnknownName { name: name.to_owned(), near })
    }

    /// The name of the option, as the caller wrote it.
    pub fn option(&self) -> &str {
        &self.option
    }

    /// The problem.
    pub const fn problem(&self) -> &OptionProblem {
        &self.problem
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.problem)
    }
}

impl fmt::Display for OptionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionProblem::UnknownOption { near } => {
                f.write_str("unknown option")?;
                suggestion(f, near)
            }
            OptionProblem::Value { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            OptionProblem::UnknownName { name, near } => {
                write!(f, "unknown name {name:?}")?;
                suggestion(f, near)
            }
            OptionProblem::Scheme { name } => {
                write!(
                    f,
                    "{name:?} is not a scheme: a scheme is a letter, followed by letters, digits, `+`, `-` and `.`"
                )
            }
            OptionProblem::Feature { feature } => {
                write!(f, "the feature `{feature}` is not compiled in")
            }
            OptionProblem::Invalid { message, .. } => f.write_str(message),
        }
    }
}

fn suggestion(f: &mut fmt::Formatter<'_>, near: &[&str]) -> fmt::Result {
    if near.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", near.join(" or ")) }
}

impl core::error::Error for OptionError {}
