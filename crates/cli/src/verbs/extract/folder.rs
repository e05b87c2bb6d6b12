//! Walks a folder, and reports the files to read and the entries that cannot be read.
//!
//! Hidden and ignored entries, and entries that `--glob` and `--type` do not select, are no inputs. The walker leaves
//! them out without a report.

use std::fs::FileType;
use std::path::PathBuf;

use ignore::{DirEntry, Walk};

use super::own::Own;
use super::reason::{Counts, Reason};
use super::task::Task;
use super::walk_args::Choice;
use crate::replacement;

/// The walk through a folder that the user named.
pub(super) struct Folder {
    choice: Choice,
    root: PathBuf,
    walk: Walk,
    /// The number of entries that are files or could not be read.
    files: u64,
    skipped: Counts,
    /// Whether the walk has ended.
    is_over: bool,
}

impl Folder {
    pub(super) fn new(choice: &Choice, root: PathBuf) -> Folder {
        Folder {
            choice: choice.clone(),
            walk: choice.walk(&root),
            root,
            files: 0,
            skipped: Counts::default(),
            is_over: false,
        }
    }

    /// The task for the next entry in the order of paths. `own` lists the files that this run writes.
    pub(super) fn next(&mut self, own: &Own) -> Option<Task> {
        while !self.is_over {
            let found = match self.walk.next() {
                Some(Ok(entry)) => self.entry(entry, own),
                Some(Err(error)) => {
                    self.files += 1;
                    let (path, reason) = failed(error);
                    Some(Task::Failed { path, reason })
                }
                None => self.end(),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn entry(&mut self, entry: DirEntry, own: &Own) -> Option<Task> {
        let kind = entry.file_type()?;
        let is_entered = kind.is_dir() || entry.depth() == 0;
        if is_entered || replacement::is_own_draft(entry.path()) {
            return None;
        }
        let own = if kind.is_symlink() { None } else { own.reason(entry.path()) };
        let path = entry.into_path();
        let reason = match own {
            Some(reason) => reason,
            None if kind.is_file() => {
                self.files += 1;
                return Some(Task::whole(path, false));
            }
            None if kind.is_symlink() => Reason::Link,
            None => special(kind),
        };
        self.skipped.add(reason, 1);
        Some(Task::LeftOut { path, reason })
    }

    /// Ends the walk. If the folder contained no file to read, returns a report about that, unless `--glob` or `--type`
    /// select files.
    fn end(&mut self) -> Option<Task> {
        self.is_over = true;
        if self.files > 0 || self.choice.selects() {
            return None;
        }
        let mut message = "is a folder without files to read".to_owned();
        if !self.skipped.is_empty() {
            message = format!("{message}: {}", self.skipped.words());
        }
        let options = [("--hidden", self.choice.hidden), ("--no-ignore", self.choice.no_ignore)];
        let more: Vec<&str> =
            options.iter().filter(|(_, is_on)| !is_on).map(|(option, _)| *option).collect();
        if !more.is_empty() {
            message = format!("{message} (hidden and ignored files: try {})", more.join(" and "));
        }
        Some(Task::Nothing { folder: self.root.clone(), reason: message })
    }
}

fn failed(error: ignore::Error) -> (PathBuf, String) {
    let mut path = PathBuf::new();
    let mut error = error;
    loop {
        error = match error {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                *err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                *err
            }
            ignore::Error::Loop { child, .. } => {
                let message = "a symbolic link to one of its parent folders, not followed";
                return (child, message.to_owned());
            }
            other => return (path, other.to_string()),
        };
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> Reason {
    use std::os::unix::fs::FileTypeExt as _;

    Reason::Special(match () {
        () if kind.is_socket() => "a socket, not read",
        () if kind.is_fifo() => "a named pipe, not read",
        () if kind.is_block_device() || kind.is_char_device() => "a device, not read",
        () => "not a regular file, not read",
    })
}

#[cfg(not(unix))]
fn special(_: FileType) -> Reason {
    Reason::Special("not a regular file, not read")
}
