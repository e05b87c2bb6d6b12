//! Collects the results of all workers in the order of the inputs.

use core::sync::atomic::{AtomicBool, Ordering};
use std::path::PathBuf;
use std::sync::{Arc, Weak};

use linkwright_harvest::{DiagnosticKind, Outcome};

use super::account::Account;
use super::batch::{Batch, Input, Note, Reached};
use super::file_state::Fingerprint;
use super::ordered_output::{OrderedOutput, Receive};
use super::output::Output;
use super::progress::Progress;
use super::reason::Reason;
use super::resume::{Current, Journal};
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
    pub(super) had_failed: Arc<AtomicBool>,
    current: Current,
    /// Whether any input was read.
    has_read: bool,
    /// The existing output file, which is left unchanged if no input can be read.
    pub(super) kept: Option<PathBuf>,
}

/// The maximum size of the held rows in bytes. If a file has more, it is recorded without a resume point, so the whole
/// file is read again if it grows.
const HELD: usize = 16 << 20;

/// An input that has been processed.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// The input as the journal records it; `None` for tasks without an input.
    pub(super) input: Option<Arc<Input>>,
    /// The fingerprint of the content that was read, if the input is a file and there is a journal.
    pub(super) fingerprint: Option<Fingerprint>,
    /// The outcome of reading the input; `None` if the task does not count as an input, such as a folder without files.
    pub(super) outcome: Option<Outcome>,
    /// Whether there was anything to read.
    pub(super) is_read: bool,
}

impl Done {
    /// The report for a task that reads nothing and has no journal entry.
    pub(super) const fn skipped() -> Done {
        Done { input: None, fingerprint: None, outcome: Some(Outcome::Skipped), is_read: false }
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
            had_failed: Arc::default(),
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

    /// Records a resume point of the current input. All rows received so far precede it.
    fn reach(&mut self, reached: &Reached) -> Result<(), Failure> {
        self.settle()?;
        self.current.held = Some(Vec::new());
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.reach(reached, &self.current, self.sink.position());
        if journal.is_due() { self.checkpoint() } else { Ok(()) }
    }

    /// Writes the held rows, which can no longer change.
    fn settle(&mut self) -> Result<(), Failure> {
        let held = self.current.held.take().unwrap_or_default();
        for row in held.split(|byte| *byte == b'\n').filter(|row| !row.is_empty()) {
            self.current.links += 1;
            self.sink.entry(row, None)?;
        }
        Ok(())
    }

    fn row(&mut self, row: &[u8]) -> Result<(), Failure> {
        self.has_links = true;
        let Some(held) = &mut self.current.held else {
            self.current.links += 1;
            return self.sink.entry(row, None);
        };
        held.extend_from_slice(row);
        held.push(b'\n');
        if held.len() > HELD { self.settle() } else { Ok(()) }
    }

    /// Writes the rows that may still change when their files grow. They go at the end of the output.
    fn write_tails(&mut self) -> Result<(), Failure> {
        let Some(journal) = &self.journal else { return Ok(()) };
        journal.tails().try_for_each(|row| self.sink.entry(row, None))
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
            self.write_tails()?;
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
        let had_failed = self.had_failed.load(Ordering::Relaxed);
        if had_failed {
            self.progress.warn(format_args!(
                "an earlier run could not read a part of an input that has not changed since"
            ));
        }
        Ok((self.has_links, self.has_failed || had_failed))
    }

    /// Ends an interrupted run: only complete entries are written, and no draft remains.
    pub(super) fn interrupt(&mut self) {
        self.progress.clear();
        // Errors are ignored, because the process is about to end.
        let _ = self.checkpoint().and_then(|()| self.write_tails());
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
        if self.unique.is_none() && self.journal.is_none() {
            self.has_links |= batch.entries().next().is_some();
            return self.sink.rows(batch);
        }
        let is_reached = |at: usize| batch.reached().filter(|reached| reached.entries == at);
        for (at, entry) in batch.entries().enumerate() {
            if let Some(reached) = is_reached(at) {
                self.reach(reached)?;
            }
            self.has_links = true;
            if self.unique.as_mut().is_none_or(|unique| unique.see(entry)) {
                self.row(entry.head)?;
            }
        }
        is_reached(batch.len()).map_or(Ok(()), |reached| self.reach(reached))
    }

    fn finish_input(&mut self, done: Done) -> Result<(), Failure> {
        let current = core::mem::take(&mut self.current);
        self.has_read |= done.is_read;
        if let Some(outcome) = done.outcome {
            self.account.input(outcome);
        }
        let Some((journal, input)) = self.journal.as_mut().zip(done.input) else { return Ok(()) };
        let outcome = done.outcome.unwrap_or(Outcome::Skipped).into();
        journal.add(&input, outcome, done.fingerprint, &current, self.sink.position())?;
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
