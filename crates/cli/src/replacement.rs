//! A file that takes the place of another as a whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// What is going to be a file: written beside it under another name, made durable, and then given
/// its name by [`commit`](Replacement::commit). Who reads the file meanwhile reads the old one or
/// the new one. A replacement that is dropped before that is removed, and nothing has changed.
#[derive(Debug)]
pub(crate) struct Replacement {
    target: PathBuf,
    draft: PathBuf,
    file: File,
    is_committed: bool,
}

impl Replacement {
    /// Begins what is going to be `path`, whether there is such a file yet or not.
    pub(crate) fn of(path: &Path) -> io::Result<Replacement> {
        // A link keeps leading where it led.
        let target = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            found => found?,
        };
        let (draft, file) = draft(&target)?;
        let replacement = Replacement { target, draft, file, is_committed: false };
        replacement.take_permissions()?;
        Ok(replacement)
    }

    fn take_permissions(&self) -> io::Result<()> {
        match fs::metadata(&self.target) {
            Ok(metadata) => self.file.set_permissions(metadata.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Where to write.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// The name that it has for now, for those who write by name.
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code, reason = "SQLite opens files itself"))]
    pub(crate) fn draft(&self) -> &Path {
        &self.draft
    }

    /// Puts it in its place.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.draft, &self.target)?;
        self.is_committed = true;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.is_committed {
            // The error that led here is the one to tell.
            let _ = fs::remove_file(&self.draft);
        }
    }
}

/// A new file in the folder of the target: a rename moves nothing across a file system.
fn draft(target: &Path) -> io::Result<(PathBuf, File)> {
    let folder = target.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
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
