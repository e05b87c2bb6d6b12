//! Logistic regression: the weights under which the labels are likeliest, drawn to zero by a penalty.

use linkwright::find::evidence;

use crate::labels::Row;

/// The weights of the rows of the table, and of no row at all.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) weights: Vec<f64>,
    pub(crate) bias: f64,
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
        probability(self.bias + weights.sum::<f64>())
    }
}

/// Fits the weights to `rows`: each in turn by a step of Newton's method, until none moves.
pub(crate) fn fit(rows: &[&Row], penalty: f64) -> Model {
    let mut model = Model { weights: vec![0.0; evidence().len()], bias: 0.0 };
    let holding: Vec<Vec<usize>> = (0..model.weights.len())
        .map(|term| (0..rows.len()).filter(|&at| rows[at].terms.contains(&term)).collect())
        .collect();
    let everywhere: Vec<usize> = (0..rows.len()).collect();
    let mut sums = vec![0.0; rows.len()];
    for _ in 0..ROUNDS {
        let step = improve(rows, &everywhere, &mut sums, &mut model.bias, 0.0);
        let steps = holding.iter().zip(&mut model.weights);
        let steps = steps.map(|(at, weight)| improve(rows, at, &mut sums, weight, penalty));
        if steps.fold(step, f64::max) < ENOUGH {
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
