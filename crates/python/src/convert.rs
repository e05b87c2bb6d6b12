//! Texts of Python as the library reads them, and its offsets as Python counts.

use std::borrow::Cow;

use linkwright::Span;
use linkwright::find::Input;
use linkwright::text::offsets::{Offsets, Units};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A text of at least this many bytes is searched while other threads of Python run. To let them costs about a
/// microsecond, which is as much as the search of a shorter text.
pub(crate) const LONG: usize = 2 * 1024;

/// A text that Python passed: a `str`, or `bytes` that are UTF-8 by convention.
#[derive(Debug)]
pub(crate) enum Text<'a> {
    /// A `str`, with its length in code points.
    Str(Cow<'a, str>, usize),
    /// `bytes`.
    Bytes(&'a [u8]),
}

impl<'a> Text<'a> {
    /// The text of `argument`, without a copy unless it has lone surrogates.
    ///
    /// # Errors
    /// A `TypeError` if it is neither `str` nor `bytes`.
    pub(crate) fn of(argument: &'a Bound<'_, PyAny>) -> PyResult<Text<'a>> {
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Text::Str(of_str(text)?, text.len()?));
        }
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            return Ok(Text::Bytes(bytes.as_bytes()));
        }
        let found = argument.get_type();
        Err(PyTypeError::new_err(format!("expected str or bytes, found {}", found.name()?)))
    }

    /// What a finder searches.
    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            Text::Str(text, _) => Input::from(text.as_ref()),
            Text::Bytes(bytes) => Input::new(bytes),
        }
    }

    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Text::Str(text, _) => text.len(),
            Text::Bytes(bytes) => bytes.len(),
        }
    }

    /// The offsets of Python.
    pub(crate) fn places(&self) -> Places<'_> {
        match self {
            // A text of one byte a character is ASCII, in which both offsets are the same.
            Text::Str(text, chars) if text.len() != *chars => Places(Some(Offsets::new(text))),
            _ => Places(None),
        }
    }
}

/// From byte offsets to those of Python: code points in a `str`, bytes in `bytes`.
#[derive(Debug)]
pub(crate) struct Places<'t>(Option<Offsets<'t>>);

impl Places<'_> {
    /// Those of a text whose offsets are bytes.
    pub(crate) const BYTES: Places<'static> = Places(None);

    /// Whether they are byte offsets.
    pub(crate) const fn are_bytes(&self) -> bool {
        self.0.is_none()
    }

    /// The span as a pair of offsets.
    pub(crate) fn pair(&self, span: Span) -> (usize, usize) {
        let span = match &self.0 {
            Some(offsets) => offsets.span(span, Units::Chars),
            None => span,
        };
        (span.start(), span.end())
    }
}

/// The text of a `str`. Each lone surrogate becomes one U+FFFD, so that no offset changes.
///
/// # Errors
/// A `MemoryError`.
pub(crate) fn of_str<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(text));
    }
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast::<PyBytes>()?.as_bytes().to_vec();
    replace_surrogates(&mut bytes);
    Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Replaces what `surrogatepass` writes for a surrogate, `ED A0 80` to `ED BF BF`, by U+FFFD, which has three bytes as well.
fn replace_surrogates(bytes: &mut [u8]) {
    let mut at = 0;
    while let Some([first, second, third]) = bytes.get_mut(at..at + 3) {
        if *first == 0xED && *second >= 0xA0 {
            [*first, *second, *third] = [0xEF, 0xBF, 0xBD];
            at += 2;
        }
        at += 1;
    }
}
