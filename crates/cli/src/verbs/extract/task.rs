//! The tasks of a run.

use std::path::PathBuf;

use linkwright_harvest::ResumePoint;

use super::reason::Reason;

/// A task of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Read standard input.
    Stdin,
    /// Read a file.
    File { path: PathBuf, is_named: bool, done: EarlierRuns },
    /// Read a pipe or a device that the user named.
    Stream(PathBuf),
    /// Report an input that cannot be read.
    Failed { path: PathBuf, reason: String },
    /// Report an entry that is left out of its folder.
    LeftOut { path: PathBuf, reason: Reason },
    /// Report that a folder that the user named has nothing to read.
    Nothing { folder: PathBuf, reason: String },
}

/// How much of a file earlier runs have processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EarlierRuns {
    Nothing,
    /// The file was replaced. The rows of its former content are kept, and the whole new file is read.
    Replaced,
    /// Earlier runs read everything before this point.
    Before(ResumePoint),
    /// Earlier runs wrote this number of rows from the beginning of the file.
    Rows(u64),
}

impl Task {
    /// Reads the whole file at `path`.
    pub(super) fn whole(path: PathBuf, is_named: bool) -> Task {
        Task::File { path, is_named, done: EarlierRuns::Nothing }
    }
}
