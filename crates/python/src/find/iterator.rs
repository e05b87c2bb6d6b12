//! The class `MatchIterator`, which searches a long text or a file in chunks on request.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::mem;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3::{PyTraverseError, PyVisit};

use crate::convert::{Text, while_others_run};
use crate::find::found::Match;
use crate::find::stream::Search;

/// The number of bytes that are searched at a time.
const CHUNK: usize = 32 * 1024;

/// The iterator of `Finder.finditer` and `Finder.find_in`.
#[pyclass(module = "linkwright")]
#[derive(Debug)]
pub(crate) struct MatchIterator {
    search: Search,
    source: Source,
    found: VecDeque<Match>,
}

/// The source of the chunks.
#[derive(Debug)]
enum Source {
    /// A text, and the number of bytes that have been searched.
    Text(Py<PyAny>, usize),
    /// An object with the method `read`, and whether it is closed at the end.
    Reader(Py<PyAny>, bool),
    /// No source: all chunks were searched.
    Over,
}

impl MatchIterator {
    /// The links of a `str` or `bytes`.
    ///
    /// # Errors
    /// A `TypeError` for other arguments.
    pub(crate) fn of_text(
        finder: &linkwright::Finder,
        text: &Bound<'_, PyAny>,
    ) -> PyResult<MatchIterator> {
        let text = match Text::of(text)? {
            // Keeps the copy without lone surrogates, so that the text is not copied again for each chunk.
            Text::Str(Cow::Owned(clean), _) => PyString::new(text.py(), &clean).into_any(),
            _ => text.clone(),
        };
        Ok(MatchIterator::new(finder, Source::Text(text.unbind(), 0)))
    }

    /// The links of a file object or of the file at a path.
    ///
    /// # Errors
    /// The errors of `open`.
    pub(crate) fn of_source(
        finder: &linkwright::Finder,
        source: &Bound<'_, PyAny>,
    ) -> PyResult<MatchIterator> {
        let py = source.py();
        let source = if source.hasattr("read")? {
            Source::Reader(source.clone().unbind(), false)
        } else {
            let file = py.import("io")?.call_method1("open", (source, "rb"))?;
            Source::Reader(file.unbind(), true)
        };
        Ok(MatchIterator::new(finder, source))
    }

    fn new(finder: &linkwright::Finder, source: Source) -> MatchIterator {
        MatchIterator { search: Search::new(finder), source, found: VecDeque::new() }
    }

    /// Searches the next chunk. After the last chunk, ends the search.
    fn advance(&mut self, py: Python<'_>) -> PyResult<()> {
        let search = &mut self.search;
        let more = match &mut self.source {
            Source::Over => return Ok(()),
            Source::Text(text, done) => {
                let text = Text::of(text.bind(py))?;
                let chunk = text.part(*done, CHUNK);
                *done += chunk.len();
                (chunk.len() > 0).then(|| push(py, search, &chunk)).transpose()?
            }
            Source::Reader(reader, _) => {
                let chunk = reader.bind(py).call_method1("read", (CHUNK,))?;
                let chunk = chunk.cast::<PyBytes>().map_err(|_| {
                    PyTypeError::new_err(
                        "read() did not return bytes: the file must be open in binary mode",
                    )
                })?;
                let chunk = Text::Bytes(chunk.as_bytes());
                (chunk.len() > 0).then(|| push(py, search, &chunk)).transpose()?
            }
        };
        if let Some(found) = more {
            self.found.extend(found);
            return Ok(());
        }
        self.found.extend(self.search.finish());
        match mem::replace(&mut self.source, Source::Over) {
            Source::Reader(file, true) => file.call_method0(py, "close").map(drop),
            _ => Ok(()),
        }
    }
}

fn push(py: Python<'_>, search: &mut Search, chunk: &Text<'_>) -> PyResult<Vec<Match>> {
    search.check(chunk)?;
    Ok(while_others_run(py, chunk.len(), || search.push(chunk)))
}

#[pymethods]
impl MatchIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.source {
            Source::Text(object, _) | Source::Reader(object, _) => visit.call(object),
            Source::Over => Ok(()),
        }
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Match>> {
        while self.found.is_empty() && !matches!(self.source, Source::Over) {
            self.advance(py)?;
            // Ctrl-C must end the search of a long file without links.
            py.check_signals()?;
        }
        Ok(self.found.pop_front())
    }
}
