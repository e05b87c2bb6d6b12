//! The result of a conversion.

use std::borrow::Cow;

/// The result of a conversion.
#[derive(Debug)]
pub(crate) struct Converted<'i> {
    pub(crate) output: Cow<'i, [u8]>,
    /// Messages about failures; each begins with the place, which follows the name of the input: `:3:1: ...`.
    pub(crate) complaints: Vec<String>,
}

impl Converted<'_> {
    /// A new text.
    pub(super) fn written(text: String) -> Self {
        Converted { output: text.into_bytes().into(), complaints: Vec::new() }
    }
}

impl<'i> From<Cow<'i, [u8]>> for Converted<'i> {
    fn from(output: Cow<'i, [u8]>) -> Converted<'i> {
        Converted { output, complaints: Vec::new() }
    }
}
