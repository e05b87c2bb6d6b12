//! The functions of the module that add links. They cache their linkers.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::find::finder::Finder;
use crate::kept::Kept;
use crate::link::decide::Decide;
use crate::link::linker::Linker;
use crate::options;

/// The cached linkers.
static LINKERS: Kept<Linker> = Kept::new();

/// A linker with these options, from the cache if possible.
fn kept(
    py: Python<'_>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Linker>> {
    let preset = options::preset(py, preset)?;
    let options = options::read(options, options::of_linkers)?;
    LINKERS.get(preset, options, |options| {
        let finder = Py::new(py, Finder::build(py, preset, Vec::new())?)?;
        Linker::build(py, finder, Decide::of(None)?, options)
    })
}

/// Converts a plain text to escaped HTML with links.
#[pyfunction]
#[pyo3(signature = (text, /, preset = "chat", **options))]
pub(crate) fn linkify(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    kept(py, preset, options)?.text(py, text, None, None)
}

/// Adds links to the text of an HTML document or fragment.
#[pyfunction]
#[pyo3(signature = (html, /, preset = "chat", **options))]
pub(crate) fn linkify_html<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    kept(py, preset, options)?.html(py, html)
}

/// Adds links to the text of a Markdown document.
#[pyfunction]
#[pyo3(signature = (markdown, /, preset = "mail", **options))]
pub(crate) fn linkify_markdown<'py>(
    py: Python<'py>,
    markdown: &Bound<'py, PyString>,
    preset: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    kept(py, preset, options)?.markdown(py, markdown, None)
}
