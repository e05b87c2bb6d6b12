//! Finds the links in columns of texts, which data frames and clusters pass through the Arrow C interface.
//!
//! The input is any object with `__arrow_c_array__` or `__arrow_c_stream__`, and the result is an object with
//! `__arrow_c_stream__`. The unsafe code of that interface is in `pyo3-arrow` and `arrow-array`.

mod column;
mod count;
mod links;
mod rows;
mod table;

use arrow_schema::FieldRef;
use linkwright::Finder;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;

use crate::batch::column::Column;
use crate::batch::links::Search;
use crate::batch::rows::{Rows, text_field};
use crate::error;
pub(crate) use table::LinkTable;

/// The links of a column of texts, as an Arrow table.
///
/// An array is searched at once, and its table can be read more than once. A stream is searched batch by batch while
/// its table is read, so the table may be larger than memory, but it can be read only once.
///
/// # Errors
/// A `TypeError` for an input without texts, an `OptionError` for a column that does not exist.
pub(crate) fn find_batch(
    py: Python<'_>,
    finder: &Finder,
    texts: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
) -> PyResult<LinkTable> {
    let columns = columns_of(py, columns)?;
    let is_arrow = ["__arrow_c_array__", "__arrow_c_stream__"].map(|name| texts.hasattr(name));
    if !is_arrow.into_iter().collect::<PyResult<Vec<bool>>>()?.contains(&true) {
        let found = texts.get_type();
        let message = "expected an object with __arrow_c_array__ or __arrow_c_stream__, found";
        return Err(PyTypeError::new_err(format!("{message} {}", found.name()?)));
    }
    let texts: AnyArray = texts.extract()?;
    check(&texts.field()?)?;
    let mut search = Search::new(finder.clone(), columns);
    match texts {
        AnyArray::Array(array) => {
            let rows = Rows::of(array.array()).map_err(|error| failed(&error))?;
            let batches = py.detach(|| search.all(&rows)).map_err(|error| failed(&error))?;
            Ok(LinkTable::read(search.field(), batches))
        }
        AnyArray::Stream(stream) => {
            Ok(LinkTable::unread(search.field(), search.of_stream(stream.into_reader()?)))
        }
    }
}

/// The columns with these names, or the default columns.
fn columns_of(py: Python<'_>, names: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Column>> {
    let Some(names) = names else { return Ok(Column::DEFAULT.to_vec()) };
    if names.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("columns: expected an iterable of str, found str"));
    }
    let mut columns = Vec::new();
    for name in names.try_iter()? {
        let name: String = name?.extract()?;
        let column = Column::of_name(&name).ok_or_else(|| {
            let known = Column::ALL.map(Column::name).join(", ");
            let message = format!("columns: {name:?} is not a column; the columns are {known}");
            error::option_named(py, "columns", message)
        })?;
        if columns.contains(&column) {
            let message = format!("columns: {name:?} is listed twice");
            return Err(error::option_named(py, "columns", message));
        }
        columns.push(column);
    }
    if columns.is_empty() {
        return Err(error::option_named(py, "columns", "columns: no column is chosen".to_owned()));
    }
    Ok(columns)
}

/// Checks that a field contains texts.
fn check(field: &FieldRef) -> PyResult<()> {
    text_field(field.data_type()).map(drop).map_err(PyTypeError::new_err)
}

fn failed(error: &arrow_schema::ArrowError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}
