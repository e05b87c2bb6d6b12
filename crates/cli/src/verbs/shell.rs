//! `linkwright completions` and `linkwright man`. Both are generated from the same definitions as `--help`.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use roff::{Inline, Roff, bold, roman};

use crate::exit::{Failure, Status};
use crate::help::guide;
use crate::rows::print;

const NAME: &str = "linkwright";

/// Print the completions for a shell.
///
/// For bash: `linkwright completions bash > ~/.local/share/bash-completion/completions/linkwright`
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to write completions for
    shell: Shell,
}

/// Print the manual page of `linkwright` or of one of its commands.
///
/// To read it: `linkwright man | man -l -`
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The command whose page to print, such as `extract`
    #[arg(value_name = "COMMAND")]
    verb: Option<String>,
}

/// Prints the completions of `command`.
pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Status, Failure> {
    // The script is generated in memory, because the generator panics if a write fails, for instance on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, NAME, &mut script);
    print(&script)
}

/// Prints the manual page of `command`, or of the subcommand in `args`.
pub(crate) fn man(args: &ManArgs, command: Command) -> Result<Status, Failure> {
    let mut page = command.disable_help_subcommand(true);
    page.build();
    if let Some(verb) = &args.verb {
        let found = page.find_subcommand(verb);
        let found = found
            .ok_or_else(|| Failure::usage(format_args!("man: there is no command {verb:?}")))?;
        // The help of a subcommand has no version, but its manual page does.
        page = found.clone().name(format!("{NAME}-{verb}")).version(env!("CARGO_PKG_VERSION"));
    }
    print(&rendered(page)?)
}

/// Renders the page of `command`, with examples before the description, and exit statuses before the version.
fn rendered(command: Command) -> io::Result<Vec<u8>> {
    let guide = guide(&command.get_name().replace('-', " "));
    let synopsis = synopsis(&command);
    let has_verbs = command.has_subcommands();
    // The texts that the help has before and after the options are separate sections of the page.
    let man = Man::new(command.before_long_help("").after_long_help("").after_help(""));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    section("SYNOPSIS", [roman(synopsis)], &mut page)?;
    if let Some(guide) = &guide {
        write_examples(&guide.examples, &mut page)?;
    }
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_verbs {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(guide) = guide {
        section("EXIT STATUS", [roman(guide.statuses)], &mut page)?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The usage line without the prefix `Usage:`.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage: ").to_owned()
}

fn section(title: &str, text: [Inline; 1], page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]).text(text);
    roff.to_writer(page)
}

fn write_examples(examples: &[(&str, &str)], page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for (line, purpose) in examples {
        roff.control("TP", []).text([bold(*line)]).text([roman(*purpose)]);
    }
    roff.to_writer(page)
}
