//! What went wrong in a document, and where.

use core::fmt;

use crate::place::Place;

/// What went wrong, or what was left out. The rest of the document goes on.
///
/// Its [`Display`](fmt::Display) follows the path of the file:
/// `#12/part 2: unknown charset "x-foo", read as windows-1252`. The message is for people and may
/// have bytes of the document in it: escape it before a terminal sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    place: Place,
    offset: Option<u64>,
    kind: TroubleKind,
    message: String,
}

impl Trouble {
    /// Trouble at `place`.
    pub(crate) fn new(place: &Place, kind: TroubleKind, message: impl Into<String>) -> Trouble {
        Trouble { place: place.clone(), offset: None, kind, message: message.into() }
    }

    /// The same at an offset of the text there.
    #[must_use]
    pub(crate) fn at(mut self, offset: impl Into<Option<u64>>) -> Trouble {
        self.offset = offset.into();
        self
    }

    /// Where: the member and the part.
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The offset in the text there (in a container: in its bytes); `None` where there is none, or
    /// it is not known.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What kind it is.
    pub const fn kind(&self) -> TroubleKind {
        self.kind
    }

    /// What it is, in words and without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(offset) = self.offset {
            write!(f, ": byte {offset}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The kinds of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TroubleKind {
    /// The file could not be opened or read on.
    Io,
    /// It is no regular file: a folder, a socket, a device.
    NotAFile,
    /// The file grew, shrank or was written to while it was read.
    Changed,
    /// The document breaks the rules of its format; what could be read was.
    Malformed,
    /// The data ends in the middle of what it should hold.
    Truncated,
    /// An encoding that is not known, or bytes that it does not have.
    Encoding,
    /// An encrypted or otherwise unsupported member.
    Unsupported,
    /// A document of more bytes than may be held: read up to there, or left out.
    TooLarge,
    /// More decompressed bytes than allowed.
    TooMuch,
    /// Compressed data that grows by more than the allowed ratio.
    Ratio,
    /// Containers in containers, or parts in parts, deeper than allowed.
    TooDeep,
    /// More members or parts than allowed.
    TooMany,
    /// Tokens that are longer than the longest link allowed.
    LinkTooLong,
    /// No text: a picture, a program, a font. Nothing was expected in it.
    Binary,
}

impl TroubleKind {
    /// Every kind, in the order of their documentation.
    pub const ALL: [TroubleKind; 14] = [
        TroubleKind::Io,
        TroubleKind::NotAFile,
        TroubleKind::Changed,
        TroubleKind::Malformed,
        TroubleKind::Truncated,
        TroubleKind::Encoding,
        TroubleKind::Unsupported,
        TroubleKind::TooLarge,
        TroubleKind::TooMuch,
        TroubleKind::Ratio,
        TroubleKind::TooDeep,
        TroubleKind::TooMany,
        TroubleKind::LinkTooLong,
        TroubleKind::Binary,
    ];

    /// The name of the kind, for data and statistics.
    pub const fn name(self) -> &'static str {
        match self {
            TroubleKind::Io => "io",
            TroubleKind::NotAFile => "not-a-file",
            TroubleKind::Changed => "changed",
            TroubleKind::Malformed => "malformed",
            TroubleKind::Truncated => "truncated",
            TroubleKind::Encoding => "encoding",
            TroubleKind::Unsupported => "unsupported",
            TroubleKind::TooLarge => "too-large",
            TroubleKind::TooMuch => "too-much",
            TroubleKind::Ratio => "ratio",
            TroubleKind::TooDeep => "too-deep",
            TroubleKind::TooMany => "too-many",
            TroubleKind::LinkTooLong => "link-too-long",
            TroubleKind::Binary => "binary",
        }
    }

    /// Whether it is nothing wrong but a thing left out as it should be: a picture among the
    /// documents. A command counts it and need not fail.
    pub const fn is_harmless(self) -> bool {
        matches!(self, TroubleKind::Binary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_where() {
        let place = Place::default().message(12).with_part("2");
        let trouble = Trouble::new(&place, TroubleKind::Encoding, "unknown charset \"x-foo\"");
        assert_eq!(trouble.to_string(), "#12/part 2: unknown charset \"x-foo\"");
        assert_eq!(trouble.at(7).to_string(), "#12/part 2: byte 7: unknown charset \"x-foo\"");
    }

    #[test]
    fn kinds_have_names_of_their_own() {
        for (at, kind) in TroubleKind::ALL.iter().enumerate() {
            assert!(TroubleKind::ALL[..at].iter().all(|other| other.name() != kind.name()));
        }
    }
}
