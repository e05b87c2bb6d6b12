//! The inputs: those named on the command line, those listed in a file, and those in folders.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use linkwright_harvest::ResumePoint;

use super::folder::{Folder, Found};
use super::own::Own;
use super::queue::Foresee;
use super::reason::Reason;
use super::walk_args::Choice;
use crate::file_id::FileId;

/// A task of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Read standard input.
    Stdin,
    /// Read a file.
    File { path: PathBuf, is_named: bool, done: Done },
    /// Read a named pipe or a device that was named.
    Stream(PathBuf),
    /// Report an input that cannot be read.
    Failed { path: PathBuf, reason: String },
    /// Report an entry that is left out of its folder.
    LeftOut { path: PathBuf, reason: Reason },
    /// Report a named folder that has nothing to read.
    Nothing { folder: PathBuf, reason: String },
}

/// The work of earlier runs on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Nothing,
    /// The file was replaced: the rows of its former content are kept, and it is read as a whole.
    Replaced,
    /// The part of the file before this point is done.
    Before(ResumePoint),
    /// This number of rows, the first ones of the file, was written.
    Rows(u64),
}

/// The tasks in their order: inputs as named, then as listed; the files of a folder in the order of `--sort`.
pub(super) struct Tasks {
    choice: Choice,
    named: Box<dyn Iterator<Item = Named> + Send>,
    /// The folder that is walked now.
    walk: Option<Folder>,
    /// The files that this run writes, which it must not read.
    own: Own,
    /// Returns the part of a task that earlier runs have not done.
    left: Left,
}

type Left = Box<dyn FnMut(Task) -> Option<Task> + Send>;

/// An input as the command line or a list names it.
#[derive(Debug)]
pub(super) enum Named {
    Stdin,
    Path(PathBuf),
    /// The list of paths cannot be read further.
    Broken {
        list: PathBuf,
        error: io::Error,
    },
}

impl Named {
    /// The paths of a command line, where `-` is standard input.
    pub(super) fn typed(paths: Vec<PathBuf>) -> impl Iterator<Item = Named> {
        let named = |path: PathBuf| {
            if path == Path::new("-") { Named::Stdin } else { Named::Path(path) }
        };
        paths.into_iter().map(named)
    }

    /// The paths in a list, each with `end` after it; empty ones are skipped. Here `-` is the name of a
    /// file.
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
        // Reading stops at the first error, because a reader that failed once may fail at each call.
        let mut is_broken = false;
        let until_broken =
            move |path: &io::Result<Vec<u8>>| !core::mem::replace(&mut is_broken, path.is_err());
        reader.split(end).take_while(until_broken).map(named).filter(is_path)
    }
}

/// File names are bytes on Unix.
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

    /// These tasks without the files that the run writes.
    pub(super) fn without(self, own: Own) -> Tasks {
        Tasks { own, ..self }
    }

    /// These tasks without the work that earlier runs have done. `left` returns the rest of a task.
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
        // A named link is followed, and a named special file is read.
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                self.walk = Some(Folder::new(&self.choice, path));
                None
            }
            Ok(metadata) if metadata.is_file() => Some(match self.own.role(FileId::of(&path)) {
                Some(role) => Task::Failed { path, reason: format!("is {role}, and is not read") },
                None => Task::File { path, is_named: true, done: Done::Nothing },
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
            if let Some(task) = self.ahead() {
                return Some(task);
            }
            let named = self.named.next()?;
            if let Some(task) = self.begin(named).and_then(&mut self.left) {
                return Some(task);
            }
        }
    }
}

impl Foresee for Tasks {
    /// The next task of the folder that is walked, if there is one.
    fn ahead(&mut self) -> Option<Task> {
        while let Some(walk) = &mut self.walk {
            let Some(found) = walk.next(&self.own) else {
                self.walk = None;
                break;
            };
            if let Some(task) = (self.left)(found.into()) {
                return Some(task);
            }
        }
        None
    }
}

impl From<Found> for Task {
    fn from(found: Found) -> Task {
        match found {
            Found::File(path) => Task::File { path, is_named: false, done: Done::Nothing },
            Found::LeftOut(path, reason) => Task::LeftOut { path, reason },
            Found::Failed(path, reason) => Task::Failed { path, reason },
            Found::Nothing(folder, reason) => Task::Nothing { folder, reason },
        }
    }
}
