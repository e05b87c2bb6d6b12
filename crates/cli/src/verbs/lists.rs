//! `linkwright rules` and `linkwright hazards`: list the names that options accept, with a description of each.

use std::io::{self, Write as _};

use linkwright::find::rules as delimiting_rules;
use linkwright::uri::hazards::Code;

use crate::exit::{Failure, Status};
use crate::show::Palette;

/// List the delimiting rules, which `--without-rule` can turn off individually
///
/// Each entry has the name of the rule and what the rule decides. With --sources, it also has the sentence of a
/// standard or the measurement that the rule is based on. `linkwright explain` shows which rules affected a match.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// Add the source of each rule
    #[arg(long)]
    sources: bool,
}

/// List the hazards, which `extract --flag`, `linkify --hazards` and `uri hazards` report
///
/// Each entry has the code, its severity (danger, warn or info), a description, and the section of the standard that
/// covers it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct HazardsArgs;

pub(crate) fn rules(args: &RulesArgs, color: bool) -> Result<Status, Failure> {
    let entries = delimiting_rules().iter().map(|rule| {
        let source = Some(rule.source()).filter(|_| args.sources);
        Entry { name: rule.name(), text: rule.summary().to_owned(), more: source }
    });
    print(entries, color)
}

pub(crate) fn hazards(color: bool) -> Result<Status, Failure> {
    let entries = Code::ALL.iter().map(|code| Entry {
        name: code.name(),
        text: format!("{}: {}", code.severity().name(), code.message()),
        more: Some(code.section()),
    });
    print(entries, color)
}

struct Entry {
    name: &'static str,
    text: String,
    more: Option<&'static str>,
}

fn print(entries: impl Iterator<Item = Entry>, color: bool) -> Result<Status, Failure> {
    let style = Palette::new(color).rule;
    let mut out = io::stdout().lock();
    for Entry { name, text, more } in entries {
        let more = more.map(|more| format!("\n    {more}")).unwrap_or_default();
        writeln!(out, "{style}{name}{style:#}\n    {text}{more}")?;
    }
    out.flush()?;
    Ok(Status::Found)
}
