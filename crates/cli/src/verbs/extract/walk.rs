//! Which inputs there are: what was named, what is listed in a file, and what lies in folders.

use std::fs::{self, FileType};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use ignore::{DirEntry, Walk, WalkBuilder};
use linkwright_harvest::Waypoint;

use super::queue::Foresee;

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Read standard input.
    Stdin,
    /// Read a file.
    File(PathBuf),
    /// Read the rest of a file: an earlier run came so far.
    Rest { path: PathBuf, from: Waypoint },
    /// Read what was named although it is no regular file: a named pipe, a device.
    Stream(PathBuf),
    /// Nothing can be read there.
    Failed { path: PathBuf, reason: String },
    /// Nothing is meant to be read there.
    LeftOut { path: PathBuf, reason: &'static str },
}

/// What is left out of folders.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct WalkArgs {
    /// Read what `.gitignore`, `.ignore` and Git's own list of exclusions leave out, too
    #[arg(long)]
    no_ignore: bool,

    /// Read files and folders whose names begin with a dot, too
    #[arg(long)]
    hidden: bool,
}

impl WalkArgs {
    fn walk(&self, folder: &Path) -> Walk {
        WalkBuilder::new(folder)
            .standard_filters(!self.no_ignore)
            .hidden(!self.hidden)
            .follow_links(false)
            // What we write ourselves is no input.
            .skip_stdout(true)
            // Those of one folder differ in their names only, and need not be taken apart for that.
            .sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()))
            .build()
    }
}

/// The tasks in their order: as named, then as listed; those of a folder by name.
pub(super) struct Tasks {
    args: WalkArgs,
    named: Box<dyn Iterator<Item = Named> + Send>,
    /// The folder that is walked now.
    walk: Option<Walk>,
    /// Files that are written by this run, which it must not read.
    own: Vec<PathBuf>,
    /// What an earlier run has left of a task.
    left: Left,
}

type Left = Box<dyn FnMut(Task) -> Option<Task> + Send>;

/// What somebody wrote down to be read.
#[derive(Debug)]
pub(super) enum Named {
    Stdin,
    Path(PathBuf),
    /// The list of paths ends here, before its end.
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

    /// The paths in a list, each with `end` behind it; empty ones are passed over. Here `-` is a
    /// file like any other.
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
        // A reader that failed once may fail for ever.
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
    /// The tasks of `named`; the files in `own` are left out of folders.
    pub(super) fn new(
        args: &WalkArgs,
        named: impl Iterator<Item = Named> + Send + 'static,
        own: &[&Path],
    ) -> Tasks {
        let own = own.iter().filter_map(|path| absolute(path)).collect();
        Tasks { args: args.clone(), named: Box::new(named), walk: None, own, left: Box::new(Some) }
    }

    /// The same without what `left` says was done before.
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
        // What was named is followed, wherever it leads, and read, whatever it is.
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                self.walk = Some(self.args.walk(&path));
                None
            }
            Ok(metadata) if metadata.is_file() => Some(Task::File(path)),
            Ok(_) => Some(Task::Stream(path)),
            Err(error) => Some(Task::Failed { path, reason: error.to_string() }),
        }
    }

    /// What is to be done with something in a folder.
    fn met(&self, met: Result<DirEntry, ignore::Error>) -> Option<Task> {
        let entry = match met {
            Ok(entry) => entry,
            Err(error) => return Some(failed(error)),
        };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            return None;
        }
        let path = entry.into_path();
        if kind.is_file() {
            return (!self.is_own(&path)).then_some(Task::File(path));
        }
        if kind.is_symlink() {
            return Some(Task::LeftOut { path, reason: "symbolic link" });
        }
        let reason = format!("is {}, and is skipped", special(kind));
        Some(Task::Failed { path, reason })
    }

    fn is_own(&self, path: &Path) -> bool {
        let has_name = |own: &PathBuf| own.file_name() == path.file_name();
        self.own.iter().any(|own| has_name(own) && absolute(path).as_ref() == Some(own))
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
    /// The next one in the folder that is walked, if one is.
    fn ahead(&mut self) -> Option<Task> {
        while let Some(walk) = &mut self.walk {
            let Some(met) = walk.next() else {
                self.walk = None;
                break;
            };
            if let Some(task) = self.met(met).and_then(&mut self.left) {
                return Some(task);
            }
        }
        None
    }
}

/// The path without links and dots, whether there is such a file yet or not.
fn absolute(path: &Path) -> Option<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return None,
    };
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// The error of a walk without the path, which is told apart.
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
            other => return Task::Failed { path, reason: other.to_string() },
        };
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;

    match () {
        () if kind.is_socket() => "a socket",
        () if kind.is_fifo() => "a named pipe",
        () if kind.is_block_device() || kind.is_char_device() => "a device",
        () => "no regular file",
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "no regular file"
}
