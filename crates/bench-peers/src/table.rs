//! The output for the terminal.

use std::io::{self, Write};

use crate::hostile::Slow;
use crate::markup::{EVENTS_GFM, HTML, LOL_HTML, MARKDOWN, PULLDOWN, TO_HTML};
use crate::outside::{ESCAPE_RINKU, HYPERSCAN};
use crate::peers::{ALL, FLUENT_URI, LINKIFY_ALL, LINKIFY_SCHEMES, PARSE, SCHEMES};
use crate::report::{Figure, Report, Row, megabytes};
use crate::units::{BYTES, CHARS, UTF16};

/// The target of a mode of linkwright on one corpus.
struct Target {
    ours: &'static str,
    corpus: &'static str,
    goal: Goal,
}

enum Goal {
    /// At least this many times as fast as the peer.
    Times(f64, &'static str),
    /// At most this many nanoseconds per haystack.
    Nanos(f64),
}

const fn times(ours: &'static str, corpus: &'static str, times: f64, peer: &'static str) -> Target {
    Target { ours, corpus, goal: Goal::Times(times, peer) }
}

const fn nanos(ours: &'static str, corpus: &'static str, nanos: f64) -> Target {
    Target { ours, corpus, goal: Goal::Nanos(nanos) }
}

const TARGETS: &[Target] = &[
    times(SCHEMES, "mail", 2.5, LINKIFY_SCHEMES),
    times(SCHEMES, "prose", 3.0, LINKIFY_SCHEMES),
    times(SCHEMES, "links", 3.0, LINKIFY_SCHEMES),
    times(SCHEMES, "code", 3.5, LINKIFY_SCHEMES),
    nanos(SCHEMES, "chat", 45.0),
    times(ALL, "mail", 4.0, LINKIFY_ALL),
    times(ALL, "prose", 8.0, LINKIFY_ALL),
    times(ALL, "links", 2.7, LINKIFY_ALL),
    nanos(ALL, "chat", 90.0),
    // At most 0.7 times the time of fluent-uri.
    times(PARSE, "uris", 1.0 / 0.7, FLUENT_URI),
    times(HTML, "html", 0.95, LOL_HTML),
    times(HTML, "html-link", 0.95, LOL_HTML),
    times(EVENTS_GFM, "markdown", 0.95, PULLDOWN),
    times(MARKDOWN, "markdown", 0.95, PULLDOWN),
    // At most 1.5 times the time of byte spans.
    times(UTF16, "mail-units", 1.0 / 1.5, BYTES),
    times(CHARS, "mail-units", 1.0 / 1.5, BYTES),
    times(UTF16, "nonascii-units", 1.0 / 1.5, BYTES),
    times(CHARS, "nonascii-units", 1.0 / 1.5, BYTES),
    // Peers that are not written in Rust, on the corpora on which `outside/run` measures them.
    times(SCHEMES, "mail", 1.0, HYPERSCAN),
    times(SCHEMES, "prose", 1.0, HYPERSCAN),
    times(SCHEMES, "links", 1.0, HYPERSCAN),
    times(SCHEMES, "code", 1.0, HYPERSCAN),
    times(SCHEMES, "nonascii", 1.0, HYPERSCAN),
    times(SCHEMES, "pages", 1.0, HYPERSCAN),
    times(SCHEMES, "readme", 1.0, HYPERSCAN),
    times(SCHEMES, "chat", 1.0, HYPERSCAN),
    times(TO_HTML, "mail-html", 3.0, ESCAPE_RINKU),
    times(TO_HTML, "prose-html", 3.0, ESCAPE_RINKU),
    times(TO_HTML, "links-html", 3.0, ESCAPE_RINKU),
    times(TO_HTML, "code-html", 3.0, ESCAPE_RINKU),
    times(TO_HTML, "nonascii-html", 3.0, ESCAPE_RINKU),
    times(TO_HTML, "chat-html", 3.0, ESCAPE_RINKU),
];

/// The maximum memory that the command may use for a plain text, in MB.
const MEMORY: f64 = 8.0;

/// The minimum speed for any text, in MB/s.
const HOSTILE: f64 = 300.0;

/// A result below this fraction of its target is marked as below the floor.
const FLOOR: f64 = 2.0 / 3.0;

/// A ratio has to change by more than this fraction before the change is marked.
const FAINT: f64 = 0.03;

pub(crate) fn heading(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let Report { source, setting, rounds, .. } = report;
    writeln!(out, "{}; {}", setting.day, setting.machine)?;
    writeln!(out, "corpora: {source}; {rounds} rounds, CPU time, medians")?;
    writeln!(
        out,
        "columns on the right: the speed of that mode of linkwright, divided by the speed of the row"
    )
}

/// Writes the rows of one corpus.
pub(crate) fn race(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    // Tasks that write output count its bytes instead of matches.
    let counted = match first.corpus.as_str() {
        "uris" => "valid",
        "html" | "html-link" | "markdown" => "written",
        name if name.ends_with("-html") => "written",
        _ => "matches",
    };
    let unit = first.unit();
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

/// The median with two decimals, or with three if it is below 0.1.
fn ratio(times: Figure) -> String {
    let digits = if times.median < 0.1 { 3 } else { 2 };
    format!("{:.digits$}", times.median)
}

/// Writes the memory of the command.
pub(crate) fn memory(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    if report.memory.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nmemory of extract       text, MB    peak, MB")?;
    for peak in &report.memory {
        let [bytes, resident] = [peak.bytes, peak.resident].map(megabytes);
        writeln!(out, "{:<24} {bytes:>6.1} {resident:>11.1}", peak.text)?;
    }
    Ok(())
}

/// Writes the slowest texts.
pub(crate) fn hostile(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    writeln!(out, "\nslowest hostile units        MB/s  preset")?;
    for slow in &report.hostile {
        let Slow { preset, unit, speed } = slow;
        writeln!(out, "{:<24} {speed:>8.1}  {preset}", shortened(unit))?;
    }
    Ok(())
}

/// A unit as a string literal, shortened to the width of the column.
fn shortened(unit: &str) -> String {
    let written = format!("{unit:?}");
    if written.len() <= 24 { written } else { written.chars().take(21).collect::<String>() + "..." }
}

/// Writes the targets for the corpora that were measured, and the results.
pub(crate) fn targets(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let lines = TARGETS.iter().filter_map(|target| target_line(target, report));
    let lines: Vec<String> = lines.chain(memory_line(report)).chain(hostile_line(report)).collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\ntargets (the percentage of each target that was reached; the floor is {:.0} %)",
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
            (got.median / times, format!("{} times {peer}, at least {times:.2}", cell(got)))
        }
        Goal::Nanos(nanos) => {
            let got = report.row(corpus, ours)?.speed();
            (nanos / got, format!("{got:.0} ns, at most {nanos:.0}"))
        }
    };
    Some(verdict(corpus, ours, reached, &words))
}

/// The line for the plain text that needs the most memory. HTML and Markdown have no target, because they are read as a
/// whole.
fn memory_line(report: &Report) -> Option<String> {
    let plain = report.memory.iter().filter(|peak| peak.is_plain_text());
    let most = plain.max_by_key(|peak| peak.resident)?;
    let megabytes = megabytes(most.resident);
    let words = format!("{megabytes:.1} MB on {}, at most {MEMORY:.0}", most.text);
    Some(verdict("memory", "extract", MEMORY / megabytes, &words))
}

/// The line for the slowest text of all presets.
fn hostile_line(report: &Report) -> Option<String> {
    let worst = report.hostile.iter().min_by(|one, other| one.speed.total_cmp(&other.speed))?;
    let Slow { preset, unit, speed } = worst;
    let words = format!("{speed:.1} MB/s on {}, at least {HOSTILE:.0}", shortened(unit));
    Some(verdict("hostile", preset, speed / HOSTILE, &words))
}

fn verdict(corpus: &str, ours: &str, reached: f64, words: &str) -> String {
    let verdict = match reached {
        1.0.. => "met",
        FLOOR.. => "missed",
        _ => "BELOW THE FLOOR",
    };
    format!("{corpus:<13} {ours:<16} {:>4.0} %  {verdict:<16} {words}", reached * 100.0)
}

/// Writes the ratios and the memory of both runs, and how they differ.
pub(crate) fn changes(out: &mut dyn Write, earlier: &Report, now: &Report) -> io::Result<()> {
    writeln!(
        out,
        "\nratios in the earlier run and in this run; * marks a change above twice the sum of both spreads"
    )?;
    if earlier.source != now.source {
        writeln!(out, "NOTE: the earlier run used other texts: {}", earlier.source)?;
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
    for peak in &now.memory {
        if let Some(before) = earlier.memory.iter().find(|before| before.text == peak.text) {
            let [before, now] = [before, peak].map(|peak| megabytes(peak.resident));
            writeln!(out, "memory    {:<24} {before:>6.1} -> {now:>6.1} MB", peak.text)?;
        }
    }
    Ok(())
}

fn change(before: Figure, now: Figure) -> String {
    let change = now.median / before.median - 1.0;
    // Half of the samples are between the quartiles, and nearly all within twice that distance. The layout of memory
    // differs between two runs, which changes a ratio by a few percent even if each run is steady.
    let is_beyond = change.abs() > FAINT.max(2.0 * (before.spread + now.spread));
    let mark = if is_beyond { " *" } else { "" };
    format!("{:>7} -> {:>7}  {:>+6.1} %{mark}", ratio(before), ratio(now), change * 100.0)
}

/// A rounded number with commas between the thousands.
pub(crate) fn grouped(number: f64) -> String {
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
