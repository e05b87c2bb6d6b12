//! The class `Finder`.

use linkwright::find::{Preset, Segment};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::batch::{self, LinkTable};
use crate::convert::{self, Text, while_others_run};
use crate::find::explain;
use crate::find::found::Match;
use crate::find::iterator::MatchIterator;
use crate::find::record::Pair;
use crate::find::stream::FindStream;
use crate::options::{self, Options};

/// Finds links, with options that are set once. Threads can share a finder.
#[pyclass(module = "linkwright", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Finder {
    pub(crate) inner: linkwright::Finder,
    preset: Preset,
    /// The options that were passed to the constructor. A pickle contains them.
    options: Options,
}

impl Finder {
    /// A finder with these options.
    ///
    /// # Errors
    /// `OptionError` if an option is unknown or has an invalid value.
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
        Finder::build(py, preset, options::read(options, options::of_finders)?)
    }

    /// Finds the links in a column of texts, and returns them as an Arrow table.
    #[pyo3(signature = (texts, /, *, columns = None))]
    fn find_batch(
        &self,
        py: Python<'_>,
        texts: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<LinkTable> {
        batch::find_batch(py, &self.inner, texts, columns)
    }

    /// Returns the links of a text, in the order of the text.
    #[pyo3(signature = (text, /))]
    pub(crate) fn find(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<Match>> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, text.len(), || {
            let places = text.places();
            self.inner.find_iter(text.input()).map(|found| Match::new(found, &places)).collect()
        }))
    }

    /// Like `find`, but returns an iterator, which searches 32 KiB of the text at a time.
    #[pyo3(signature = (text, /))]
    fn finditer(&self, text: &Bound<'_, PyAny>) -> PyResult<MatchIterator> {
        MatchIterator::of_text(&self.inner, text)
    }

    /// Returns the first link, or `None`.
    #[pyo3(signature = (text, /))]
    fn first(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Match>> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, text.len(), || {
            self.inner.find(text.input()).map(|found| Match::new(found, &text.places()))
        }))
    }

    /// Returns whether the text has a link.
    #[pyo3(signature = (text, /))]
    fn has_link(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, text.len(), || self.inner.is_match(text.input())))
    }

    /// Returns the URIs of the links.
    #[pyo3(signature = (text, /))]
    pub(crate) fn uris(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, text.len(), || {
            self.inner.find_iter(text.input()).map(|found| found.uri().to_string()).collect()
        }))
    }

    /// Returns the start, the end and the URI of each link.
    #[pyo3(signature = (text, /))]
    fn spans(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(usize, usize, String)>> {
        let text = Text::of(text)?;
        Ok(while_others_run(py, text.len(), || {
            let places = text.places();
            let row = |found: linkwright::Match<'_>| {
                let (start, end): Pair = places.pair(found.span());
                (start, end, found.uri().to_string())
            };
            self.inner.find_iter(text.input()).map(row).collect()
        }))
    }

    /// Returns the text with each piece of each link replaced by what `repl(match, piece)` returns.
    #[pyo3(signature = (repl, text, /))]
    fn sub<'py>(
        &self,
        py: Python<'py>,
        repl: &Bound<'py, PyAny>,
        text: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyString>> {
        let text = Text::of(text)?;
        let places = text.places();
        let whole = text.as_str();
        let mut replaced = String::with_capacity(whole.len());
        let mut done = 0;
        for found in self.inner.spans(whole).filter_map(Segment::into_found) {
            let pieces: Vec<_> = found.pieces().to_vec();
            let found = Py::new(py, Match::new(found, &places))?;
            for piece in pieces {
                replaced.push_str(&whole[done..piece.start()]);
                let answer = repl.call1((&found, &whole[piece.range()]))?;
                let answer = answer.cast::<PyString>().map_err(|_| wrong_answer(&answer))?;
                replaced.push_str(&convert::of_str(answer)?);
                done = piece.end();
            }
        }
        replaced.push_str(&whole[done..]);
        Ok(PyString::new(py, &replaced))
    }

    /// Explains why each link begins and ends where it does, and why each rejected candidate is not a link.
    #[pyo3(signature = (text, /))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let text = Text::of(text)?;
        let explanation = while_others_run(py, text.len(), || self.inner.explain(text.input()));
        explain::candidates(py, &explanation, &text.places())
    }

    /// Returns a search that receives the text in chunks.
    fn stream(&self) -> FindStream {
        FindStream::new(&self.inner)
    }

    /// Returns an iterator over the links of a file, which is read 32 KiB at a time. Offsets count bytes.
    #[pyo3(signature = (source, /))]
    fn find_in(&self, source: &Bound<'_, PyAny>) -> PyResult<MatchIterator> {
        MatchIterator::of_source(&self.inner, source)
    }

    /// The name of the preset.
    #[getter]
    fn preset(&self) -> &'static str {
        self.preset.name()
    }

    /// The options that were passed to the constructor.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options::write(py, &self.options)
    }

    fn __eq__(&self, other: &Bound<'_, Finder>) -> bool {
        let other = other.get();
        self.preset == other.preset && self.options == other.options
    }

    fn __hash__(&self) -> u64 {
        convert::hash(&(self.preset, format!("{:?}", self.options)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let options = options::repr(py, &self.options)?;
        Ok(format!("linkwright.Finder({:?}{options})", self.preset.name()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py>> {
        let rebuild = py.import("linkwright._linkwright")?.getattr("_rebuild_finder")?;
        Ok((rebuild, (self.preset.name(), self.options(py)?)))
    }
}

/// The function that unpickling calls, and its arguments.
type Rebuilt<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyDict>));

/// Builds a finder from the arguments that `Finder.__reduce__` returned.
#[pyfunction]
#[pyo3(name = "_rebuild_finder")]
pub(crate) fn rebuild_finder(
    py: Python<'_>,
    preset: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<Finder> {
    Finder::new(py, preset, Some(options))
}

fn wrong_answer(answer: &Bound<'_, PyAny>) -> PyErr {
    match answer.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("repl: expected a str, but it returned {found}")),
        Err(error) => error,
    }
}
