//! The command line: the subcommands, which the code calls verbs, and the options that they share.
//!
//! A run declares only the options of the subcommand that is called (`defer`). Declaring the options of all
//! subcommands took 40 percent of the instructions and memory at startup. Code that needs the options of all
//! subcommands uses [`whole_command`].

use clap::{Args as _, Command, CommandFactory as _, Parser, Subcommand};

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
#[command(defer = true)]
pub(crate) enum Verb {
    // The variants have no doc comments, because these would replace the descriptions on the argument structs.
    Extract(Box<verbs::extract::Args>),
    Linkify(Box<verbs::linkify::Args>),
    Check(Box<verbs::extract::CheckArgs>),
    Fix(Box<verbs::linkify::FixArgs>),
    Pipe(Box<verbs::pipe::Args>),
    Mdbook(verbs::mdbook::Args),
    Explain(Box<verbs::explain::Args>),
    Uri(Box<verbs::uri::Args>),
    Options(verbs::lists::OptionsArgs),
    Rules(verbs::lists::RulesArgs),
    Hazards(verbs::lists::HazardsArgs),
    Config(verbs::config::Args),
    Completions(verbs::shell::CompletionsArgs),
    Man(verbs::shell::ManArgs),
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
