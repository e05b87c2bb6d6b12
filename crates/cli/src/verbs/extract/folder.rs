//! Walks a folder, and reports both the files to read and the entries that are left out.
//!
//! The walker of the crate `ignore` does not report the hidden and ignored entries that it leaves out. Each folder is
//! therefore listed a second time when the walker enters it. Entries that the walker has not returned by the time it
//! leaves the folder are the entries that its rules exclude. A folder that is left out counts as one entry and is not
//! entered. Walking without rules and applying the rules here would enter `.git` and `node_modules`, and would
//! duplicate the implementation of Git's rules.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use std::vec;

use ignore::{DirEntry, Walk};

use super::own::Own;
use super::reason::{Counts, Reason};
use super::walk_args::Choice;
use crate::replacement;

/// An entry that the walk found.
#[derive(Debug)]
pub(super) enum Found {
    File(PathBuf),
    /// An entry that is left out.
    LeftOut(PathBuf, Reason),
    /// An entry that cannot be read.
    Failed(PathBuf, String),
    /// The folder that the user named contains no file to read. The text is the reason.
    Nothing(PathBuf, String),
}

/// The walk through a folder that the user named, or through a Maildir++ folder in it.
pub(super) struct Folder {
    choice: Choice,
    root: PathBuf,
    walk: Walk,
    /// The open folders, from the root to the parent of the last entry.
    open: Vec<Listing>,
    /// Entries to return next: the entries that were left out of folders that the walk has finished, followed by the
    /// last entry.
    left_out: VecDeque<Found>,
    /// Maildir++ folders in this folder. Their names begin with a dot, so the walker leaves them out.
    mail: VecDeque<Folder>,
    /// The number of entries that are files or could not be read.
    files: u64,
    skipped: Counts,
    /// Whether the walk has ended.
    is_over: bool,
    /// All entries, if `--sort` requires an order other than the order of the walk.
    sorted: Option<vec::IntoIter<Found>>,
}

impl Folder {
    pub(super) fn new(choice: &Choice, root: PathBuf) -> Folder {
        Folder {
            choice: choice.clone(),
            walk: choice.walk(&root),
            root,
            open: Vec::new(),
            left_out: VecDeque::new(),
            mail: VecDeque::new(),
            files: 0,
            skipped: Counts::default(),
            is_over: false,
            sorted: None,
        }
    }

    /// The next entry. `own` lists the files that this run writes.
    pub(super) fn next(&mut self, own: &Own) -> Option<Found> {
        if !self.choice.is_sorted_later() {
            return self.walk_on(own);
        }
        if self.sorted.is_none() {
            self.sorted = Some(self.all_sorted(own).into_iter());
        }
        self.sorted.as_mut()?.next()
    }

    /// All entries: first the entries that are not files, then the sorted files.
    fn all_sorted(&mut self, own: &Own) -> Vec<Found> {
        let (mut files, mut found) = (Vec::new(), Vec::new());
        while let Some(entry) = self.walk_on(own) {
            match entry {
                Found::File(path) => files.push(path),
                other => found.push(other),
            }
        }
        self.choice.sort(&mut files);
        found.extend(files.into_iter().map(Found::File));
        found
    }

    /// The next entry in the order of paths.
    fn walk_on(&mut self, own: &Own) -> Option<Found> {
        loop {
            if let Some(found) = self.left_out.pop_front() {
                return Some(found);
            }
            if let Some(found) = self.mail(own) {
                return Some(found);
            }
            if self.is_over {
                return None;
            }
            let found = match self.walk.next() {
                Some(Ok(entry)) => self.entry(entry, own),
                Some(Err(error)) => Some(self.failure(error)),
                None => self.end(own),
            };
            // `entry` and `end` may have queued entries that were left out of finished folders. Those come first.
            self.left_out.extend(found);
        }
    }

    /// The next entry of the Maildir++ folders found so far.
    fn mail(&mut self, own: &Own) -> Option<Found> {
        while let Some(folder) = self.mail.front_mut() {
            let found = folder.next(own).filter(|found| !matches!(found, Found::Nothing(..)));
            if found.is_some() {
                let is_read = matches!(found, Some(Found::File(_) | Found::Failed(..)));
                self.files += u64::from(is_read);
                return found;
            }
            self.mail.pop_front();
        }
        None
    }

    fn entry(&mut self, entry: DirEntry, own: &Own) -> Option<Found> {
        self.leave(entry.depth(), own);
        if let Some(parent) = self.open.last_mut() {
            parent.unseen.remove(entry.file_name());
        }
        let kind = entry.file_type()?;
        let is_root = entry.depth() == 0;
        if replacement::is_own_draft(entry.path()) {
            return None;
        }
        let own = own.reason(entry.path(), Some(&entry));
        let path = entry.into_path();
        if kind.is_dir() || is_root {
            self.open.push(Listing::of(path));
            return None;
        }
        let reason = match own {
            Some(reason) => reason,
            None if kind.is_file() => {
                self.files += 1;
                return Some(Found::File(path));
            }
            None if kind.is_symlink() => Reason::Link,
            None => special(kind),
        };
        Some(self.skip(path, reason))
    }

    fn skip(&mut self, path: PathBuf, reason: Reason) -> Found {
        self.skipped.add(reason, 1);
        Found::LeftOut(path, reason)
    }

    /// Closes all open folders except the first `depth`, and collects the entries that the walker left out of them.
    fn leave(&mut self, depth: usize, own: &Own) {
        while self.open.len() > depth
            && let Some(Listing { folder, unseen }) = self.open.pop()
        {
            for (name, kind) in unseen {
                let path = folder.join(&name);
                if own.reason(&path, None).is_none() && is_mail_folder(&path, kind) {
                    self.mail.push_back(Folder::new(&self.choice, path));
                } else if let Some(reason) = self.reason(&path, &name, kind, own) {
                    let found = self.skip(path, reason);
                    self.left_out.push_back(found);
                }
            }
        }
    }

    /// Why the walker left the entry out. `None` if the entry did not exist yet when the walker read the folder, or if
    /// it is a draft of this run, which is removed at the end of the run.
    fn reason(&self, path: &Path, name: &OsStr, kind: FileType, own: &Own) -> Option<Reason> {
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        match own.reason(path, None) {
            _ if replacement::is_own_draft(path) => None,
            Some(reason) => Some(reason),
            None if is_hidden && !self.choice.hidden => Some(Reason::Hidden),
            None if self.choice.leaves_out(path, kind.is_dir()) => Some(Reason::Unselected),
            None => (!self.choice.no_ignore).then_some(Reason::Ignored),
        }
    }

    /// Converts an error of the walker to an entry that has the path as a separate value.
    fn failure(&mut self, error: ignore::Error) -> Found {
        let (path, message) = failed(error);
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name())
            && let Some(listing) = self.open.iter_mut().find(|listing| listing.folder == folder)
        {
            listing.unseen.remove(name);
        }
        self.files += 1;
        Found::Failed(path, message)
    }

    /// Ends the walk. If the folder contained no file to read, returns a report about that, unless `--glob` or `--type`
    /// left entries out.
    fn end(&mut self, own: &Own) -> Option<Found> {
        self.leave(0, own);
        self.is_over = true;
        if self.files > 0 || self.skipped.has(Reason::Unselected) {
            return None;
        }
        let message = if self.skipped.is_empty() {
            "is a folder without files".to_owned()
        } else {
            let (words, options) = (self.skipped.words(), self.skipped.options(None));
            format!("is a folder without files to read: {words}{options}")
        };
        Some(Found::Nothing(self.root.clone(), message))
    }
}

/// Whether the entry is a Maildir++ folder that the walker leaves out because its name begins with a dot. Maildir++
/// requires this dot, so it does not mean that the folder is hidden.
fn is_mail_folder(path: &Path, kind: FileType) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    is_hidden && kind.is_dir() && ["cur", "new"].iter().all(|sub| path.join(sub).is_dir())
}

/// The entries of a folder that the walker has not returned yet.
#[derive(Debug)]
struct Listing {
    folder: PathBuf,
    unseen: BTreeMap<OsString, FileType>,
}

impl Listing {
    /// Lists a folder. Errors are ignored, because the walker reports the same errors.
    fn of(folder: PathBuf) -> Listing {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let unseen = entries.filter_map(|entry| Some((entry.file_name(), entry.file_type().ok()?)));
        Listing { unseen: unseen.collect(), folder }
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
