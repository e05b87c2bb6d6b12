//! Where the results of all workers come together, in the order of the inputs.

use std::path::PathBuf;

use super::batch::{Batch, Note, Reached};
use super::progress::{Progress, Troubles};
use super::resume::Journal;
use super::sink::Sink;
use super::turns::Receive;
use super::unique::Unique;
use crate::outcome::{Failure, Status};

/// Gives rows to the sink, tells people what went wrong, and keeps the journal.
pub(super) struct Collector {
    sink: Box<dyn Sink>,
    /// Where equal links are one.
    unique: Option<Unique>,
    journal: Option<Journal>,
    progress: Progress,
    troubles: Troubles,
    /// Links of this run, and of those that it goes on with.
    links: u64,
    has_failed: bool,
    /// Whether the current input has failed.
    input_failed: bool,
    /// The links of the current input.
    input_links: u64,
}

/// An input that is done.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// Its name in a journal; `None` for what is no input.
    pub(super) input: Option<PathBuf>,
}

impl Collector {
    pub(super) fn new(sink: Box<dyn Sink>, progress: Progress) -> Collector {
        Collector {
            sink,
            unique: None,
            journal: None,
            progress,
            troubles: Troubles::default(),
            links: 0,
            has_failed: false,
            input_failed: false,
            input_links: 0,
        }
    }

    /// Takes equal links for one.
    pub(super) fn with_unique(self, unique: Option<Unique>) -> Collector {
        Collector { unique, ..self }
    }

    /// Goes on with what a journal tells, and writes it on.
    pub(super) fn with_journal(self, journal: Journal, links: u64, has_failed: bool) -> Collector {
        Collector { journal: Some(journal), links, has_failed, ..self }
    }

    /// How long the output is.
    pub(super) fn position(&self) -> u64 {
        self.sink.position()
    }

    fn tell(&mut self, note: &Note) {
        self.troubles.add(note.kind, note.count);
        if !note.text.is_empty() {
            self.progress.complain(format_args!("{}", note.text));
        }
        self.input_failed |= note.is_failure;
        self.has_failed |= note.is_failure;
    }

    /// All that was received so far stands before a place where the input can be gone on with.
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

    /// All inputs are done.
    pub(super) fn finish(mut self, tells_summary: bool) -> Result<Status, Failure> {
        if let Some(unique) = self.unique.take() {
            unique.pour(&mut *self.sink)?;
        }
        self.sink.finish()?;
        self.checkpoint()?;
        let was_shown = self.progress.was_shown();
        self.progress.clear();
        if tells_summary || was_shown {
            self.troubles.summarize(&self.progress);
        }
        Ok(Status::of(self.links > 0, self.has_failed))
    }

    /// Somebody ends the run: what is whole is written, and nothing else is left behind.
    pub(super) fn interrupt(&mut self) {
        self.progress.clear();
        // Whoever interrupts does not wait for errors.
        let _ = self.sink.abandon().and_then(|()| self.checkpoint());
    }
}

impl Receive for Collector {
    type Done = Done;

    fn receive(&mut self, batch: &Batch) -> Result<(), Failure> {
        for note in batch.notes() {
            self.tell(note);
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
        let Some((journal, input)) = self.journal.as_mut().zip(done.input) else { return Ok(()) };
        journal.add(&input, self.sink.position(), links, has_failed);
        if journal.is_due() { self.checkpoint() } else { Ok(()) }
    }

    fn pause(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}
