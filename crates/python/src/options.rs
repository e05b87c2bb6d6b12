//! Options by name: converts Python values to values of the library, and back.

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::link::{HtmlLinkerBuilder, TerminalLinkerBuilder};
use linkwright::options::{OptionError, OptionInfo, Value, ValueKind};
use linkwright::rewrite::markdown::MarkdownLinkerBuilder;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyMapping, PyString, PyTuple};

use crate::error;

/// Options with their values, in the order in which they are set.
pub(crate) type Options = Vec<(String, Value)>;

/// The preset with this name.
///
/// # Errors
/// An `OptionError` for `preset`.
pub(crate) fn preset(py: Python<'_>, name: &str) -> PyResult<Preset> {
    name.parse().map_err(|unknown| error::option_named(py, "preset", format!("preset: {unknown}")))
}

/// Converts keyword arguments to options. `known` lists the options, whose types guide the conversion.
///
/// # Errors
/// An `OptionError` for a value that no option takes, and exceptions of the iterator of a list.
pub(crate) fn read(
    options: Option<&Bound<'_, PyDict>>,
    known: fn() -> Vec<&'static OptionInfo>,
) -> PyResult<Options> {
    let mut read = Vec::new();
    let Some(options) = options else { return Ok(read) };
    let known = known();
    for (name, value) in options {
        let name: String = name.extract()?;
        // `class` is a keyword of Python.
        let name = if name == "class_" { "class".to_owned() } else { name };
        let kind = known.iter().find(|option| option.name() == name).map(|option| option.kind());
        let value = value_of(&name, kind, &value)?;
        read.push((name, value));
    }
    Ok(read)
}

/// Builds a finder with these options.
///
/// # Errors
/// An `OptionError`.
pub(crate) fn finder(py: Python<'_>, preset: Preset, options: &Options) -> PyResult<Finder> {
    let mut builder = Finder::builder();
    builder.preset(preset);
    set(options, |name, value| builder.set(name, value.clone()).map(drop))
        .and_then(|()| builder.build())
        .map_err(|refused| error::option(py, &refused))
}

/// Calls `set` for each option.
pub(crate) fn set(
    options: &Options,
    mut set: impl FnMut(&str, &Value) -> Result<(), OptionError>,
) -> Result<(), OptionError> {
    options.iter().try_for_each(|(name, value)| set(name, value))
}

/// The options as keyword arguments.
pub(crate) fn write<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in options {
        dict.set_item(name, object_of(py, value)?)?;
    }
    Ok(dict)
}

/// The options as keyword arguments in Python source code, each after a comma.
pub(crate) fn repr(py: Python<'_>, options: &Options) -> PyResult<String> {
    let mut repr = String::new();
    for (name, value) in &write(py, options)? {
        let name = if name.eq("class")? { "class_".into() } else { name.to_string() };
        repr = repr + ", " + &name + "=" + &value.repr()?.to_string();
    }
    Ok(repr)
}

/// Converts a value of the library to a Python object.
fn object_of<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Switch(yes) => PyBool::new(py, *yes).to_owned().into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::List(list) => {
            let list = list.iter().map(|value| object_of(py, value));
            PyTuple::new(py, list.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Map(members) => {
            let dict = PyDict::new(py);
            for (name, value) in members {
                dict.set_item(name, object_of(py, value)?)?;
            }
            dict.into_any()
        }
        _ => py.None().into_bound(py),
    })
}

/// The options of finders.
pub(crate) fn of_finders() -> Vec<&'static OptionInfo> {
    FinderBuilder::options().collect()
}

/// The options of the linkers for HTML, Markdown and terminals.
pub(crate) fn of_linkers() -> Vec<&'static OptionInfo> {
    HtmlLinkerBuilder::options()
        .chain(MarkdownLinkerBuilder::options())
        .chain(TerminalLinkerBuilder::options())
        .collect()
}

/// Converts the value of the option `name`. Values of unknown options are converted as well, so that the library
/// reports the unknown name.
fn value_of(name: &str, kind: Option<ValueKind>, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    match kind {
        Some(ValueKind::Patterns) => {
            let patterns =
                value.try_iter().map_err(|_| wrong_type(name, "a list of patterns", value))?;
            patterns
                .map(|pattern| pattern_of(name, &pattern?))
                .collect::<PyResult<_>>()
                .map(Value::List)
        }
        Some(ValueKind::Map) => map_of(name, value),
        _ => plain(name, value),
    }
}

/// Converts a switch, a number, a text, `None`, or several texts.
fn plain(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Unset);
    }
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(yes.is_true().into());
    }
    if value.is_instance_of::<PyInt>() {
        return number(value);
    }
    if value.is_instance_of::<PyString>() {
        return text(name, value).map(Value::Text);
    }
    if value.is_instance_of::<PyBytes>() || value.cast::<PyMapping>().is_ok() {
        return Err(wrong_type(name, "a str, an int, a bool or an iterable of str", value));
    }
    let members = value
        .try_iter()
        .map_err(|_| wrong_type(name, "a str, an int, a bool or an iterable of str", value))?;
    members
        .map(|member| text(name, &member?).map(Value::Text))
        .collect::<PyResult<_>>()
        .map(Value::List)
}

/// Converts a number. A number that does not fit into an `i64` becomes the largest or smallest `i64`, which is outside
/// the range of every option.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    match value.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(Value::Number(if value.lt(0)? { i64::MIN } else { i64::MAX }))
        }
        number => Ok(Value::Number(number?)),
    }
}

/// Converts a pattern, which consists of a name, a regular expression and a template.
fn pattern_of(name: &str, pattern: &Bound<'_, PyAny>) -> PyResult<Value> {
    if pattern.is_instance_of::<PyString>() {
        return Err(wrong_type(name, "(name, pattern, href)", pattern));
    }
    let parts = if pattern.cast::<PyMapping>().is_ok() {
        map_of(name, pattern)?
    } else {
        let parts: Vec<Bound<'_, PyAny>> = pattern
            .try_iter()
            .and_then(Iterator::collect)
            .map_err(|_| wrong_type(name, "(name, pattern, href)", pattern))?;
        let parts = parts.iter().map(|part| text(name, part)).collect::<PyResult<Vec<_>>>()?;
        let [own, expression, href] = <[String; 3]>::try_from(parts).map_err(|parts| {
            let message =
                format!("{name}: expected (name, pattern, href), found {} texts", parts.len());
            error::option_named(pattern.py(), name, message)
        })?;
        Value::Map(
            [("name", own), ("pattern", expression), ("href", href)]
                .map(|(key, text)| (key.to_owned(), Value::Text(text)))
                .into(),
        )
    };
    Ok(parts)
}

/// Converts a mapping from `str` to `str`.
fn map_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let map = value
        .cast::<PyMapping>()
        .map_err(|_| wrong_type(name, "a mapping from str to str", value))?;
    let mut members = Vec::new();
    for item in map.items()?.iter() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        members.push((text(name, &key)?, Value::Text(text(name, &value)?)));
    }
    Ok(Value::Map(members))
}

/// Converts a `str`, which must not contain lone surrogates.
pub(crate) fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "a str", value))?;
    text.to_str().map(str::to_owned).map_err(|_| {
        error::option_named(value.py(), name, format!("{name}: a text with a lone surrogate"))
    })
}

fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{name}: expected {expected}, found {found}")),
        Err(error) => error,
    }
}
