//! The help texts. Examples come first and exit statuses last, and the short help fits on a screen.
//!
//! Each subcommand declares its options and their descriptions. `guide` has the examples and exit statuses of all
//! subcommands, and `brief` lists the options that the short help shows. The examples are not in the clap attributes of
//! the subcommands, because the manual pages need them separately from the description.

mod brief;
mod guide;

use brief::with_brief_help;
use clap::Command;

pub(crate) use guide::{Example, guide};

/// Adds examples and exit statuses to the help of `command` and of all its subcommands. If `is_brief`, `-h` shows the
/// short help.
pub(crate) fn with_help(command: Command, is_brief: bool) -> Command {
    with_guides(command, "", is_brief)
}

fn with_guides(command: Command, parent: &str, is_brief: bool) -> Command {
    let path = format!("{parent} {}", command.get_name()).trim_start().to_owned();
    let command = match guide(&path) {
        Some(guide) => {
            let statuses = format!("Exit status: {}", guide.statuses);
            command.before_long_help(examples(guide.examples)).after_long_help(statuses)
        }
        None => command,
    };
    let command = if is_brief { with_brief_help(command, &path) } else { command };
    command.mut_subcommands(|verb| with_guides(verb, &path, is_brief))
}

fn examples(examples: &[Example]) -> String {
    let lines = examples.iter().map(|example| {
        let Example { line, what } = example;
        format!("  {line}\n      {what}\n")
    });
    format!("Examples:\n{}", lines.collect::<String>())
}
