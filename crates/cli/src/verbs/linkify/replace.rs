//! A file replaced as a whole, or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::replacement::Replacement;

/// Replaces the content of the file at `path` by `content`; symbolic links are followed.
///
/// # Errors
/// Any I/O error; also if the file no longer exists, or is not a regular file.
pub(super) fn file(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    if !fs::metadata(&target)?.is_file() {
        return Err(io::Error::other("is no regular file"));
    }
    let replacement = Replacement::of(&target)?;
    replacement.file().write_all(content)?;
    replacement.commit()
}
