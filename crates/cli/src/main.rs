//! The `linkwright` command: finds URIs in files, streams and messages, and looks at single ones.
//!
//! Each verb is a file in `verbs`. The modules beside it are shared: the options of the finder, the
//! LINK record, the conversions between formats, opening inputs, and showing untrusted text.
#![forbid(unsafe_code)]

mod args;
mod browser;
mod config;
mod convert;
mod destination;
mod draw;
mod file_id;
mod help;
mod input;
mod interrupt;
mod json;
mod live;
mod names;
mod noise;
mod options;
mod outcome;
#[cfg(feature = "pdf")]
mod pdf;
mod record;
mod replacement;
mod rows;
mod selection;
mod show;
mod target;
mod verbs;
mod when;

use std::process::ExitCode;

use clap::{Command, CommandFactory as _, FromArgMatches as _};

use crate::args::{Cli, Verb};
use crate::outcome::{Failure, Status};

fn main() -> ExitCode {
    #[cfg(feature = "pdf")]
    if let Some(code) = pdf::decode_if_told() {
        return code;
    }
    let cli = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return outcome::misused(&error),
    };
    let color = cli.color.is_wanted();
    outcome::exit(run(cli, color))
}

/// The command, with its examples and exit statuses if an argument asks for them: to make those of all verbs takes as
/// long as the rest of a start. An argument that only looks like such a flag changes nothing but a help.
fn command() -> Command {
    let has = |names: &[&str]| std::env::args_os().any(|arg| names.iter().any(|name| arg == *name));
    if has(&["-h", "--help", "help", "man"]) {
        help::with_help(Cli::command(), has(&["-h"]))
    } else {
        Cli::command()
    }
}

fn run(mut cli: Cli, color: bool) -> Result<Status, Failure> {
    match &mut cli.verb {
        Verb::Extract(args) => args.config.load(command)?.apply(&mut args.finder, None),
        Verb::Explain(args) => args.config.load(command)?.apply(&mut args.finder, None),
        Verb::Linkify(args) => {
            args.config.load(command)?.apply(&mut args.finder, Some(&mut args.link));
        }
        _ => {}
    }
    match cli.verb {
        Verb::Extract(args) => verbs::extract::run(&args, cli.color),
        Verb::Linkify(args) => verbs::linkify::run(&args, color),
        Verb::Pipe(args) => verbs::pipe::run(&args),
        Verb::Explain(args) => verbs::explain::run(&args, color),
        Verb::Uri(args) => verbs::uri::run(&args, color),
        Verb::Rules(args) => verbs::lists::rules(&args, color),
        Verb::Hazards(_) => verbs::lists::hazards(color),
        Verb::Config(args) => verbs::config::run(&args, command),
        Verb::Completions(args) => verbs::shell::completions(&args, command()),
        Verb::Man(args) => verbs::shell::man(&args, command()),
    }
}
