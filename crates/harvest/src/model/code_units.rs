//! The number of bytes that characters take in an encoding.

/// How many bytes a character takes in an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CodeUnits {
    /// As many as in UTF-8, because the text was not decoded.
    #[default]
    Utf8,
    /// One byte.
    Bytes,
    /// Two bytes, or four for characters outside the Basic Multilingual Plane.
    Utf16,
    /// A varying number that cannot be computed from the decoded text.
    Unknown,
}

impl CodeUnits {
    /// The number of bytes that `text`, which is UTF-8, takes in the encoding. Invalid code units are counted
    /// correctly, because the decoder has replaced each of them with one U+FFFD. For [`CodeUnits::Unknown`], returns
    /// the length of `text` itself.
    pub(crate) fn len_of(self, text: &[u8]) -> usize {
        match self {
            CodeUnits::Utf8 | CodeUnits::Unknown => text.len(),
            CodeUnits::Bytes => chars(text),
            CodeUnits::Utf16 => {
                2 * (chars(text) + text.iter().filter(|byte| **byte >= 0xF0).count())
            }
        }
    }

    /// The length of a byte-order mark in the encoding; 0 for an encoding without such a mark.
    pub(crate) const fn mark(self) -> usize {
        match self {
            CodeUnits::Utf8 => 3,
            CodeUnits::Bytes | CodeUnits::Unknown => 0,
            CodeUnits::Utf16 => 2,
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
    fn lengths_depend_on_the_encoding() {
        let text = "aß日👍\u{FFFD}";
        assert_eq!(CodeUnits::Bytes.len_of(text.as_bytes()), 5);
        assert_eq!(CodeUnits::Utf16.len_of(text.as_bytes()), 2 * text.encode_utf16().count());
        assert_eq!(CodeUnits::Utf8.len_of(text.as_bytes()), text.len());
    }
}
