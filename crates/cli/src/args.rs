//! The command line: the subcommands, which the code calls verbs, and the options that they share.
//!
//! A run declares only the options of the subcommand that is called ([`Deferred`]). Declaring the options of all
//! subcommands took 40 percent of the instructions and memory at startup. Code that needs the options of all
//! subcommands uses [`whole_command`].

use core::ops::{Deref, DerefMut};

use clap::{ArgMatches, Args, Command, CommandFactory as _, FromArgMatches, Parser, Subcommand};

use crate::show::When;
use crate::verbs;

/// Finds URIs in text as people and programs really write them, and validates each one with an
/// RFC 3986 parser.
#[derive(Debug, Parser)]
#[command(name = "linkwright", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use colour
    ///
    /// `auto` means on a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    // The variants have no doc comments, because these would replace the descriptions on the argument structs.
    Extract(Deferred<verbs::extract::Args>),
    Linkify(Deferred<verbs::linkify::Args>),
    Check(Deferred<verbs::extract::CheckArgs>),
    Fix(Deferred<verbs::linkify::FixArgs>),
    Pipe(Deferred<verbs::pipe::Args>),
    Mdbook(Deferred<verbs::mdbook::Args>),
    Explain(Deferred<verbs::explain::Args>),
    Uri(Deferred<verbs::uri::Args>),
    Options(Deferred<verbs::lists::OptionsArgs>),
    Rules(Deferred<verbs::lists::RulesArgs>),
    Hazards(Deferred<verbs::lists::HazardsArgs>),
    Config(Deferred<verbs::config::Args>),
    Completions(Deferred<verbs::shell::CompletionsArgs>),
    Man(Deferred<verbs::shell::ManArgs>),
}

type Declare = fn(Command) -> Command;

/// The subcommands, with the function that declares the options of each.
const VERBS: [(&str, Declare); 14] = [
    ("extract", verbs::extract::Args::augment_args),
    ("linkify", verbs::linkify::Args::augment_args),
    ("check", verbs::extract::CheckArgs::augment_args),
    ("fix", verbs::linkify::FixArgs::augment_args),
    ("pipe", verbs::pipe::Args::augment_args),
    ("mdbook", verbs::mdbook::Args::augment_args),
    ("explain", verbs::explain::Args::augment_args),
    ("uri", verbs::uri::Args::augment_args),
    ("options", verbs::lists::OptionsArgs::augment_args),
    ("rules", verbs::lists::RulesArgs::augment_args),
    ("hazards", verbs::lists::HazardsArgs::augment_args),
    ("config", verbs::config::Args::augment_args),
    ("completions", verbs::shell::CompletionsArgs::augment_args),
    ("man", verbs::shell::ManArgs::augment_args),
];

/// The command with the options of all subcommands. It is needed for the help, the manual pages and the completions,
/// and to recognize the names of flags in configuration files.
pub(crate) fn whole_command() -> Command {
    VERBS.into_iter().fold(Cli::command(), |command, (name, declare)| {
        command.mut_subcommand(name, |_| declare(Command::new(name)))
    })
}

/// The arguments of a subcommand. Its options are declared only if the command line uses the subcommand.
#[derive(Debug)]
pub(crate) struct Deferred<T>(Box<T>);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(T::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Deferred<T>, clap::Error> {
        T::from_arg_matches(matches).map(|args| Deferred(Box::new(args)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Deferred<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _};

    use super::{Cli, VERBS, whole_command};

    #[test]
    fn clap_accepts_the_definition_of_the_command() {
        Cli::command().debug_assert();
        whole_command().debug_assert();
    }

    #[test]
    fn the_whole_command_has_the_options_of_every_subcommand() {
        let (mut deferred, mut whole) = (Cli::command(), whole_command());
        assert!(deferred.get_subcommands().map(Command::get_name).eq(VERBS.map(|(name, _)| name)));
        assert!(whole.get_subcommands().all(|verb| verb.get_about().is_some()));
        deferred.build();
        whole.build();
        let help = |of: &Command, (name, _)| {
            of.find_subcommand(name).unwrap().clone().render_long_help().to_string()
        };
        for verb in VERBS {
            assert_eq!(help(&deferred, verb), help(&whole, verb));
        }
    }
}
