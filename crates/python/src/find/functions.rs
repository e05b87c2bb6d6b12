//! Functions of the module: they use finders that are kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use linkwright::find::Preset;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};

use crate::find::finder::Finder;
use crate::find::found::Match;
use crate::options;

/// The finders of the functions, by preset and options.
static KEPT: Mutex<Option<HashMap<(Preset, String), Arc<Finder>>>> = Mutex::new(None);

/// More finders than this are not kept.
const MOST_KEPT: usize = 64;

/// A finder with these options, which is kept for the next call.
fn kept(
    py: Python<'_>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Finder>> {
    let preset = options::preset(py, preset)?;
    let options = match options {
        Some(options) => options::read(Some(options), &options::of_finders())?,
        None => Vec::new(),
    };
    let key = (preset, format!("{options:?}"));
    if let Some(finder) = with_kept(|kept| kept.get(&key).cloned()) {
        return Ok(finder);
    }
    let finder = Arc::new(Finder::build(py, preset, options)?);
    with_kept(|kept| {
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&finder));
    });
    Ok(finder)
}

/// Calls `work` with the kept finders. It must not call Python: a thread that waits for the lock keeps the interpreter.
fn with_kept<T>(work: impl FnOnce(&mut HashMap<(Preset, String), Arc<Finder>>) -> T) -> T {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    work(kept.get_or_insert_default())
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
