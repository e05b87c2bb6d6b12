//! Walks a folder, and reports the files to read and the entries that cannot be read.
//!
//! Hidden and ignored entries, and entries that `--glob` and `--type` do not select, are no inputs. The walker leaves
//! them out without a report.

use std::path::PathBuf;

use ignore::{DirEntry, Walk};

use super::own::Own;
use super::reason::Reason;
use super::task::Task;
use super::walk_args::Choice;
use crate::replacement;

/// The walk through a folder that the user named.
pub(super) struct Folder {
    walk: Walk,
    /// The report that the folder has no file to read, as long as none was found. There is none if globs or types select
    /// files.
    nothing: Option<Task>,
}

impl Folder {
    pub(super) fn new(choice: &Choice, root: PathBuf) -> Folder {
        let is_all = choice.args.hidden && choice.args.no_ignore;
        let more =
            if is_all { "" } else { " (hidden and ignored files: try --hidden and --no-ignore)" };
        let reason = format!("is a folder without files to read{more}");
        let walk = choice.walk(&root);
        let nothing = (!choice.selects()).then_some(Task::Nothing { folder: root, reason });
        Folder { walk, nothing }
    }

    /// The task for the next entry in the order of paths. `own` lists the files that this run writes.
    pub(super) fn next(&mut self, own: &Own) -> Option<Task> {
        loop {
            let task = match self.walk.next() {
                Some(Ok(entry)) => of_entry(entry, own),
                Some(Err(error)) => Some(failed(error)),
                None => return self.nothing.take(),
            };
            if matches!(task, Some(Task::File { .. } | Task::Failed { .. })) {
                self.nothing = None;
            }
            if task.is_some() {
                return task;
            }
        }
    }
}

fn of_entry(entry: DirEntry, own: &Own) -> Option<Task> {
    let kind = entry.file_type()?;
    let is_entered = kind.is_dir() || entry.depth() == 0;
    if is_entered || replacement::is_own_draft(entry.path()) {
        return None;
    }
    let own = if kind.is_symlink() { None } else { own.reason(entry.path()) };
    let path = entry.into_path();
    let reason = match own {
        Some(reason) => reason,
        None if kind.is_file() => return Some(Task::File { path, is_named: false }),
        None if kind.is_symlink() => Reason::Link,
        None => Reason::Special,
    };
    Some(Task::LeftOut { path, reason })
}

fn failed(error: ignore::Error) -> Task {
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
                let reason = "a symbolic link to one of its parent folders, not followed";
                return Task::Failed { path: child, reason: reason.to_owned() };
            }
            other => return Task::Failed { path, reason: other.to_string() },
        };
    }
}
