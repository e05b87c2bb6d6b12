//! Logistic regression: the weights under which the labels are likeliest, drawn to zero by a penalty.

use linkwright::find::evidence;

use crate::labels::Row;

/// The weights of the rows of the table.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) weights: Vec<f64>,
}

/// How often every weight is improved at most.
const ROUNDS: usize = 80;

/// Below this step a weight has arrived.
const ENOUGH: f64 = 1e-3;

fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

impl Model {
    /// How likely a URI goes on at a line end.
    pub(crate) fn confidence(&self, row: &Row) -> f64 {
        let weights = row.terms.iter().filter_map(|&term| self.weights.get(term));
        probability(weights.sum::<f64>())
    }
}

/// Fits the weights to `rows`: each in turn by a step of Newton's method, until none moves.
pub(crate) fn fit(rows: &[&Row], penalty: f64) -> Model {
    let mut model = Model { weights: vec![0.0; evidence().len()] };
    // The row without facts is about all line ends, and no penalty draws it to zero.
    let penalties =
        evidence().iter().map(|term| if term.facts().len() == 0 { 0.0 } else { penalty });
    let penalties: Vec<f64> = penalties.collect();
    let holding: Vec<Vec<usize>> = (0..model.weights.len())
        .map(|term| (0..rows.len()).filter(|&at| rows[at].terms.contains(&term)).collect())
        .collect();
    let mut sums = vec![0.0; rows.len()];
    for _ in 0..ROUNDS {
        let steps = holding.iter().zip(&mut model.weights).zip(&penalties);
        let steps =
            steps.map(|((at, weight), penalty)| improve(rows, at, &mut sums, weight, *penalty));
        if steps.fold(0.0, f64::max) < ENOUGH {
            break;
        }
    }
    model
}

/// Improves the weight of what holds at some rows, and says by how much it moved.
fn improve(
    rows: &[&Row],
    holding: &[usize],
    sums: &mut [f64],
    weight: &mut f64,
    penalty: f64,
) -> f64 {
    if holding.is_empty() {
        return 0.0;
    }
    let (mut slope, mut curve) = (penalty * *weight, penalty);
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
