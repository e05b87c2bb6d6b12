//! Builds URIs from components (RFC 3986, section 5.3).

use linkwright::uri::{Components, ComposeError, Grammar, Mode, UriBuf};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;

/// Parses `text` as a URI.
///
/// # Errors
/// A `UriError`.
pub(super) fn parse(py: Python<'_>, text: &str, zone_ids: bool) -> PyResult<UriBuf> {
    UriBuf::parse_with(text.to_owned(), Mode::new().zone_ids(zone_ids))
        .map_err(|wrong| error::uri(py, text, &wrong.parse_error()))
}

/// Builds a URI from components, which must already be percent-encoded.
///
/// # Errors
/// A `UriError` if the resulting text is not a URI, an `Error` if a parser would find other components in it.
pub(super) fn compose(py: Python<'_>, components: &Components<'_>) -> PyResult<UriBuf> {
    let text = components
        .compose(Grammar::Uri)
        .map_err(|wrong| not_composed(py, &wrong, &components.to_string()))?;
    parse(py, &text, true)
}

/// A copy of `uri` with some components replaced.
///
/// # Errors
/// A `TypeError` for a name that is not the name of a component, and the errors of [`compose`].
pub(super) fn replace(
    py: Python<'_>,
    uri: &UriBuf,
    components: Option<&Bound<'_, PyDict>>,
) -> PyResult<UriBuf> {
    let mut changed = uri.clone();
    for (name, value) in components.into_iter().flatten() {
        let name: String = name.extract()?;
        set(&mut changed, &name, &value)?
            .map_err(|wrong| not_composed(py, &wrong, changed.as_str()))?;
    }
    Ok(changed)
}

/// Sets one component.
fn set(
    uri: &mut UriBuf,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Result<(), ComposeError>> {
    if name == "port" {
        return Ok(uri.set_port(value.extract()?));
    }
    let text: Option<String> = value.extract()?;
    let text = text.as_deref();
    let required =
        || text.ok_or_else(|| PyTypeError::new_err(format!("{name}: expected a str, found None")));
    Ok(match name {
        "scheme" => uri.set_scheme(required()?),
        "userinfo" => uri.set_userinfo(text),
        "host" => uri.set_host(text),
        "path" => uri.set_path(required()?),
        "query" => uri.set_query(text),
        "fragment" => uri.set_fragment(text),
        _ => return Err(PyTypeError::new_err(format!("{name}: not a component of a URI"))),
    })
}

fn not_composed(py: Python<'_>, wrong: &ComposeError, text: &str) -> PyErr {
    match wrong {
        ComposeError::Invalid(wrong) => error::uri(py, text, wrong),
        other => error::Error::new_err(other.to_string()),
    }
}
