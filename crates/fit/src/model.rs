//! Logistic regression: finds the weights that make the labels most likely, with a penalty for large weights.

use std::collections::BTreeMap;

use crate::labels::Row;

/// The weights of the rows of a table.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) weights: Vec<f64>,
}

/// The maximum number of rounds. Every round adjusts each weight once.
const ROUNDS: usize = 80;

/// The fit ends after a round in which every weight changed by less than this.
const ENOUGH: f64 = 1e-3;

fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

impl Model {
    /// The probability that the URI continues after a line end, or that a name is a link.
    pub(crate) fn confidence(&self, row: &Row) -> f64 {
        let weights = row.terms.iter().filter_map(|&term| self.weights.get(term));
        probability(weights.sum::<f64>())
    }
}

/// Lowers the weight of rows in sources with more rows than `few`, so that the total weight of a source grows with the
/// square root of its size.
pub(crate) fn weigh(rows: &mut [Row], few: f64) {
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    for row in &*rows {
        *sizes.entry(row.source.clone()).or_default() += 1.0;
    }
    for row in rows {
        row.weight = sizes.get(&row.source).map_or(1.0, |size| (few / size).sqrt().clamp(0.3, 1.0));
    }
}

/// Fits one weight for each of `known`, towards which the penalty draws it. If `is_scaled` is false, the penalty is the
/// same for every weight, so a row that seldom applies stays near its known weight. Every round changes one weight after
/// the other by a step of Newton's method; the fit ends when the steps are small.
#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
pub(crate) fn fit(rows: &[&Row], penalty: f64, known: &[f64], is_scaled: bool) -> Model {
    let mut model = Model { weights: known.to_vec() };
    let holding: Vec<Vec<usize>> = (0..model.weights.len())
        .map(|term| (0..rows.len()).filter(|&at| rows[at].terms.contains(&term)).collect())
        .collect();
    // Weights are penalized as if every row were standardized: a row that seldom applies shrinks less, because it is
    // decisive where it does. The row without facts is the intercept, which applies to all line ends and has no penalty.
    let share = |at: &Vec<usize>| at.len() as f64 / rows.len().max(1) as f64;
    let penalties: Vec<f64> = holding
        .iter()
        .map(|at| if is_scaled { penalty * (share(at) * (1.0 - share(at))) } else { penalty })
        .collect();
    let mut sums: Vec<f64> =
        rows.iter().map(|row| row.terms.iter().map(|&term| known[term]).sum()).collect();
    for _ in 0..ROUNDS {
        let steps = holding.iter().zip(&mut model.weights).zip(penalties.iter().zip(known));
        let steps = steps.map(|((at, weight), pull)| improve(rows, at, &mut sums, weight, pull));
        if steps.fold(0.0, f64::max) < ENOUGH {
            break;
        }
    }
    model
}

/// Adjusts the weight of a table row that applies to the line ends `holding`, and returns the size of the change.
fn improve(
    rows: &[&Row],
    holding: &[usize],
    sums: &mut [f64],
    weight: &mut f64,
    (penalty, known): (&f64, &f64),
) -> f64 {
    if holding.is_empty() {
        return 0.0;
    }
    let (mut slope, mut curve) = (penalty * (*weight - known), *penalty);
    for &at in holding {
        let likely = probability(sums[at]);
        let wanted = f64::from(u8::from(rows[at].goes_on));
        slope += rows[at].weight * (likely - wanted);
        curve += rows[at].weight * (likely * (1.0 - likely)).max(1e-3);
    }
    let step = (-slope / curve).clamp(-1.0, 1.0);
    *weight += step;
    for &at in holding {
        sums[at] += step;
    }
    step.abs()
}
