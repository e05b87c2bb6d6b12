//! What went wrong in a document, and where.

use core::fmt;

use super::names::named;
use super::place::Place;

/// What went wrong, or what was left out. The rest of the document goes on.
///
/// Its [`Display`](fmt::Display) follows the path of the file:
/// `#12/part 2: unknown charset "x-foo", read as windows-1252`. The message is for people and may
/// have bytes of the document in it: escape it before a terminal sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    place: Place,
    offset: Option<u64>,
    kind: DiagnosticKind,
    is_skip: bool,
    message: String,
}

impl Diagnostic {
    /// Diagnostic at `place`.
    pub(crate) fn new(
        place: &Place,
        kind: DiagnosticKind,
        message: impl Into<String>,
    ) -> Diagnostic {
        let is_skip = kind.is_harmless();
        Diagnostic { place: place.clone(), offset: None, kind, is_skip, message: message.into() }
    }

    /// Diagnostic for which the file, member or part at `place` is left out.
    pub(crate) fn skip(
        place: &Place,
        kind: DiagnosticKind,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(place, kind, message).skipping()
    }

    /// The same for a file, member or part that is left out.
    #[must_use]
    pub(crate) fn skipping(self) -> Diagnostic {
        Diagnostic { is_skip: true, ..self }
    }

    /// The same for a file, member or part that is read, in part or without links.
    #[cfg(feature = "pdf")]
    #[must_use]
    pub(crate) fn reading(self) -> Diagnostic {
        Diagnostic { is_skip: false, ..self }
    }

    /// The same at an offset of the text there.
    #[must_use]
    pub(crate) fn at(mut self, offset: impl Into<Option<u64>>) -> Diagnostic {
        self.offset = offset.into();
        self
    }

    /// Where: the member and the part.
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The offset in the text there (in a container: in its bytes); `None` if it has none, or
    /// it is not known.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What kind it is.
    pub const fn kind(&self) -> DiagnosticKind {
        self.kind
    }

    /// Whether a whole file, member or part is left out: the one at [`place`](Diagnostic::place).
    /// `false` where the text is read, in part or with replacements.
    ///
    /// There is one such diagnostic for each that is left out. Where a limit ends a container
    /// ([`DiagnosticKind::TooMany`]), the number of members left out is unknown and none is reported.
    pub const fn is_skip(&self) -> bool {
        self.is_skip
    }

    /// What it is, in words and without the place.
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
        /// The file could not be opened or read on.
        Io = "io",
        /// Not a regular file: a folder, a socket, a device.
        NotAFile = "not-a-file",
        /// The file grew, shrank or was written to while it was read.
        Changed = "changed",
        /// The document breaks the rules of its format; what could be read was.
        Malformed = "malformed",
        /// The data ends in the middle of what it should hold.
        Truncated = "truncated",
        /// An encoding that is not known, or bytes that it does not have.
        Encoding = "encoding",
        /// Encrypted data, or a container that is not opened: 7z, RAR, lz4, TNEF.
        Unsupported = "unsupported",
        /// A document of more bytes than may be held: read up to there, or left out.
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
        /// A document that may have links in it and is not read: PDF.
        UnreadFormat = "unread-format",
        /// Data that is not text: a picture, a program, a font. No links were expected in it.
        Binary = "binary",
    }
}

impl DiagnosticKind {
    /// Whether nothing went wrong: the kind of the data is one that is not read, such as a picture
    /// among the documents. A command counts these and need not fail.
    pub const fn is_harmless(self) -> bool {
        matches!(self, DiagnosticKind::UnreadFormat | DiagnosticKind::Binary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_where() {
        let place = Place::default().message(12).with_part("2");
        let diagnostic =
            Diagnostic::new(&place, DiagnosticKind::Encoding, "unknown charset \"x-foo\"");
        assert_eq!(diagnostic.to_string(), "#12/part 2: unknown charset \"x-foo\"");
        assert_eq!(diagnostic.at(7).to_string(), "#12/part 2: byte 7: unknown charset \"x-foo\"");
    }

    #[test]
    fn kinds_have_names_of_their_own() {
        for (at, kind) in DiagnosticKind::ALL.iter().enumerate() {
            assert!(DiagnosticKind::ALL[..at].iter().all(|other| other.name() != kind.name()));
        }
    }
}
