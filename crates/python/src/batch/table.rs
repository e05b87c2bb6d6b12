//! The class of the result of `find_batch`, which every library that reads Arrow accepts.

use core::fmt;
use std::sync::{Mutex, PoisonError};

use arrow_array::ArrayRef;
use arrow_schema::FieldRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

use crate::batch::links::Stream;

/// Links as an Arrow table: pass it to `pyarrow.table`, `polars.DataFrame` or another reader.
#[pyclass(module = "linkwright", frozen)]
pub(crate) struct LinkTable {
    field: FieldRef,
    batches: Batches,
}

enum Batches {
    /// All batches of an array. They can be read more than once.
    Read(Vec<ArrayRef>),
    /// The search of a stream, which begins when the table is read. It is `None` afterwards.
    Unread(Mutex<Option<Stream>>),
}

impl LinkTable {
    /// A table that can be read more than once.
    pub(crate) fn read(field: FieldRef, batches: Vec<ArrayRef>) -> LinkTable {
        LinkTable { field, batches: Batches::Read(batches) }
    }

    /// A table that can be read once.
    pub(crate) fn unread(field: FieldRef, stream: Stream) -> LinkTable {
        LinkTable { field, batches: Batches::Unread(Mutex::new(Some(stream))) }
    }
}

impl fmt::Debug for LinkTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkTable").field("field", &self.field).finish_non_exhaustive()
    }
}

#[pymethods]
impl LinkTable {
    /// The stream of the Arrow C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = self.field.clone();
        let capsule = match &self.batches {
            Batches::Read(batches) => {
                let batches = batches.clone().into_iter().map(Ok);
                to_stream_pycapsule(
                    py,
                    Box::new(ArrayIterator::new(batches, field)),
                    requested_schema,
                )
            }
            Batches::Unread(stream) => {
                let stream = stream.lock().unwrap_or_else(PoisonError::into_inner).take();
                let read = "the links of a stream can only be read once";
                let stream = stream.ok_or_else(|| PyValueError::new_err(read))?;
                to_stream_pycapsule(
                    py,
                    Box::new(ArrayIterator::new(stream, field)),
                    requested_schema,
                )
            }
        };
        capsule.map_err(PyArrowError::into)
    }

    /// The schema of the Arrow C interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref()).map_err(PyArrowError::into)
    }
}
