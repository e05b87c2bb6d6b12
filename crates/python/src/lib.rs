//! The extension module of the Python package `linkwright`.
//!
//! It translates: values of Python become those of the library and back, errors become exceptions. What has no part in
//! this is in the library. The Python files of the package are beside it, in `python/linkwright`.

mod batch;
mod convert;
mod error;
mod find;
mod harvest;
mod kept;
mod link;
mod options;
mod recent;
mod tuples;
mod uri;

use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

/// The extension module. Its classes have no state that changes without a lock, so that Python without a global
/// interpreter lock runs them in parallel.
#[pymodule(name = "_linkwright", gil_used = false)]
mod extension {
    #[pymodule_export]
    use super::batch::LinkTable;
    #[pymodule_export]
    use super::error::{Error, OptionError, UriError};
    #[pymodule_export]
    use super::find::finder::{Finder, rebuild_finder};
    #[pymodule_export]
    use super::find::found::{Match, restore_match};
    #[pymodule_export]
    use super::find::functions::{find, option_names, rules, uris};
    #[pymodule_export]
    use super::find::iterator::MatchIterator;
    #[pymodule_export]
    use super::find::stream::FindStream;
    #[pymodule_export]
    use super::link::functions::{linkify, linkify_html, linkify_markdown};
    #[pymodule_export]
    use super::link::linker::{Linker, rebuild_linker};
    #[pymodule_export]
    use super::link::seen::Link;
    #[pymodule_export]
    use super::link::stream::LinkStream;
    #[pymodule_export]
    use super::uri::class::{Uri, rebuild_uri};

    #[pymodule_export]
    use super::harvest::run::HarvestRun;

    use super::{Bound, FEATURES, PyFrozenSet, PyModule, PyModuleMethods, PyResult, error};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        error::prepare(py)?;
        module.add("FEATURES", PyFrozenSet::new(py, FEATURES)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The features of the library that the package has.
const FEATURES: [&str; 7] =
    ["domains", "html", "idn", "markdown", "patterns", "registrable-domains", "security"];
