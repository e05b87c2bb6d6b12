//! The inputs of a run: paths on the command line, paths in a list, and the files in folders.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::journal::Past;
use super::own::Own;
use super::task::Task;
use super::walk_args::Choice;
use crate::file_id::FileId;

/// The tasks in order: first the inputs on the command line, then the inputs in the list. The files of a folder are in
/// the order of their paths.
pub(super) struct Tasks {
    choice: Choice,
    named: Box<dyn Iterator<Item = Named> + Send>,
    /// The folder that is being walked.
    walk: Option<Folder>,
    /// The files that this run writes and must not read.
    pub(super) own: Own,
    /// The work of earlier runs, which is left out; `None` without a journal.
    pub(super) past: Option<Past>,
}

/// An input as named on the command line or in a list: a path, or a task that needs no look at the file: to read
/// standard input, or to report that the rest of a list cannot be read.
pub(super) type Named = Result<PathBuf, Task>;

/// The paths on the command line, where `-` means standard input.
pub(super) fn typed(paths: Vec<PathBuf>) -> impl Iterator<Item = Named> {
    let named = |path: PathBuf| if path == Path::new("-") { Err(Task::Stdin) } else { Ok(path) };
    paths.into_iter().map(named)
}

/// The paths in a list, each terminated by `end`. Empty paths are skipped, and `-` is an ordinary file name.
pub(super) fn listed(list: PathBuf, reader: impl BufRead, end: u8) -> impl Iterator<Item = Named> {
    let named = move |path: io::Result<Vec<u8>>| match path {
        Ok(mut path) => {
            if end == b'\n' && path.last() == Some(&b'\r') {
                path.pop();
            }
            Ok(path_of(path))
        }
        Err(error) => Err(Task::Failed { path: list.clone(), reason: error.to_string() }),
    };
    let is_path = |named: &Named| !matches!(named, Ok(path) if path.as_os_str().is_empty());
    // Reading stops at the first error, because a reader that failed once may fail on every call.
    let mut is_broken = false;
    let until_broken =
        move |path: &io::Result<Vec<u8>>| !core::mem::replace(&mut is_broken, path.is_err());
    reader.split(end).take_while(until_broken).map(named).filter(is_path)
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
        Tasks { choice, named, walk: None, own, past: None }
    }

    fn begin(&mut self, named: Named) -> Option<Task> {
        let path = match named {
            Ok(path) => path,
            Err(task) => return Some(task),
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
                None => Task::File { path, is_named: true },
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
            let mut found = self.walk.as_mut().and_then(|walk| walk.next(&self.own));
            if found.is_none() {
                self.walk = None;
                let named = self.named.next()?;
                found = self.begin(named);
            }
            let left = match &mut self.past {
                Some(past) => found.and_then(|task| past.left_of(task)),
                None => found,
            };
            if left.is_some() {
                return left;
            }
        }
    }
}
