//! Fits the weights of bare names. The facts are those that the finder reports in an explanation, so this program need
//! not define them again.

use core::error::Error;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;

use linkwright::Finder;
use linkwright::find::{MatchKind, Preset};
use serde::Deserialize;

use crate::labels::Row;
use crate::model::{self, Model};

/// A line of a labelled file: either one name with its label, or all links of the text.
#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    source: String,
    text: String,
    name: Option<String>,
    label: Option<String>,
    want: Option<Vec<String>>,
    #[serde(default)]
    ignore: Vec<String>,
}

impl Item {
    /// Whether `name` is a link; `None` if the labels do not tell.
    fn label_of(&self, name: &str) -> Option<bool> {
        match (&self.name, self.label.as_deref(), &self.want) {
            (Some(one), Some(label), _) => {
                (one == name && label != "open").then_some(label == "link")
            }
            (_, _, Some(want)) => {
                let is_ignored =
                    self.ignore.iter().any(|one| one.contains(name) || name.contains(one.as_str()));
                (!is_ignored).then(|| want.iter().any(|one| one == name))
            }
            _ => None,
        }
    }
}

/// The names, and the clues that were seen, with the weights of the table.
#[derive(Default)]
struct Names {
    rows: Vec<Row>,
    /// The lines with their names. A name that several files label counts once.
    seen: HashSet<String>,
    clues: Vec<(&'static str, i16)>,
}

impl Names {
    fn read(&mut self, file: &str) -> Result<(), Box<dyn Error>> {
        let finder = Finder::preset(Preset::Chat);
        for line in fs::read_to_string(file)?.lines().filter(|line| !line.trim().is_empty()) {
            let item: Item = serde_json::from_str(line)?;
            let explanation = finder.explain(&item.text);
            for candidate in &explanation {
                let extent = candidate.extent;
                let name = item.text.get(extent.range()).unwrap_or_default();
                let name = name.trim_end_matches(['.', ',', ':', ';', '!', '?', ')', ']']);
                let is_name = candidate.kind == MatchKind::Domain && !candidate.clues.is_empty();
                let Some(is_link) = item.label_of(name).filter(|_| is_name) else { continue };
                if !self.seen.insert(format!("{name}\n{}", item.text)) {
                    continue;
                }
                let mut terms = Vec::new();
                for &(weight, why) in &candidate.clues {
                    let known = self.clues.iter().position(|(known, _)| *known == why);
                    terms.push(known.unwrap_or_else(|| {
                        self.clues.push((why, weight));
                        self.clues.len() - 1
                    }));
                }
                let near = |at: usize| {
                    (0..=at).rev().find(|&at| item.text.is_char_boundary(at)).unwrap_or(0)
                };
                let (from, to) = (
                    near(extent.start().saturating_sub(40)),
                    near((extent.end() + 30).min(item.text.len())),
                );
                let shown = item.text.get(from..to).unwrap_or_default().replace('\n', " ");
                let shown = format!("{name} | {shown}");
                let source = if item.source.is_empty() {
                    "chat-log".to_owned()
                } else {
                    item.source.clone()
                };
                self.rows.push(Row {
                    source,
                    uri: (0, extent.start()),
                    terms,
                    goes_on: is_link,
                    weight: 1.0,
                    shown,
                });
            }
        }
        Ok(())
    }

    /// A clue that seldom holds in the labelled names stays near the [`rounded`] weight of the table.
    fn fit(&self, rows: &[&Row], penalty: f64) -> Model {
        let known = self.clues.iter().map(|(_, weight)| rounded(f64::from(*weight) / 100.0));
        let mut model = model::fit_towards(rows, penalty, &known.collect::<Vec<f64>>(), false);
        model.weights.iter_mut().for_each(|weight| *weight *= SHARPER);
        model
    }
}

/// The penalty makes all weights smaller than they should be; with this factor, the confidences of names of sources that
/// are left out are nearest to the shares of links.
const SHARPER: f64 = 1.25;

/// The weight that a person might choose: the table has a clue for or against a link, and weak, strong or decisive. The
/// exact weights of the table know all sources, so figures for a source that is left out would be too good with them.
fn rounded(weight: f64) -> f64 {
    let size = match weight.abs() / SHARPER {
        small if small < 0.75 => 0.5,
        small if small < 1.5 => 1.0,
        size if size < 3.0 => 2.0,
        size if size < 5.0 => 4.0,
        _ => 6.0,
    };
    size * weight.signum()
}

/// Counts of names: how many are linked, how many of them rightly, and how many should be.
#[derive(Clone, Copy, Default)]
struct Tally {
    right: usize,
    found: usize,
    wanted: usize,
}

/// Prints precision and recall for each source, from a fit to all others, how many names of each tenth of confidence are
/// links, and the weights.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
pub(crate) fn run(
    out: &mut impl Write,
    files: &[String],
    penalty: f64,
    list: bool,
) -> Result<(), Box<dyn Error>> {
    let mut names = Names::default();
    for file in files {
        names.read(file)?;
    }
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    for row in &names.rows {
        *sizes.entry(row.source.clone()).or_default() += 1.0;
    }
    for row in &mut names.rows {
        row.weight = (30.0 / sizes.get(&row.source).copied().unwrap_or(1.0)).sqrt().clamp(0.3, 1.0);
    }
    let (mut tallies, mut tenths): (BTreeMap<&str, Tally>, [[usize; 2]; 10]) = Default::default();
    let mut all = Tally::default();
    for source in sizes.keys() {
        let (own, others): (Vec<&Row>, Vec<&Row>) =
            names.rows.iter().partition(|row| row.source == *source);
        let model = names.fit(&others, penalty);
        for row in own {
            let confidence = model.confidence(row);
            let is_found = confidence >= 0.5;
            for tally in [tallies.entry(source).or_default(), &mut all] {
                tally.right += usize::from(row.goes_on && is_found);
                tally.found += usize::from(is_found);
                tally.wanted += usize::from(row.goes_on);
            }
            if let Some(tenth) = tenths.get_mut(((confidence * 10.0) as usize).min(9)) {
                tenth[0] += usize::from(row.goes_on);
                tenth[1] += 1;
            }
            if list && is_found != row.goes_on {
                writeln!(
                    out,
                    "{} {confidence:.2} {source:22} {}",
                    if row.goes_on { "missed" } else { "wrong " },
                    row.shown
                )?;
            }
        }
    }
    for (name, Tally { right, found, wanted }) in tallies.into_iter().chain([("all", all)]) {
        writeln!(out, "// {name:22} precision {right}/{found}   recall {right}/{wanted}")?;
    }
    for (tenth, [right, count]) in tenths.iter().enumerate() {
        writeln!(out, "// confidence 0.{tenth}: {right} of {count} are links")?;
    }
    let model = names.fit(&names.rows.iter().collect::<Vec<_>>(), penalty);
    for ((why, known), weight) in names.clues.iter().zip(&model.weights) {
        let count = names
            .rows
            .iter()
            .filter(|row| {
                row.terms.iter().any(|&term| names.clues.get(term).is_some_and(|it| it.0 == *why))
            })
            .count();
        writeln!(out, "{:5} {known:5} {count:5} {why}", (weight * 100.0).round())?;
    }
    Ok(())
}
