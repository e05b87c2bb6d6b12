//! Replaces the content of a file, and leaves the file unchanged if an error occurs before the new content is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The new content of a file, which is first written to a temporary file (the draft).
///
/// [`commit`](Replacement::commit) syncs the draft to disk and renames it, so that readers see either the old file or
/// the new one. In some cases a rename is impossible or would lose something: the file has several hard links, its
/// owner or attributes cannot be given to the draft, or no file can be created in its folder. Then the content is
/// copied over the old file instead. Dropping a replacement without a commit removes the draft and leaves the old file
/// unchanged.
#[derive(Debug)]
pub(crate) struct Replacement {
    target: PathBuf,
    draft: PathBuf,
    file: File,
    old: Option<Box<Old>>,
    keeps_draft: bool,
}

/// The file to replace.
#[derive(Debug)]
struct Old {
    /// Open for writing.
    file: File,
    metadata: Metadata,
    /// Whether the draft is in the same folder, and the file has no other hard links, which would keep the old content.
    can_be_renamed_over: bool,
}

impl Replacement {
    /// Creates the draft for `target`, which is a regular file or does not exist yet.
    ///
    /// # Errors
    ///
    /// Any I/O error. It is an error if the old file is write-protected, even though a rename could replace
    /// it.
    pub(crate) fn of(target: &Path) -> io::Result<Replacement> {
        let old = match OpenOptions::new().write(true).open(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened?),
        };
        let (draft, file, is_beside) = match new_draft(folder_of(target), old.is_some()) {
            Err(error) if old.is_some() && takes_no_files(&error) => {
                let (draft, file) = new_draft(&std::env::temp_dir(), true)?;
                (draft, file, false)
            }
            made => made.map(|(draft, file)| (draft, file, true))?,
        };
        let old = old.map(|file| Old::new(file, is_beside).map(Box::new)).transpose();
        let mut replacement =
            Replacement { target: target.to_owned(), draft, file, old: None, keeps_draft: false };
        replacement.old = old?;
        Ok(replacement)
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

    /// Replaces the old file with the draft. If copying over the old file fails after its first byte has changed, the draft
    /// is kept, and the error names it. After any other error the old file is unchanged.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.put()
    }

    fn put(&mut self) -> io::Result<()> {
        // The attributes are set after the content is written, because writing clears the set-user-ID bit.
        let copied_over = self
            .old
            .take()
            .filter(|old| !old.can_be_renamed_over || old.gives_attributes(&self.file).is_err());
        self.file.sync_all()?;
        // Holding this lock makes an interrupt wait until the replacement is done.
        let _drafts = drafts();
        if let Some(old) = copied_over {
            old.takes_space(&self.file)?;
            return old.takes_content(&self.file).map_err(|error| {
                self.keeps_draft = true;
                let (draft, kind) = (self.draft.display(), error.kind());
                let message =
                    format!("partly changed: {error}; the whole new content is in {draft}");
                io::Error::new(kind, message)
            });
        }
        fs::rename(&self.draft, &self.target)?;
        self.keeps_draft = true;
        Ok(())
    }
}

impl Old {
    fn new(file: File, is_beside: bool) -> io::Result<Old> {
        let metadata = file.metadata()?;
        let can_be_renamed_over = is_beside && links(&metadata) == 1;
        Ok(Old { file, metadata, can_be_renamed_over })
    }

    /// Writes what the draft has beyond the length of the old file, which needs space on the disk. If that fails, the file
    /// gets its old length again, so it is unchanged. The bytes that are overwritten afterwards need no more space.
    fn takes_space(&self, mut draft: &File) -> io::Result<()> {
        let (mut file, len) = (&self.file, self.metadata.len());
        draft.seek(SeekFrom::Start(len))?;
        file.seek(SeekFrom::Start(len))?;
        let done = io::copy(&mut draft, &mut file).and_then(|_| file.sync_all());
        done.or_else(|error| file.set_len(len).and(Err(error)))
    }

    /// Copies the draft over the old content, and then truncates the file to the new length.
    fn takes_content(&self, mut draft: &File) -> io::Result<()> {
        let mut file = &self.file;
        draft.rewind()?;
        file.rewind()?;
        let len = io::copy(&mut draft, &mut file)?;
        file.set_len(len)?;
        if file.metadata()?.permissions() != self.metadata.permissions() {
            // Only the owner can restore the permissions. For other users the error is ignored: the system clears the
            // set-user-ID and set-group-ID bits on purpose.
            let _ = file.set_permissions(self.metadata.permissions());
        }
        file.sync_all()
    }

    /// Gives the draft the owner, the permissions and the extended attributes of the old file. The extended attributes
    /// include the access control list.
    #[cfg(unix)]
    fn gives_attributes(&self, draft: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        use xattr::FileExt as _;

        let (metadata, own) = (&self.metadata, draft.metadata()?);
        if (own.uid(), own.gid()) != (metadata.uid(), metadata.gid()) {
            fchown(draft, Some(metadata.uid()), Some(metadata.gid()))?;
        }
        draft.set_permissions(metadata.permissions())?;
        // An error means that the file system has no extended attributes.
        let Ok(names) = self.file.list_xattr() else { return Ok(()) };
        for name in names {
            let value = self.file.get_xattr(&name)?;
            if draft.get_xattr(&name).ok().flatten() != value {
                draft.set_xattr(&name, &value.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn gives_attributes(&self, draft: &File) -> io::Result<()> {
        draft.set_permissions(self.metadata.permissions())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let mut drafts = drafts();
        drafts.retain(|draft| *draft != self.draft);
        if !self.keeps_draft {
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
    let id = std::process::id();
    for number in 0..ATTEMPTS {
        let draft = folder.join(format!("{}{id}-{number}{}", DRAFT.0, DRAFT.1));
        let mut drafts = drafts();
        match options.open(&draft) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                drafts.push(draft.clone());
                return Ok((draft, file));
            }
        }
    }
    Err(io::Error::other(
        "cannot create a temporary file in the same folder: all 100 names are in use; delete old files named .linkwright-*.tmp",
    ))
}

/// The number of names to try. An earlier process with the same process ID may have left drafts when it was killed.
const ATTEMPTS: u32 = 100;

/// The folder of the target. The draft is created there, because a rename works only within one file system.
fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn takes_no_files(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

#[cfg(unix)]
fn links(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn links(_: &Metadata) -> u64 {
    1
}

/// Replaces `before`, the content of the file at `path`, with `after`. Symbolic links are followed.
///
/// # Errors
///
/// Any I/O error, and in which state the file is then. It is also an error if the file does not exist, is not a regular
/// file, or has another content than `before`, because somebody changed it in the meantime.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), String> {
    let unchanged = |error| format!("not changed: {error}");
    let target = fs::canonicalize(path).map_err(unchanged)?;
    if !fs::metadata(&target).map_err(unchanged)?.is_file() {
        return Err(unchanged(io::Error::other("is not a regular file")));
    }
    let mut replacement = Replacement::of(&target).map_err(unchanged)?;
    replacement.file().write_all(after).map_err(unchanged)?;
    // As late as possible: another program that writes after this line is not noticed.
    if fs::read(&target).map_err(unchanged)? != before {
        return Err(unchanged(io::Error::other("the file was changed while it was converted")));
    }
    let done = replacement.put();
    done.map_err(|error| if replacement.keeps_draft { error.to_string() } else { unchanged(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_in_the_meantime_is_left_alone() {
        let path = std::env::temp_dir().join(format!("linkwright-changed-{}", std::process::id()));
        fs::write(&path, "new").unwrap();
        let why = replace(&path, b"old", b"linked").unwrap_err();
        assert_eq!(why, "not changed: the file was changed while it was converted");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        replace(&path, b"new", b"linked").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"linked");
        fs::remove_file(&path).unwrap();
    }
}
