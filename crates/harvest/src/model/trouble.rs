//! What went wrong in a document, and where.

use core::fmt;

use super::place::Place;

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
    is_skip: bool,
    message: String,
}

impl Trouble {
    /// Trouble at `place`.
    pub(crate) fn new(place: &Place, kind: TroubleKind, message: impl Into<String>) -> Trouble {
        let is_skip = kind.is_harmless();
        Trouble { place: place.clone(), offset: None, kind, is_skip, message: message.into() }
    }

    /// Trouble for which the file, member or part at `place` is left out.
    pub(crate) fn skip(place: &Place, kind: TroubleKind, message: impl Into<String>) -> Trouble {
        Trouble::new(place, kind, message).skipping()
    }

    /// The same for a file, member or part that is left out.
    #[must_use]
    pub(crate) fn skipping(self) -> Trouble {
        Trouble { is_skip: true, ..self }
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

    /// The offset in the text there (in a container: in its bytes); `None` if it has none, or
    /// it is not known.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What kind it is.
    pub const fn kind(&self) -> TroubleKind {
        self.kind
    }

    /// Whether a whole file, member or part is left out: the one at [`place`](Trouble::place), or
    /// uuencoded data at [`offset`](Trouble::offset) of the text there. `false` where the text is
    /// read, in part or with replacements.
    ///
    /// There is one such trouble for each that is left out. Where a limit ends a container
    /// ([`TroubleKind::TooMany`]), the number of members left out is unknown and none is reported.
    pub const fn is_skip(&self) -> bool {
        self.is_skip
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
    /// Not a regular file: a folder, a socket, a device.
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
    /// A format that may have links in it and is not read: PDF, 7z, SQLite.
    UnreadFormat,
    /// Data that is not text: a picture, a program, a font. No links were expected in it.
    Binary,
}

impl TroubleKind {
    /// Every kind, in the order of their documentation.
    pub const ALL: [TroubleKind; 15] = [
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
        TroubleKind::UnreadFormat,
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
            TroubleKind::UnreadFormat => "unread-format",
            TroubleKind::Binary => "binary",
        }
    }

    /// Whether nothing went wrong: the kind of the data is one that is not read, such as a picture
    /// among the documents. A command counts these and need not fail.
    pub const fn is_harmless(self) -> bool {
        matches!(self, TroubleKind::UnreadFormat | TroubleKind::Binary)
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
