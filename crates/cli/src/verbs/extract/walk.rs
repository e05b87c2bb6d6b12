//! The inputs of a run: paths on the command line, paths in a list, and the files in folders.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use linkwright_harvest::ResumePoint;

use super::folder::{Folder, Found};
use super::own::Own;
use super::reason::Reason;
use super::walk_args::Choice;
use crate::file_id::FileId;

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

/// The tasks in order: first the inputs on the command line, then the inputs in the list. The files of a folder are in
/// the order of their paths.
pub(super) struct Tasks {
    choice: Choice,
    named: Box<dyn Iterator<Item = Named> + Send>,
    /// The folder that is being walked.
    walk: Option<Folder>,
    /// The files that this run writes and must not read.
    own: Own,
    /// Returns the part of a task that earlier runs have not done.
    left: Left,
}

type Left = Box<dyn FnMut(Task) -> Option<Task> + Send>;

/// An input as named on the command line or in a list.
#[derive(Debug)]
pub(super) enum Named {
    Stdin,
    Path(PathBuf),
    /// The rest of the list of paths cannot be read.
    Broken {
        list: PathBuf,
        error: io::Error,
    },
}

impl Named {
    /// The paths on the command line, where `-` means standard input.
    pub(super) fn typed(paths: Vec<PathBuf>) -> impl Iterator<Item = Named> {
        let named = |path: PathBuf| {
            if path == Path::new("-") { Named::Stdin } else { Named::Path(path) }
        };
        paths.into_iter().map(named)
    }

    /// The paths in a list, each terminated by `end`. Empty paths are skipped, and `-` is an ordinary file name.
    pub(super) fn listed(
        list: PathBuf,
        reader: impl BufRead,
        end: u8,
    ) -> impl Iterator<Item = Named> {
        let named = move |path: io::Result<Vec<u8>>| match path {
            Ok(mut path) => {
                if end == b'\n' && path.last() == Some(&b'\r') {
                    path.pop();
                }
                Named::Path(path_of(path))
            }
            Err(error) => Named::Broken { list: list.clone(), error },
        };
        let is_path =
            |named: &Named| !matches!(named, Named::Path(path) if path.as_os_str().is_empty());
        // Reading stops at the first error, because a reader that failed once may fail on every call.
        let mut is_broken = false;
        let until_broken =
            move |path: &io::Result<Vec<u8>>| !core::mem::replace(&mut is_broken, path.is_err());
        reader.split(end).take_while(until_broken).map(named).filter(is_path)
    }
}

/// Converts the bytes of a path in a list. On Unix, a path may be any bytes except NUL.
#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;

    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

impl Tasks {
    pub(super) fn new(
        choice: Choice,
        named: impl Iterator<Item = Named> + Send + 'static,
    ) -> Tasks {
        let (named, own) = (Box::new(named), Own::default());
        Tasks { choice, named, walk: None, own, left: Box::new(Some) }
    }

    /// Sets the files that the run writes. They are left out of the tasks.
    pub(super) fn without(self, own: Own) -> Tasks {
        Tasks { own, ..self }
    }

    /// Sets the function that removes the work of earlier runs from a task. It returns the part of the task that
    /// remains to be done, if any.
    pub(super) fn left(self, left: impl FnMut(Task) -> Option<Task> + Send + 'static) -> Tasks {
        Tasks { left: Box::new(left), ..self }
    }

    fn begin(&mut self, named: Named) -> Option<Task> {
        let path = match named {
            Named::Stdin => return Some(Task::Stdin),
            Named::Path(path) => path,
            Named::Broken { list, error } => {
                return Some(Task::Failed { path: list, reason: error.to_string() });
            }
        };
        // Symbolic links that the user named are followed, and special files that the user named are read.
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                self.walk = Some(Folder::new(&self.choice, path));
                None
            }
            Ok(metadata) if metadata.is_file() => Some(match self.own.role(FileId::of(&path)) {
                Some(role) => {
                    Task::Failed { path, reason: format!("is {role}, so it is not read") }
                }
                None => Task::File { path, is_named: true, done: EarlierRuns::Nothing },
            }),
            Ok(_) => Some(Task::Stream(path)),
            Err(error) => Some(Task::Failed { path, reason: error.to_string() }),
        }
    }
}

impl Iterator for Tasks {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next(&self.own) {
                    Some(found) => match (self.left)(found.into()) {
                        Some(task) => return Some(task),
                        None => continue,
                    },
                    None => self.walk = None,
                }
            }
            let named = self.named.next()?;
            if let Some(task) = self.begin(named).and_then(&mut self.left) {
                return Some(task);
            }
        }
    }
}

impl From<Found> for Task {
    fn from(found: Found) -> Task {
        match found {
            Found::File(path) => Task::File { path, is_named: false, done: EarlierRuns::Nothing },
            Found::LeftOut(path, reason) => Task::LeftOut { path, reason },
            Found::Failed(path, reason) => Task::Failed { path, reason },
            Found::Nothing(folder, reason) => Task::Nothing { folder, reason },
        }
    }
}
