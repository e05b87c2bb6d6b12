//! The class `Match`.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyString, PyTuple};

use crate::convert::{self, Places};
use crate::find::as_dict;
use crate::find::record::{Name, Pair, Record};
use crate::tuples;
use crate::uri::class::Uri;

/// A link that was found.
#[pyclass(module = "linkwright", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Match {
    span: Pair,
    source: Source,
}

/// The source of the attributes of a match.
#[derive(Debug)]
enum Source {
    /// A match of the finder, and its record. The record is made when an attribute that needs it is read, because most
    /// callers read only the URI and the span.
    Found(Box<linkwright::Match<'static>>, OnceLock<Box<Record>>),
    /// Only the record. This is the case for a match that was restored from a pickle. It is also the case for a match
    /// with more than one span, if its offsets do not count bytes.
    Record(Box<Record>),
}

impl Match {
    /// The match `found`. `places` converts the offsets of the text.
    pub(crate) fn new(found: linkwright::Match<'_>, places: &Places<'_>) -> Match {
        // If the match has only one span, this span is converted now, and no other offset has to be converted later.
        let is_bare = found.pieces().len() == 1
            && found.wrapper().is_none()
            && found.prefix().is_none()
            && found.alternates().is_empty();
        if is_bare || places.are_bytes() {
            let span = places.pair(found.span());
            let source = Source::Found(Box::new(found.into_owned()), OnceLock::new());
            return Match { span, source };
        }
        Match::from(Record::of(&found, places))
    }

    fn record(&self) -> &Record {
        match &self.source {
            Source::Found(found, record) => record.get_or_init(|| {
                let mut record = Record::of(found, &Places::Bytes);
                if let [only] = record.pieces.as_mut_slice() {
                    (record.span, *only) = (self.span, self.span);
                }
                Box::new(record)
            }),
            Source::Record(record) => record,
        }
    }
}

impl From<Record> for Match {
    fn from(record: Record) -> Match {
        Match { span: record.span, source: Source::Record(Box::new(record)) }
    }
}

#[pymethods]
impl Match {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("uri", "start", "end");

    /// The offset of the first character or byte.
    #[getter]
    fn start(&self) -> usize {
        self.span.0
    }

    /// The offset after the last character or byte.
    #[getter]
    fn end(&self) -> usize {
        self.span.1
    }

    /// `(start, end)`. The span of a match of several pieces includes the gaps between them.
    #[getter]
    fn span(&self) -> Pair {
        self.span
    }

    /// The target of the link: a URI in ASCII, with its scheme.
    #[getter]
    fn uri<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        match &self.source {
            Source::Found(found, _) => PyString::new(py, found.uri().as_str()),
            Source::Record(record) => PyString::new(py, &record.uri),
        }
    }

    /// The target for a link: `uri`, or the relative `reference` of a pattern.
    #[getter]
    fn href(&self) -> &str {
        self.record().href()
    }

    /// The reference that a pattern produced, if it is relative and there is no base; `None` otherwise.
    #[getter]
    fn reference(&self) -> Option<&str> {
        self.record().reference.as_deref()
    }

    /// The text of the match, with the pieces joined.
    #[getter]
    fn text(&self) -> &str {
        &self.record().text
    }

    /// The kind of the match: `uri`, `www`, `domain`, `email`, `ip` or `pattern`.
    #[getter]
    fn kind(&self) -> &str {
        &self.record().kind
    }

    /// The delimiters around the match: `none`, `angle`, `double-quote`, ...
    #[getter]
    fn delimiter(&self) -> &str {
        &self.record().delimiter
    }

    /// How likely it is that the text is a link, from 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        self.record().confidence
    }

    /// The spans of the pieces: ascending, disjoint, not empty.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.record().pieces)
    }

    /// The span with the delimiters and the prefix; `None` if the match has neither.
    #[getter]
    fn wrapper(&self) -> Option<Pair> {
        self.record().wrapper
    }

    /// The span of a prefix such as `URL:` before the match; `None` if the match has no prefix.
    #[getter]
    fn prefix(&self) -> Option<Pair> {
        self.record().prefix
    }

    /// The joins between the pieces: one fewer than there are pieces.
    #[getter]
    fn joins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let joins = self.record().joins.iter().map(|join| tuples::join(py, join));
        PyTuple::new(py, joins.collect::<PyResult<Vec<_>>>()?)
    }

    /// The other readings of the text.
    #[getter]
    fn alternates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let alternates = self.record().alternates.iter().map(|other| tuples::alternate(py, other));
        PyTuple::new(py, alternates.collect::<PyResult<Vec<_>>>()?)
    }

    /// Warnings about the link: how it was found, and the hazards of its URI.
    #[getter]
    fn flags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, self.record().flags.iter().map(Name::as_ref))
    }

    /// The names of the rules that applied to the match.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.record().rules.iter().map(Name::as_ref).collect::<Vec<_>>())
    }

    /// The name of the pattern that matched; `None` for other links.
    #[getter]
    fn pattern(&self) -> Option<&str> {
        self.record().pattern.as_deref()
    }

    /// The URI as a `Uri`, which has its components.
    #[getter]
    fn parts(&self, py: Python<'_>) -> PyResult<Uri> {
        match &self.source {
            Source::Found(found, _) => Uri::parse(py, found.uri().as_str()),
            Source::Record(record) => Uri::parse(py, &record.uri),
        }
    }

    /// The record that `linkwright pipe` writes, for JSON and data frames.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_dict::write(py, self.record())
    }

    fn __eq__(&self, other: &Bound<'_, Match>) -> bool {
        let other = other.get();
        self.span == other.span && self.record() == other.record()
    }

    fn __hash__(&self) -> u64 {
        convert::hash(&(self.span, &self.record().uri))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (start, end) = self.span;
        Ok(format!("<linkwright.Match {start}:{end} {}>", self.uri(py).repr()?))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let restore = py.import("linkwright._linkwright")?.getattr("_restore_match")?;
        Ok((restore, (as_dict::state(py, self.record())?,)))
    }
}

/// The match that `Match.__reduce__` described.
#[pyfunction]
#[pyo3(name = "_restore_match")]
pub(crate) fn restore_match(state: &Bound<'_, PyDict>) -> PyResult<Match> {
    as_dict::read(state).map(Match::from)
}
