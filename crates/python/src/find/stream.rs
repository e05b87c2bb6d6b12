//! The class `FindStream`, and the search of a text that comes in chunks.

use linkwright::Span;
use linkwright::find::StreamFinder;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::convert::{Places, Text, while_others_run};
use crate::find::found::Match;
use crate::recent::{Pair, Recent};

/// A search that receives the text in chunks.
#[pyclass(module = "linkwright")]
#[derive(Debug)]
pub(crate) struct FindStream {
    search: Search,
}

impl FindStream {
    /// A search with the options of `finder`.
    pub(crate) fn new(finder: &linkwright::Finder) -> FindStream {
        FindStream { search: Search::new(finder) }
    }
}

#[pymethods]
impl FindStream {
    /// Returns the links that later chunks cannot change.
    #[pyo3(signature = (chunk, /))]
    fn push(&mut self, py: Python<'_>, chunk: &Bound<'_, PyAny>) -> PyResult<Vec<Match>> {
        let chunk = Text::of(chunk)?;
        self.search.check(&chunk)?;
        Ok(while_others_run(py, chunk.len(), || self.search.push(&chunk)))
    }

    /// Ends the text and returns the remaining links. After that, chunks of another text can be pushed.
    fn finish(&mut self) -> Vec<Match> {
        self.search.finish()
    }

    /// The span of the text that may still become a link; `None` if no text can.
    #[getter]
    fn pending(&self) -> Option<Pair> {
        self.search.pending()
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exc))]
    fn __exit__(&mut self, _exc: &Bound<'_, PyAny>) {
        self.search.finish();
    }
}

/// A search of a text in chunks. The chunks are either all `str` or all `bytes`.
#[derive(Debug)]
pub(crate) struct Search {
    stream: StreamFinder,
    /// The type of the chunks, which the first chunk determines.
    kind: Option<Kind>,
    recent: Recent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Str,
    Bytes,
}

impl Search {
    pub(crate) fn new(finder: &linkwright::Finder) -> Search {
        Search { stream: finder.stream(), kind: None, recent: Recent::default() }
    }

    /// Checks the type of a chunk.
    ///
    /// # Errors
    /// A `TypeError` if earlier chunks have the other type.
    pub(crate) fn check(&mut self, chunk: &Text<'_>) -> PyResult<()> {
        let kind = match chunk {
            Text::Str(..) => Kind::Str,
            Text::Bytes(_) => Kind::Bytes,
        };
        match *self.kind.get_or_insert(kind) {
            before if before == kind => Ok(()),
            Kind::Str => {
                Err(PyTypeError::new_err("expected str like the earlier chunks, found bytes"))
            }
            Kind::Bytes => {
                Err(PyTypeError::new_err("expected bytes like the earlier chunks, found str"))
            }
        }
    }

    /// Returns the links that later chunks cannot change.
    pub(crate) fn push(&mut self, chunk: &Text<'_>) -> Vec<Match> {
        let mut all = Vec::new();
        match chunk {
            Text::Str(text, _) => {
                self.recent.push(text);
                let places = Places::recent(&self.recent);
                self.stream.push(text.as_bytes(), |found| all.push(Match::new(found, &places)));
                self.recent.forget(self.stream.pending().map(Span::start));
            }
            Text::Bytes(bytes) => {
                self.stream.push(bytes, |found| all.push(Match::new(found, &Places::Bytes)));
            }
        }
        all
    }

    /// Ends the text and returns the remaining links.
    pub(crate) fn finish(&mut self) -> Vec<Match> {
        let mut all = Vec::new();
        let places = Places::recent(&self.recent);
        self.stream.finish(|found| all.push(Match::new(found, &places)));
        (self.kind, self.recent) = (None, Recent::default());
        all
    }

    fn pending(&self) -> Option<Pair> {
        self.stream.pending().map(|pending| Places::recent(&self.recent).pair(pending))
    }
}
