//! `linkwright uri`: works on single URIs, without surrounding text.

mod compare;
mod defang;
mod encode;
mod format;
mod hazards;
mod normalize;
mod parse;
mod repair;
mod resolve;
mod session;

use clap::Subcommand;

use crate::exit::{Failure, Status};

/// Parse, compare, resolve and check single URIs
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Debug, Subcommand)]
enum Verb {
    Parse(parse::Args),
    Normalize(normalize::Args),
    Format(format::Args),
    Compare(compare::Args),
    Resolve(resolve::ResolveArgs),
    /// Write URIs as relative references to a base.
    ///
    /// If no reference is shorter than the URI, the URI is written unchanged, or null with --json.
    Relativize(resolve::Based),
    Hazards(hazards::Args),
    Repair(repair::Args),
    Defang(defang::Args),
    Encode(encode::Args),
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    match &args.verb {
        Verb::Parse(args) => parse::run(args, color),
        Verb::Normalize(args) => normalize::run(args, color),
        Verb::Format(args) => format::run(args, color),
        Verb::Compare(args) => compare::run(args, color),
        Verb::Resolve(args) => resolve::run(args, color),
        Verb::Relativize(args) => resolve::run_relativize(args, color),
        Verb::Hazards(args) => hazards::run(args, color),
        Verb::Repair(args) => repair::run(args, color),
        Verb::Defang(args) => defang::run(args, color),
        Verb::Encode(args) => encode::run(args, color),
    }
}
