//! The class `Linker`.

use std::borrow::Cow;

use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, TerminalLinker, TerminalLinkerBuilder};
use linkwright::options::{OptionError, Value};
use linkwright::rewrite::markdown::{MarkdownLinker, MarkdownLinkerBuilder};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::convert::{Places, Text, of_str, while_others_run};
use crate::error;
use crate::find::finder::Finder;
use crate::link::decide::Decide;
use crate::link::stream::LinkStream;
use crate::options::{self, Options};

/// Writes links, with options that are set once. Threads can share a linker.
#[pyclass(module = "linkwright", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Linker {
    finder: Py<Finder>,
    options: Options,
    decide: Decide,
    /// Builds the linkers for calls with other values of `newlines` or `quotes`, and for streams, each of which needs a
    /// separate closure.
    html_builder: HtmlLinkerBuilder,
    markdown_builder: MarkdownLinkerBuilder,
    html: HtmlLinker,
    markdown: MarkdownLinker,
    terminal: TerminalLinker,
}

impl Linker {
    /// A linker for the links that `finder` finds, with these options.
    ///
    /// # Errors
    /// An `OptionError`.
    pub(crate) fn build(
        py: Python<'_>,
        finder: Py<Finder>,
        decide: Decide,
        options: Options,
    ) -> PyResult<Linker> {
        let inner = &finder.get().inner;
        let mut html = HtmlLinker::builder(inner);
        let mut markdown = MarkdownLinker::builder(inner);
        let mut terminal = TerminalLinker::builder(inner);
        let refused = |refused: OptionError| error::option(py, &refused);
        for (name, value) in &options {
            let mut is_known = false;
            if MarkdownLinkerBuilder::options().any(|option| option.name() == name) {
                markdown.set(name, value.clone()).map_err(refused)?;
                is_known = true;
            }
            if TerminalLinkerBuilder::options().any(|option| option.name() == name) {
                terminal.set(name, value.clone()).map_err(refused)?;
                is_known = true;
            }
            // An option that no linker has is set on the HTML linker, which refuses it.
            if !is_known || HtmlLinkerBuilder::options().any(|option| option.name() == name) {
                html.set(name, value.clone()).map_err(refused)?;
            }
        }
        Ok(Linker {
            html: html.build().map_err(refused)?,
            markdown: markdown.build().map_err(refused)?,
            terminal: terminal.build().map_err(refused)?,
            html_builder: html,
            markdown_builder: markdown,
            finder,
            options,
            decide,
        })
    }

    /// Converts a text to HTML with `linker`, and calls the callbacks.
    fn write_text(&self, py: Python<'_>, linker: &HtmlLinker, text: &Text<'_>) -> PyResult<String> {
        let plain = text.as_str();
        if self.decide.is_empty() {
            return Ok(while_others_run(py, plain.len(), || linker.linkify(plain)));
        }
        let places = text.places();
        linker.try_linkify(plain, |link| self.decide.call(py, link, &places))
    }

    /// The document with links. It is borrowed if nothing changed.
    fn rewritten<'h>(&self, py: Python<'_>, html: &'h [u8]) -> PyResult<Cow<'h, [u8]>> {
        if self.decide.is_empty() {
            return Ok(while_others_run(py, html.len(), || self.html.rewrite(html)));
        }
        self.html.try_rewrite(html, |link| self.decide.call(py, link, &Places::Bytes))
    }
}

#[pymethods]
impl Linker {
    #[new]
    #[pyo3(signature = (finder = None, *, decide = None, **options))]
    fn new(
        py: Python<'_>,
        finder: Option<&Bound<'_, PyAny>>,
        decide: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Linker> {
        let options = options::read(options, options::of_linkers)?;
        Linker::build(py, finder_of(py, finder)?, Decide::of(decide)?, options)
    }

    /// Converts a plain text to escaped HTML with links.
    #[pyo3(signature = (text, /, *, newlines = None, quotes = None))]
    pub(crate) fn text(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyString>,
        newlines: Option<&str>,
        quotes: Option<bool>,
    ) -> PyResult<String> {
        let text = Text::of(text)?;
        if newlines.is_none() && quotes.is_none() {
            return self.write_text(py, &self.html, &text);
        }
        let mut builder = self.html_builder.clone();
        let set = |name: &str, value: Value| builder.set(name, value).map(drop);
        let linker = set_all(
            set,
            [
                newlines.map(|how| ("newlines", how.into())),
                quotes.map(|yes| ("quotes", yes.into())),
            ],
        )
        .and_then(|()| builder.build())
        .map_err(|refused| error::option(py, &refused))?;
        self.write_text(py, &linker, &text)
    }

    /// Adds links to the text of an HTML document or fragment. Returns the same object if nothing changed.
    #[pyo3(signature = (html, /))]
    pub(crate) fn html<'py>(
        &self,
        py: Python<'py>,
        html: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let document = Text::of(html)?;
        match self.rewritten(py, document.as_bytes())? {
            Cow::Borrowed(_) if document.is_borrowed() => Ok(html.clone()),
            rewritten => match document {
                Text::Str(..) => {
                    let text = String::from_utf8_lossy(&rewritten);
                    Ok(PyString::new(py, &text).into_any())
                }
                Text::Bytes(_) => Ok(PyBytes::new(py, &rewritten).into_any()),
            },
        }
    }

    /// Adds links to the text of a Markdown document. Returns the same object if nothing changed.
    #[pyo3(signature = (markdown, /, *, style = None))]
    pub(crate) fn markdown<'py>(
        &self,
        py: Python<'py>,
        markdown: &Bound<'py, PyString>,
        style: Option<&str>,
    ) -> PyResult<Bound<'py, PyString>> {
        let source = of_str(markdown)?;
        let variant = if let Some(style) = style {
            let mut builder = self.markdown_builder.clone();
            let built =
                builder.set("style", Value::from(style)).and_then(|builder| builder.build());
            Some(built.map_err(|refused| error::option(py, &refused))?)
        } else {
            None
        };
        let linker = variant.as_ref().unwrap_or(&self.markdown);
        let rewritten = if self.decide.is_empty() {
            while_others_run(py, source.len(), || linker.rewrite(&source))
        } else {
            linker.try_rewrite(&source, |link| self.decide.call(py, link, &Places::Bytes))?
        };
        match (rewritten, &source) {
            (Cow::Borrowed(_), Cow::Borrowed(_)) => Ok(markdown.clone()),
            (rewritten, _) => Ok(PyString::new(py, &rewritten)),
        }
    }

    /// Adds hyperlinks for a terminal to a plain text.
    #[pyo3(signature = (text, /))]
    fn terminal(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<String> {
        let text = of_str(text)?;
        if self.decide.is_empty() {
            return Ok(while_others_run(py, text.len(), || self.terminal.linkify(&text)));
        }
        self.terminal.try_linkify(&text, |link| self.decide.call(py, link, &Places::Bytes))
    }

    /// Returns a stream that gets a plain text in chunks and returns HTML in chunks.
    fn stream(&self, py: Python<'_>) -> PyResult<LinkStream> {
        LinkStream::new(&self.html_builder, &self.html, &self.decide, py)
    }

    /// The finder of this linker.
    #[getter]
    fn finder(&self, py: Python<'_>) -> Py<Finder> {
        self.finder.clone_ref(py)
    }

    /// The callbacks.
    #[getter]
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.decide.to_tuple(py)
    }

    /// The options that were passed to the constructor.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options::write(py, &self.options)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let options = options::repr(py, &self.options)?;
        Ok(format!("linkwright.Linker({}{options})", self.finder.bind(py).repr()?))
    }

    /// Visits the callbacks, which may refer back to the linker. The class has no `__clear__`, because a linker is
    /// immutable; the garbage collector breaks a reference cycle at another object.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.decide.traverse(&visit)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py>> {
        let rebuild = py.import("linkwright._linkwright")?.getattr("_rebuild_linker")?;
        Ok((rebuild, (self.finder(py), self.decide.to_tuple(py)?, self.options(py)?)))
    }
}

/// The function that unpickling calls, and its arguments.
type Rebuilt<'py> = (Bound<'py, PyAny>, (Py<Finder>, Bound<'py, PyTuple>, Bound<'py, PyDict>));

/// Builds a linker from the arguments that `Linker.__reduce__` returned.
#[pyfunction]
#[pyo3(name = "_rebuild_linker")]
pub(crate) fn rebuild_linker(
    py: Python<'_>,
    finder: &Bound<'_, PyAny>,
    decide: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Linker> {
    Linker::new(py, Some(finder), Some(decide), Some(options))
}

/// The finder of the argument `finder`: a finder, or the name of a preset.
fn finder_of(py: Python<'_>, finder: Option<&Bound<'_, PyAny>>) -> PyResult<Py<Finder>> {
    let preset = match finder {
        None => options::preset(py, "mail")?,
        Some(finder) => {
            if let Ok(finder) = finder.cast::<Finder>() {
                return Ok(finder.clone().unbind());
            }
            let Ok(name) = finder.cast::<PyString>() else {
                let message = "finder: expected a Finder or the name of a preset";
                return Err(PyTypeError::new_err(message));
            };
            options::preset(py, &of_str(name)?)?
        }
    };
    Py::new(py, Finder::build(py, preset, Vec::new())?)
}

/// Calls `set` for the options that are not `None`.
fn set_all<const N: usize>(
    mut set: impl FnMut(&str, Value) -> Result<(), OptionError>,
    options: [Option<(&str, Value)>; N],
) -> Result<(), OptionError> {
    options.into_iter().flatten().try_for_each(|(name, value)| set(name, value))
}
