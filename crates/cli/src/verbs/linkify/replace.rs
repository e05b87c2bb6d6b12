//! A file replaced as a whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Puts `content` in place of what `path` holds: written beside it, made durable, and then given
/// its name. Who reads the file meanwhile reads the old one or the new one.
pub(super) fn file(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link keeps leading where it led.
    let path = fs::canonicalize(path)?;
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    let (draft, mut file) = draft(folder, &path)?;
    let written = fill(&mut file, content, &path).and_then(|()| fs::rename(&draft, &path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// A new file in the folder: a rename moves nothing across a file system.
fn draft(folder: &Path, path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let id = std::process::id();
    for number in 0..ATTEMPTS {
        let draft = folder.join(format!(".{name}.{id}-{number}.tmp"));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((draft, file)),
        }
    }
    Err(io::Error::other("no name for a draft is free"))
}

/// How many names are tried: another run of the same number may have died before it cleaned up.
const ATTEMPTS: u32 = 100;

fn fill(file: &mut File, content: &[u8], path: &Path) -> io::Result<()> {
    file.set_permissions(fs::metadata(path)?.permissions())?;
    file.write_all(content)?;
    file.sync_all()
}
