//! The extension module of the Python package `linkwright`.
//!
//! It converts values of Python to values of the library and back, and errors to exceptions. Everything else is in the
//! library. The Python files of the package are in `python/linkwright`.

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

/// The extension module. Locks protect all state that changes, so that Python without a global interpreter lock runs
/// the classes in parallel.
#[pymodule(name = "_linkwright", gil_used = false)]
mod extension {
    #[pymodule_export]
    use super::{
        batch::LinkTable,
        error::{Error, OptionError, UriError},
        find::finder::{Finder, rebuild_finder},
        find::found::{Match, restore_match},
        find::functions::{find, option_names, rules, uris},
        find::iterator::MatchIterator,
        find::stream::FindStream,
        harvest::run::HarvestRun,
        link::functions::{linkify, linkify_html, linkify_markdown},
        link::linker::{Linker, rebuild_linker},
        link::seen::Link,
        link::stream::LinkStream,
        uri::class::{Uri, rebuild_uri},
    };

    use super::{Bound, FEATURES, PyFrozenSet, PyModule, PyModuleMethods, PyResult, error};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        error::prepare(py)?;
        module.add("FEATURES", PyFrozenSet::new(py, FEATURES)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The features of the library that are enabled in the package.
const FEATURES: [&str; 7] =
    ["domains", "html", "idn", "markdown", "patterns", "registrable-domains", "security"];
