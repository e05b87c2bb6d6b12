//! The result of `Finder.explain`.

use linkwright::find::{Explained, Outcome, Weighed};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::Places;
use crate::find::found::Match;
use crate::find::record::share;
use crate::tuples;

/// The candidates as Python objects. `places` converts the offsets of the text.
pub(crate) fn candidates<'py>(
    py: Python<'py>,
    candidates: &[Explained],
    places: &Places<'_>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    candidates.iter().map(|explained| candidate(py, explained, places)).collect()
}

fn candidate<'py>(
    py: Python<'py>,
    explained: &Explained,
    places: &Places<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let steps = explained.steps.iter().map(|step| {
        let (before, after) = (places.pair(step.before), places.pair(step.after));
        tuples::STEP.call(py, (tuples::rule(py, step.rule)?, before, after))
    });
    let line_ends = explained.line_ends.iter().map(|end| line_end(py, end, places));
    let clues = explained
        .clues
        .iter()
        .map(|&(weight, why)| tuples::CLUE.call(py, (nats(i32::from(weight)), why)));
    let (found, rejected_by, reason, at) = match &explained.outcome {
        Outcome::Match(found) => (Some(Match::new((**found).clone(), places)), None, None, None),
        Outcome::Rejected { rule, reason, at, .. } => {
            (None, *rule, Some(reason.as_str()), at.map(|at| places.offset(at)))
        }
        _ => (None, None, None, None),
    };
    let fields = (
        places.pair(explained.trigger),
        explained.trigger_name,
        explained.kind.name(),
        places.pair(explained.extent),
        tuple(py, steps)?,
        tuple(py, line_ends)?,
        tuple(py, clues)?,
        explained.confidence.map(share),
        found,
        rejected_by.map(|rule| tuples::rule(py, rule)).transpose()?,
        reason,
        at,
    );
    tuples::CANDIDATE.call(py, fields)
}

fn line_end<'py>(
    py: Python<'py>,
    end: &Weighed,
    places: &Places<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let facts = PyTuple::new(py, end.facts().collect::<Vec<_>>())?;
    let fields =
        (places.pair(end.gap), facts, nats(end.sum()), share(end.confidence()), end.is_joined);
    tuples::LINE_END.call(py, fields)
}

/// Converts a weight, in hundredths, to the natural logarithm of the odds.
fn nats(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

fn tuple<'py>(
    py: Python<'py>,
    values: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)
}
