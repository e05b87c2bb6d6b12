//! The journal of `--resume`, a file that records which inputs were read to their ends. With it, an interrupted run can
//! continue with the first input that is not done, and a later run reads only new and changed files.
//!
//! The journal consists of lines of JSON. The first line has the working folder, the output, and the options that
//! affect the rows. Each later line is a checkpoint: an [`Entry`] for each input that was done since the previous
//! checkpoint, and the length of the output after the last of them. The first checkpoint has no inputs. A checkpoint is
//! written only after the output has been synced to disk. A resumed run truncates the output to the last checkpoint, so
//! the rows of an input that was being read are dropped, and reads that input again from its beginning.
//!
//! Points inside a file, from which a run could continue, were rejected: what is written before such a point may still
//! change when the file grows, so the last rows of every file had to be kept apart.
//!
//! A run keeps the journal locked.

use core::time::Duration;
use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::skipped::escaped;
use super::task::Task;
use crate::exit::Failure;
use crate::show::visible;

/// The version of the journal format.
pub(super) const VERSION: u32 = 7;

/// The work done up to a checkpoint.
#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint {
    /// The inputs that were done since the previous checkpoint.
    done: Vec<(String, Entry)>,
    /// The length of the output, in bytes.
    len: u64,
}

/// An input that was read to its end, or that failed after rows were written. If the journal has several entries for an
/// input, the last one counts.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// The state of the file before it was read; `None` for a stream.
    file: Option<FileState>,
    /// Whether a part of the input could not be read, which makes the exit status 2.
    failed: bool,
}

/// The name of an input, as the journal records it.
fn name_of(path: &Path) -> String {
    escaped(path.as_os_str().as_encoded_bytes())
}

/// The metadata by which a changed file is recognized. The inode and the time of its last change are not compared: they
/// also change if a file is copied, linked, or gets other permissions, and all its rows would be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileState {
    size: u64,
    /// The modification time; `None` before 1970.
    mtime: Option<SystemTime>,
}

impl FileState {
    pub(super) fn of(metadata: &Metadata) -> FileState {
        let mtime = metadata.modified().ok().filter(|mtime| *mtime >= UNIX_EPOCH);
        FileState { size: metadata.len(), mtime }
    }
}

/// An input as the journal records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// The name of the file; `-` for standard input.
    pub(super) name: PathBuf,
    /// The state of the file before it was read; `None` for a stream.
    pub(super) state: Option<FileState>,
}

/// The work of earlier runs.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The last entry of each input; `None` if this run has already handed out the input.
    entries: HashMap<String, Option<Entry>>,
    /// Whether an earlier run failed to read a part of an input that this run does not read again. The value is final
    /// after all tasks have been handed out.
    pub(super) has_failed: bool,
    /// The length of the output at the last checkpoint; `None` if the journal has no checkpoint.
    pub(super) len: Option<u64>,
    /// Whether earlier runs found any row.
    pub(super) found: bool,
}

impl Past {
    /// The part of a task that earlier runs have not done, or `None` if nothing remains to be done. The name of
    /// standard input is `-`. An input that is named twice is read only once, because it has only one entry.
    pub(super) fn left_of(&mut self, task: Task) -> Option<Task> {
        let name = match &task {
            Task::Stdin => name_of(Path::new("-")),
            Task::File { path, .. } | Task::Stream(path) => name_of(path),
            Task::Failed { .. } | Task::LeftOut { .. } | Task::Nothing { .. } => {
                return Some(task);
            }
        };
        let Some(known) = self.entries.insert(name, None) else { return Some(task) };
        let entry = known?;
        let Task::File { path, .. } = &task else { return None };
        // If the metadata cannot be read, the file probably cannot be opened either. The worker that opens it reports
        // the error.
        let state = fs::metadata(path).ok().map(|metadata| FileState::of(&metadata));
        if state == entry.file {
            self.has_failed |= entry.failed;
            return None;
        }
        Some(task)
    }
}

/// What the journal needs to know of the input that is being read.
#[derive(Debug, Default)]
pub(super) struct Current {
    /// Whether a part of the input could not be read.
    pub(super) has_failed: bool,
    /// Whether the input could not be read because of an I/O error, which may not occur in the next run.
    pub(super) is_unreadable: bool,
    /// Whether any row of this input was found.
    pub(super) has_links: bool,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// The journal is locked until this file is closed.
    file: File,
    identity: Value,
    next: Checkpoint,
    /// The length of the output at the last checkpoint.
    len: u64,
    written: Instant,
}

/// A checkpoint is written after this number of inputs, this many bytes of output, or this time. A run that is killed
/// loses at most about this much work, plus the work on the inputs that it was reading.
const INPUTS: usize = 256;
const BYTES: u64 = 1 << 20;
const TIME: Duration = Duration::from_secs(1);

impl Journal {
    /// Opens the journal at `path`, or creates it, and reads the work of earlier runs. `identity` is the first line.
    pub(super) fn open(path: &Path, identity: Value) -> Result<(Journal, Past), Failure> {
        let failed = |error| Failure::at(path, error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(Failure::at(path, "is not a regular file"));
        }
        file.try_lock().map_err(|error| locked(path, error))?;
        let mut text = Vec::new();
        (&file).read_to_end(&mut text).map_err(failed)?;
        // A last line without a line feed is ignored: the run was killed while it wrote that line.
        text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1));
        let past = past(path, &text, &identity)?;
        // Without a checkpoint no row has been written yet, so the run starts from the beginning.
        let whole = if past.len.is_some() { text.len() } else { 0 };
        file.set_len(whole as u64).map_err(failed)?;
        let len = past.len.unwrap_or(0);
        let next = Checkpoint { len, done: Vec::new() };
        let path = path.to_owned();
        Ok((Journal { path, file, identity, next, len, written: Instant::now() }, past))
    }

    /// Writes the first line and the first checkpoint of a new journal. `len` is the length of the output before the
    /// run.
    pub(super) fn begin(&mut self, len: u64) -> Result<(), Failure> {
        (self.next.len, self.len) = (len, len);
        self.write(&self.identity).and_then(|()| self.write(&self.next))
    }

    /// Adds an input that is done. `len` is the current length of the output.
    pub(super) fn add(&mut self, input: &Input, current: &Current, len: u64) {
        self.next.len = len;
        if current.is_unreadable && !current.has_links {
            // The next run tries again. If rows were written, it would repeat them.
            return;
        }
        let entry = Entry { file: input.state, failed: current.has_failed };
        self.next.done.push((name_of(&input.name), entry));
    }

    /// Whether enough work was done since the last checkpoint to write another one.
    pub(super) fn is_due(&self) -> bool {
        self.next.done.len() >= INPUTS
            || self.next.len.saturating_sub(self.len) >= BYTES
            || self.written.elapsed() >= TIME
    }

    /// Writes a checkpoint. The output so far must already be synced to disk.
    pub(super) fn checkpoint(&mut self) -> Result<(), Failure> {
        if self.next.done.is_empty() {
            return Ok(());
        }
        self.write(&self.next)?;
        self.next.done.clear();
        self.len = self.next.len;
        self.written = Instant::now();
        Ok(())
    }

    fn write(&self, value: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(value).map_err(Failure::message)?;
        line.push(b'\n');
        let written = (&self.file).write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::at(&self.path, error))
    }
}

/// The message if the journal cannot be locked.
fn locked(path: &Path, error: TryLockError) -> Failure {
    match error {
        TryLockError::Error(error) => Failure::at(path, error),
        TryLockError::WouldBlock => Failure::at(
            path,
            "another run has this journal open; wait until it ends, or name another journal and \
             another output",
        ),
    }
}

/// Reads the work of earlier runs from the complete lines of a journal.
fn past(path: &Path, text: &[u8], wanted: &Value) -> Result<Past, Failure> {
    let mut past = Past::default();
    let mut lines = text.split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some(first) = lines.next() else { return Ok(past) };
    if parse::<Value>(path, first)? != *wanted {
        return Err(Failure::at(
            path,
            "is the journal of a run in another folder, with another output, other options or another \
             version; repeat that command, or name another journal and another output",
        ));
    }
    for line in lines {
        let Checkpoint { done, len } = parse(path, line)?;
        past.entries.extend(done.into_iter().map(|(name, entry)| (name, Some(entry))));
        past.found |= past.len.is_some_and(|before| len > before);
        past.len = Some(len);
    }
    Ok(past)
}

fn parse<'l, T: Deserialize<'l>>(
    path: &Path,
    (line, number): (&'l [u8], usize),
) -> Result<T, Failure> {
    serde_json::from_slice(line).map_err(|error| {
        let name = path.to_string_lossy();
        let name = visible(&name);
        Failure::message(format_args!("{name}:{number}: not a journal of linkwright: {error}"))
    })
}
