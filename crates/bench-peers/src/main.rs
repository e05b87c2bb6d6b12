//! Measures linkwright and its peers side by side, in one process and one run.
//!
//! Absolute speeds depend on the machine; compare programs by their ratios within one run. The README of this crate
//! explains what is compared and how to read the table.
#![forbid(unsafe_code)]

mod args;
mod configurations;
mod corpora;
mod generate;
mod hostile;
mod markdown;
mod markup;
mod measure;
mod memory;
mod outside;
mod peers;
mod report;
mod setting;
mod table;
mod units;

use core::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use corpora::Contest;
use outside::Sampled;
use report::Report;

fn main() -> ExitCode {
    let done = match args::parse() {
        Ok(Command::Help) => {
            io::stdout().lock().write_all(args::HELP.as_bytes()).map_err(Into::into)
        }
        Ok(Command::Save(folder)) => corpora::save(&folder).map_err(Into::into),
        Ok(Command::Run(args)) => run(&args),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the message is lost.
            let _ = writeln!(io::stderr(), "bench-peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.only.iter().any(|only| only == args::CONFIGURATIONS) {
        // The configurations have a separate table, which takes minutes to measure.
        let texts = ["mail", "readme", "code", "links"].map(str::to_owned);
        let texts = corpora::all(&texts)?;
        configurations::table(&mut io::stdout().lock(), &texts, args.rounds)?;
        return Ok(());
    }
    // The files are read first, so that a wrong name is reported before the measurement.
    let earlier = args.compare.as_deref().map(Report::read).transpose()?;
    let outside = args.outside.as_deref().map(outside::read).transpose()?.unwrap_or_default();
    // The memory is measured before this process loads a text; the module `memory` explains why.
    let memory = if args.wants(args::MEMORY) { memory::peaks()? } else { Vec::new() };

    let mut out = io::stdout().lock();
    let mut report = Report::new(corpora::source(), args.rounds);
    table::heading(&mut out, &report)?;
    race(args, &outside, &mut report, &mut out)?;
    report.memory = memory;
    table::memory(&mut out, &report)?;
    if args.wants(args::HOSTILE) {
        report.hostile = hostile::slowest(args.rounds);
        table::hostile(&mut out, &report)?;
    }
    table::targets(&mut out, &report)?;
    if let Some(earlier) = &earlier {
        table::changes(&mut out, earlier, &report)?;
    }
    if let Some(file) = &args.json {
        report.write(file)?;
    }
    if let Some(file) = &args.markdown {
        markdown::write(file, &report)?;
    }
    Ok(())
}

/// Measures each contestant on each corpus, and writes the results of a corpus to `out` as soon as they are complete.
fn race(
    args: &Args,
    outside: &[Sampled],
    report: &mut Report,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let finders = peers::finders()?;
    let parsers = peers::parsers();
    let [to_html, html, markdown] = [markup::to_html(), markup::html(), markup::markdown()];
    let units = units::units();
    for corpus in &corpora::all(&args.only)? {
        let contestants = match corpus.contest {
            Contest::Find => &finders,
            Contest::Parse => &parsers,
            Contest::ToHtml => &to_html,
            Contest::Html => &html,
            Contest::Markdown => &markdown,
            Contest::Units => &units,
        };
        let mut rows = measure::race(corpus, contestants, args.rounds);
        rows.extend(outside::rows(outside, &rows));
        table::race(out, &rows)?;
        report.rows.extend(rows);
    }
    Ok(())
}
