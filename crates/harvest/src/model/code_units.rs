//! How many bytes the characters of a text take in the encoding that it had.

/// The length of the characters of an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CodeUnits {
    /// As in UTF-8: the text was not decoded.
    #[default]
    Utf8,
    /// One byte for each character.
    Bytes,
    /// Two bytes, or four outside of the Basic Multilingual Plane.
    Utf16,
    /// Four bytes.
    Utf32,
    /// Of different lengths, which the decoded text does not tell.
    Unknown,
}

impl CodeUnits {
    /// The bytes that `text`, in UTF-8, takes in the encoding. A byte sequence that the encoding does
    /// not have was decoded to one U+FFFD for each code unit. The text itself is what counts where the
    /// length is not known.
    pub(crate) fn len_of(self, text: &[u8]) -> usize {
        match self {
            CodeUnits::Utf8 | CodeUnits::Unknown => text.len(),
            CodeUnits::Bytes => chars(text),
            CodeUnits::Utf16 => {
                2 * (chars(text) + text.iter().filter(|byte| **byte >= 0xF0).count())
            }
            CodeUnits::Utf32 => 4 * chars(text),
        }
    }

    /// The length of the byte-order mark.
    pub(crate) const fn mark(self) -> usize {
        match self {
            CodeUnits::Utf8 => 3,
            CodeUnits::Bytes | CodeUnits::Unknown => 0,
            CodeUnits::Utf16 => 2,
            CodeUnits::Utf32 => 4,
        }
    }
}

fn chars(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        let text = "aß日👍\u{FFFD}";
        assert_eq!(CodeUnits::Bytes.len_of(text.as_bytes()), 5);
        assert_eq!(CodeUnits::Utf16.len_of(text.as_bytes()), 2 * text.encode_utf16().count());
        assert_eq!(CodeUnits::Utf32.len_of(text.as_bytes()), 20);
        assert_eq!(CodeUnits::Utf8.len_of(text.as_bytes()), text.len());
    }
}
