//! Checks whether a file may be read, and whether it has changed.

use std::fs::Metadata;
use std::io;
use std::time::SystemTime;

use crate::model::{Diagnostic, DiagnosticKind, Limit, Place};

/// The diagnostic for a file that cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "it converts the error of a result")]
pub(super) fn failure(error: io::Error) -> Diagnostic {
    Diagnostic::skip(&Place::default(), DiagnosticKind::Io, error.to_string())
}

pub(super) fn check_kind(metadata: &Metadata) -> Result<(), Diagnostic> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(Diagnostic::skip(&Place::default(), DiagnosticKind::NotAFile, what_it_is(metadata)))
}

/// Refuses a file of more than `limit` bytes.
pub(super) fn check_size(metadata: &Metadata, limit: u64) -> Result<(), Diagnostic> {
    if metadata.len() <= limit {
        return Ok(());
    }
    let message = format!("has {} bytes, more than {limit}; not read", metadata.len());
    Err(Diagnostic::skip(&Place::default(), Limit::FileSize, message))
}

/// The description of a file that is not a regular file.
fn what_it_is(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() {
        return "is a folder, not a file";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = metadata.file_type();
        let kinds = [
            (kind.is_socket(), "is a socket, not a file"),
            (kind.is_fifo(), "is a pipe, not a file"),
            (kind.is_block_device() || kind.is_char_device(), "is a device, not a file"),
        ];
        if let Some((_, what)) = kinds.into_iter().find(|(is_it, _)| *is_it) {
            return what;
        }
    }
    "is not a regular file"
}

/// The metadata that shows whether a file was written to.
pub(super) fn stamp(metadata: &Metadata) -> (u64, Option<SystemTime>) {
    (metadata.len(), metadata.modified().ok())
}
