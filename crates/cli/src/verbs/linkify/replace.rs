//! A file replaced as a whole, or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::replacement::Replacement;

/// Puts `content` in place of what `path` holds. Who reads the file meanwhile reads the old one or
/// the new one.
pub(super) fn file(path: &Path, content: &[u8]) -> io::Result<()> {
    // A file that is gone by now is not made anew.
    fs::metadata(path)?;
    let replacement = Replacement::of(path)?;
    replacement.file().write_all(content)?;
    replacement.commit()
}
