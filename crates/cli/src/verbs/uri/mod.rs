//! `linkwright uri`: works on single URIs, without surrounding text.

pub(crate) mod aliases;
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
mod split;

use clap::Subcommand;

use crate::exit::{Failure, Status};
use session::Session;

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
    Relativize(resolve::RelativizeArgs),
    Hazards(hazards::Args),
    Repair(repair::Args),
    Defang(defang::Args),
    Split(split::Args),
    Encode(encode::Args),
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let session = |io: session::InOut| Session::new(io, color);
    match &args.verb {
        Verb::Parse(args) => parse::run(args, session(args.io)),
        Verb::Normalize(args) => normalize::run(args, session(args.io)),
        Verb::Format(args) => format::run(args, session(args.io)),
        Verb::Compare(args) => compare::run(args, session(args.io)),
        Verb::Resolve(args) => resolve::run(args, session(args.io)),
        Verb::Relativize(args) => resolve::run_relativize(args, session(args.io)),
        Verb::Hazards(args) => hazards::run(args, session(args.io)),
        Verb::Repair(args) => repair::run(args, session(args.io)),
        Verb::Defang(args) => defang::run(args, session(args.io)),
        Verb::Split(args) => split::run(args, session(args.io)),
        Verb::Encode(args) => encode::run(args, session(args.io)),
    }
}
