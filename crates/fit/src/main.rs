//! Fits the table of evidence in `src/evidence/table.rs` to labelled line ends, and measures the table
//! on mailing lists that it was not fitted to. `docs/joins.md` describes the files.

mod labels;
mod model;
mod print;
mod score;

use core::error::Error;
use std::io::{self, Write as _};

use lexopt::prelude::*;

use labels::LineEnds;

const HELP: &str = "\
fit [--confidence PERCENT] [--penalty X] [--list] FILE...

Reads labelled files, and prints the table of evidence that fits them, with the figures for each list when it
is left out of the fit.

  --confidence PERCENT   from which confidence on a line end is joined [65]
  --penalty X            how strongly weights are drawn to zero [0.35]
  --list                 print each line end on which the left-out fit is wrong, in place of the table
";

struct Options {
    files: Vec<String>,
    confidence: f64,
    penalty: f64,
    list: bool,
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options { files: Vec::new(), confidence: 65.0, penalty: 0.35, list: false };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("confidence") => options.confidence = parser.value()?.parse()?,
            Long("penalty") => options.penalty = parser.value()?.parse()?,
            Long("list") => options.list = true,
            Long("help") => return Ok(None),
            Value(file) => options.files.push(file.string()?),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let Some(options) = options()? else { return Ok(out.write_all(HELP.as_bytes())?) };
    let mut line_ends = LineEnds::default();
    for file in &options.files {
        line_ends.read(file)?;
    }
    let left_out = score::left_out(&line_ends, options.penalty);
    score::report(&mut out, &line_ends, &left_out, options.confidence / 100.0)?;
    if options.list {
        score::list(&mut out, &line_ends, &left_out, options.confidence / 100.0)?;
    } else {
        let rows = line_ends.rows.iter().collect::<Vec<_>>();
        print::table(&mut out, &model::fit(&rows, options.penalty))?;
    }
    Ok(())
}
