//! Arguments that no command line has.

use clap::Command;

use crate::exit::Failure;

/// The arguments of a command line without options.
pub(crate) fn untyped<T: clap::Args>() -> Result<T, Failure> {
    let matches = T::augment_args(Command::new("")).try_get_matches_from([""]);
    matches.and_then(|matches| T::from_arg_matches(&matches)).map_err(Failure::message)
}
