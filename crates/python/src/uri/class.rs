//! The class `Uri`.

use linkwright::find::registrable_domain;
use linkwright::uri::hazards::{Hazard, unwrapped};
use linkwright::uri::{
    Authority, Components, Grammar, HostKind, MapError, Resolver, Rung, UriBuf, UriReference,
    repair, to_uri,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};

use crate::convert::{self, of_str};
use crate::uri::compose;
use crate::{error, tuples};

/// A URI, with the operations of RFC 3986, sections 3, 5, 6 and 7. A URI is in ASCII, so its offsets count both
/// characters and bytes.
#[pyclass(module = "linkwright", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Uri {
    inner: UriBuf,
}

impl Uri {
    /// Parses `text` as a URI.
    ///
    /// # Errors
    /// A `UriError`.
    pub(crate) fn parse(py: Python<'_>, text: &str) -> PyResult<Uri> {
        compose::parse(py, text).map(|inner| Uri { inner })
    }

    fn authority(&self) -> Option<Authority<'_>> {
        self.inner.as_uri().as_reference().authority()
    }

    fn reference(&self) -> UriReference<'_> {
        self.inner.as_uri().as_reference()
    }
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Uri> {
        Uri::parse(py, &of_str(text)?)
    }

    /// Converts an IRI to a URI (RFC 3987, section 3.1).
    #[staticmethod]
    #[pyo3(signature = (iri, /))]
    fn from_iri(py: Python<'_>, iri: &Bound<'_, PyString>) -> PyResult<Uri> {
        let iri = of_str(iri)?;
        match to_uri(&iri) {
            Ok(inner) => Ok(Uri { inner }),
            Err(MapError::Invalid(wrong)) => Err(error::uri(py, &iri, &wrong)),
            Err(other) => Err(error::Error::new_err(other.to_string())),
        }
    }

    /// Percent-encodes the characters that the path, the query and the fragment must not contain.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn repaired(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Uri> {
        let text = of_str(text)?;
        let repaired =
            repair(&text, Grammar::Uri).map_err(|wrong| error::uri(py, &text, &wrong))?;
        Uri::parse(py, repaired.as_str())
    }

    /// Builds a URI from these components (section 5.3).
    #[staticmethod]
    #[pyo3(signature = (*, scheme, authority = None, path = "", query = None, fragment = None))]
    fn compose(
        py: Python<'_>,
        scheme: &str,
        authority: Option<&str>,
        path: &str,
        query: Option<&str>,
        fragment: Option<&str>,
    ) -> PyResult<Uri> {
        let components = Components { scheme: Some(scheme), authority, path, query, fragment };
        compose::compose(py, &components).map(|inner| Uri { inner })
    }

    /// The URI with these components changed.
    #[pyo3(signature = (**components))]
    fn replace(&self, py: Python<'_>, components: Option<&Bound<'_, PyDict>>) -> PyResult<Uri> {
        compose::replace(py, &self.inner, components).map(|inner| Uri { inner })
    }

    /// The scheme.
    #[getter]
    fn scheme(&self) -> &str {
        self.inner.as_uri().scheme().as_str()
    }

    /// The authority: userinfo, host and port.
    #[getter(authority)]
    fn authority_text(&self) -> Option<&str> {
        self.authority().map(|authority| authority.as_str())
    }

    /// The userinfo: the text before the `@` of the authority.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.authority()?.userinfo()
    }

    /// The host, with the brackets of an IPv6 address.
    #[getter]
    fn host(&self) -> Option<&str> {
        Some(self.authority()?.host().as_str())
    }

    /// `reg-name`, `ipv4`, `ipv6` or `ipvfuture`.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        Some(match self.authority()?.host().kind() {
            HostKind::Ipv4(_) => "ipv4",
            HostKind::Ipv6(_) => "ipv6",
            HostKind::IpvFuture => "ipvfuture",
            _ => "reg-name",
        })
    }

    /// The port. The number can be larger than 65535, because the grammar allows any number of digits.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(port) = self.authority().and_then(|authority| authority.port()) else {
            return Ok(None);
        };
        let digits = port.trim_start_matches('0');
        if port.is_empty() {
            return Ok(None);
        }
        // Python refuses to convert more than 4,300 digits by default.
        let digits = if digits.is_empty() { "0" } else { digits };
        match py.get_type::<PyInt>().call1((digits,)) {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(error::Error::new_err("the port has too many digits")),
        }
    }

    /// The path, which may be empty.
    #[getter]
    fn path(&self) -> &str {
        self.reference().path()
    }

    /// The query, without its `?`.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.reference().query()
    }

    /// The fragment, without its `#`.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.reference().fragment()
    }

    /// The segments of the path, percent-encoded.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments: Vec<&str> = self.reference().segments().collect();
        PyTuple::new(py, segments)
    }

    /// The names and values of a query in the format of HTML forms, without decoding. A name without `=` has the value
    /// `None`.
    #[getter]
    fn query_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs: Vec<(&str, Option<&str>)> = self.reference().query_pairs().collect();
        PyTuple::new(py, pairs)
    }

    /// The registrable domain of the host, according to the public suffix list.
    #[getter]
    fn registrable_domain(&self) -> Option<&str> {
        registrable_domain(self.host()?)
    }

    /// The original URI, if this is the URI of a redirect service that contains it; otherwise `None`.
    #[getter]
    fn unwrapped(&self) -> Option<Uri> {
        unwrapped(self.inner.as_uri()).map(|inner| Uri { inner })
    }

    /// The URI without its fragment.
    fn without_fragment(&self) -> Uri {
        Uri { inner: UriBuf::from(self.inner.as_uri().without_fragment()) }
    }

    /// The URI with as few escapes as possible, as text for people (UTS #58). With `medial`, punctuation at its end is
    /// not escaped.
    #[pyo3(signature = (*, medial = false))]
    fn minimally_escaped(&self, medial: bool) -> String {
        self.inner.as_uri().minimally_escaped(medial)
    }

    /// The normal form on a rung of the comparison ladder (section 6).
    #[pyo3(signature = (rung = "scheme"))]
    fn normalize(&self, py: Python<'_>, rung: &str) -> PyResult<Uri> {
        Ok(Uri { inner: self.inner.as_uri().to_normalized(rung_of(py, rung)?) })
    }

    /// The first rung on which both URIs are the same, or `None`.
    #[pyo3(signature = (other, /))]
    fn first_equal_rung(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
    ) -> PyResult<Option<&'static str>> {
        let other = argument(py, other)?;
        let rung = self.inner.as_uri().first_equal_rung(&other.get().inner.as_uri());
        Ok(rung.map(Rung::name))
    }

    /// Whether both URIs are the same on this rung.
    #[pyo3(signature = (other, /, rung = "scheme"))]
    fn is_equivalent(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        rung: &str,
    ) -> PyResult<bool> {
        let other = argument(py, other)?;
        Ok(self.inner.as_uri().is_equivalent(&other.get().inner.as_uri(), rung_of(py, rung)?))
    }

    /// Resolves a reference against this URI (section 5.2).
    #[pyo3(signature = (reference, /, *, strict = true))]
    fn join(&self, py: Python<'_>, reference: &Bound<'_, PyString>, strict: bool) -> PyResult<Uri> {
        let reference = of_str(reference)?;
        let resolver = Resolver::new(self.inner.as_uri()).backward_compatible(!strict);
        match resolver.resolve(&reference) {
            Ok(inner) => Ok(Uri { inner }),
            Err(wrong) => Err(error::uri(py, &reference, &wrong)),
        }
    }

    /// The relative reference that resolves to `target` against this URI, or `None`.
    #[pyo3(signature = (target, /))]
    fn relativize(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let target = argument(py, target)?;
        Ok(Resolver::new(self.inner.as_uri()).relativize(target.get().inner.as_uri()))
    }

    /// Whether a reference refers to the document with this URI (section 4.4).
    #[pyo3(signature = (reference, /, rung = "string"))]
    fn is_same_document(
        &self,
        py: Python<'_>,
        reference: &Bound<'_, PyString>,
        rung: &str,
    ) -> PyResult<bool> {
        let reference = of_str(reference)?;
        let parsed =
            UriReference::parse(&reference).map_err(|wrong| error::uri(py, &reference, &wrong))?;
        Ok(Resolver::new(self.inner.as_uri()).is_same_document(parsed, rung_of(py, rung)?))
    }

    /// The reasons why the URI is dangerous to show or to follow (section 7).
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.inner.as_uri().hazards().iter().map(|hazard| hazard_of(py, hazard)).collect()
    }

    fn __str__(&self) -> &str {
        self.inner.as_str()
    }

    fn __repr__(&self) -> String {
        format!("linkwright.Uri('{}')", self.inner.as_str().replace('\'', "\\'"))
    }

    fn __hash__(&self) -> u64 {
        convert::hash(&self.inner.as_str())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Uri>() else { return Ok(py.NotImplemented()) };
        let order = self.inner.as_str().cmp(other.get().inner.as_str());
        Ok(op.matches(order).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        let rebuild = py.import("linkwright._linkwright")?.getattr("_rebuild_uri")?;
        Ok((rebuild, (self.inner.as_str(),)))
    }
}

/// Restores a URI from the argument that `Uri.__reduce__` returned.
#[pyfunction]
#[pyo3(name = "_rebuild_uri")]
pub(crate) fn rebuild_uri(py: Python<'_>, text: &str) -> PyResult<Uri> {
    Uri::parse(py, text)
}

/// Converts an argument, which is a `Uri` or a `str`, to a `Uri`.
fn argument<'py>(py: Python<'py>, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Uri>> {
    if let Ok(uri) = argument.cast::<Uri>() {
        return Ok(uri.clone());
    }
    let Ok(text) = argument.cast::<PyString>() else {
        let found = argument.get_type();
        return Err(PyTypeError::new_err(format!(
            "expected a Uri or a str, found {}",
            found.name()?
        )));
    };
    Bound::new(py, Uri::parse(py, &of_str(text)?)?)
}

fn rung_of(py: Python<'_>, name: &str) -> PyResult<Rung> {
    name.parse().map_err(|unknown| error::option_named(py, "rung", format!("rung: {unknown}")))
}

fn hazard_of<'py>(py: Python<'py>, hazard: &Hazard) -> PyResult<Bound<'py, PyAny>> {
    let span = (hazard.span().start(), hazard.span().end());
    let fields = (
        hazard.code().name(),
        hazard.severity().name(),
        span,
        hazard.code().section(),
        hazard.code().message(),
    );
    tuples::HAZARD.call(py, fields)
}
