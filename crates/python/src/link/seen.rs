//! The class `Link`: the link that a callback gets before the link is written.

use linkwright::link::Context;
use linkwright::uri::UriReference;
use linkwright::uri::hazards::Code;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet};
use pyo3::{PyTraverseError, PyVisit};

use crate::convert::Places;
use crate::error;
use crate::find::found::Match;

/// A copy of a link before it is written. After the callbacks have returned, their changes to the copy are applied to
/// the link.
#[pyclass(module = "linkwright")]
#[derive(Debug)]
pub(crate) struct Link {
    /// The match; `None` for a link that the document already has.
    #[pyo3(get, name = "match")]
    found: Option<Py<Match>>,
    /// The format into which the link is written: `text` (HTML for a plain text), `html`, `markdown` or `terminal`.
    #[pyo3(get)]
    context: &'static str,
    /// The text of the link in the document.
    #[pyo3(get)]
    text: String,
    /// The codes of the hazards of the URI.
    #[pyo3(get)]
    hazards: Py<PyFrozenSet>,
    /// The target of the link: a URI or a relative reference.
    #[pyo3(get)]
    href: String,
    /// The text that is shown.
    #[pyo3(get, set)]
    label: String,
    /// The other attributes of the link. In Markdown only `title` has an effect, and in terminal output none has.
    #[pyo3(get, set)]
    attributes: Py<PyDict>,
}

impl Link {
    /// A copy of `link`. `places` converts the offsets of the match.
    pub(crate) fn of(
        py: Python<'_>,
        link: &linkwright::link::Link<'_>,
        places: &Places<'_>,
    ) -> PyResult<Link> {
        let attributes = PyDict::new(py);
        for (name, value) in link.attributes() {
            attributes.set_item(name, value)?;
        }
        let found = link.found().map(|found| Py::new(py, Match::new(found.clone(), places)));
        Ok(Link {
            found: found.transpose()?,
            context: context_name(link.context()),
            text: link.text().to_owned(),
            hazards: PyFrozenSet::new(py, link.hazards().iter().map(Code::name))?.unbind(),
            href: link.href().to_owned(),
            label: link.label().to_owned(),
            attributes: attributes.unbind(),
        })
    }

    /// Applies the changes of this copy to `link`.
    ///
    /// # Errors
    /// An `OptionError` for an attribute that a link must not have, a `TypeError` for a value that is not a `str`.
    pub(crate) fn apply(
        &self,
        py: Python<'_>,
        link: &mut linkwright::link::Link<'_>,
    ) -> PyResult<()> {
        if self.href != link.href() {
            link.set_href(self.href.as_str())
                .map_err(|wrong| error::uri(py, &self.href, &wrong))?;
        }
        if self.label != link.label() {
            link.set_label(self.label.as_str());
        }
        let wanted: Vec<(String, String)> =
            self.attributes.bind(py).iter().map(|item| pair(&item)).collect::<PyResult<_>>()?;
        let is_wanted = |name: &str| wanted.iter().any(|(kept, _)| kept.eq_ignore_ascii_case(name));
        let dropped: Vec<String> = link
            .attributes()
            .map(|(name, _)| name.to_owned())
            .filter(|name| !is_wanted(name))
            .collect();
        for name in dropped {
            link.remove_attribute(&name);
        }
        for (name, value) in &wanted {
            if link.attribute(name) != Some(value) {
                link.set_attribute(name, value).map_err(|refused| error::option(py, &refused))?;
            }
        }
        Ok(())
    }
}

#[pymethods]
impl Link {
    /// Whether the document already has the link.
    #[getter]
    fn existing(&self) -> bool {
        self.found.is_none()
    }

    #[setter]
    fn set_href(&mut self, py: Python<'_>, href: String) -> PyResult<()> {
        if let Err(wrong) = UriReference::parse(&href) {
            return Err(error::uri(py, &href, &wrong));
        }
        self.href = href;
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.attributes)
    }

    fn __repr__(&self) -> String {
        format!("<linkwright.Link {:?} {:?}>", self.href, self.label)
    }
}

fn context_name(context: Context) -> &'static str {
    match context {
        Context::Text => "text",
        Context::Html => "html",
        Context::Markdown => "markdown",
        _ => "terminal",
    }
}

/// The name and the value of an attribute.
fn pair((name, value): &(Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<(String, String)> {
    Ok((crate::options::text("attributes", name)?, crate::options::text("attributes", value)?))
}
