//! Converts Python texts to inputs of the library, and offsets of the library to Python offsets.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use linkwright::Span;
use linkwright::find::Input;
use linkwright::text::offsets::{Offsets, Units};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::recent::{Pair, Recent};

/// Other Python threads can run during the search of a text that has at least this many bytes. Releasing the
/// interpreter takes about a microsecond, as long as searching a text of this length.
const LONG: usize = 2 * 1024;

/// Calls `work` for a text of `len` bytes. If the text is long, other Python threads can run during the call.
pub(crate) fn while_others_run<T: Send>(
    py: Python<'_>,
    len: usize,
    work: impl FnOnce() -> T + Send,
) -> T {
    if len < LONG { work() } else { py.detach(work) }
}

/// The hash of a value. It is the same in every process.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

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

    /// The input of a finder for this text.
    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            Text::Str(text, _) => Input::from(text.as_ref()),
            Text::Bytes(bytes) => Input::new(bytes),
        }
    }

    /// The text; empty for bytes that are not UTF-8.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Text::Str(text, _) => text,
            Text::Bytes(bytes) => core::str::from_utf8(bytes).unwrap_or_default(),
        }
    }

    /// The text in UTF-8, or the bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Str(text, _) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }

    /// Whether this is the text of the argument, and not a copy in which lone surrogates were replaced.
    pub(crate) fn is_borrowed(&self) -> bool {
        !matches!(self, Text::Str(Cow::Owned(_), _))
    }

    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Text::Str(text, _) => text.len(),
            Text::Bytes(bytes) => bytes.len(),
        }
    }

    /// The part that begins at the byte `from` and has at most `len` bytes. It ends at the end of a character, and is
    /// empty only at the end of the text.
    pub(crate) fn part(&self, from: usize, len: usize) -> Text<'_> {
        let mut to = self.len().min(from + len);
        match self {
            Text::Str(text, _) => {
                while !text.is_char_boundary(to) {
                    to -= 1;
                }
                // The number of code points is not needed for a part of a text.
                Text::Str(Cow::Borrowed(&text[from..to]), 0)
            }
            Text::Bytes(bytes) => Text::Bytes(&bytes[from..to]),
        }
    }

    /// The conversion of byte offsets in this text to Python offsets.
    pub(crate) fn places(&self) -> Places<'_> {
        match self {
            // A text with one byte per character is ASCII, in which both offsets are the same.
            Text::Str(text, chars) if text.len() != *chars => Places::Text(Offsets::new(text)),
            _ => Places::Bytes,
        }
    }
}

/// Converts byte offsets to Python offsets, which count code points in a `str` and bytes in `bytes`.
#[derive(Debug)]
pub(crate) enum Places<'t> {
    /// Offsets in bytes, which need no conversion.
    Bytes,
    /// Offsets in a whole text.
    Text(Offsets<'t>),
    /// Offsets in a text that comes in chunks.
    Recent(&'t Recent),
}

impl<'t> Places<'t> {
    /// The conversion of offsets in a text that comes in chunks.
    pub(crate) fn recent(recent: &'t Recent) -> Places<'t> {
        if recent.are_bytes() { Places::Bytes } else { Places::Recent(recent) }
    }

    /// Whether the offsets are in bytes and need no conversion.
    pub(crate) const fn are_bytes(&self) -> bool {
        matches!(self, Places::Bytes)
    }

    /// A span as a pair of Python offsets.
    pub(crate) fn pair(&self, span: Span) -> Pair {
        match self {
            Places::Bytes => (span.start(), span.end()),
            Places::Text(offsets) => {
                let span = offsets.span(span, Units::Chars);
                (span.start(), span.end())
            }
            Places::Recent(recent) => recent.pair(span),
        }
    }

    /// A byte offset as a Python offset.
    pub(crate) fn offset(&self, at: usize) -> usize {
        match self {
            Places::Bytes => at,
            Places::Text(offsets) => offsets.to(at, Units::Chars),
            Places::Recent(recent) => recent.offset(at),
        }
    }
}

/// The text of a `str`. Each lone surrogate becomes one U+FFFD, so no offset changes.
///
/// # Errors
/// A `MemoryError`.
pub(crate) fn of_str<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(text));
    }
    // Calls `str.encode`, because a subclass may override the method.
    let encode = text.py().get_type::<PyString>().getattr("encode")?;
    let encoded = encode.call1((text, "utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast::<PyBytes>()?.as_bytes().to_vec();
    replace_surrogates(&mut bytes);
    Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Replaces each surrogate with U+FFFD. `surrogatepass` encodes a surrogate as `ED A0 80` to `ED BF BF`, so the length
/// does not change.
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
