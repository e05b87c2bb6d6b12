//! Reads and writes the journal, a file that records the work done. With it, an interrupted run can continue where it
//! stopped, and a later run reads only new files and new data.
//!
//! The journal consists of lines of JSON, each followed by a tab and its checksum. The first line has the working folder, the output, and the options that
//! affect the rows. Each later line is a checkpoint: a [`PastEntry`] for each input that was done since the previous
//! checkpoint, and the length of the output. The first checkpoint has no inputs. A checkpoint is written only after the
//! output up to that length has been synced to disk. A resumed run truncates the output to the last checkpoint and
//! writes the rest again.
//!
//! If a run is interrupted while it reads an input, the next run reads that input from the last resume point or,
//! without a resume point, from the start. The rows after the last resume point of a file may change when the file
//! grows. They are stored in the entry of the file, and written at the end of the run, after the last checkpoint, so
//! that the next run can replace them. If they were written with the other rows, wrong rows would remain in the output.
//!
//! A run keeps the journal locked.

use core::time::Duration;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use twox_hash::XxHash64;

use super::batch::{Input, Reached};
use super::file_state::Fingerprint;
use super::past::{Ending, Line, Name, Past, PastEntry, Tails};
use crate::exit::Failure;
use crate::show::visible;

/// The first line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The version of the journal format.
    pub(super) journal: u32,
    pub(super) folder: String,
    pub(super) output: String,
    /// The flags that affect the rows, with their values. Any JSON is accepted, because journals of other versions may
    /// have a different form.
    pub(super) options: Value,
}

/// The version of the journal format.
pub(super) const VERSION: u32 = 5;

/// The work done up to a checkpoint.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Checkpoint {
    /// The inputs that were done since the previous checkpoint.
    done: Vec<PastEntry>,
    /// The length of the output, in bytes.
    len: u64,
    /// Whether any row was found so far.
    found: bool,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// The journal is locked until this file is closed.
    file: File,
    identity: Identity,
    next: Checkpoint,
    /// The path and the entry of the file that is being read, if it has a resume point.
    current: Option<(PathBuf, PastEntry)>,
    tails: Tails,
    /// The length of the output at the last checkpoint.
    len: u64,
    written: Instant,
}

/// A checkpoint is written after this number of inputs, this many bytes of output, or this time. A run that is killed
/// loses at most about this much work, plus the work on the inputs that it was reading.
const INPUTS: usize = 256;
const BYTES: u64 = 1 << 20;
const TIME: Duration = Duration::from_secs(1);

/// The state of the current input.
#[derive(Debug, Default)]
pub(super) struct Current {
    /// Whether a part of the input could not be read.
    pub(super) has_failed: bool,
    /// Whether the input could not be read because of an I/O error, which may not occur in the next run.
    pub(super) is_unreadable: bool,
    /// The number of rows of this input that this run wrote.
    pub(super) links: u64,
    /// The rows since the last resume point, each followed by a line feed. `None` if there is no resume point, or if
    /// there are too many rows.
    pub(super) held: Option<Vec<u8>>,
}

impl Journal {
    /// Opens the journal at `path`, or creates it, and reads the work of earlier runs.
    pub(super) fn open(path: &Path, identity: Identity) -> Result<(Journal, Past), Failure> {
        let failed = |error| Failure::at(path, error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(Failure::at(path, "is not a regular file"));
        }
        file.try_lock().map_err(|error| locked(path, error))?;
        let mut lines = Lines { path, reader: BufReader::new(&file), whole: 0, number: 0 };
        let (past, tails) = match lines.next::<Identity>()? {
            Some(found) => lines.past(&found, &identity)?,
            None => Default::default(),
        };
        // Without a checkpoint no row has been written yet, so the run starts from the beginning.
        let whole = if past.len.is_some() { lines.whole } else { 0 };
        file.set_len(whole).map_err(failed)?;
        let len = past.len.unwrap_or(0);
        let next = Checkpoint { len, found: past.found, ..Checkpoint::default() };
        let journal = Journal {
            path: path.to_owned(),
            file,
            identity,
            next,
            current: None,
            tails,
            len,
            written: Instant::now(),
        };
        Ok((journal, past))
    }

    /// Writes the first line and the first checkpoint of a new journal. `len` is the length of the output before the
    /// run.
    pub(super) fn begin(&mut self, len: u64) -> Result<(), Failure> {
        let identity = line(&self.identity)?;
        self.next.len = len;
        self.len = len;
        let checkpoint = line(&self.next)?;
        self.write(&identity).and_then(|()| self.write(&checkpoint))
    }

    /// Adds an input that is done. `len` is the current length of the output.
    pub(super) fn add(
        &mut self,
        input: &Input,
        outcome: Ending,
        fingerprint: Option<Fingerprint>,
        current: &Current,
        len: u64,
    ) -> Result<(), Failure> {
        let reading = self.current.take();
        let rows = current.held.as_deref().unwrap_or_default().split(|byte| *byte == b'\n');
        let rows = rows.filter(|row| !row.is_empty()).map(serde_json::from_slice);
        let rows: Vec<Line> = rows.collect::<Result<_, _>>().map_err(Failure::message)?;
        let entry = PastEntry {
            outcome,
            again: current.is_unreadable,
            fingerprint,
            point: reading.and_then(|(_, entry)| entry.point).filter(|_| current.held.is_some()),
            rows,
            ..self.entry(input, current)
        };
        self.next.found |= current.links > 0 || !entry.rows.is_empty();
        self.next.len = len;
        self.tails.keep(&entry);
        self.next.done.push(entry);
        Ok(())
    }

    /// Records a resume point of the current input. `len` is the current length of the output.
    pub(super) fn reach(&mut self, reached: &Reached, current: &Current, len: u64) {
        let Reached { input, resume_point, .. } = reached;
        let point = Some((*resume_point).into());
        let entry = PastEntry { point, ..self.entry(input, current) };
        self.next.found |= current.links > 0;
        self.next.len = len;
        self.tails.keep(&entry);
        self.current = Some((input.name.clone(), entry));
    }

    /// The entry of an input that is being read, without a resume point.
    fn entry(&mut self, input: &Input, current: &Current) -> PastEntry {
        let name = Name::of(&input.name);
        PastEntry {
            outcome: Ending::Reading,
            failed: current.has_failed,
            again: true,
            file: input.state,
            fingerprint: None,
            point: None,
            given: input.given + current.links,
            rows: Vec::new(),
            former: self.tails.former(&name, input.is_replaced),
            input: name,
        }
    }

    /// Whether enough work was done since the last checkpoint to write another one.
    pub(super) fn is_due(&self) -> bool {
        self.next.done.len() >= INPUTS
            || self.next.len.saturating_sub(self.len) >= BYTES
            || self.written.elapsed() >= TIME
    }

    /// Writes a checkpoint. The output so far must already be synced to disk.
    pub(super) fn checkpoint(&mut self) -> Result<(), Failure> {
        let current = self.current.clone();
        self.next.done.extend(current.map(|(path, entry)| entry.with_fingerprint(&path)));
        if self.next.done.is_empty() {
            return Ok(());
        }
        let checkpoint = line(&self.next)?;
        self.write(&checkpoint)?;
        self.next.done.clear();
        self.len = self.next.len;
        self.written = Instant::now();
        Ok(())
    }

    /// The rows that follow the last checkpoint in the output.
    pub(super) fn tails(&self) -> impl Iterator<Item = &[u8]> {
        self.tails.lines()
    }

    fn write(&mut self, line: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(line).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::at(&self.path, error))
    }
}

/// Encodes a value as a line of the journal: JSON, a tab, and the checksum.
fn line(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(value).map_err(Failure::message)?;
    line.push(b'\t');
    line.extend(sum(&line));
    line.push(b'\n');
    Ok(line)
}

/// The checksum of a line. A journal holds rows that a later run writes, so damage must not go unnoticed.
fn sum(line: &[u8]) -> Vec<u8> {
    format!("{:016x}", XxHash64::oneshot(0, line)).into_bytes()
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

/// The lines of a journal.
struct Lines<'j> {
    path: &'j Path,
    reader: BufReader<&'j File>,
    /// The length of the complete lines read so far.
    whole: u64,
    number: usize,
}

impl Lines<'_> {
    /// The next line, or `None` after the last line. A last line without a line feed is ignored: the run was killed
    /// while it wrote that line.
    fn next<T: for<'l> Deserialize<'l>>(&mut self) -> Result<Option<T>, Failure> {
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        read.map_err(|error| Failure::at(self.path, error))?;
        let Some(text) = line.strip_suffix(b"\n") else { return Ok(None) };
        self.number += 1;
        self.whole += line.len() as u64;
        let tab = text.iter().rposition(|byte| *byte == b'\t');
        let (json, found) = text.split_at(tab.map_or(text.len(), |tab| tab + 1));
        // The first line of an earlier version has no checksum; the version in it is reported.
        let is_earlier = tab.is_none() && self.number == 1;
        let read = if is_earlier || found == sum(json) {
            serde_json::from_slice(json).map_err(|error| error.to_string())
        } else {
            Err("the checksum of the line is wrong".to_owned())
        };
        read.map(Some).map_err(|error| {
            let name = self.path.to_string_lossy();
            let name = visible(&name);
            Failure::message(format_args!(
                "{name}:{}: not a journal of linkwright: {error}",
                self.number
            ))
        })
    }

    fn past(&mut self, found: &Identity, wanted: &Identity) -> Result<(Past, Tails), Failure> {
        if let Some(what) = difference(found, wanted) {
            let why = format_args!(
                "is the journal of a run {}; repeat that command, or name another journal and \
                 another output",
                visible(&what)
            );
            return Err(Failure::at(self.path, why));
        }
        let (mut past, mut tails) = (Past::default(), Tails::default());
        while let Some(Checkpoint { done, len, found }) = self.next()? {
            for mut entry in done {
                tails.keep(&entry);
                (entry.rows, entry.former) = (Vec::new(), Vec::new());
                past.add(entry);
            }
            (past.len, past.found) = (Some(len), found);
        }
        Ok((past, tails))
    }
}

/// How the run that wrote the journal differs from this run, or `None` if they match.
fn difference(found: &Identity, wanted: &Identity) -> Option<String> {
    let pairs = [
        ("in the folder", &found.folder, &wanted.folder),
        ("with the output", &found.output, &wanted.output),
    ];
    if found.journal != wanted.journal {
        return Some(format!("of another version, {}", found.journal));
    }
    if let Some((what, found, _)) = pairs.into_iter().find(|(_, found, wanted)| found != wanted) {
        return Some(format!("{what} {found}"));
    }
    let (found, wanted) = (found.options.as_object()?, wanted.options.as_object()?);
    let is_other = |flag: &&String| found.get(*flag) != wanted.get(*flag);
    let flag = found.keys().chain(wanted.keys()).find(is_other)?;
    let [found, wanted] = [found, wanted].map(|options| options.get(flag).map(values));
    Some(match (found, wanted) {
        (Some(found), Some(wanted)) => format!("with {flag}{found} instead of {flag}{wanted}"),
        (Some(found), None) => format!("with {flag}{found}"),
        (None, wanted) => format!("without {flag}{}", wanted.unwrap_or_default()),
    })
}

/// The values of a flag as written on the command line; empty for a switch.
fn values(values: &Value) -> String {
    let words = values.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.filter(|word| *word != "true").fold(String::new(), |typed, word| typed + " " + word)
}
