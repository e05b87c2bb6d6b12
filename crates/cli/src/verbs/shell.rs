//! `linkwright completions` and `linkwright man`. Both are generated from the same definitions as `--help`.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use roff::{Roff, bold, roman};

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

/// Renders the page of `command`, with examples and exit statuses at its end.
fn rendered(command: Command) -> io::Result<Vec<u8>> {
    let guide = guide(&command.get_name().replace('-', " "));
    let mut page = Vec::new();
    // The texts that the help has before and after the options are these sections.
    Man::new(command.before_long_help("").after_long_help("").after_help("")).render(&mut page)?;
    if let Some(guide) = guide {
        let mut roff = Roff::new();
        roff.control("SH", ["EXAMPLES"]);
        for (line, purpose) in &guide.examples {
            roff.control("TP", []).text([bold(*line)]).text([roman(*purpose)]);
        }
        roff.control("SH", ["EXIT STATUS"]).text([roman(guide.statuses)]);
        roff.to_writer(&mut page)?;
    }
    Ok(page)
}
