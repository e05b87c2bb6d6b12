//! Measures how well fitted weights predict the labels of a source that was left out of the fit. A name counts as a URI
//! that goes on if it is a link, and as joined if the fit links it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::labels::Row;
use crate::model::Model;

/// The confidence of each row, from a fit to the rows of all other sources.
pub(crate) fn left_out(rows: &[Row], fit: impl Fn(&[&Row]) -> Model) -> Vec<f64> {
    let mut confidences = vec![0.0; rows.len()];
    for source in rows.iter().map(|row| &row.source).collect::<BTreeSet<_>>() {
        let others: Vec<&Row> = rows.iter().filter(|row| row.source != *source).collect();
        let model = fit(&others);
        for (row, confidence) in rows.iter().zip(&mut confidences) {
            if row.source == *source {
                *confidence = model.confidence(row);
            }
        }
    }
    confidences
}

/// The name of the mailing list, the number of the item, and the offset of the URI in the item.
type UriKey<'l> = (&'l str, (usize, usize));

/// For one line end: whether the URI continues, and whether the fit joins the lines. For a name: whether it is a link, and
/// whether the fit links it.
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

/// Prints the recall and precision for each source, measured with a fit to all other sources, and how many rows of each
/// tenth of confidence are joins or links.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
pub(crate) fn report(
    out: &mut impl Write,
    rows: &[Row],
    confidences: &[f64],
    least: f64,
) -> io::Result<()> {
    let mut uris: BTreeMap<UriKey<'_>, Vec<Decision>> = BTreeMap::new();
    for (row, confidence) in rows.iter().zip(confidences) {
        let uri = uris.entry((row.source.as_str(), row.uri)).or_default();
        uri.push((row.goes_on, *confidence >= least));
    }
    let (mut sources, mut all): (BTreeMap<&str, Tally>, _) = (BTreeMap::new(), Tally::default());
    for ((source, _), rows) in &uris {
        sources.entry(source).or_default().add(rows);
        all.add(rows);
    }
    for (source, tally) in &sources {
        tally.write(out, source)?;
    }
    let large: Vec<f64> =
        sources.values().filter(|tally| tally.wanted >= 5).map(|tally| tally.recall()).collect();
    writeln!(
        out,
        "// mean recall over {} sources with at least 5 joins or links: {:.3}",
        large.len(),
        mean(&large)
    )?;
    all.write(out, "all")?;
    let mut tenths = [[0; 2]; 10];
    for (row, confidence) in rows.iter().zip(confidences) {
        if let Some([right, all]) = tenths.get_mut(((confidence * 10.0) as usize).min(9)) {
            *right += usize::from(row.goes_on);
            *all += 1;
        }
    }
    for (tenth, [right, all]) in tenths.iter().enumerate() {
        writeln!(out, "// confidence 0.{tenth}: {right} of {all} are joins or links")?;
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "few sources")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Prints the line ends or names that the fit to the other sources gets wrong, in descending order of error.
pub(crate) fn list(
    out: &mut impl Write,
    rows: &[Row],
    confidences: &[f64],
    least: f64,
) -> io::Result<()> {
    let mut wrong: Vec<(&Row, f64)> = rows
        .iter()
        .zip(confidences.iter().copied())
        .filter(|(row, confidence)| row.goes_on != (*confidence >= least))
        .collect();
    let error = |row: &Row, confidence: f64| (f64::from(u8::from(row.goes_on)) - confidence).abs();
    wrong.sort_by(|(a, of_a), (b, of_b)| error(b, *of_b).total_cmp(&error(a, *of_a)));
    for (row, confidence) in wrong {
        let label = if row.goes_on { "missed" } else { "wrong" };
        writeln!(out, "{label:8}{confidence:.2} {:20} {}", row.source, row.shown)?;
    }
    Ok(())
}
