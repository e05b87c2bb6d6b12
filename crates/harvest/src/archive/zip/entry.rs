//! Entries of the directory: their names, and the diagnostics of those that cannot be read.

use std::borrow::Cow;

use zip::result::{ZipError, ZipResult};

use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::reading;

/// The diagnostic for an archive or a member at `place` that cannot be read.
pub(super) fn failure(place: &Place, error: &ZipError) -> Diagnostic {
    let kind = match error {
        ZipError::Io(error) => return reading::failure(place, error),
        ZipError::UnsupportedArchive(_)
        | ZipError::InvalidPassword
        | ZipError::CompressionMethodNotSupported(_) => DiagnosticKind::Unsupported,
        _ => DiagnosticKind::Malformed,
    };
    Diagnostic::new(place, kind, error.to_string())
}

/// The name of a member. If the crate `zip` cannot decode the name, its bytes are read as UTF-8, and
/// invalid bytes are replaced with U+FFFD.
pub(super) fn name(raw: &[u8], decoded: ZipResult<Cow<'_, str>>) -> String {
    match decoded {
        Ok(name) => name.into_owned(),
        Err(_) => String::from_utf8_lossy(raw).into_owned(),
    }
}
