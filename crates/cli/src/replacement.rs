//! Replaces the content of a file, and leaves the file unchanged if an error occurs before the new content is complete.

use core::hash::{BuildHasher as _, Hasher as _};
use std::fs::{self, File, OpenOptions};
use std::hash::RandomState;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The new content of a file, which is first written to a temporary file (the draft).
///
/// [`commit`](Replacement::commit) syncs the draft to disk and renames it, so that readers see either the old file or
/// the new one. Where a rename loses something, the file is refused: if it has several hard links, or if its owner or its
/// attributes cannot be given to the draft. Writing over the old content instead may leave a part of it if the disk is
/// full. Dropping a replacement without a commit removes the draft and leaves the old file unchanged.
#[derive(Debug)]
pub(crate) struct Replacement {
    target: PathBuf,
    draft: PathBuf,
    file: File,
    /// The file to replace, open for writing.
    old: Option<File>,
    is_done: bool,
}

impl Replacement {
    /// Creates the draft for `target`, which is a regular file or does not exist yet.
    ///
    /// # Errors
    ///
    /// Any I/O error. It is an error if the old file is write-protected, even though a rename could replace
    /// it, or if it has several hard links.
    pub(crate) fn of(target: &Path) -> io::Result<Replacement> {
        let old = match OpenOptions::new().write(true).open(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened?),
        };
        #[cfg(unix)]
        if let Some(old) = &old
            && std::os::unix::fs::MetadataExt::nlink(&old.metadata()?) > 1
        {
            return Err(io::Error::other(
                "has several hard links, of which only this one would change",
            ));
        }
        let (draft, file) = new_draft(folder_of(target), old.is_some())?;
        Ok(Replacement { target: target.to_owned(), draft, file, old, is_done: false })
    }

    /// The draft, open for writing.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// The path of the draft, for libraries that open files by path.
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code, reason = "SQLite opens files itself"))]
    pub(crate) fn draft(&self) -> &Path {
        &self.draft
    }

    /// Replaces the old file with the draft. After an error the old file is unchanged.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        // The attributes are set after the content is written, because writing clears the set-user-ID bit.
        if let Some(old) = &self.old {
            copy_attributes(old, &self.file)?;
        }
        self.file.sync_all()?;
        // Holding this lock makes an interrupt wait until the replacement is done.
        let _drafts = drafts();
        fs::rename(&self.draft, &self.target)?;
        self.is_done = true;
        Ok(())
    }
}

/// Gives the draft the owner, the permissions and the extended attributes of the old file. The extended attributes
/// include the access control list.
#[cfg(unix)]
fn copy_attributes(old: &File, draft: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    use xattr::FileExt as _;

    let (metadata, own) = (old.metadata()?, draft.metadata()?);
    if (own.uid(), own.gid()) != (metadata.uid(), metadata.gid()) {
        fchown(draft, Some(metadata.uid()), Some(metadata.gid()))?;
    }
    draft.set_permissions(metadata.permissions())?;
    // An error means that the file system has no extended attributes.
    let Ok(names) = old.list_xattr() else { return Ok(()) };
    for name in names {
        let value = old.get_xattr(&name)?;
        if draft.get_xattr(&name).ok().flatten() != value {
            draft.set_xattr(&name, &value.unwrap_or_default())?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn copy_attributes(old: &File, draft: &File) -> io::Result<()> {
    draft.set_permissions(old.metadata()?.permissions())
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let mut drafts = drafts();
        drafts.retain(|draft| *draft != self.draft);
        if !self.is_done {
            // An error is ignored: the run has already failed or was stopped, and the reason for that is reported.
            let _ = fs::remove_file(&self.draft);
        }
    }
}

/// The drafts of this process. An interrupt removes them.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the drafts of this process, and blocks all further commits, because the process is about to end.
pub(crate) fn remove_drafts() {
    let drafts = drafts();
    for draft in &*drafts {
        let _ = fs::remove_file(draft);
    }
    core::mem::forget(drafts);
}

const DRAFT: (&str, &str) = (".linkwright-", ".tmp");

/// Whether `path` has the name of a draft of any process. A process that was killed may have left drafts.
pub(crate) fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(DRAFT.0.as_bytes()) && name.ends_with(DRAFT.1.as_bytes())
}

/// Whether `path` has the name of a draft of this process.
pub(crate) fn is_own_draft(path: &Path) -> bool {
    is_draft(path) && drafts().iter().any(|draft| draft.file_name() == path.file_name())
}

/// Creates a draft in `folder`. If `is_private`, only the owner can read it until it gets the permissions of the old
/// file.
fn new_draft(folder: &Path, is_private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if is_private { 0o600 } else { 0o666 });
    }
    let _ = is_private;
    // The hasher is seeded at random.
    let id = RandomState::new().build_hasher().finish();
    let draft = folder.join(format!("{}{id:x}{}", DRAFT.0, DRAFT.1));
    let mut drafts = drafts();
    let file = options.open(&draft)?;
    drafts.push(draft.clone());
    Ok((draft, file))
}

/// The folder of the target. The draft is created there, because a rename works only within one file system.
fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Replaces `before`, the content of the file at `path`, with `after`. The file is a regular file or a symbolic link to one.
///
/// # Errors
///
/// Any I/O error; the file is then unchanged. It is also an error if the file does not exist, or has
/// another content than `before`, because somebody changed it in the meantime.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    let replacement = Replacement::of(&target)?;
    replacement.file().write_all(after)?;
    // As late as possible: another program that writes after this line is not noticed.
    if fs::read(&target)? != before {
        return Err(io::Error::other("the file was changed while it was converted"));
    }
    replacement.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_in_the_meantime_is_left_alone() {
        let path = std::env::temp_dir().join(format!("linkwright-changed-{}", std::process::id()));
        fs::write(&path, "new").unwrap();
        let why = replace(&path, b"old", b"linked").unwrap_err();
        assert_eq!(why.to_string(), "the file was changed while it was converted");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        replace(&path, b"new", b"linked").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"linked");
        fs::remove_file(&path).unwrap();
    }
}
