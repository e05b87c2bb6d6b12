//! The extension module of the Python package `linkwright`.
//!
//! It translates: values of Python become those of the library and back, errors become exceptions. What has no part in
//! this is in the library. The Python files of the package are beside it, in `python/linkwright`.

mod convert;
mod error;
mod find;
mod options;
mod tuples;

use pyo3::prelude::*;

/// The extension module. Its classes have no state that changes without a lock, so that Python without a global
/// interpreter lock runs them in parallel.
#[pymodule(name = "_linkwright", gil_used = false)]
mod extension {
    #[pymodule_export]
    use super::error::{Error, OptionError, UriError};
    #[pymodule_export]
    use super::find::finder::Finder;
    #[pymodule_export]
    use super::find::found::{Match, restore_match};
    #[pymodule_export]
    use super::find::functions::find;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
