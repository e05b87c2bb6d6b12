//! The kinds of diagnostic.

use super::names::named;

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
    fn each_kind_has_a_different_name() {
        for (at, kind) in DiagnosticKind::ALL.iter().enumerate() {
            assert!(DiagnosticKind::ALL[..at].iter().all(|other| other.name() != kind.name()));
        }
    }
}
