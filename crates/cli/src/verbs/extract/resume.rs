//! What is done already, in a file: a run that was interrupted goes on where it was.
//!
//! The journal is lines of JSON. The first says whose it is: the folder, the output, and the options
//! that decide about the rows. Each later one is a checkpoint: the inputs that were done since the one
//! before, and how long the output was then; the first one has no inputs. A checkpoint is written when the output it speaks of
//! is safe on disk, so the output after the last one is cut off and written again. An input
//! that was being read is read again from its start. A mailbox resumes after the message that its
//! checkpoint names.
//!
//! Nothing marks the end of a run. The same command again reads what has come to the folders since.

use core::time::Duration;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use linkwright_harvest::ResumePoint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::batch::Reached;
use super::output::failure;
use super::walk::Task;
use crate::outcome::Failure;
use crate::show::visible;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The version of the journal.
    pub(super) journal: u32,
    pub(super) folder: String,
    pub(super) output: String,
    /// The flags that decide about the rows, with their values. Other versions have other options.
    pub(super) options: Value,
}

/// The version of what is written here.
pub(super) const VERSION: u32 = 3;

/// What was done up to some moment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Checkpoint {
    /// The inputs since the last one.
    done: Vec<Name>,
    /// The length of the output, in bytes.
    len: u64,
    /// The links of all runs so far.
    links: u64,
    /// Whether any input failed so far.
    failed: bool,
    /// The inputs that were being read, and how far they were done: one, but for a run that found new
    /// files before the input that it was to resume.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
}

/// What was done of an input.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Part {
    input: Name,
    offset: u64,
    messages: u64,
}

/// The name of an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
enum Name {
    Text(String),
    /// Names are bytes, and not all of them are text.
    Bytes(Vec<u8>),
}

impl Name {
    fn of(path: &Path) -> Name {
        match path.to_str() {
            Some(text) => Name::Text(text.to_owned()),
            None => Name::Bytes(path.as_os_str().as_encoded_bytes().to_vec()),
        }
    }
}

/// What earlier runs have done.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    done: HashSet<Name>,
    /// The length that the output had; `None` where nothing was written before.
    pub(super) len: Option<u64>,
    pub(super) links: u64,
    pub(super) failed: bool,
    parts: Vec<Part>,
}

impl Past {
    /// What is left of a task to be done, if anything is. Standard input is `-`.
    pub(super) fn left_of(&mut self, task: Task) -> Option<Task> {
        let path = match &task {
            Task::Stdin => Path::new("-"),
            Task::File { path, .. } | Task::Stream(path) | Task::Rest { path, .. } => path,
            Task::Failed { .. } | Task::LeftOut { .. } | Task::Nothing { .. } => {
                return Some(task);
            }
        };
        let name = Name::of(path);
        if self.done.contains(&name) {
            return None;
        }
        // The same file may be named a second time, and is read a second time then.
        let part = self.parts.iter().position(|part| part.input == name);
        match (task, part.map(|at| self.parts.swap_remove(at))) {
            (Task::File { path, .. }, Some(part)) => {
                let from = ResumePoint::new(part.offset, part.messages);
                Some(Task::Rest { path, from })
            }
            (task, _) => Some(task),
        }
    }
}

/// A journal that is written.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    identity: Identity,
    next: Checkpoint,
    /// The length of the output at the last checkpoint.
    len: u64,
    written: Instant,
}

/// After how much a checkpoint is due: what is lost at most, and is done again.
const INPUTS: usize = 256;
const BYTES: u64 = 1 << 20;
const TIME: Duration = Duration::from_secs(1);

impl Journal {
    /// Opens the journal at `path`, creates it if it does not exist, and reads what was done.
    pub(super) fn open(path: &Path, identity: Identity) -> Result<(Journal, Past), Failure> {
        let failed = |error| failure(path, &error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut lines = Lines { path, reader: BufReader::new(&file), whole: 0, number: 0 };
        let past = match lines.next::<Identity>()? {
            Some(found) => lines.past(&found, &identity)?,
            None => Past::default(),
        };
        // Without a checkpoint nothing was written yet, and the run starts from the beginning.
        let whole = if past.len.is_some() { lines.whole } else { 0 };
        file.set_len(whole).map_err(failed)?;
        let Past { links, failed, ref parts, .. } = past;
        let next = Checkpoint { links, failed, parts: parts.clone(), ..Checkpoint::default() };
        let len = past.len.unwrap_or(0);
        let written = Instant::now();
        Ok((Journal { path: path.to_owned(), file, identity, next, len, written }, past))
    }

    /// Begins a journal that was empty, with the length that the output has before the run.
    pub(super) fn begin(&mut self, len: u64) -> Result<(), Failure> {
        self.write(&self.identity.clone())?;
        self.next.len = len;
        self.len = len;
        self.write(&self.next.clone())
    }

    /// An input is done, and the output has this length now.
    pub(super) fn add(&mut self, input: &Path, len: u64, links: u64, failed: bool) {
        let input = Name::of(input);
        self.next.parts.retain(|part| part.input != input);
        self.next.done.push(input);
        self.next.len = len;
        self.next.links += links;
        self.next.failed |= failed;
    }

    /// The input that is being read is done so far, and the output has this length now; `links` are
    /// those since it was told last.
    pub(super) fn reach(&mut self, reached: &Reached, len: u64, links: u64, failed: bool) {
        let input = Name::of(&reached.input);
        let (offset, messages) = (reached.resume_point.offset(), reached.resume_point.messages());
        self.next.parts.retain(|part| part.input != input);
        self.next.parts.push(Part { input, offset, messages });
        self.next.len = len;
        self.next.links += links;
        self.next.failed |= failed;
    }

    /// Whether so much was done since the last checkpoint that it is time for another one.
    pub(super) fn is_due(&self) -> bool {
        self.next.done.len() >= INPUTS
            || self.next.len.saturating_sub(self.len) >= BYTES
            || self.written.elapsed() >= TIME
    }

    /// Writes down what is done; the output up to there must be safe already.
    pub(super) fn checkpoint(&mut self) -> Result<(), Failure> {
        if self.next.done.is_empty() && self.next.parts.is_empty() {
            return Ok(());
        }
        let checkpoint = self.next.clone();
        self.write(&checkpoint)?;
        self.next.done.clear();
        self.len = self.next.len;
        self.written = Instant::now();
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let mut bytes = serde_json::to_vec(line).map_err(Failure::message)?;
        bytes.push(b'\n');
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(|error| failure(&self.path, &error))
    }
}

/// The lines of a journal.
struct Lines<'j> {
    path: &'j Path,
    reader: BufReader<&'j File>,
    /// How many bytes of it are whole lines.
    whole: u64,
    number: usize,
}

impl Lines<'_> {
    /// The next line; `None` after the last one. A line without an end is one that the run did
    /// not get to the end of, and says nothing.
    fn next<T: for<'l> Deserialize<'l>>(&mut self) -> Result<Option<T>, Failure> {
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        read.map_err(|error| failure(self.path, &error))?;
        let Some(text) = line.strip_suffix(b"\n") else { return Ok(None) };
        self.number += 1;
        self.whole += line.len() as u64;
        let read = serde_json::from_slice(text);
        read.map(Some).map_err(|error| {
            let name = self.path.to_string_lossy();
            let name = visible(&name);
            Failure::message(format_args!("{name}:{}: no journal: {error}", self.number))
        })
    }

    fn past(&mut self, found: &Identity, wanted: &Identity) -> Result<Past, Failure> {
        if let Some(what) = difference(found, wanted) {
            let name = self.path.to_string_lossy();
            return Err(Failure::message(format_args!(
                "{}: is the journal of a run {}",
                visible(&name),
                visible(&what)
            )));
        }
        let mut past = Past::default();
        while let Some(Checkpoint { done, len, links, failed, parts }) = self.next()? {
            past.done.extend(done);
            (past.len, past.links, past.failed, past.parts) = (Some(len), links, failed, parts);
        }
        Ok(past)
    }
}

/// In what the run of a journal was another one.
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
        (Some(found), Some(wanted)) => format!("with {flag}{found}, and not with {flag}{wanted}"),
        (Some(found), None) => format!("with {flag}{found}"),
        (None, wanted) => format!("without {flag}{}", wanted.unwrap_or_default()),
    })
}

/// The values of a flag as they are typed after it; none for a switch.
fn values(values: &Value) -> String {
    let words = values.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.filter(|word| *word != "true").fold(String::new(), |typed, word| typed + " " + word)
}
