//! The command line.

use std::path::PathBuf;

use lexopt::prelude::{Long, Short, ValueExt};

use crate::corpora;

pub(crate) const HELP: &str = "\
Measures linkwright and its peers side by side.

Usage: cargo run --release -p bench-peers -- [OPTIONS]

Options:
      --only NAME[,NAME]   only these corpora: mail prose links code nonascii pages readme chat uris
                           mail-html prose-html links-html code-html nonascii-html chat-html
                           html html-link markdown
      --rounds N           rounds, 7 if not given and never fewer than 3; each gives one sample
      --json FILE          write the figures to FILE
      --compare FILE       print how the ratios changed since --json wrote FILE
  -h, --help               this text

Environment:
  LINKWRIGHT_CORPORA       a folder with mail.txt prose.txt links.txt code.txt nonascii.txt
                           pages.html readme.md chat.txt; without it, texts are generated
";

/// What to do.
#[derive(Debug)]
pub(crate) enum Command {
    Help,
    Run(Args),
}

/// How to measure.
#[derive(Debug)]
pub(crate) struct Args {
    /// Names of corpora; none stands for all.
    pub(crate) only: Vec<String>,
    pub(crate) rounds: usize,
    pub(crate) json: Option<PathBuf>,
    pub(crate) compare: Option<PathBuf>,
}

pub(crate) fn parse() -> Result<Command, lexopt::Error> {
    let mut args = Args { only: Vec::new(), rounds: 7, json: None, compare: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Long("only") => args.only.extend(names(&parser.value()?.string()?)?),
            Long("rounds") => args.rounds = parser.value()?.parse::<usize>()?.max(3),
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("compare") => args.compare = Some(parser.value()?.into()),
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Run(args))
}

fn names(list: &str) -> Result<Vec<String>, lexopt::Error> {
    let known = |name: &str| {
        if corpora::NAMES.contains(&name) {
            Ok(name.to_owned())
        } else {
            Err(lexopt::Error::from(format!(
                "no corpus is named {name:?}; there are {}",
                corpora::NAMES.join(" ")
            )))
        }
    };
    list.split(',').map(str::trim).map(known).collect()
}
