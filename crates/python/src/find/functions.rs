//! The functions of the module that search. They cache their finders.

use std::collections::BTreeSet;
use std::sync::Arc;

use linkwright::options::OptionInfo;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::find::finder::Finder;
use crate::find::found::Match;
use crate::kept::Kept;
use crate::options;
use crate::tuples;

/// The cached finders.
static FINDERS: Kept<Finder> = Kept::new();

/// A finder with these options, from the cache if possible.
fn kept(
    py: Python<'_>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Finder>> {
    let preset = options::preset(py, preset)?;
    let options = options::read(options, options::of_finders)?;
    FINDERS.get(preset, options, |options| Finder::build(py, preset, options))
}

/// The links of a text, from left to right.
#[pyfunction]
#[pyo3(signature = (text, /, preset = "mail", **options))]
pub(crate) fn find(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Match>> {
    kept(py, preset, options)?.find(py, text)
}

/// The URIs of the links of a text.
#[pyfunction]
#[pyo3(signature = (text, /, preset = "mail", **options))]
pub(crate) fn uris(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    kept(py, preset, options)?.uris(py, text)
}

/// The rules that decide where links begin and end.
#[pyfunction]
#[pyo3(name = "_rules")]
pub(crate) fn rules(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    linkwright::find::rules().iter().map(|rule| tuples::rule(py, rule)).collect()
}

/// The names of the options of finders, and of linkers.
#[pyfunction]
#[pyo3(name = "_option_names")]
pub(crate) fn option_names() -> [BTreeSet<&'static str>; 2] {
    [options::of_finders(), options::of_linkers()]
        .map(|options| options.into_iter().map(OptionInfo::name).collect())
}
