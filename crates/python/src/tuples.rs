//! The named tuples of `linkwright._tuples`, which have no methods.

use linkwright::find::RuleInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::find::record::{Alternate, Join};

/// A class of `linkwright._tuples`. The class is imported when it is first used.
pub(crate) struct Class(&'static str, PyOnceLock<Py<PyType>>);

impl Class {
    const fn new(name: &'static str) -> Class {
        Class(name, PyOnceLock::new())
    }

    /// An instance with these fields.
    pub(crate) fn call<'py>(
        &self,
        py: Python<'py>,
        fields: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.1.import(py, "linkwright._tuples", self.0)?.call1(fields)
    }
}

static JOIN: Class = Class::new("Join");
static ALTERNATE: Class = Class::new("Alternate");
static RULE: Class = Class::new("RuleInfo");
pub(crate) static CANDIDATE: Class = Class::new("Candidate");
pub(crate) static CLUE: Class = Class::new("Clue");
pub(crate) static HAZARD: Class = Class::new("Hazard");
pub(crate) static LINE_END: Class = Class::new("LineEnd");
pub(crate) static STEP: Class = Class::new("Step");

/// A `RuleInfo`.
pub(crate) fn rule<'py>(py: Python<'py>, rule: &RuleInfo) -> PyResult<Bound<'py, PyAny>> {
    RULE.call(py, (rule.name(), rule.summary(), rule.source()))
}

/// A `Join`.
pub(crate) fn join<'py>(py: Python<'py>, join: &Join) -> PyResult<Bound<'py, PyAny>> {
    JOIN.call(py, (join.gap, &join.reason, join.confidence))
}

/// An `Alternate`.
pub(crate) fn alternate<'py>(py: Python<'py>, other: &Alternate) -> PyResult<Bound<'py, PyAny>> {
    let pieces = PyTuple::new(py, &other.pieces)?;
    ALTERNATE.call(py, (&other.uri, &other.text, pieces, &other.why, other.confidence))
}
