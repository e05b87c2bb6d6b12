//! Collects the results of all workers in the order of the inputs.

use core::time::Duration;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use linkwright_harvest::DiagnosticKind;

use super::account::Account;
use super::batch::{Batch, Done, Note};
use super::journal::{Current, Journal, Past};
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
    pub(super) sink: Box<dyn Sink>,
    /// Merges rows; `None` without `--unique` and `--by`.
    pub(super) unique: Option<Unique>,
    pub(super) journal: Option<Journal>,
    pub(super) progress: Arc<Progress>,
    /// The list of skipped inputs; `None` without `--skipped`.
    pub(super) skipped: Option<Output>,
    /// The existing output file, which is left unchanged if no input can be read.
    pub(super) kept: Option<PathBuf>,
    pub(super) account: Account,
    pub(super) current: Current,
    pub(super) has_failed: bool,
    /// Whether any input was read.
    pub(super) has_read: bool,
}

impl Collector {
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

    /// Ends the run after all inputs, and returns whether a link was found, and whether an input failed, in this run or in
    /// earlier runs that it continues.
    pub(super) fn finish(
        mut self,
        tells_summary: bool,
        past: Option<&Past>,
    ) -> Result<(bool, bool), Failure> {
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
        let has_failed_before = past.is_some_and(|past| past.has_failed);
        if has_failed_before {
            self.progress.warn(format_args!(
                "an earlier run could not read a part of an input that has not changed since"
            ));
        }
        let has_links = self.progress.has_links() || past.is_some_and(|past| past.found);
        Ok((has_links, self.has_failed || has_failed_before))
    }

    /// Ends an interrupted run: only complete entries are written, and no draft remains.
    pub(super) fn interrupt(&mut self) {
        self.progress.clear();
        // Errors are ignored, because the process is about to end.
        let _ = self.checkpoint();
        let _ = self.sink.abandon();
        let _ = self.skipped.as_mut().map(Output::abandon);
    }

    /// Receives the next results of the current input, and returns whether they are the last ones.
    fn receive(&mut self, batch: &mut Batch) -> Result<bool, Failure> {
        for note in batch.notes() {
            self.tell(note)?;
        }
        self.current.has_links |= batch.has_rows();
        match &mut self.unique {
            None => self.sink.rows(batch)?,
            Some(unique) => {
                for entry in batch.entries().filter(|entry| unique.see(*entry)) {
                    self.sink.entry(entry.head, None)?;
                }
            }
        }
        batch.done.take().map_or(Ok(false), |done| self.finish_input(done).map(|()| true))
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
}

/// Collects the results of all inputs, in the order of the inputs.
pub(super) fn collect(
    inputs: &Receiver<Receiver<Batch>>,
    collector: &Mutex<Collector>,
) -> Result<(), Failure> {
    while let Some(results) = next(inputs, collector)? {
        loop {
            let Some(mut batch) = next(&results, collector)? else {
                return Err(Failure::message("a worker panicked; this is a bug"));
            };
            if lock(collector).receive(&mut batch)? {
                break;
            }
        }
    }
    Ok(())
}

/// The next message of a channel. If none comes at once, the rows so far are flushed, because it may take a while.
fn next<T>(channel: &Receiver<T>, collector: &Mutex<Collector>) -> Result<Option<T>, Failure> {
    const PATIENCE: Duration = Duration::from_millis(5);
    match channel.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => lock(collector).sink.flush()?,
        received => return Ok(received.ok()),
    }
    Ok(channel.recv().ok())
}

/// Locks a value, even if another thread panicked while it had the lock.
pub(super) fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs signal handlers that write the complete entries before the process ends.
pub(super) fn leave_whole(collector: &Arc<Mutex<Collector>>) {
    let collector = Arc::downgrade(collector);
    interrupt::listen(move || {
        if let Some(collector) = collector.upgrade() {
            let mut held = lock(&collector);
            held.interrupt();
            // The process is about to end. Until then, the collector stays locked, and this reference keeps the main
            // thread from taking it.
            core::mem::forget(held);
            core::mem::forget(collector);
        }
    });
}
