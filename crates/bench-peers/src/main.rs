//! Measures linkwright and its peers side by side, in one process and one run.
//!
//! Absolute speeds move with the machine; ratios from one run hold. See the README of this crate
//! for what is compared and how to read the table.
#![forbid(unsafe_code)]

mod args;
mod corpora;
mod generate;
mod markup;
mod measure;
mod peers;
mod report;
mod table;

use core::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use corpora::Contest;
use report::Report;

fn main() -> ExitCode {
    let done = match args::parse() {
        Ok(Command::Help) => {
            io::stdout().lock().write_all(args::HELP.as_bytes()).map_err(Into::into)
        }
        Ok(Command::Run(args)) => run(&args),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to tell it to when this fails too.
            let _ = writeln!(io::stderr(), "bench-peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    // Read first: a wrong name should not cost a minute.
    let earlier = args.compare.as_deref().map(Report::read).transpose()?;
    let (source, corpora) = corpora::all(&args.only)?;
    let finders = peers::finders()?;
    let parsers = peers::parsers();
    let [to_html, html, markdown] = [markup::to_html(), markup::html(), markup::markdown()];

    let mut out = io::stdout().lock();
    let mut report = Report::new(source, args.rounds);
    table::heading(&mut out, &report)?;
    for corpus in &corpora {
        let contestants = match corpus.contest {
            Contest::Find => &finders,
            Contest::Parse => &parsers,
            Contest::ToHtml => &to_html,
            Contest::Html => &html,
            Contest::Markdown => &markdown,
        };
        let rows = measure::race(corpus, contestants, args.rounds);
        table::race(&mut out, &rows)?;
        report.rows.extend(rows);
    }
    table::targets(&mut out, &report)?;
    if let Some(earlier) = &earlier {
        table::changes(&mut out, earlier, &report)?;
    }
    if let Some(file) = &args.json {
        report.write(file)?;
    }
    Ok(())
}
