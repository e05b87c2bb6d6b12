//! The class `LinkStream`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use linkwright::link::{HtmlLinker, HtmlLinkerBuilder};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{PyTraverseError, PyVisit};

use crate::convert::{Places, of_str, while_others_run};
use crate::error;
use crate::link::decide::Decide;
use crate::recent::Recent;

/// Converts a plain text, which comes in chunks, to HTML in chunks.
#[pyclass(module = "linkwright")]
#[derive(Debug)]
pub(crate) struct LinkStream {
    inner: linkwright::link::LinkStream<'static>,
    /// The state of the callbacks, if the linker has any.
    called: Option<Arc<Called>>,
}

/// The state of the closure of a stream with callbacks.
#[derive(Debug)]
struct Called {
    decide: Decide,
    recent: Mutex<Recent>,
    /// The exception that a callback raised.
    raised: Mutex<Option<PyErr>>,
}

impl LinkStream {
    /// A stream of `linker`, which `builder` made. With callbacks, the stream gets a separate linker, whose closure
    /// calls them.
    ///
    /// # Errors
    /// None in practice, because a linker was built with the same options before.
    pub(crate) fn new(
        builder: &HtmlLinkerBuilder,
        linker: &HtmlLinker,
        decide: &Decide,
        py: Python<'_>,
    ) -> PyResult<LinkStream> {
        if decide.is_empty() {
            return Ok(LinkStream { inner: linker.clone().into_stream(), called: None });
        }
        let called = Arc::new(Called {
            decide: decide.again(py),
            recent: Mutex::default(),
            raised: Mutex::default(),
        });
        let of_closure = Arc::clone(&called);
        let mut builder = builder.clone();
        builder.decide(move |link| of_closure.call(link));
        let linker = builder.build().map_err(|refused| error::option(py, &refused))?;
        Ok(LinkStream { inner: linker.into_stream(), called: Some(called) })
    }

    /// The HTML that `write` writes. If a callback raised an exception, the exception is returned instead.
    fn written(
        &mut self,
        py: Python<'_>,
        len: usize,
        write: impl FnOnce(&mut linkwright::link::LinkStream<'static>, &mut String) -> std::fmt::Result
        + Send,
    ) -> PyResult<String> {
        let inner = &mut self.inner;
        let work = || {
            let mut html = String::new();
            write(inner, &mut html).map(|()| html)
        };
        let written = match &self.called {
            None => while_others_run(py, len, work),
            Some(_) => work(),
        };
        if let Some(raised) = self.called.as_ref().and_then(|called| lock(&called.raised).take()) {
            return Err(raised);
        }
        written.map_err(|_| PyRuntimeError::new_err("the HTML could not be written"))
    }
}

#[pymethods]
impl LinkStream {
    /// Returns the HTML that later chunks cannot change.
    #[pyo3(signature = (chunk, /))]
    fn push(&mut self, py: Python<'_>, chunk: &Bound<'_, PyString>) -> PyResult<String> {
        let chunk = of_str(chunk)?;
        if let Some(called) = &self.called {
            lock(&called.recent).push_bounded(&chunk);
        }
        self.written(py, chunk.len(), |stream, html| stream.push(&chunk, html))
    }

    /// Ends the text and returns the remaining HTML. After that, chunks of another text can be pushed.
    fn finish(&mut self, py: Python<'_>) -> PyResult<String> {
        let html = self.written(py, 0, linkwright::link::LinkStream::finish);
        if let Some(called) = &self.called {
            *lock(&called.recent) = Recent::default();
        }
        html
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.called.as_ref().map_or(Ok(()), |called| called.decide.traverse(&visit))
    }
}

impl Called {
    /// Calls the callbacks for a link. After an exception, callbacks are no longer called, and the HTML is dropped.
    fn call(&self, link: &mut linkwright::link::Link<'_>) {
        if lock(&self.raised).is_some() {
            return;
        }
        Python::attach(|py| {
            // A callback cannot cause a deadlock here: the stream is borrowed during the call, so a callback that calls
            // a method of the stream gets an error before the lock is requested.
            let recent = lock(&self.recent);
            if let Err(raised) = self.decide.call(py, link, &Places::recent(&recent)) {
                *lock(&self.raised) = Some(raised);
            }
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
