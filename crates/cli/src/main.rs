//! The `linkwright` command: finds URIs in files, streams and messages, and looks at single ones.
//!
//! One file a verb in `verbs`; what they share stands beside it: the options of the finder, the
//! LINK record, the conversions between formats, the ways to open an input and to show text that somebody else wrote.
#![forbid(unsafe_code)]

mod args;
mod convert;
mod draw;
mod input;
mod json;
mod options;
mod outcome;
mod record;
mod replacement;
mod selection;
mod show;
mod verbs;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Cli, Verb};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = cli.color.is_wanted();
    outcome::exit(match cli.verb {
        Verb::Extract(args) => verbs::extract::run(&args, color),
        Verb::Linkify(args) => verbs::linkify::run(&args, color),
        Verb::Pipe(args) => verbs::pipe::run(&args),
        Verb::Explain(args) => verbs::explain::run(&args, color),
        Verb::Uri(args) => verbs::uri::run(&args, color),
        Verb::Completions(args) => verbs::shell::completions(&args),
        Verb::Man(args) => verbs::shell::man(&args),
    })
}
