//! Faults: the reasons why reading an archive stops.

use std::io;

use crate::model::{Diagnostic, DiagnosticKind, Limit, Place};
use crate::reading;

/// Why decoding stopped.
#[derive(Debug)]
pub(super) enum Fault {
    /// The reader failed.
    Io(io::Error),
    /// The compressed data is damaged.
    Damaged(&'static str),
    /// The compressed data ends too early.
    Truncated,
    /// A limit is reached.
    Limit(Limit, String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl Fault {
    /// Whether no record can be read after this fault.
    pub(super) const fn is_final(&self) -> bool {
        matches!(self, Fault::Io(_) | Fault::Limit(Limit::Decompressed, _))
    }

    /// The diagnostic for this fault in the record at `place`.
    pub(super) fn diagnostic(&self, place: &Place) -> Diagnostic {
        match self {
            Fault::Io(error) => reading::failure(place, error),
            Fault::Damaged(what) => {
                let message = format!(
                    "damaged compressed data: {what}; reading continues at the next record"
                );
                Diagnostic::new(place, DiagnosticKind::Malformed, message)
            }
            Fault::Truncated => {
                Diagnostic::new(place, DiagnosticKind::Truncated, "the data ends too early")
            }
            Fault::Limit(limit, message) => Diagnostic::new(place, *limit, &**message),
        }
    }
}
