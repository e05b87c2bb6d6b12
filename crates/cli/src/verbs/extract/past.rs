//! The work of earlier runs as recorded in their journal, and the work that remains.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use linkwright_harvest::{Outcome, ResumePoint};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::file_state::{Change, FileState, Fingerprint};
use super::task::{EarlierRuns, Task};

/// A row of the output: one JSON object.
pub(super) type Line = Box<RawValue>;

/// The work done on an input. If the journal has several entries for an input, the last one counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PastEntry {
    pub(super) input: Name,
    pub(super) outcome: Ending,
    /// Whether a part of the input could not be read, which makes the exit status 2.
    pub(super) failed: bool,
    /// Whether the next run reads the input again, because it was not read to the end.
    pub(super) again: bool,
    /// The state of the file before it was read; `None` for a stream.
    pub(super) file: Option<FileState>,
    /// The fingerprint of the bytes that the file had in that state.
    pub(super) fingerprint: Option<Fingerprint>,
    /// The point at which reading continues, if the format has such points.
    pub(super) point: Option<Point>,
    /// The number of rows of the input that were written, not counting the rows in `rows` and `former`.
    pub(super) given: u64,
    /// The rows after the point, which may change when the file grows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<Line>,
    /// The last rows of replaced files that had this name before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) former: Vec<Line>,
}

/// The outcome of reading an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ending {
    /// The input has not been read to the end yet.
    Reading,
    Read,
    Partly,
    Skipped,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Read => Ending::Read,
            Outcome::Skipped => Ending::Skipped,
            _ => Ending::Partly,
        }
    }
}

/// The serialized form of a [`ResumePoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Point {
    offset: u64,
    messages: u64,
    lines: u64,
}

impl From<ResumePoint> for Point {
    fn from(point: ResumePoint) -> Point {
        let (offset, messages, lines) = (point.offset(), point.messages(), point.lines());
        Point { offset, messages, lines }
    }
}

impl From<Point> for ResumePoint {
    fn from(point: Point) -> ResumePoint {
        ResumePoint::new(point.offset, point.messages).with_lines(point.lines)
    }
}

/// The name of an input, as the journal records it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    Text(String),
    /// A name that is not UTF-8.
    Bytes(Vec<u8>),
}

impl Name {
    pub(super) fn of(path: &Path) -> Name {
        match path.to_str() {
            Some(text) => Name::Text(text.to_owned()),
            None => Name::Bytes(path.as_os_str().as_encoded_bytes().to_vec()),
        }
    }
}

/// The work of earlier runs, and the inputs that this run has handed out so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    entries: HashMap<Name, PastEntry>,
    /// The inputs of this run for which [`left_of`](Past::left_of) was called.
    seen: HashSet<Name>,
    /// Whether an earlier run failed to read a part of an input that this run does not read again.
    failed: Arc<AtomicBool>,
    /// The length of the output at the last checkpoint; `None` if the journal has no checkpoint.
    pub(super) len: Option<u64>,
    /// Whether earlier runs found any row.
    pub(super) found: bool,
}

impl Past {
    pub(super) fn add(&mut self, entry: PastEntry) {
        self.entries.insert(entry.input.clone(), entry);
    }

    /// Whether an earlier run failed to read a part of an input that this run does not read again. The value is final
    /// only after all tasks have been handed out.
    pub(super) fn failed(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.failed)
    }

    /// The part of a task that earlier runs have not done, or `None` if nothing remains to be done. The name of
    /// standard input is `-`. An input that is named twice is read only once, because it has only one entry.
    pub(super) fn left_of(&mut self, task: Task) -> Option<Task> {
        let name = match &task {
            Task::Stdin => Name::of(Path::new("-")),
            Task::File { path, .. } | Task::Stream(path) => Name::of(path),
            Task::Failed { .. } | Task::LeftOut { .. } | Task::Nothing { .. } => {
                return Some(task);
            }
        };
        let entry = self.entries.get(&name);
        if !self.seen.insert(name) {
            return None;
        }
        let Some(entry) = entry else { return Some(task) };
        let Task::File { path, is_named, .. } = task else { return None };
        // If the metadata cannot be read, the file probably cannot be opened either. The worker that opens it reports
        // the error.
        let Ok(metadata) = fs::metadata(&path) else {
            return Some(Task::whole(path, is_named));
        };
        let done = entry.done(&path, &FileState::of(&metadata));
        if done.is_none() {
            self.failed.fetch_or(entry.failed, Ordering::Relaxed);
        }
        Some(Task::File { path, is_named, done: done? })
    }
}

impl PastEntry {
    /// Returns this entry with the fingerprint of the file at `path`.
    pub(super) fn with_fingerprint(self, path: &Path) -> PastEntry {
        let print = |state: FileState| state.fingerprint(&File::open(path).ok()?);
        PastEntry { fingerprint: self.file.and_then(print), ..self }
    }

    /// The work already done on the file at `path`, whose current state is `now`. `None` if nothing remains to be done.
    fn done(&self, path: &Path, now: &FileState) -> Option<EarlierRuns> {
        let file = self.file.as_ref()?;
        let change = Change::of(path, file, now, self.fingerprint.as_ref());
        match (change, self.point) {
            (Change::None, _) if !self.again => None,
            (Change::None | Change::Grown, Some(point)) => Some(EarlierRuns::Before(point.into())),
            (Change::None, None) => Some(EarlierRuns::Rows(self.given)),
            (Change::Grown | Change::Replaced, _) => Some(EarlierRuns::Replaced),
        }
    }
}

/// The rows at the end of the output, which are the last rows of files that may still grow. The next run removes these
/// rows from the output and writes them again at its end. If a file has grown in the meantime, the next run reads the
/// end of that file again, and writes the rows found there instead.
#[derive(Debug, Default)]
pub(super) struct Tails {
    /// The numbers of the inputs that have rows here.
    numbers: HashMap<Name, u64>,
    rows: BTreeMap<u64, Tail>,
    /// The next number.
    next: u64,
}

/// The last rows of a file, and the rows of replaced files that had the same name.
#[derive(Debug, Default)]
struct Tail {
    former: Vec<Line>,
    rows: Vec<Line>,
}

impl Tails {
    /// Replaces the rows of an input with the rows in `entry`.
    pub(super) fn keep(&mut self, entry: &PastEntry) {
        self.take(&entry.input);
        if entry.rows.is_empty() && entry.former.is_empty() {
            return;
        }
        self.numbers.insert(entry.input.clone(), self.next);
        let tail = Tail { former: entry.former.clone(), rows: entry.rows.clone() };
        self.rows.insert(self.next, tail);
        self.next += 1;
    }

    /// Removes the rows of an input, and returns the rows that can no longer change: the rows of replaced files with
    /// the same name and, if the file was replaced now, its own last rows.
    pub(super) fn former(&mut self, input: &Name, is_replaced: bool) -> Vec<Line> {
        let Tail { mut former, rows } = self.take(input);
        if is_replaced {
            former.extend(rows);
        }
        former
    }

    fn take(&mut self, input: &Name) -> Tail {
        let number = self.numbers.remove(input);
        number.and_then(|number| self.rows.remove(&number)).unwrap_or_default()
    }

    /// All rows, in the order in which the inputs were added.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self.rows.values().flat_map(|tail| tail.former.iter().chain(&tail.rows));
        lines.map(|line| line.get().as_bytes())
    }
}
