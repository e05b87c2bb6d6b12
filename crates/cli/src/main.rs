//! The `linkwright` command: finds URIs in files, streams and messages, and analyzes single URIs.
//!
//! The subcommands are in `verbs`. They share the other modules, such as the options of the finder, the configuration
//! files, the conversions between formats, the inputs, and the display of untrusted text.
#![forbid(unsafe_code)]

mod args;
mod check;
mod config;
mod convert;
#[cfg(any(feature = "pdf", feature = "sqlite"))]
mod decoder;
mod draw;
mod exit;
mod file_id;
mod help;
mod input;
mod interrupt;
mod names;
mod options;
mod replacement;
mod rows;
mod selection;
mod show;
mod target;
mod verbs;

use std::process::ExitCode;

use clap::{Command, CommandFactory as _, FromArgMatches as _};

use crate::args::{Cli, Verb, whole_command};
use crate::exit::{Failure, Status};
use crate::help::with_help;

fn main() -> ExitCode {
    #[cfg(any(feature = "pdf", feature = "sqlite"))]
    if let Some(code) = decoder::decode_if_told() {
        return code;
    }
    let cli = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return exit::misused(error, whole_command),
    };
    let color = cli.color.is_wanted();
    exit::code(run(cli, color))
}

/// Builds only the part of the command that the arguments need, so that it starts quickly. A help text needs the
/// options, examples and exit statuses of all subcommands. A call without arguments needs the options of all
/// subcommands. Any other call needs only the options of the subcommand that is called. If `-h`, `--help` or `help` is
/// in fact the value of another argument, more is built than needed, but the arguments are parsed in the same way.
fn command() -> Command {
    let has = |names: &[&str]| std::env::args_os().any(|arg| names.iter().any(|name| arg == *name));
    if has(&["-h", "--help", "help"]) {
        with_help(whole_command(), "", has(&["-h"]))
    } else if std::env::args_os().len() < 2 {
        whole_command()
    } else {
        Cli::command()
    }
}

fn run(cli: Cli, color: bool) -> Result<Status, Failure> {
    match cli.verb {
        Verb::Extract(mut args) => {
            args.config.load()?.apply(&mut args.finder, None);
            verbs::extract::run(&args, cli.color)
        }
        Verb::Linkify(mut args) => {
            let verbs::linkify::Args { config, finder, link, .. } = &mut *args;
            config.load()?.apply(finder, Some(link));
            verbs::linkify::run(&args, color)
        }
        Verb::Check(mut args) => {
            args.settings.load()?;
            verbs::extract::check(&args, cli.color)
        }
        Verb::Fix(mut args) => {
            args.settings.load()?;
            verbs::linkify::fix(&args, color)
        }
        Verb::Explain(mut args) => {
            args.config.load()?.apply(&mut args.finder, None);
            verbs::explain::run(&args, color)
        }
        Verb::Pipe(args) => verbs::pipe::run(&args),
        Verb::Mdbook(args) => verbs::mdbook::run(&args),
        Verb::Uri(args) => verbs::uri::run(&args, color),
        Verb::Options(_) => verbs::lists::options(color),
        Verb::Rules(args) => verbs::lists::rules(&args, color),
        Verb::Hazards(_) => verbs::lists::hazards(color),
        Verb::Config(args) => verbs::config::run(&args),
        Verb::Completions(args) => verbs::shell::completions(&args, whole_command()),
        Verb::Man(args) => verbs::shell::man(&args, with_help(whole_command(), "", false)),
    }
}
