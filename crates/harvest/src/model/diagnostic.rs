//! Faults of documents, and their locations.

use core::fmt;

use super::names::named;
use super::place::Place;

/// A fault of a document, or something that was left out. The reading continues after it.
///
/// The output of its [`Display`](fmt::Display) is meant to follow the path of the file:
/// `#12/part 2: unknown charset "x-foo"; the encoding is guessed`. The message is for people and may contain text of
/// the document, so escape it before writing it to a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    place: Place,
    offset: Option<u64>,
    kind: DiagnosticKind,
    is_skip: bool,
    message: String,
}

impl Diagnostic {
    /// A diagnostic at `place`. If its kind is harmless, the file, member or part is marked as left out.
    pub(crate) fn new(
        place: &Place,
        kind: DiagnosticKind,
        message: impl Into<String>,
    ) -> Diagnostic {
        let is_skip = kind.is_harmless();
        Diagnostic { place: place.clone(), offset: None, kind, is_skip, message: message.into() }
    }

    /// A diagnostic for the file, member or part at `place`, which is left out.
    pub(crate) fn skip(
        place: &Place,
        kind: DiagnosticKind,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(place, kind, message).skipping()
    }

    /// Marks the file, member or part as left out.
    #[must_use]
    pub(crate) fn skipping(self) -> Diagnostic {
        Diagnostic { is_skip: true, ..self }
    }

    /// Marks the file, member or part as read, even if only in part.
    #[cfg(feature = "pdf")]
    #[must_use]
    pub(crate) fn reading(self) -> Diagnostic {
        Diagnostic { is_skip: false, ..self }
    }

    /// Sets the offset in the text.
    #[must_use]
    pub(crate) fn at(mut self, offset: impl Into<Option<u64>>) -> Diagnostic {
        self.offset = offset.into();
        self
    }

    /// The member and the part that the diagnostic is about.
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The offset of the fault in the text at the place, or in the bytes of a container; `None` if the fault has no
    /// offset, or if its offset is unknown.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// The kind of the diagnostic.
    pub const fn kind(&self) -> DiagnosticKind {
        self.kind
    }

    /// Whether the whole file, member or part at [`place`](Diagnostic::place) is left out. `false` if its text is read,
    /// even if only in part or with replacements.
    ///
    /// Each file, member or part that is left out has one such diagnostic. If a limit ends the reading of a container,
    /// for example [`DiagnosticKind::TooMany`], the number of remaining members is unknown, and they are not reported
    /// one by one.
    pub const fn is_skip(&self) -> bool {
        self.is_skip
    }

    /// The description of the fault, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(offset) = self.offset {
            write!(f, ": byte {offset}")?;
        }
        write!(f, ": {}", self.message)
    }
}

named! {
    /// The kinds of diagnostic.
    pub enum DiagnosticKind {
        /// The file could not be opened, or could not be read to its end.
        Io = "io",
        /// Not a regular file: a folder, a pipe, a socket, a device.
        NotAFile = "not-a-file",
        /// The file grew, shrank or was written to while it was read.
        Changed = "changed",
        /// The document breaks the rules of its format. It was read as far as possible.
        Malformed = "malformed",
        /// The data is incomplete: its end is missing.
        Truncated = "truncated",
        /// An unknown encoding, or bytes that are invalid in the encoding.
        Encoding = "encoding",
        /// A container that is not opened, such as 7z, RAR, lz4 or TNEF, or data in an unknown compression.
        Unsupported = "unsupported",
        /// Encrypted data: a message, a document, or a member of an archive.
        Encrypted = "encrypted",
        /// A file or a document of more bytes than allowed. It was read up to the limit, read in pieces, or left out.
        TooLarge = "too-large",
        /// More decompressed bytes than allowed.
        TooMuch = "too-much",
        /// Compressed data that grows by more than the allowed ratio.
        Ratio = "ratio",
        /// Containers in containers, or parts in parts, deeper than allowed.
        TooDeep = "too-deep",
        /// More members or parts than allowed.
        TooMany = "too-many",
        /// Tokens that are longer than the longest link allowed.
        LinkTooLong = "link-too-long",
        /// References of a document that are longer than the longest link allowed.
        ReferenceTooLong = "reference-too-long",
        /// A document that may have links and is not read, such as a `.djvu` file, or is not read completely, such as
        /// a PDF whose pages are pictures.
        UnreadFormat = "unread-format",
        /// Data that is not text, such as a picture, a program or a font. It is not expected to have links.
        Binary = "binary",
    }
}

impl DiagnosticKind {
    /// Whether the diagnostic is not a failure: it only reports data in a format that is not read, such as a picture
    /// among the documents. A command can count such diagnostics and still succeed.
    pub const fn is_harmless(self) -> bool {
        matches!(self, DiagnosticKind::UnreadFormat | DiagnosticKind::Binary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_displays_its_place() {
        let place = Place::default().message(12).with_part("2");
        let diagnostic =
            Diagnostic::new(&place, DiagnosticKind::Encoding, "unknown charset \"x-foo\"");
        assert_eq!(diagnostic.to_string(), "#12/part 2: unknown charset \"x-foo\"");
        assert_eq!(diagnostic.at(7).to_string(), "#12/part 2: byte 7: unknown charset \"x-foo\"");
    }

    #[test]
    fn each_kind_has_a_different_name() {
        for (at, kind) in DiagnosticKind::ALL.iter().enumerate() {
            assert!(DiagnosticKind::ALL[..at].iter().all(|other| other.name() != kind.name()));
        }
    }
}
