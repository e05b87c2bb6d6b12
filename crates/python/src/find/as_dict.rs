//! Converts records to dictionaries, with the members that `linkwright pipe` writes, or with the state for a pickle.

use std::borrow::Cow;

use linkwright::uri::{Rung, UriReference};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::find::record::{Alternate, Join, Name, Pair, Record};

/// The record of `linkwright pipe`, with the same members in the same order.
pub(crate) fn write<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyDict>> {
    let uri = record.reference.is_none().then_some(record.uri.as_str());
    let parsed = uri.and_then(|uri| UriReference::parse(uri).ok());
    let dict = PyDict::new(py);
    dict.set_item("text", &record.text)?;
    dict.set_item("uri", uri)?;
    dict.set_item("start", record.span.0)?;
    dict.set_item("end", record.span.1)?;
    dict.set_item("pieces", pairs(py, &record.pieces)?)?;
    dict.set_item("kind", &record.kind)?;
    dict.set_item("scheme", parsed.and_then(scheme))?;
    dict.set_item("host", parsed.and_then(host))?;
    dict.set_item("delimiter", &record.delimiter)?;
    dict.set_item("prefix", record.prefix.map(list))?;
    dict.set_item("wrapper", record.wrapper.map(list))?;
    dict.set_item("rules", &record.rules)?;
    dict.set_item("flags", &record.flags)?;
    dict.set_item("origin", "text")?;
    dict.set_item("pattern", &record.pattern)?;
    dict.set_item("reference", &record.reference)?;
    dict.set_item("joins", each(py, &record.joins, join)?)?;
    dict.set_item("alternates", each(py, &record.alternates, alternate)?)?;
    dict.set_item("confidence", record.confidence)?;
    Ok(dict)
}

/// The record with additional members that only a pickle needs.
pub(crate) fn state<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyDict>> {
    let dict = write(py, record)?;
    dict.set_item("uri", &record.uri)?;
    let texts: Vec<&str> = record.alternates.iter().map(|other| other.text.as_str()).collect();
    dict.set_item("texts", texts)?;
    Ok(dict)
}

/// Reads the record that [`state`] wrote.
///
/// # Errors
/// A `KeyError` for a missing member, a `TypeError` for a member of the wrong type.
pub(crate) fn read(state: &Bound<'_, PyDict>) -> PyResult<Record> {
    let texts: Vec<String> = member(state, "texts")?;
    let alternates: Vec<Bound<'_, PyDict>> = member(state, "alternates")?;
    let joins: Vec<Bound<'_, PyDict>> = member(state, "joins")?;
    Ok(Record {
        span: (member(state, "start")?, member(state, "end")?),
        uri: member(state, "uri")?,
        text: member(state, "text")?,
        kind: name(state, "kind")?,
        delimiter: name(state, "delimiter")?,
        pieces: member::<Vec<[usize; 2]>>(state, "pieces")?.into_iter().map(Pair::from).collect(),
        wrapper: member::<Option<[usize; 2]>>(state, "wrapper")?.map(Pair::from),
        prefix: member::<Option<[usize; 2]>>(state, "prefix")?.map(Pair::from),
        rules: names(state, "rules")?,
        flags: names(state, "flags")?,
        pattern: member(state, "pattern")?,
        reference: member(state, "reference")?,
        joins: joins.iter().map(join_of).collect::<PyResult<_>>()?,
        alternates: alternates
            .iter()
            .zip(texts)
            .map(|(other, text)| alternate_of(other, text))
            .collect::<PyResult<_>>()?,
        confidence: member(state, "confidence")?,
    })
}

fn join<'py>(py: Python<'py>, join: &Join) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("gap", list(join.gap))?;
    dict.set_item("reason", &join.reason)?;
    dict.set_item("confidence", join.confidence)?;
    Ok(dict)
}

fn join_of(dict: &Bound<'_, PyDict>) -> PyResult<Join> {
    Ok(Join {
        gap: member::<[usize; 2]>(dict, "gap")?.into(),
        reason: name(dict, "reason")?,
        confidence: member(dict, "confidence")?,
    })
}

fn alternate<'py>(py: Python<'py>, other: &Alternate) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("uri", &other.uri)?;
    dict.set_item("pieces", pairs(py, &other.pieces)?)?;
    dict.set_item("why", &other.why)?;
    if let Some(confidence) = other.confidence {
        dict.set_item("confidence", confidence)?;
    }
    Ok(dict)
}

fn alternate_of(dict: &Bound<'_, PyDict>, text: String) -> PyResult<Alternate> {
    Ok(Alternate {
        uri: member(dict, "uri")?,
        text,
        pieces: member::<Vec<[usize; 2]>>(dict, "pieces")?.into_iter().map(Pair::from).collect(),
        why: name(dict, "why")?,
        confidence: dict
            .get_item("confidence")?
            .map(|confidence| confidence.extract())
            .transpose()?,
    })
}

fn each<'py, T>(
    py: Python<'py>,
    all: &[T],
    one: impl Fn(Python<'py>, &T) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, all.iter().map(|value| one(py, value)).collect::<PyResult<Vec<_>>>()?)
}

/// A span as a list, as in JSON.
fn list(pair: Pair) -> [usize; 2] {
    pair.into()
}

fn pairs<'py>(py: Python<'py>, pairs: &[Pair]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, pairs.iter().copied().map(list))
}

fn member<'py, T: FromPyObjectOwned<'py>>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<T> {
    let value = dict.get_item(key)?.ok_or_else(|| PyKeyError::new_err(key.to_owned()))?;
    value.extract().map_err(Into::into)
}

fn name(dict: &Bound<'_, PyDict>, key: &str) -> PyResult<Name> {
    member::<String>(dict, key).map(Name::from)
}

fn names(dict: &Bound<'_, PyDict>, key: &str) -> PyResult<Vec<Name>> {
    Ok(member::<Vec<String>>(dict, key)?.into_iter().map(Name::from).collect())
}

/// The scheme in its normal form.
fn scheme(uri: UriReference<'_>) -> Option<String> {
    Some(uri.scheme()?.as_str().to_ascii_lowercase())
}

/// The host of the authority in its normal form (RFC 3986, section 6.2.2).
fn host(uri: UriReference<'_>) -> Option<Cow<'_, str>> {
    let normal = uri.normalize(Rung::Percent).into_owned();
    let host = UriReference::parse(&normal).ok()?.authority()?.host().as_str().to_owned();
    Some(Cow::Owned(host))
}
