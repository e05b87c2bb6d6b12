//! The command line: the verbs, and what goes before all of them.

use clap::{Parser, Subcommand};

use crate::verbs;
use crate::when::When;

/// Finds URIs in text as people and programs really write them, and proves each one with an
/// RFC 3986 parser.
#[derive(Debug, Parser)]
#[command(name = "linkwright", version, propagate_version = true, max_term_width = 100)]
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
    // Each is described by the arguments it takes; a comment here would replace that.
    Extract(Box<verbs::extract::Args>),
    Linkify(verbs::linkify::Args),
    Pipe(verbs::pipe::Args),
    Explain(verbs::explain::Args),
    Uri(verbs::uri::Args),
    Rules(verbs::lists::RulesArgs),
    Hazards(verbs::lists::HazardsArgs),
    Config(verbs::config::Args),
    Completions(verbs::shell::CompletionsArgs),
    Man(verbs::shell::ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Cli;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
