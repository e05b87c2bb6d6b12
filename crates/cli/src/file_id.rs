//! Identifies files independently of their paths, because symbolic and hard links can give one file several paths.

use std::fs::{self, Metadata};
use std::path::Path;

/// The identity of a regular file. It is used to detect that an input is also the output. Devices and pipes have no
/// identity, because data that is written to them is not read back as input.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileId {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
impl FileId {
    /// The file that `path` refers to; `None` if it is not a regular file.
    pub(crate) fn of(path: &Path) -> Option<FileId> {
        FileId::of_metadata(&fs::metadata(path).ok()?)
    }

    /// The file that standard input reads; `None` if it is not a regular file.
    pub(crate) fn stdin() -> Option<FileId> {
        FileId::of_descriptor(&std::io::stdin())
    }

    /// The file that standard output writes; `None` if it is not a regular file.
    pub(crate) fn stdout() -> Option<FileId> {
        FileId::of_descriptor(&std::io::stdout())
    }

    fn of_descriptor(descriptor: &impl std::os::fd::AsFd) -> Option<FileId> {
        let file = fs::File::from(descriptor.as_fd().try_clone_to_owned().ok()?);
        FileId::of_metadata(&file.metadata().ok()?)
    }

    fn of_metadata(metadata: &Metadata) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt as _;

        let id = FileId { device: metadata.dev(), inode: metadata.ino() };
        metadata.is_file().then_some(id)
    }
}

/// The canonical path of a regular file. Two hard links to one file therefore have different identities on these
/// systems.
#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileId(std::path::PathBuf);

#[cfg(not(unix))]
impl FileId {
    pub(crate) fn of(path: &Path) -> Option<FileId> {
        let is_file = fs::metadata(path).as_ref().is_ok_and(Metadata::is_file);
        if is_file { fs::canonicalize(path).ok().map(FileId) } else { None }
    }

    pub(crate) const fn stdin() -> Option<FileId> {
        None
    }

    pub(crate) const fn stdout() -> Option<FileId> {
        None
    }
}
