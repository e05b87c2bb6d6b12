//! `linkwright check`: a run of `extract` whose rows are findings.

use core::sync::atomic::AtomicBool;
use std::io::{self, Write as _};
use std::path::PathBuf;

use linkwright_harvest::Limit;

use super::args::{self, FilesArgs, from_names, number};
use super::limits::LimitArgs;
use crate::check::rules::{Level, Levels, Rule, assignment};
use crate::check::{CheckSettings, Checker, Format};
use crate::convert;
use crate::exit::{Failure, Status};
use crate::names::name_of;
use crate::options;
use crate::show::{Palette, When};

/// Report references that are invalid, deceptive, cut, bare or have a stray bracket
///
/// Files and folders are read as `extract` reads them. Each finding has a rule, and each rule a level: `note`,
/// `warning`, `error`, or `off`. `linkwright-disable-line RULE`, `linkwright-disable-next-line RULE`,
/// `linkwright-disable RULE` and `linkwright-enable RULE` in a comment turn rules off and on. The network is not used.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Files and folders to read; `-` or no path means standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The format of all files, such as `markdown`, `html`, `text`; by default it is detected for each file
    #[arg(long, value_name = "FORMAT", value_parser = from_names(), default_value = args::AUTO, hide_default_value = true)]
    from: String,

    /// Set the level of a rule: `bare=warning`, `userinfo=off`; repeatable
    #[arg(long = "rule", value_name = "NAME=LEVEL", value_parser = assignment)]
    rules: Vec<(&'static str, Level)>,

    /// From which level a finding makes the exit status 1
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Warning)]
    level: Level,

    /// The format of the findings
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// List the rules with their levels, and stop
    #[arg(long)]
    pub(super) list_rules: bool,

    #[command(flatten)]
    pub(super) files: FilesArgs,

    #[command(flatten)]
    pub(crate) settings: CheckSettings,

    /// Read N files at a time; 0 means one for each processor; the output is in the order of the input
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>, default_value_t = 0, hide_default_value = true, help_heading = "How the inputs are processed")]
    jobs: usize,

    #[command(flatten)]
    limits: LimitArgs,
}

impl CheckArgs {
    /// The checker of a run.
    pub(super) fn checker(&self, color: When) -> Result<Checker, Failure> {
        if self.level == Level::Off {
            return Err(Failure::usage("--level needs note, warning or error"));
        }
        Ok(Checker {
            levels: self.levels(),
            least: self.level,
            format: self.format,
            palette: Palette::new(color.is_wanted()),
            from: convert::From::named(&self.from),
            linkers: self.settings.linkers()?,
            held: self.limits.limits().get(Limit::Held),
            has_found: AtomicBool::new(false),
            has_read: AtomicBool::new(false),
        })
    }

    /// The arguments of `extract` that read the same inputs.
    pub(super) fn reading(&self) -> Result<args::Args, Failure> {
        let mut args: args::Args = options::untyped()?;
        (args.paths, args.from) = (self.paths.clone(), self.from.clone());
        (args.files, args.limits) = (self.files.clone(), self.limits.clone());
        (args.finder, args.run.jobs) = (self.settings.finder.clone(), self.jobs);
        Ok(args)
    }

    fn levels(&self) -> Levels {
        Levels::new(self.settings.levels.iter().chain(&self.rules).copied())
    }

    /// Lists the rules with their levels in force.
    pub(super) fn list(&self) -> Result<Status, Failure> {
        let mut out = io::stdout().lock();
        for Rule { name, level, about } in self.levels().0 {
            writeln!(out, "{name}\n    {}: {about}", name_of(&level))?;
        }
        out.flush()?;
        Ok(Status::Found)
    }
}
