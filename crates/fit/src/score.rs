//! Measures how well fitted weights predict the labels of a mailing list that was left out of the fit.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::labels::{LineEnds, Row};
use crate::model;

/// The confidence at each line end, from a fit to all mailing lists except the list that contains the line end.
pub(crate) fn left_out(line_ends: &LineEnds, penalty: f64, from_table: bool) -> Vec<f64> {
    let mut confidences = vec![0.0; line_ends.rows.len()];
    for source in line_ends.sources() {
        let others: Vec<&Row> = line_ends.rows.iter().filter(|row| row.source != source).collect();
        let model = model::fit(&others, penalty, from_table);
        for (row, confidence) in line_ends.rows.iter().zip(&mut confidences) {
            if row.source == source {
                *confidence = model.confidence(row);
            }
        }
    }
    confidences
}

/// The name of the mailing list, the number of the item, and the offset of the URI in the item.
type Place<'l> = (&'l str, (usize, usize));

/// For one line end: whether the URI continues, and whether the fit joins the lines.
type Decision = (bool, bool);

/// Counts of the URIs of one mailing list.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// URIs that continue over a line end; `whole` counts the URIs of these that get exactly the right joins.
    wanted: usize,
    whole: usize,
    /// URIs that are joined at their first line end.
    made: usize,
    /// URIs that end with their line; `broken` counts the URIs of these that were joined to the next line by mistake.
    single: usize,
    broken: usize,
}

impl Tally {
    fn add(&mut self, rows: &[Decision]) {
        let is_wanted = rows.iter().any(|(goes_on, _)| *goes_on);
        let is_right = rows.iter().all(|(goes_on, is_joined)| goes_on == is_joined);
        let is_made = rows.first().is_some_and(|(_, is_joined)| *is_joined);
        self.wanted += usize::from(is_wanted);
        self.whole += usize::from(is_wanted && is_right);
        self.made += usize::from(is_made);
        self.single += usize::from(!is_wanted);
        self.broken += usize::from(!is_wanted && is_made);
    }

    fn sum(self, other: Tally) -> Tally {
        Tally {
            wanted: self.wanted + other.wanted,
            whole: self.whole + other.whole,
            made: self.made + other.made,
            single: self.single + other.single,
            broken: self.broken + other.broken,
        }
    }

    fn recall(self) -> f64 {
        share(self.whole, self.wanted)
    }

    fn write(self, out: &mut impl Write, name: &str) -> io::Result<()> {
        let Tally { wanted, whole, made, single, broken } = self;
        let (recall, precision) = (self.recall(), share(whole, made));
        let left = share(single - broken, single);
        writeln!(
            out,
            "// {name:20} recall {whole:4}/{wanted:<4} {recall:.3}   precision {whole:4}/{made:<4} {precision:.3}   left alone {:4}/{single:<4} {left:.4}",
            single - broken
        )
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Prints the recall and precision for each mailing list, measured with a fit to all the other lists.
pub(crate) fn report(
    out: &mut impl Write,
    line_ends: &LineEnds,
    confidences: &[f64],
    least: f64,
) -> io::Result<()> {
    let mut uris: BTreeMap<Place<'_>, Vec<Decision>> = BTreeMap::new();
    for (row, confidence) in line_ends.rows.iter().zip(confidences) {
        let uri = uris.entry((row.source.as_str(), row.uri)).or_default();
        uri.push((row.goes_on, *confidence >= least));
    }
    let mut lists: BTreeMap<&str, Tally> = BTreeMap::new();
    for ((source, _), rows) in &uris {
        lists.entry(source).or_default().add(rows);
    }
    for (source, tally) in &lists {
        tally.write(out, source)?;
    }
    let large: Vec<f64> =
        lists.values().filter(|tally| tally.wanted >= 5).map(|tally| tally.recall()).collect();
    writeln!(
        out,
        "// mean recall over {} lists with at least 5 URIs on several lines: {:.3}",
        large.len(),
        mean(&large)
    )?;
    lists.values().fold(Tally::default(), |all, tally| all.sum(*tally)).write(out, "all")
}

#[expect(clippy::cast_precision_loss, reason = "few lists")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Prints the line ends that the fit to the other lists gets wrong, in descending order of error.
pub(crate) fn list(
    out: &mut impl Write,
    line_ends: &LineEnds,
    confidences: &[f64],
    least: f64,
) -> io::Result<()> {
    let mut wrong: Vec<(&Row, f64)> = line_ends
        .rows
        .iter()
        .zip(confidences.iter().copied())
        .filter(|(row, confidence)| row.goes_on != (*confidence >= least))
        .collect();
    let error = |row: &Row, confidence: f64| (f64::from(u8::from(row.goes_on)) - confidence).abs();
    wrong.sort_by(|(a, of_a), (b, of_b)| error(b, *of_b).total_cmp(&error(a, *of_a)));
    for (row, confidence) in wrong {
        let label = if row.goes_on { "goes on" } else { "ends" };
        writeln!(out, "{label:8}{confidence:.2} {:20} {}", row.source, row.shown)?;
    }
    Ok(())
}
