//! Collects the results of all workers in the order of the inputs.

use std::path::{Path, PathBuf};

use linkwright_harvest::Outcome;

use super::account::Account;
use super::batch::{Batch, Note, Reached};
use super::output::Output;
use super::progress::Progress;
use super::resume::Journal;
use super::sink::Sink;
use super::turns::Receive;
use super::unique::Unique;
use crate::outcome::{Failure, Status};
use crate::show::visible;

/// Writes rows to the sink, reports problems, and keeps the journal.
pub(super) struct Collector {
    sink: Box<dyn Sink>,
    /// Where equal links are one.
    unique: Option<Unique>,
    journal: Option<Journal>,
    progress: Progress,
    account: Account,
    /// The list of what is not read, if one is wanted.
    skipped: Option<Output>,
    /// Links of this run, and of those that it goes on with.
    links: u64,
    has_failed: bool,
    /// Whether the current input has failed.
    input_failed: bool,
    /// The links of the current input.
    input_links: u64,
    /// Whether any input was read.
    has_read: bool,
    /// The file that is kept if no input is read.
    kept: Option<PathBuf>,
}

/// An input that is done.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// Its name in a journal; `None` for tasks without an input.
    pub(super) input: Option<PathBuf>,
    /// How its reading ended; `None` for what has none: a folder without files.
    pub(super) outcome: Option<Outcome>,
    /// Whether there was anything to read.
    pub(super) is_read: bool,
}

impl Collector {
    pub(super) fn new(sink: Box<dyn Sink>, progress: Progress) -> Collector {
        Collector {
            sink,
            unique: None,
            journal: None,
            progress,
            account: Account::default(),
            skipped: None,
            links: 0,
            has_failed: false,
            input_failed: false,
            input_links: 0,
            has_read: false,
            kept: None,
        }
    }

    /// Leaves `file` unchanged if no input can be read.
    pub(super) fn keeps(&mut self, file: Option<PathBuf>) {
        self.kept = file;
    }

    /// Merges equal links.
    pub(super) fn with_unique(self, unique: Option<Unique>) -> Collector {
        Collector { unique, ..self }
    }

    /// Lists what is not read.
    pub(super) fn with_skipped(self, skipped: Option<Output>) -> Collector {
        Collector { skipped, ..self }
    }

    /// Continues from the state in a journal, and extends the journal.
    pub(super) fn with_journal(self, journal: Journal, links: u64, has_failed: bool) -> Collector {
        Collector { journal: Some(journal), links, has_failed, ..self }
    }

    /// How long the output is.
    pub(super) fn position(&self) -> u64 {
        self.sink.position()
    }

    fn tell(&mut self, note: &Note) -> Result<(), Failure> {
        self.account.note(note);
        if !note.text.is_empty() {
            self.progress.complain(format_args!("{}", note.text));
        }
        self.input_failed |= note.is_failure;
        self.has_failed |= note.is_failure;
        let Some(skipped) = self.skipped.as_mut().filter(|_| !note.entry.is_empty()) else {
            return Ok(());
        };
        skipped.write(&note.entry);
        skipped.end_entry()
    }

    /// All that was received so far precedes a point at which the input can be resumed.
    fn reach(&mut self, reached: &Reached) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let links = core::mem::take(&mut self.input_links);
        self.links += links;
        journal.reach(reached, self.sink.position(), links, self.input_failed);
        if journal.is_due() { self.checkpoint() } else { Ok(()) }
    }

    fn checkpoint(&mut self) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        self.sink.flush()?;
        self.sink.sync()?;
        journal.checkpoint()
    }

    /// All inputs are done. `status` is told whether a link was found, and whether an input failed.
    pub(super) fn finish(
        mut self,
        tells_summary: bool,
        status: fn(bool, bool) -> Status,
    ) -> Result<Status, Failure> {
        if let Some(file) = self.kept.take().filter(|_| !self.has_read) {
            self.keep(&file)?;
        } else {
            if let Some(unique) = self.unique.take() {
                unique.pour(&mut *self.sink)?;
            }
            self.sink.finish()?;
        }
        let lists_skipped = self.skipped.is_some();
        self.skipped.as_mut().map_or(Ok(()), Output::finish)?;
        self.checkpoint()?;
        let was_shown = self.progress.was_shown();
        self.progress.clear();
        if tells_summary || was_shown {
            self.account.summarize(&self.progress);
        } else {
            self.account.close(lists_skipped);
        }
        Ok(status(self.links > 0, self.has_failed))
    }

    /// There was nothing to read: the output of an earlier run is worth more than an empty one.
    fn keep(&mut self, file: &Path) -> Result<(), Failure> {
        let name = file.to_string_lossy();
        let name = visible(&name);
        self.progress.complain(format_args!("{name}: left as it is, because no input was read"));
        self.sink.abandon()
    }

    /// The run is interrupted: whole entries are written, and no draft remains.
    pub(super) fn interrupt(&mut self) {
        self.progress.clear();
        // An interrupt does not wait for errors.
        let _ = self.sink.abandon().and_then(|()| self.checkpoint());
        let _ = self.skipped.as_mut().map(Output::abandon);
    }
}

impl Receive for Collector {
    type Done = Done;

    fn receive(&mut self, batch: &Batch) -> Result<(), Failure> {
        for note in batch.notes() {
            self.tell(note)?;
        }
        if self.unique.is_none() && batch.reached().is_none() {
            self.input_links += batch.len() as u64;
            return self.sink.rows(batch);
        }
        let is_reached = |at: usize| batch.reached().filter(|reached| reached.entries == at);
        for (at, entry) in batch.entries().enumerate() {
            if let Some(reached) = is_reached(at) {
                self.reach(reached)?;
            }
            self.input_links += 1;
            if self.unique.as_mut().is_none_or(|unique| unique.see(entry)) {
                self.sink.entry(entry.head, None)?;
            }
        }
        is_reached(batch.len()).map_or(Ok(()), |reached| self.reach(reached))
    }

    fn finish_input(&mut self, done: Done) -> Result<(), Failure> {
        let links = core::mem::take(&mut self.input_links);
        let has_failed = core::mem::take(&mut self.input_failed);
        self.links += links;
        self.has_read |= done.is_read;
        if let Some(outcome) = done.outcome {
            self.account.input(outcome);
        }
        let Some((journal, input)) = self.journal.as_mut().zip(done.input) else { return Ok(()) };
        journal.add(&input, self.sink.position(), links, has_failed);
        if journal.is_due() { self.checkpoint() } else { Ok(()) }
    }

    fn pause(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}
