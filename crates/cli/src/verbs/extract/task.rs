//! The tasks of a run.

use std::path::PathBuf;

use super::reason::Reason;

/// A task of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Read standard input.
    Stdin,
    /// Read a file.
    File { path: PathBuf, is_named: bool },
    /// Read a pipe or a device that the user named.
    Stream(PathBuf),
    /// Report an input that cannot be read.
    Failed { path: PathBuf, reason: String },
    /// Report an entry that is left out of its folder.
    LeftOut { path: PathBuf, reason: Reason },
    /// Report that a folder that the user named has nothing to read.
    Nothing { folder: PathBuf, reason: String },
}
