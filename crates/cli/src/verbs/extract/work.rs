//! How a worker processes one task: it reads the input, collects its links, and passes them on.

use core::ops::ControlFlow;
use core::sync::atomic::Ordering;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek as _};
use std::path::Path;

use linkwright_harvest::{DiagnosticKind, Outcome};

use super::batch::{Done, Note};
use super::encode::Encoder;
use super::journal::{FileState, Input};
use super::pausing::Pausing;
use super::pre::Converted;
use super::reason::Reason;
use super::taker::Taker;
use super::task::Task;
use super::worker::Worker;
use crate::input;
use crate::show::visible;

const IO: Reason = Reason::Diagnostic(DiagnosticKind::Io);

impl Worker<'_> {
    /// Processes the task.
    pub(super) fn work(&self, task: Task) -> ControlFlow<()> {
        let done = match task {
            Task::Stdin => self.read_stream(Path::new("-"), Path::new(""), input::stdin()),
            Task::File { path, is_named } => self.read_file(&path, is_named),
            Task::Stream(path) => match File::open(&path) {
                Ok(file) => self.read_stream(&path, &path, file),
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
            self.progress.files.fetch_add(1, Ordering::Relaxed);
        }
        self.batch.borrow_mut().done = Some(done);
        self.give()
    }

    fn read_file(&self, path: &Path, is_named: bool) -> Done {
        let opened = open(path).and_then(|file| {
            let state = FileState::of(&file.metadata()?);
            Ok((file, state))
        });
        let (file, state) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let pre = self.plan.pre.as_ref().filter(|pre| pre.takes(path));
        let mut converted = match pre.map(|pre| pre.start(path)).transpose() {
            Ok(converted) => converted,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let input = Input { name: path.to_owned(), state: Some(state) };
        let mut taker = Taker::new(self, input, is_named);
        let harvester = &self.plan.harvester;
        let summary = match &mut converted {
            Some(output) => harvester.read("", output, &mut taker),
            None => harvester.read_file(path, &file, &mut taker),
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
        taker.finish(&summary)
    }

    /// Reads a stream, whose format is detected from its content and from `name`.
    fn read_stream(&self, path: &Path, name: &Path, mut reader: impl Read) -> Done {
        let input = Input { name: path.to_owned(), state: None };
        let mut taker = Taker::new(self, input, true);
        let harvester = &self.plan.harvester;
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
            harvester.read(name, Pausing { worker: self, reader }, &mut taker)
        };
        taker.finish(&summary)
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
