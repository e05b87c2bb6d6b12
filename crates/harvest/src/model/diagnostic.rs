//! Faults of documents, and their locations.

use core::fmt;

use super::kind::DiagnosticKind;
use super::limits::Limit;
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
    cause: Cause,
    is_skip: bool,
    message: String,
}

/// The cause of a diagnostic: a fault of the data, or a limit that was reached. The kind of a limit is not chosen by the
/// reader that reaches it, so a reader cannot report a limit that has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Fault(DiagnosticKind),
    Limit(Limit),
}

impl Cause {
    pub(crate) const fn kind(self) -> DiagnosticKind {
        match self {
            Cause::Fault(kind) => kind,
            Cause::Limit(limit) => limit.kind(),
        }
    }
}

impl From<DiagnosticKind> for Cause {
    fn from(kind: DiagnosticKind) -> Cause {
        Cause::Fault(kind)
    }
}

impl From<Limit> for Cause {
    fn from(limit: Limit) -> Cause {
        Cause::Limit(limit)
    }
}

impl Diagnostic {
    /// A diagnostic at `place`. If its kind is harmless, the file, member or part is marked as left out.
    pub(crate) fn new(
        place: &Place,
        cause: impl Into<Cause>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let cause = cause.into();
        let is_skip = cause.kind().is_harmless();
        Diagnostic { place: place.clone(), offset: None, cause, is_skip, message: message.into() }
    }

    /// A diagnostic for the file, member or part at `place`, which is left out.
    pub(crate) fn skip(
        place: &Place,
        cause: impl Into<Cause>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(place, cause, message).skipping()
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
        self.cause.kind()
    }

    /// The limit that was reached; `None` if the diagnostic has another cause.
    pub const fn limit(&self) -> Option<Limit> {
        match self.cause {
            Cause::Limit(limit) => Some(limit),
            Cause::Fault(_) => None,
        }
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
}
