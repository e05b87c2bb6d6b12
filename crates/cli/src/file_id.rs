//! Identifies files independently of their paths, because symbolic and hard links can give one file several paths.

use std::io;
use std::path::Path;

use same_file::Handle;

/// The identity of a regular file. It is used to detect that an input is also the output. Devices and pipes have no
/// identity, because data that is written to them is not read back as input. A file that cannot be opened for reading has
/// none either, because it is no input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileId(Handle);

impl FileId {
    /// The file that `path` refers to; `None` if it is not a regular file.
    pub(crate) fn of(path: &Path) -> Option<FileId> {
        // Opening a named pipe would wait for its writer.
        if path.is_file() { FileId::regular(Handle::from_path(path)) } else { None }
    }

    /// The file that standard input reads; `None` if it is not a regular file.
    pub(crate) fn stdin() -> Option<FileId> {
        FileId::regular(Handle::stdin())
    }

    /// The file that standard output writes; `None` if it is not a regular file.
    pub(crate) fn stdout() -> Option<FileId> {
        FileId::regular(Handle::stdout())
    }

    fn regular(handle: io::Result<Handle>) -> Option<FileId> {
        let handle = handle.ok()?;
        handle.as_file().metadata().ok()?.is_file().then_some(FileId(handle))
    }
}
