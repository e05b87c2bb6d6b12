//! The callbacks of a linker.

use linkwright::link::{Context, Link};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::convert::Places;
use crate::link::seen;

/// The callbacks of a linker, in the order in which they are called for each link.
#[derive(Debug)]
pub(crate) struct Decide(Vec<Py<PyAny>>);

impl Decide {
    /// The callbacks in the argument `decide`, which is one callback or a sequence of them.
    ///
    /// # Errors
    /// A `TypeError` for a value that cannot be called.
    pub(crate) fn of(decide: Option<&Bound<'_, PyAny>>) -> PyResult<Decide> {
        let Some(decide) = decide.filter(|decide| !decide.is_none()) else {
            return Ok(Decide(Vec::new()));
        };
        if decide.is_callable() {
            return Ok(Decide(vec![decide.clone().unbind()]));
        }
        let wrong =
            || PyTypeError::new_err("decide: expected a callable or a sequence of callables");
        let mut callbacks = Vec::new();
        for callback in decide.try_iter().map_err(|_| wrong())? {
            let callback = callback?;
            if !callback.is_callable() {
                return Err(wrong());
            }
            callbacks.push(callback.unbind());
        }
        Ok(Decide(callbacks))
    }

    /// Whether the linker has no callbacks.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The callbacks as a tuple.
    pub(crate) fn to_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0)
    }

    /// A copy, with new references to the same callbacks.
    pub(crate) fn again(&self, py: Python<'_>) -> Decide {
        Decide(self.0.iter().map(|callback| callback.clone_ref(py)).collect())
    }

    /// Calls `visit` for each callback, for the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.iter().try_for_each(|callback| visit.call(callback))
    }

    /// Calls the callbacks with a copy of `link`, and applies their changes to `link`. `places` converts the offsets of
    /// a plain text; in a document, the offsets of a match count bytes of the text around it.
    ///
    /// # Errors
    /// The exception that a callback raises; a `TypeError` if a callback returns neither `None` nor a `bool`; the
    /// errors of [`seen::Link::apply`].
    pub(crate) fn call(
        &self,
        py: Python<'_>,
        link: &mut Link<'_>,
        places: &Places<'_>,
    ) -> PyResult<()> {
        let copy = match link.context() {
            Context::Text => seen::Link::of(py, link, places)?,
            _ => seen::Link::of(py, link, &Places::Bytes)?,
        };
        let copy = Py::new(py, copy)?;
        for callback in &self.0 {
            let answer = callback.bind(py).call1((&copy,))?;
            if answer.is_none() {
                continue;
            }
            let Ok(answer) = answer.cast::<PyBool>() else {
                let found = answer.get_type();
                let message =
                    format!("decide: a callback must return None or a bool, not {}", found.name()?);
                return Err(PyTypeError::new_err(message));
            };
            if !answer.is_true() {
                link.remove();
                return Ok(());
            }
        }
        copy.borrow(py).apply(py, link)
    }
}
