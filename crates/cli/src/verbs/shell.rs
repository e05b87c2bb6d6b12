//! `linkwright completions` and `linkwright man`: generated from the same description as `--help`.

use std::io::{self, Write as _};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::outcome::{Failure, Status};

const NAME: &str = "linkwright";

/// Print the completions of a shell.
///
/// For bash: `linkwright completions bash > ~/.local/share/bash-completion/completions/linkwright`
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that is to complete
    shell: Shell,
}

/// Print the manual page, of the command or of one of its verbs.
///
/// To read it: `linkwright man | man -l -`
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The verb whose page it is, such as `extract`
    verb: Option<String>,
}

/// Prints the completions of `command`.
pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Status, Failure> {
    // In memory first: the generator panics when it cannot write, to a closed pipe for instance.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, NAME, &mut script);
    print(&script)
}

/// Prints the manual page of `command`, or of one of its verbs.
pub(crate) fn man(args: &ManArgs, command: Command) -> Result<Status, Failure> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let page = match &args.verb {
        None => command,
        Some(verb) => verb_page(&command, verb)?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    print(&text)
}

fn verb_page(command: &Command, verb: &str) -> Result<Command, Failure> {
    let page = command.get_subcommands().find(|page| page.get_name() == verb);
    let page = page.ok_or_else(|| Failure::Message(format!("man: there is no verb {verb:?}")))?;
    Ok(page.clone().name(format!("{NAME}-{verb}")))
}

fn print(text: &[u8]) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Status::Found)
}
