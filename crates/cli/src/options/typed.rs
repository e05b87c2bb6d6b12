//! Collects the options on the command line, so that the journal of a run can record them.

use std::collections::BTreeMap;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};

use crate::exit::Failure;

/// The options on the command line with their values, by clap identifier.
///
/// This type declares no arguments. It must be the first field of an argument struct, because the other fields remove
/// their values from the matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Typed(BTreeMap<String, Vec<String>>);

impl Typed {
    /// The flags of `command` that were typed, with their values, except the flags in `ignored`.
    pub(crate) fn flags(
        &self,
        command: &Command,
        ignored: &[&str],
    ) -> BTreeMap<String, Vec<String>> {
        let flags = command.get_arguments().filter_map(|arg| {
            let flag = arg.get_long().filter(|flag| !ignored.contains(flag))?;
            let values = self.0.get(arg.get_id().as_str())?;
            Some((format!("--{flag}"), values.clone()))
        });
        flags.collect()
    }
}

/// The arguments of a command line without options.
pub(crate) fn untyped<T: clap::Args>() -> Result<T, Failure> {
    let matches = T::augment_args(Command::new("")).try_get_matches_from([""]);
    matches.and_then(|matches| T::from_arg_matches(&matches)).map_err(Failure::message)
}

impl clap::Args for Typed {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Typed {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Typed, clap::Error> {
        let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let ids = matches.ids().map(clap::Id::as_str).filter(|id| is_typed(id));
        let values = ids.filter_map(|id| {
            // An argument group has no values.
            let raw = matches.try_get_raw(id).ok()??;
            Some((id.to_owned(), raw.map(|value| value.to_string_lossy().into_owned()).collect()))
        });
        Ok(Typed(values.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Typed::from_arg_matches(matches)?;
        Ok(())
    }
}
