//! Reads labelled bare names, and fits the weights of their clues. The clues are those that the finder reports in an
//! explanation, so this program need not define them again.

use core::error::Error;
use std::collections::HashSet;

use linkwright::Finder;
use linkwright::find::{MatchKind, Preset};
use serde::Deserialize;

use crate::labels::{self, Row};
use crate::model::{self, Model};
use crate::table::Table;

/// The table of bare names.
pub(crate) const TABLE: &str = "src/rules/bare_domain.in";

/// In a source with more names than this, each of them gets a lower weight.
pub(crate) const FEW: f64 = 30.0;

/// A line of a labelled file: either one name with its label, or all links of the text.
#[derive(Deserialize)]
struct Item {
    #[serde(default = "unnamed")]
    source: String,
    text: String,
    name: Option<String>,
    label: Option<String>,
    want: Option<Vec<String>>,
    #[serde(default)]
    ignore: Vec<String>,
}

fn unnamed() -> String {
    "chat-log".to_owned()
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

/// Reads the names in labelled files, and how many of them were left out: a name that several files label counts once.
pub(crate) fn read(files: &[String], table: &Table) -> Result<(Vec<Row>, usize), Box<dyn Error>> {
    let finder = Finder::preset(Preset::Chat);
    let (mut rows, mut seen, mut copies) = (Vec::new(), HashSet::new(), 0);
    for file in files {
        for item in labels::items::<Item>(file)? {
            for candidate in &finder.explain(&item.text) {
                let (start, end) = (candidate.extent.start(), candidate.extent.end());
                let name = item.text.get(start..end).unwrap_or_default();
                let name = name.trim_end_matches(['.', ',', ':', ';', '!', '?', ')', ']']);
                let is_name = candidate.kind == MatchKind::Domain && !candidate.clues.is_empty();
                let Some(is_link) = item.label_of(name).filter(|_| is_name) else { continue };
                if !seen.insert(format!("{name}\n{}", item.text)) {
                    copies += 1;
                    continue;
                }
                let terms = candidate.clues.iter().map(|(_, why)| table.row_that_says(why));
                let around = labels::shown(&item.text, start.saturating_sub(40), end + 30);
                rows.push(Row {
                    source: item.source.clone(),
                    uri: (rows.len(), start),
                    terms: terms.collect::<Result<_, _>>()?,
                    goes_on: is_link,
                    weight: 1.0,
                    shown: format!("{name} | {around}"),
                });
            }
        }
    }
    Ok((rows, copies))
}

/// Fits the weights to names. A clue that seldom holds in them stays near the [`rounded`] weight of the table.
pub(crate) fn fit(rows: &[&Row], penalty: f64, known: &[f64]) -> Model {
    let known: Vec<f64> = known.iter().copied().map(rounded).collect();
    let mut model = model::fit(rows, penalty, &known, false);
    model.weights.iter_mut().for_each(|weight| *weight *= SHARPER);
    model
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
