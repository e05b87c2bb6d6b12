//! Builds URIs from components (RFC 3986, section 5.3).

use linkwright::uri::{Components, ComposeError, Grammar, Uri, UriBuf};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;

/// Parses `text` as a URI.
///
/// # Errors
/// A `UriError`.
pub(super) fn parse(py: Python<'_>, text: &str) -> PyResult<UriBuf> {
    UriBuf::parse(text.to_owned()).map_err(|wrong| error::uri(py, text, &wrong))
}

/// Builds a URI from components, which must already be percent-encoded.
///
/// # Errors
/// A `UriError` if the resulting text is not a URI, an `Error` if a parser would find other components in it.
pub(super) fn compose(py: Python<'_>, components: &Components<'_>) -> PyResult<UriBuf> {
    let text = components
        .compose(Grammar::Uri)
        .map_err(|wrong| not_composed(py, &wrong, &components.to_string()))?;
    parse(py, &text)
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
    let mut changed = Changed::of(uri.as_uri());
    for (name, value) in components.into_iter().flatten() {
        changed.set(&name.extract::<String>()?, &value)?;
    }
    changed.compose(py)
}

/// The components of a URI that is changed, with those of its authority.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Changed {
    scheme: String,
    authority: Option<AuthorityText>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AuthorityText {
    userinfo: Option<String>,
    host: String,
    port: Option<String>,
}

impl Changed {
    fn of(uri: Uri<'_>) -> Changed {
        let authority = uri.authority().map(|authority| AuthorityText {
            userinfo: authority.userinfo().map(str::to_owned),
            host: authority.host().as_str().to_owned(),
            port: authority.port().map(str::to_owned),
        });
        Changed {
            scheme: uri.scheme().as_str().to_owned(),
            authority,
            path: uri.path().to_owned(),
            query: uri.query().map(str::to_owned),
            fragment: uri.fragment().map(str::to_owned),
        }
    }

    /// Sets one component. A part of an authority that is missing adds an authority with an empty host.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if name == "port" {
            let port: Option<u16> = value.extract()?;
            if port.is_some() || self.authority.is_some() {
                self.authority_mut().port = port.map(|port| port.to_string());
            }
            return Ok(());
        }
        let text: Option<String> = value.extract()?;
        let required = |text: Option<String>| {
            text.ok_or_else(|| PyTypeError::new_err(format!("{name}: expected a str, found None")))
        };
        match name {
            "scheme" => self.scheme = required(text)?,
            "userinfo" if text.is_none() && self.authority.is_none() => {}
            "userinfo" => self.authority_mut().userinfo = text,
            "host" => match text {
                Some(host) => self.authority_mut().host = host,
                None => self.authority = None,
            },
            "path" => self.path = required(text)?,
            "query" => self.query = text,
            "fragment" => self.fragment = text,
            _ => return Err(PyTypeError::new_err(format!("{name}: not a component of a URI"))),
        }
        Ok(())
    }

    fn authority_mut(&mut self) -> &mut AuthorityText {
        self.authority.get_or_insert_default()
    }

    /// The URI of these components, if a parser finds the same components in it.
    fn compose(&self, py: Python<'_>) -> PyResult<UriBuf> {
        let authority = self.authority.as_ref().map(AuthorityText::text);
        let uri = compose(
            py,
            &Components {
                scheme: Some(&self.scheme),
                authority: authority.as_deref(),
                path: &self.path,
                query: self.query.as_deref(),
                fragment: self.fragment.as_deref(),
            },
        )?;
        if Changed::of(uri.as_uri()) == *self {
            Ok(uri)
        } else {
            Err(not_composed(py, &ComposeError::Misread(uri.into_string()), ""))
        }
    }
}

impl AuthorityText {
    fn text(&self) -> String {
        let userinfo = self.userinfo.iter().flat_map(|userinfo| [userinfo.as_str(), "@"]);
        let port = self.port.iter().flat_map(|port| [":", port.as_str()]);
        userinfo.chain([self.host.as_str()]).chain(port).collect()
    }
}

fn not_composed(py: Python<'_>, wrong: &ComposeError, text: &str) -> PyErr {
    match wrong {
        ComposeError::Invalid(wrong) => error::uri(py, text, wrong),
        other => error::Error::new_err(other.to_string()),
    }
}
