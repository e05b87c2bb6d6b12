//! What a reader sees.

use std::io::{self, Write};

use crate::markup::{EVENTS_GFM, HTML, LOL_HTML, MARKDOWN, PULLDOWN};
use crate::peers::{ALL, FLUENT_URI, LINKIFY_ALL, LINKIFY_SCHEMES, SCAN, SCHEMES};
use crate::report::{Figure, Report, Row};

/// What is promised of one of ours on one corpus (performance.md, "Targets").
struct Target {
    ours: &'static str,
    corpus: &'static str,
    goal: Goal,
}

enum Goal {
    /// So many times as fast as this peer.
    Times(f64, &'static str),
    /// At most so many nanoseconds a haystack.
    Nanos(f64),
}

const fn times(ours: &'static str, corpus: &'static str, times: f64, peer: &'static str) -> Target {
    Target { ours, corpus, goal: Goal::Times(times, peer) }
}

const fn nanos(ours: &'static str, corpus: &'static str, nanos: f64) -> Target {
    Target { ours, corpus, goal: Goal::Nanos(nanos) }
}

const TARGETS: [Target; 14] = [
    times(SCHEMES, "mail", 2.5, LINKIFY_SCHEMES),
    times(SCHEMES, "prose", 3.0, LINKIFY_SCHEMES),
    times(SCHEMES, "links", 3.0, LINKIFY_SCHEMES),
    times(SCHEMES, "code", 3.5, LINKIFY_SCHEMES),
    nanos(SCHEMES, "chat", 45.0),
    times(ALL, "mail", 4.0, LINKIFY_ALL),
    times(ALL, "prose", 8.0, LINKIFY_ALL),
    times(ALL, "links", 2.7, LINKIFY_ALL),
    nanos(ALL, "chat", 90.0),
    // At most 0.7 of its time.
    times(SCAN, "uris", 1.0 / 0.7, FLUENT_URI),
    times(HTML, "html", 0.95, LOL_HTML),
    times(HTML, "html-link", 0.95, LOL_HTML),
    times(EVENTS_GFM, "markdown", 0.95, PULLDOWN),
    times(MARKDOWN, "markdown", 0.95, PULLDOWN),
];

/// A result that misses its target by more than a third is below the floor.
const FLOOR: f64 = 2.0 / 3.0;

/// A change of a ratio that is not worth a mark.
const FAINT: f64 = 0.03;

pub(crate) fn heading(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    writeln!(out, "corpora: {}; {} rounds, CPU time, medians", report.source, report.rounds)?;
    writeln!(out, "a column of ours says how many times as fast it is as the row; 1.00 is equal")
}

/// The lines of one corpus.
pub(crate) fn race(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    // Those who write links count what they have written.
    let counted = match first.corpus.as_str() {
        "uris" => "valid",
        "html" | "html-link" | "markdown" => "written",
        name if name.ends_with("-html") => "written",
        _ => "matches",
    };
    let unit = match (first.per_haystack, counted) {
        (true, "valid") => "ns/URI",
        (true, _) => "ns/msg",
        (false, _) => "MB/s",
    };
    write!(out, "\n{:<24} {unit:>8} {:>5} {counted:>8}", first.corpus, "±%")?;
    for ratio in &first.ratios {
        write!(out, " {:>16}", ratio.ours)?;
    }
    writeln!(out)?;
    for row in rows {
        let speed = grouped(row.speed());
        let spread = row.seconds.percent();
        write!(out, "{:<24} {speed:>8} {spread:>5.1} {:>8}", label(row), row.matches)?;
        for ratio in &row.ratios {
            write!(out, " {:>16}", cell(ratio.times))?;
        }
        writeln!(out)?;
    }
    out.flush()
}

fn label(row: &Row) -> String {
    if row.is_ours { format!("linkwright {}", row.name) } else { row.name.clone() }
}

fn cell(times: Figure) -> String {
    format!("{} ±{:.0}%", ratio(times), times.percent())
}

/// Two digits behind the point, three where two would be too coarse.
fn ratio(times: Figure) -> String {
    let digits = if times.median < 0.1 { 3 } else { 2 };
    format!("{:.digits$}", times.median)
}

/// What was promised for the corpora that were measured, and what came of it.
pub(crate) fn targets(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let lines: Vec<String> =
        TARGETS.iter().filter_map(|target| target_line(target, report)).collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\ntargets (of the target reached; below {:.0} % is below the floor)",
        FLOOR * 100.0
    )?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn target_line(target: &Target, report: &Report) -> Option<String> {
    let Target { ours, corpus, goal } = target;
    let (reached, words) = match goal {
        Goal::Times(times, peer) => {
            let got = report.row(corpus, peer)?.ratio(ours)?;
            (got.median / times, format!("{} of {times:.2} times {peer}", cell(got)))
        }
        Goal::Nanos(nanos) => {
            let got = report.row(corpus, ours)?.speed();
            (nanos / got, format!("{got:.0} ns, at most {nanos:.0}"))
        }
    };
    let verdict = match reached {
        1.0.. => "met",
        FLOOR.. => "missed",
        _ => "BELOW THE FLOOR",
    };
    Some(format!("{corpus:<10} {ours:<16} {:>4.0} %  {verdict:<16} {words}", reached * 100.0))
}

/// How the ratios changed since `earlier`.
pub(crate) fn changes(out: &mut dyn Write, earlier: &Report, now: &Report) -> io::Result<()> {
    writeln!(out, "\nratios since the earlier run; * is a change beyond both spreads")?;
    if earlier.source != now.source {
        writeln!(out, "NOTE: that run read other texts: {}", earlier.source)?;
    }
    for row in now.rows.iter().filter(|row| !row.is_ours) {
        let Some(before) = earlier.row(&row.corpus, &row.name) else { continue };
        for ratio in &row.ratios {
            if let Some(before) = before.ratio(&ratio.ours) {
                let Row { corpus, name, .. } = row;
                let change = change(before, ratio.times);
                writeln!(out, "{corpus:<9} {:<16} to {name:<24} {change}", ratio.ours)?;
            }
        }
    }
    Ok(())
}

fn change(before: Figure, now: Figure) -> String {
    let change = now.median / before.median - 1.0;
    // Quartiles hold half of the samples; twice their distance holds nearly all. Between two runs
    // memory is laid out anew, which shows as a few per cent however steady each run is.
    let is_beyond = change.abs() > FAINT.max(2.0 * (before.spread + now.spread));
    let mark = if is_beyond { " *" } else { "" };
    format!("{:>7} -> {:>7}  {:>+6.1} %{mark}", ratio(before), ratio(now), change * 100.0)
}

/// A rounded number with commas between the thousands.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7.4), "7");
        assert_eq!(grouped(999.6), "1,000");
        assert_eq!(grouped(12_345_678.0), "12,345,678");
    }

    #[test]
    fn a_change_within_the_spreads_is_not_marked() {
        let was = Figure { median: 2.0, spread: 0.02 };
        assert_eq!(
            change(was, Figure { median: 2.1, spread: 0.01 }),
            "   2.00 ->    2.10    +5.0 %"
        );
        assert_eq!(
            change(was, Figure { median: 2.2, spread: 0.01 }),
            "   2.00 ->    2.20   +10.0 % *"
        );
    }
}
