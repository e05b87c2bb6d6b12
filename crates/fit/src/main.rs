//! Fits the weights of a table of evidence to labelled text, and measures the result on sources that were left out of the
//! fit: the table of line ends, `src/evidence/line_ends.in`, or with `--names` the one of bare names,
//! `src/rules/bare_domain.in`. `docs/joins.md` and `docs/names.md` describe the labelled files.

mod labels;
mod model;
mod names;
mod score;
mod table;

use core::error::Error;
use std::io::{self, Write};

use lexopt::prelude::*;

use labels::Row;
use table::Table;

const HELP: &str = "\
fit [--names] [--confidence PERCENT] [--penalty X] [--write | --list] FILE...

Reads labelled files, and prints the evidence table with the weights that fit them best. Only the weights change, and
the weight of a row that never applies in the files stays. Also prints recall and precision for each source, measured
with a fit to all other sources, and the share of the URIs or names that are rightly not joined or linked.

  --names                the files contain bare names: a source, text, name and label, which is `link` or
                         `no link`, or lines with a source, text, and all their links in `want` and `ignore`
  --confidence PERCENT   the lowest confidence at which lines are joined or names linked [50]
  --penalty X            the L2 penalty, scaled by the frequency of each row; it draws weights towards zero. For names
                         it is not scaled, and draws weights towards those of the table, rounded [3]
  --from-table           draw the weights of line ends towards those of the table instead of zero
  --write                write the table to its file in the repository instead of printing it
  --list                 instead of the table, print each line end or name that the fit to the other sources gets wrong
";

#[expect(clippy::struct_excessive_bools, reason = "independent options")]
struct Options {
    files: Vec<String>,
    confidence: f64,
    penalty: f64,
    list: bool,
    write: bool,
    names: bool,
    from_table: bool,
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options {
        files: Vec::new(),
        confidence: 50.0,
        penalty: 3.0,
        list: false,
        write: false,
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
            Long("write") => options.write = true,
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
    let Options { ref files, penalty, names, .. } = options;
    let table = Table::read(if names { names::TABLE } else { labels::TABLE })?;
    let (mut rows, copies) =
        if names { names::read(files, &table)? } else { labels::read(files, &table)? };
    model::weigh(&mut rows, if names { names::FEW } else { labels::FEW });
    let from_table = names || options.from_table;
    let known = table.weights().map(|weight| if from_table { weight } else { 0.0 });
    let known: Vec<f64> = known.collect();
    let fit = |rows: &[&Row]| {
        if names {
            names::fit(rows, penalty, &known)
        } else {
            model::fit(rows, penalty, &known, true)
        }
    };
    let confidences = score::left_out(&rows, fit);
    writeln!(out, "// {copies} copies are left out")?;
    let least = options.confidence / 100.0;
    score::report(&mut out, &rows, &confidences, least)?;
    if options.list {
        return Ok(score::list(&mut out, &rows, &confidences, least)?);
    }
    let model = fit(&rows.iter().collect::<Vec<_>>());
    let applies = |at| rows.iter().any(|row| row.terms.contains(&at));
    let weights = model.weights.iter().enumerate();
    let text = table.with_weights(weights.map(|(at, weight)| applies(at).then_some(*weight)));
    if options.write {
        return Ok(table.write(&text)?);
    }
    Ok(out.write_all(text.as_bytes())?)
}
