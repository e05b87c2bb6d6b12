//! `linkwright options`, `rules` and `hazards`: list the names that the command accepts, with a description of each.

use linkwright::find::{FinderBuilder, rules as delimiting_rules};
use linkwright::uri::hazards::Code;

use crate::exit::{Failure, Status};
use crate::options::{defaults, flag, link_options};
use crate::rows::print;
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

/// List the hazards, which `check`, `extract --flag` and `uri hazards` report
///
/// Each entry has the code, its severity (danger, warn or info), a description, and the section of the standard that
/// covers it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct HazardsArgs;

/// List the options that `--set NAME=VALUE` sets, with their defaults
///
/// Each entry has the name of the option, its default and the values that it takes, and what it does. Where presets
/// differ from the default preset, their values follow. The names are the same in `linkwright.toml`, in the JSON of
/// `linkwright pipe`, in Rust and in Python. The options of links, which only `linkify` and `pipe` have, come last; in
/// `linkwright.toml` they are in the table [link].
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OptionsArgs;

pub(crate) fn options(color: bool) -> Result<Status, Failure> {
    let entries = FinderBuilder::options().chain(link_options()).map(|option| {
        let default = defaults(option);
        let or_null = if option.is_optional() { ", or empty" } else { "" };
        let flag = flag(option.name()).map(|flag| format!("; flag --{flag}")).unwrap_or_default();
        Entry {
            name: option.name(),
            text: format!("default {default} ({}{or_null}{flag})", option.kind()),
            more: Some(option.about()),
        }
    });
    listed(entries, color)
}

pub(crate) fn rules(args: &RulesArgs, color: bool) -> Result<Status, Failure> {
    let entries = delimiting_rules().iter().map(|rule| {
        let source = Some(rule.source()).filter(|_| args.sources);
        Entry { name: rule.name(), text: rule.summary().to_owned(), more: source }
    });
    listed(entries, color)
}

pub(crate) fn hazards(color: bool) -> Result<Status, Failure> {
    let entries = Code::ALL.iter().map(|code| Entry {
        name: code.name(),
        text: format!("{}: {}", code.severity().name(), code.message()),
        more: Some(code.section()),
    });
    listed(entries, color)
}

struct Entry {
    name: &'static str,
    text: String,
    more: Option<&'static str>,
}

fn listed(entries: impl Iterator<Item = Entry>, color: bool) -> Result<Status, Failure> {
    let style = Palette::new(color).rule;
    let rows = entries.map(|Entry { name, text, more }| {
        let more = more.map(|more| format!("\n    {more}")).unwrap_or_default();
        format!("{style}{name}{style:#}\n    {text}{more}\n")
    });
    print(rows.collect::<String>().as_bytes())
}
