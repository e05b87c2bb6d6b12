//! The command line.

use std::path::PathBuf;

use lexopt::prelude::{Long, Short, ValueExt};

use crate::corpora;

pub(crate) const HELP: &str = "\
Measures linkwright and its peers side by side.

Usage: cargo run --profile dist -p bench-peers -- [OPTIONS]

Options:
      --only NAME[,NAME]   only these corpora: mail prose links code nonascii pages readme chat quiet uris
                           mail-html prose-html links-html code-html nonascii-html chat-html
                           html html-link markdown mail-units nonascii-units. Other names:
                           memory (the peak memory of the command), hostile (the texts that
                           are most expensive to search), configurations (the speed of
                           finders with other options; nothing else is measured)
      --rounds N           number of rounds; each program is measured once per round (default 7,
                           minimum 3)
      --json FILE          write the results to FILE
      --compare FILE       print how the ratios differ from those in FILE, which --json wrote
      --outside FILE       add the peers that outside/run measured and wrote to FILE
      --markdown FILE      write the ratios to FILE, as Markdown tables for a README
      --save FOLDER        write the texts to FOLDER, in valid UTF-8, and measure nothing
  -h, --help               print this help

Environment:
  LINKWRIGHT_CORPORA       a folder with mail.txt prose.txt links.txt code.txt nonascii.txt
                           pages.html readme.md chat.txt; without it, texts are generated
";

/// What the program does.
#[derive(Debug)]
pub(crate) enum Command {
    Help,
    /// Write the texts to this folder.
    Save(PathBuf),
    Run(Args),
}

/// The settings of a measurement.
#[derive(Debug)]
pub(crate) struct Args {
    /// The corpora and tables to measure. If empty, all of them except `configurations`.
    pub(crate) only: Vec<String>,
    pub(crate) rounds: usize,
    pub(crate) json: Option<PathBuf>,
    pub(crate) compare: Option<PathBuf>,
    pub(crate) outside: Option<PathBuf>,
    pub(crate) markdown: Option<PathBuf>,
}

impl Default for Args {
    fn default() -> Args {
        let [json, compare, outside, markdown] = [const { None }; 4];
        Args { only: Vec::new(), rounds: 7, json, compare, outside, markdown }
    }
}

impl Args {
    /// Whether the corpus or table with this name is measured.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}

// The names that `--only` accepts in addition to those of the corpora.
pub(crate) const MEMORY: &str = "memory";
pub(crate) const HOSTILE: &str = "hostile";
pub(crate) const CONFIGURATIONS: &str = "configurations";

pub(crate) fn parse() -> Result<Command, lexopt::Error> {
    let mut args = Args::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Long("only") => args.only.extend(names(&parser.value()?.string()?)?),
            Long("rounds") => args.rounds = parser.value()?.parse::<usize>()?.max(3),
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("compare") => args.compare = Some(parser.value()?.into()),
            Long("outside") => args.outside = Some(parser.value()?.into()),
            Long("markdown") => args.markdown = Some(parser.value()?.into()),
            Long("save") => return Ok(Command::Save(parser.value()?.into())),
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Run(args))
}

fn names(list: &str) -> Result<Vec<String>, lexopt::Error> {
    let known = |name: &str| {
        if corpora::NAMES.contains(&name) || [MEMORY, HOSTILE, CONFIGURATIONS].contains(&name) {
            Ok(name.to_owned())
        } else {
            Err(lexopt::Error::from(format!(
                "unknown name {name:?}; expected one of: {} {MEMORY} {HOSTILE} {CONFIGURATIONS}",
                corpora::NAMES.join(" ")
            )))
        }
    };
    list.split(',').map(str::trim).map(known).collect()
}
