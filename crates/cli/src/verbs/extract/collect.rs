//! Collects the results of all workers in the order of the inputs.

use std::path::PathBuf;
use std::sync::{Arc, Weak};

use linkwright_harvest::{DiagnosticKind, Outcome};

use super::account::Account;
use super::batch::{Batch, Input, Note};
use super::journal::{Current, Journal};
use super::ordered_output::{OrderedOutput, Receive};
use super::output::Output;
use super::progress::Progress;
use super::reason::Reason;
use super::sink::Sink;
use super::unique::Unique;
use crate::exit::Failure;
use crate::interrupt;
use crate::show::visible;

/// Writes rows to the sink, reports problems, and writes the journal.
pub(super) struct Collector {
    sink: Box<dyn Sink>,
    /// Merges equal links; `None` without `--unique`.
    pub(super) unique: Option<Unique>,
    pub(super) journal: Option<Journal>,
    progress: Progress,
    account: Account,
    /// The list of skipped inputs; `None` without `--skipped`.
    pub(super) skipped: Option<Output>,
    /// Whether any link was found, in this run or in earlier runs that it continues.
    pub(super) has_links: bool,
    has_failed: bool,
    /// Whether an earlier run failed to read a part of an input that this run does not read again.
    pub(super) has_failed_before: bool,
    current: Current,
    /// Whether any input was read.
    has_read: bool,
    /// The existing output file, which is left unchanged if no input can be read.
    pub(super) kept: Option<PathBuf>,
}

/// An input that has been processed.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// The input as the journal records it; `None` for tasks without an input.
    pub(super) input: Option<Input>,
    /// The outcome of reading the input; `None` if the task does not count as an input, such as a folder without files.
    pub(super) outcome: Option<Outcome>,
    /// Whether there was anything to read.
    pub(super) is_read: bool,
}

impl Done {
    /// The report for a task that reads nothing and has no journal entry.
    pub(super) const fn skipped() -> Done {
        Done { input: None, outcome: Some(Outcome::Skipped), is_read: false }
    }
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
            has_links: false,
            has_failed: false,
            has_failed_before: false,
            current: Current::default(),
            has_read: false,
            kept: None,
        }
    }

    /// The length of the output in bytes.
    pub(super) fn position(&self) -> u64 {
        self.sink.position()
    }

    fn tell(&mut self, note: &Note) -> Result<(), Failure> {
        self.account.note(note);
        if !note.text.is_empty() {
            self.progress.warn(format_args!("{}", note.text));
        }
        self.current.has_failed |= note.is_failure;
        self.current.is_unreadable |= note.reason == Reason::Diagnostic(DiagnosticKind::Io);
        self.has_failed |= note.is_failure;
        let Some(skipped) = self.skipped.as_mut().filter(|_| !note.entry.is_empty()) else {
            return Ok(());
        };
        skipped.write(&note.entry);
        skipped.end_entry()
    }

    fn checkpoint(&mut self) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        self.sink.flush()?;
        self.sink.sync()?;
        journal.checkpoint()
    }

    /// Ends the run after all inputs, and returns whether a link was found, and whether an input failed.
    pub(super) fn finish(mut self, tells_summary: bool) -> Result<(bool, bool), Failure> {
        if let Some(file) = self.kept.take().filter(|_| !self.has_read) {
            // The existing output file is not replaced with an empty file.
            let name = file.to_string_lossy();
            let name = visible(&name);
            self.progress.warn(format_args!("{name}: left unchanged, because no input was read"));
            self.sink.abandon()?;
        } else {
            if let Some(unique) = self.unique.take() {
                unique.pour(&mut *self.sink)?;
            }
            self.checkpoint()?;
            self.sink.finish()?;
        }
        let lists_skipped = self.skipped.is_some();
        self.skipped.as_mut().map_or(Ok(()), Output::finish)?;
        let was_shown = self.progress.was_shown();
        self.progress.clear();
        if tells_summary || was_shown {
            self.account.summarize(&self.progress);
        } else {
            self.account.close(lists_skipped);
        }
        if self.has_failed_before {
            self.progress.warn(format_args!(
                "an earlier run could not read a part of an input that has not changed since"
            ));
        }
        Ok((self.has_links, self.has_failed || self.has_failed_before))
    }

    /// Ends an interrupted run: only complete entries are written, and no draft remains.
    pub(super) fn interrupt(&mut self) {
        self.progress.clear();
        // Errors are ignored, because the process is about to end.
        let _ = self.checkpoint();
        let _ = self.sink.abandon();
        let _ = self.skipped.as_mut().map(Output::abandon);
    }
}

impl Receive for Collector {
    type Done = Done;

    fn receive(&mut self, batch: &Batch) -> Result<(), Failure> {
        for note in batch.notes() {
            self.tell(note)?;
        }
        self.has_links |= batch.len() > 0;
        self.current.links += batch.len() as u64;
        let Some(unique) = &mut self.unique else { return self.sink.rows(batch) };
        let mut entries = batch.entries().filter(|entry| unique.see(*entry));
        entries.try_for_each(|entry| self.sink.entry(entry.head, None))
    }

    fn finish_input(&mut self, done: Done) -> Result<(), Failure> {
        let current = core::mem::take(&mut self.current);
        self.has_read |= done.is_read;
        if let Some(outcome) = done.outcome {
            self.account.input(outcome);
        }
        let Some((journal, input)) = self.journal.as_mut().zip(done.input) else { return Ok(()) };
        journal.add(&input, &current, self.sink.position());
        if journal.is_due() { self.checkpoint() } else { Ok(()) }
    }

    fn pause(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}

/// Installs signal handlers that write the complete entries before the process ends.
pub(super) fn leave_whole(ordered: &Arc<OrderedOutput<Collector>>) {
    let ordered = Arc::downgrade(ordered);
    interrupt::listen(move || end(&ordered));
}

fn end(ordered: &Weak<OrderedOutput<Collector>>) {
    if let Some(ordered) = ordered.upgrade() {
        ordered.interrupt(Collector::interrupt);
        // This reference is leaked so that the main thread cannot take the receiver and finish the run.
        core::mem::forget(ordered);
    }
}
