//! Defines the exceptions of the package, and converts errors of the library to exceptions.

use linkwright::options::OptionError as Refused;
use linkwright::uri::ParseError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(linkwright, Error, PyValueError, "The base class of the errors of this package.");
create_exception!(
    linkwright,
    OptionError,
    Error,
    "Raised for an option that does not exist, or for a value that an option does not take.\n\nIts attribute `option` is the name of the option."
);
create_exception!(
    linkwright,
    UriError,
    Error,
    "Raised for a text that is not a URI.\n\nIts attributes are `at`, the offset of the first character that is not \
     allowed; `expected`, what is allowed in its place; and `rule`, the grammar rule of RFC 3986."
);

/// Sets default values for the attributes on the classes, so that instances created in Python code have the attributes
/// as well.
pub(crate) fn prepare(py: Python<'_>) -> PyResult<()> {
    py.get_type::<OptionError>().setattr("option", "")?;
    let uri_error = py.get_type::<UriError>();
    uri_error.setattr("at", 0)?;
    uri_error.setattr("expected", "")?;
    uri_error.setattr("rule", "")
}

/// The exception for an option that was refused.
pub(crate) fn option(py: Python<'_>, refused: &Refused) -> PyErr {
    option_named(py, refused.option(), refused.to_string())
}

/// The exception for the option `name`, with a message.
pub(crate) fn option_named(py: Python<'_>, name: &str, message: String) -> PyErr {
    with(OptionError::new_err(message), py, |error| error.setattr("option", name))
}

/// The exception for a text that is not a URI. Its offset counts code points.
pub(crate) fn uri(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    let at = text.get(..error.at()).map_or(0, |before| before.chars().count());
    let message = format!("expected {} in {} at {at}", error.expected(), error.rule());
    with(UriError::new_err(message), py, |exception| {
        exception.setattr("at", at)?;
        exception.setattr("expected", error.expected().to_string())?;
        exception.setattr("rule", error.rule().name())
    })
}

/// Returns `error` after `set` has set attributes on it. If `set` fails, for instance because memory is short, returns
/// the error of `set`.
fn with(
    error: PyErr,
    py: Python<'_>,
    set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>,
) -> PyErr {
    match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(other) => other,
    }
}
