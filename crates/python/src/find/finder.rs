//! The class `Finder`.

use linkwright::find::Preset;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{LONG, Text};
use crate::find::found::Match;
use crate::options::{self, Options};

/// A search with its options. It is built once and shared.
#[pyclass(module = "linkwright", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Finder {
    pub(crate) inner: linkwright::Finder,
    preset: Preset,
    /// The options that differ from those of the preset, for pickles.
    options: Options,
}

impl Finder {
    /// A finder with these options.
    pub(crate) fn build(py: Python<'_>, preset: Preset, options: Options) -> PyResult<Finder> {
        let inner = options::finder(py, preset, &options)?;
        Ok(Finder { inner, preset, options })
    }
}

#[pymethods]
impl Finder {
    #[new]
    #[pyo3(signature = (preset = "mail", **options))]
    fn new(py: Python<'_>, preset: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Finder> {
        let preset = options::preset(py, preset)?;
        Finder::build(py, preset, options::read(options, &options::of_finders())?)
    }

    /// The links of a text, from left to right.
    #[pyo3(signature = (text, /))]
    pub(crate) fn find(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<Match>> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, &text, || {
            let places = text.places();
            self.inner.find_iter(text.input()).map(|found| Match::new(found, &places)).collect()
        }))
    }
}

/// What `work` gives. While it works on a long text, other threads of Python run.
pub(crate) fn while_others_run<T: Send>(
    py: Python<'_>,
    text: &Text<'_>,
    work: impl FnOnce() -> T + Send,
) -> T {
    if text.len() < LONG { work() } else { py.detach(work) }
}
