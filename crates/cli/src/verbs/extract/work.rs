//! How a worker processes one task: it reads the input, collects its links, and passes them on.

use core::ops::ControlFlow;
use core::sync::atomic::Ordering;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _};
use std::path::Path;
use std::sync::Arc;

use linkwright_harvest::{DiagnosticKind, Outcome};

use super::batch::{Input, Note};
use super::collect::Done;
use super::encode::Encoder;
use super::file_state::FileState;
use super::pausing::Pausing;
use super::pre::Converted;
use super::reason::Reason;
use super::taker::Taker;
use super::task::{EarlierRuns, Task};
use super::worker::Worker;
use crate::input;
use crate::live::MayBlock;
use crate::show::visible;

const IO: Reason = Reason::Diagnostic(DiagnosticKind::Io);

impl Worker<'_> {
    /// Processes the task with the number `number`.
    pub(super) fn work(&self, number: u64, task: Task) -> ControlFlow<()> {
        let done = match task {
            Task::Stdin => self.read_stream(number, Path::new("-"), Path::new(""), input::stdin()),
            Task::File { path, is_named, done } => self.read_file(number, &path, is_named, done),
            Task::Stream(path) => match File::open(&path) {
                Ok(file) => self.read_stream(number, &path, &path, file),
                Err(error) => self.fail(&path, &error.to_string()),
            },
            Task::Failed { path, reason } => self.fail(&path, &reason),
            Task::LeftOut { path, reason } => {
                self.count(reason, 1, self.entry(&path, "", reason, reason.words()));
                Done::skipped()
            }
            Task::Nothing { folder, reason } => {
                self.note(&folder, &reason, Reason::Nothing);
                Done { outcome: None, ..Done::skipped() }
            }
        };
        if done.outcome.is_some_and(|outcome| outcome != Outcome::Skipped) {
            self.figures.files.fetch_add(1, Ordering::Relaxed);
        }
        self.ordered.give(number, &mut self.batch.borrow_mut(), Some(done))
    }

    fn read_file(&self, number: u64, path: &Path, is_named: bool, done: EarlierRuns) -> Done {
        let opened = open(path).and_then(|file| {
            let metadata = if self.plan.has_journal { Some(file.metadata()?) } else { None };
            Ok((file, metadata.as_ref().map(FileState::of)))
        });
        let (file, state) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let pre = self.plan.pre.as_ref().filter(|pre| pre.takes(path));
        let mut converted = match pre.map(|pre| pre.start(path, &file)).transpose() {
            Ok(converted) => converted,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let is_replaced = done == EarlierRuns::Replaced;
        let given = if let EarlierRuns::Rows(given) = done { given } else { 0 };
        let input = Input { name: path.to_owned(), state, is_replaced, given };
        let mut taker = Taker::new(self, number, input, is_named);
        let (harvester, input) = (&self.plan.harvester, Arc::clone(&taker.input));
        let summary = match (&mut converted, done) {
            (Some(output), _) => harvester.read("", output, &mut taker),
            (None, EarlierRuns::Before(point)) => {
                harvester.read_file_from(path, &file, point, &mut taker)
            }
            (None, _) => harvester.read_file(path, &file, &mut taker),
        };
        if converted.is_none() && summary.outcome() != Outcome::Skipped {
            match (&file).rewind() {
                Ok(()) => taker.review(&mut &file),
                Err(error) => self.note(path, &error.to_string(), IO),
            }
        }
        if let Some(why) = converted.and_then(Converted::failure) {
            self.note(path, &why, IO);
        }
        let outcome = taker.finish(&summary);
        Done {
            input: Some(input),
            fingerprint: state.and_then(|state| state.fingerprint(&file)),
            outcome: Some(outcome),
            is_read: outcome != Outcome::Skipped,
        }
    }

    /// Reads a stream, whose format is detected from its content and from `name`.
    fn read_stream(
        &self,
        number: u64,
        path: &Path,
        name: &Path,
        mut reader: impl MayBlock,
    ) -> Done {
        let input = Input { name: path.to_owned(), state: None, is_replaced: false, given: 0 };
        let mut taker = Taker::new(self, number, input, true);
        let (harvester, input) = (&self.plan.harvester, Arc::clone(&taker.input));
        let summary = if matches!(self.plan.encoder, Encoder::Findings(_)) {
            // A stream cannot be read twice.
            let mut content = Vec::new();
            if let Err(error) = reader.read_to_end(&mut content) {
                self.note(path, &error.to_string(), IO);
            }
            let summary = harvester.read(name, &*content, &mut taker);
            taker.review(&mut &*content);
            summary
        } else {
            harvester.read(name, Pausing::new(self, number, reader), &mut taker)
        };
        let outcome = taker.finish(&summary);
        // Standard input may be closed, so if it is empty, it does not count as an input that was read.
        let is_empty = path == Path::new("-") && summary.bytes() == 0;
        Done {
            input: Some(input),
            fingerprint: None,
            outcome: Some(outcome),
            is_read: outcome != Outcome::Skipped && !is_empty,
        }
    }

    /// Reports that an input cannot be read. The input gets no journal entry, so the next run tries again.
    fn fail(&self, path: &Path, why: &str) -> Done {
        self.note(path, why, IO);
        Done::skipped()
    }

    /// Reports a problem with an input.
    pub(super) fn note(&self, path: &Path, why: &str, reason: Reason) {
        let text = format!("{}: {}", visible(&path.to_string_lossy()), visible(why));
        let entry = self.entry(path, "", reason, why);
        let note = Note { text, reason, count: 1, is_failure: true, entry };
        self.tell(note);
    }
}

/// Opens a path that was a regular file when the task was created. If a pipe has replaced the file since then, opening
/// it does not wait for a writer, and the harvester refuses it.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    options.open(path)
}
