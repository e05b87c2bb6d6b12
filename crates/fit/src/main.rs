//! Fits the weights of the evidence table in `src/evidence/line_ends.in` to labelled line ends, and measures the result
//! on mailing lists that were left out of the fit. `docs/joins.md` describes the labelled files. With `--names`, it
//! does the same for the weights of bare names in `src/rules/bare_domain.in`.

mod labels;
mod model;
mod names;
mod print;
mod score;

use core::error::Error;
use std::io::{self, Write as _};

use lexopt::prelude::*;

use labels::LineEnds;

const HELP: &str = "\
fit [--confidence PERCENT] [--penalty X] [--list] FILE...

Reads labelled files, and prints the evidence table with the weights that fit them best. Also prints recall and
precision for each mailing list, measured with a fit to all the other lists, and the share of the URIs on one line that
are left alone: not joined to the next line.

  --confidence PERCENT   the lowest confidence at which lines are joined [50]
  --penalty X            the L2 penalty, scaled by the frequency of each row; it draws weights towards zero [3]
  --from-table           draw the weights towards those of the table instead of zero
  --names                the files contain bare names: a source, text, name and label, which is `link` or
                         `no link`, or lines with a source, text, and all their links in `want` and `ignore`
  --list                 instead of the table, print each line end that the fit to the other lists gets wrong
";

struct Options {
    files: Vec<String>,
    confidence: f64,
    penalty: f64,
    list: bool,
    names: bool,
    from_table: bool,
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options {
        files: Vec::new(),
        confidence: 50.0,
        penalty: 3.0,
        list: false,
        names: false,
        from_table: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("confidence") => options.confidence = parser.value()?.parse()?,
            Long("penalty") => options.penalty = parser.value()?.parse()?,
            Long("from-table") => options.from_table = true,
            Long("list") => options.list = true,
            Long("names") => options.names = true,
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
    if options.names {
        return names::run(&mut out, &options.files, options.penalty, options.list);
    }
    let mut line_ends = LineEnds::default();
    for file in &options.files {
        line_ends.read(file)?;
    }
    let left_out = score::left_out(&line_ends, options.penalty, options.from_table);
    writeln!(out, "// {} copies of URIs are left out", line_ends.copies)?;
    score::report(&mut out, &line_ends, &left_out, options.confidence / 100.0)?;
    if options.list {
        score::list(&mut out, &line_ends, &left_out, options.confidence / 100.0)?;
    } else {
        let rows = line_ends.rows.iter().collect::<Vec<_>>();
        print::table(&mut out, &model::fit(&rows, options.penalty, options.from_table))?;
    }
    Ok(())
}
