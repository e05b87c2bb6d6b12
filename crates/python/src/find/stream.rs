//! The class `FindStream`, and the offsets of a text that comes in chunks.

use linkwright::Span;
use linkwright::find::StreamFinder;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::convert::{Places, Text, while_others_run};
use crate::find::found::Match;
use crate::find::record::Pair;

/// A search of text in chunks.
#[pyclass(module = "linkwright")]
#[derive(Debug)]
pub(crate) struct FindStream {
    search: Search,
}

impl FindStream {
    /// A search with these options.
    pub(crate) fn new(finder: &linkwright::Finder) -> FindStream {
        FindStream { search: Search::new(finder) }
    }
}

#[pymethods]
impl FindStream {
    /// The links that are sure after this chunk.
    #[pyo3(signature = (chunk, /))]
    fn push(&mut self, py: Python<'_>, chunk: &Bound<'_, PyAny>) -> PyResult<Vec<Match>> {
        let chunk = Text::of(chunk)?;
        self.search.check(&chunk)?;
        Ok(while_others_run(py, chunk.len(), || self.search.push(&chunk)))
    }

    /// Ends the text: the links that are left. Then another text can be pushed.
    fn finish(&mut self) -> Vec<Match> {
        self.search.finish()
    }

    /// The part of the text in which a link may still end.
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

/// A search of chunks, which are all `str` or all `bytes`.
#[derive(Debug)]
pub(crate) struct Search {
    stream: StreamFinder<'static>,
    /// Of the first chunk.
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
        Search { stream: finder.clone().into_stream(), kind: None, recent: Recent::default() }
    }

    /// # Errors
    /// A `TypeError` if the chunks before are of the other type.
    pub(crate) fn check(&mut self, chunk: &Text<'_>) -> PyResult<()> {
        let kind = match chunk {
            Text::Str(..) => Kind::Str,
            Text::Bytes(_) => Kind::Bytes,
        };
        match *self.kind.get_or_insert(kind) {
            before if before == kind => Ok(()),
            Kind::Str => {
                Err(PyTypeError::new_err("expected str as in the chunks before, found bytes"))
            }
            Kind::Bytes => {
                Err(PyTypeError::new_err("expected bytes as in the chunks before, found str"))
            }
        }
    }

    /// The links that are sure after this chunk.
    pub(crate) fn push(&mut self, chunk: &Text<'_>) -> Vec<Match> {
        let mut all = Vec::new();
        match chunk {
            Text::Str(text, _) => {
                self.recent.push(text);
                let places = self.recent.places();
                self.stream.push(text.as_bytes(), |found| all.push(Match::new(found, &places)));
                drop(places);
                self.recent.forget(self.stream.pending().map(Span::start));
            }
            Text::Bytes(bytes) => {
                self.stream.push(bytes, |found| all.push(Match::new(found, &Places::bytes())));
            }
        }
        all
    }

    /// The links that are left.
    pub(crate) fn finish(&mut self) -> Vec<Match> {
        let mut all = Vec::new();
        let places = self.recent.places();
        self.stream.finish(|found| all.push(Match::new(found, &places)));
        drop(places);
        (self.kind, self.recent) = (None, Recent::default());
        all
    }

    fn pending(&self) -> Option<Pair> {
        self.stream.pending().map(|pending| self.recent.places().pair(pending))
    }
}

/// The end of a text that came in chunks: as much of it as matches to come may lie in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    text: String,
    /// How many bytes and code points are before it.
    before: Pair,
}

impl Recent {
    /// How far before what is undecided a match with what encloses it may begin. A scheme or a mailbox is shorter than
    /// 1 KiB, and so are a prefix and blanks before it.
    const REACH: usize = 4 * 1024;

    /// Adds a chunk.
    pub(crate) fn push(&mut self, chunk: &str) {
        let is_ascii_so_far = self.text.is_empty() && self.before.0 == self.before.1;
        if is_ascii_so_far && chunk.is_ascii() {
            self.before = (self.before.0 + chunk.len(), self.before.1 + chunk.len());
        } else {
            self.text.push_str(chunk);
        }
    }

    /// Adds a chunk, and forgets what is further before it than a finder reads: `max_len` and `max_bytes` are 64 KiB at most.
    pub(crate) fn push_bounded(&mut self, chunk: &str) {
        let end = self.before.0 + self.text.len();
        self.forget(Some(end.saturating_sub(128 * 1024)));
        self.push(chunk);
    }

    /// The offsets of the text so far.
    pub(crate) fn places(&self) -> Places<'_> {
        let (bytes, chars) = self.before;
        if self.text.is_empty() && bytes == chars {
            Places::bytes()
        } else {
            Places::of(&self.text, self.before)
        }
    }

    /// Forgets what is decided, before the byte `undecided`, or all if nothing is undecided. It moves the rest only if this
    /// frees most of the room, so that each byte is moved once on average.
    pub(crate) fn forget(&mut self, undecided: Option<usize>) {
        let end = self.before.0 + self.text.len();
        let from = undecided.unwrap_or(end).saturating_sub(Recent::REACH);
        let mut cut = from.saturating_sub(self.before.0);
        if cut < self.text.len() / 2 || cut < Recent::REACH {
            return;
        }
        while !self.text.is_char_boundary(cut) {
            cut -= 1;
        }
        let chars = self.text[..cut].chars().count();
        self.before = (self.before.0 + cut, self.before.1 + chars);
        self.text.drain(..cut);
    }
}
