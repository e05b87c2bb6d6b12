//! Writes the ratios as Markdown tables for a README.
//!
//! These tables have fewer columns than the tables on the terminal. For each mode of linkwright, they have its speed
//! and its ratios to the contestants that do the same work.

use core::error::Error;
use core::fmt::{self, Write};
use std::fs;
use std::path::Path;

use crate::corpora::{Contest, GENERATED, contest};
use crate::markup::{
    COMRAK, EVENTS_GFM, HTML, LINKIFY_ESCAPE, LOL_HTML, MARKDOWN, PULLDOWN, TO_HTML,
};
use crate::outside::{CMARK_GFM, ESCAPE_RINKU, HYPERSCAN, LINKIFY_IT, RINKU};
use crate::peers::{
    ALL, EMAILS, FLUENT_URI, FLUENT_URI_NORMALIZE, IRI_STRING, IRI_STRING_NORMALIZE, LINKIFY_ALL,
    LINKIFY_EMAILS, LINKIFY_SCHEMES, MAIL, NORMALIZE, PARSE, REGEX, SCHEMES, URL,
};
use crate::report::{Report, Row, megabytes};
use crate::table::grouped;

/// A mode of linkwright, and the contestants that do the same work.
type Side = (&'static str, &'static [&'static str]);

struct Table {
    title: &'static str,
    contest: Contest,
    sides: &'static [Side],
}

const TABLES: [Table; 5] = [
    Table {
        title: "Links found",
        contest: Contest::Find,
        sides: &[
            (SCHEMES, &[LINKIFY_SCHEMES, REGEX, HYPERSCAN]),
            (ALL, &[LINKIFY_ALL, LINKIFY_IT]),
            (EMAILS, &[LINKIFY_EMAILS]),
            (MAIL, &[LINKIFY_EMAILS]),
        ],
    },
    Table {
        title: "URIs parsed",
        contest: Contest::Parse,
        sides: &[
            (PARSE, &[FLUENT_URI, IRI_STRING, URL]),
            (NORMALIZE, &[FLUENT_URI_NORMALIZE, IRI_STRING_NORMALIZE, URL]),
        ],
    },
    Table {
        title: "HTML for plain text",
        contest: Contest::ToHtml,
        sides: &[(TO_HTML, &[LINKIFY_ESCAPE, ESCAPE_RINKU, RINKU])],
    },
    Table { title: "Links in HTML", contest: Contest::Html, sides: &[(HTML, &[LOL_HTML])] },
    Table {
        title: "Links in Markdown",
        contest: Contest::Markdown,
        sides: &[(EVENTS_GFM, &[PULLDOWN]), (MARKDOWN, &[PULLDOWN, COMRAK, CMARK_GFM])],
    },
];

/// Writes the tables to `file`.
pub(crate) fn write(file: &Path, report: &Report) -> Result<(), Box<dyn Error>> {
    let mut page = String::new();
    render(&mut page, report)?;
    fs::write(file, page)
        .map_err(|error| format!("cannot write {}: {error}", file.display()).into())
}

fn render(page: &mut String, report: &Report) -> fmt::Result {
    let Report { setting, rounds, .. } = report;
    // The path of the folder would mean nothing to readers of a README.
    let texts = if report.source == GENERATED { GENERATED } else { "real texts" };
    writeln!(
        page,
        "Measured on {}, {}: {texts}, CPU time, medians of",
        setting.day, setting.machine
    )?;
    write!(
        page,
        "{rounds} rounds; the middle half of the samples is within {:.0} % of the median. ",
        spread(report)
    )?;
    writeln!(page, "`2.0 ×` means that linkwright is twice as fast.")?;
    TABLES.iter().try_for_each(|table| render_table(page, table, report))?;
    render_memory(page, report)
}

/// The largest spread of all rows: half the distance between the quartiles, in percent of the median.
fn spread(report: &Report) -> f64 {
    report.rows.iter().map(|row| row.seconds.percent()).fold(0.0, f64::max)
}

fn render_table(page: &mut String, table: &Table, report: &Report) -> fmt::Result {
    let is_here = |row: &&Row| contest(&row.corpus) == Some(table.contest);
    let Some(unit) = report.rows.iter().find(is_here).map(Row::unit) else { return Ok(()) };
    let columns = columns(table, report);
    write!(page, "\n| {} |", table.title)?;
    for column in &columns {
        match column {
            Column::Speed(ours) => write!(page, " linkwright `{ours}`, {unit} |")?,
            Column::Ratio(_, theirs) => write!(page, " {theirs} |")?,
        }
    }
    writeln!(page, "\n|---|{}", "--:|".repeat(columns.len()))?;
    let mut corpora: Vec<&str> =
        report.rows.iter().filter(is_here).map(|row| &*row.corpus).collect();
    corpora.dedup();
    for corpus in corpora {
        let cells = columns.iter().map(|column| column.cell(corpus, unit, report));
        writeln!(page, "| {corpus} | {} |", cells.collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

enum Column {
    Speed(&'static str),
    /// The ratio of a mode of linkwright to a contestant.
    Ratio(&'static str, &'static str),
}

/// The columns for the contestants that were measured. Peers that are not written in Rust are missing without
/// `--outside`.
fn columns(table: &Table, report: &Report) -> Vec<Column> {
    let is_measured = |name: &str| report.rows.iter().any(|row| row.name == name);
    let mut columns = Vec::new();
    for &(ours, peers) in table.sides.iter().filter(|side| is_measured(side.0)) {
        columns.push(Column::Speed(ours));
        let peers = peers.iter().filter(|peer| is_measured(peer));
        columns.extend(peers.map(|peer| Column::Ratio(ours, peer)));
    }
    columns
}

impl Column {
    fn cell(&self, corpus: &str, unit: &str, report: &Report) -> String {
        let cell = match self {
            Column::Speed(ours) => report.row(corpus, ours).map(|row| {
                let own = if row.unit() == unit { "" } else { row.unit() };
                format!("{} {own}", grouped(row.speed())).trim_end().to_owned()
            }),
            Column::Ratio(ours, theirs) => {
                let times = report.row(corpus, theirs).and_then(|row| row.ratio(ours));
                times.map(|times| format!("{:.1} ×", times.median))
            }
        };
        cell.unwrap_or_default()
    }
}

fn render_memory(page: &mut String, report: &Report) -> fmt::Result {
    if report.memory.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n| Memory of `extract` | size of the text, MB | peak resident memory, MB |")?;
    writeln!(page, "|---|--:|--:|")?;
    for peak in &report.memory {
        let [bytes, resident] = [peak.bytes, peak.resident].map(megabytes);
        writeln!(page, "| {} | {bytes:.1} | {resident:.1} |", peak.text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Figure, Ratio};

    fn row(name: &str, is_ours: bool, times: f64) -> Row {
        let times = Figure { median: times, spread: 0.0 };
        Row {
            corpus: "prose".to_owned(),
            name: name.to_owned(),
            is_ours,
            bytes: 2_000_000,
            haystacks: 1,
            per_haystack: false,
            matches: 0,
            seconds: Figure { median: 0.001, spread: 0.0 },
            ratios: vec![Ratio { ours: SCHEMES.to_owned(), times }],
        }
    }

    #[test]
    fn a_table_has_columns_for_measured_peers() {
        let mut report = Report::new("/somewhere".to_owned(), 7);
        report.rows = vec![row(SCHEMES, true, 1.0), row(REGEX, false, 3.25)];
        let mut page = String::new();
        render(&mut page, &report).unwrap();
        assert!(page.contains("real texts") && !page.contains("somewhere"), "{page}");
        assert!(page.contains("| linkwright `schemes+www`, MB/s | regex |\n"), "{page}");
        assert!(page.contains("| prose | 2,000 | 3.2 × |"), "{page}");
        assert!(!page.contains("hyperscan") && !page.contains("rinku"), "{page}");
    }
}
