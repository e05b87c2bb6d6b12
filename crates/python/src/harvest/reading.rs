//! The thread that reads the files.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use linkwright_harvest::record::document_link;
use linkwright_harvest::{Diagnostic, Located, Outcome, Summary, Visitor};

use crate::harvest::events::Events;
use crate::harvest::settings::Settings;

/// The progress of the work. The thread updates it, and the iterator shows it.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) files: AtomicU64,
    pub(crate) bytes: AtomicU64,
    /// Whether the iterator was closed. If it was, the thread ends at the next link, or after the next MiB.
    pub(crate) is_cancelled: AtomicBool,
}

/// The totals after all files were read, or after the reading was cancelled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    pub(crate) summary: Summary,
    /// The files that were read, at least in part.
    pub(crate) files: u64,
    /// The files that were not read.
    pub(crate) skipped_files: u64,
}

/// Reads files in order, and sends events.
pub(crate) struct Reading {
    pub(crate) settings: Settings,
    pub(crate) figures: Arc<Figures>,
    pub(crate) events: SyncSender<Events>,
}

impl Reading {
    /// Reads the files until all are read or the reading is cancelled.
    pub(crate) fn run(self, paths: &[PathBuf]) -> Total {
        let mut total = Total::default();
        for path in paths {
            let before = total.summary.bytes;
            let mut file = File::new(&self, path, before);
            let summary = self.settings.harvester.read_path(path, &mut file);
            if file.send().is_break() || summary.is_cancelled {
                total.summary.add(&summary);
                break;
            }
            total.summary.add(&summary);
            let is_skipped = summary.outcome() == Outcome::Skipped;
            total.files += u64::from(!is_skipped);
            total.skipped_files += u64::from(is_skipped);
            self.figures.files.fetch_add(1, Ordering::Relaxed);
            self.figures.bytes.store(total.summary.bytes, Ordering::Relaxed);
        }
        total
    }
}

/// Turns the links and problems of one file into events.
struct File<'r> {
    reading: &'r Reading,
    name: String,
    /// The number of bytes of the files before this one.
    before: u64,
    events: Events,
}

impl<'r> File<'r> {
    fn new(reading: &'r Reading, path: &Path, before: u64) -> File<'r> {
        File {
            reading,
            name: path.to_string_lossy().into_owned(),
            before,
            events: Events::default(),
        }
    }

    /// Whether a link is reported. Matches are always reported. References of the document are reported if they are
    /// URIs, or if an option requests relative or invalid references.
    fn takes(&self, link: &Located<'_>) -> bool {
        let settings = &self.reading.settings;
        match document_link::reference(link) {
            None => settings.takes_invalid,
            Some(uri) => {
                uri.scheme().is_some() || link.found().is_some() || settings.takes_relative
            }
        }
    }

    /// Sends the events. It waits while the queue is full.
    fn send(&mut self) -> ControlFlow<()> {
        let events = core::mem::take(&mut self.events);
        let is_lost = !events.is_empty() && self.reading.events.send(events).is_err();
        if is_lost || self.reading.figures.is_cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn send_if_full(&mut self) -> ControlFlow<()> {
        if self.events.is_full() { self.send() } else { ControlFlow::Continue(()) }
    }
}

impl Visitor for File<'_> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        if self.takes(link) {
            self.events.add_link(&self.name, link, self.reading.settings.unwraps);
        }
        self.send_if_full()
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.events.add_problem(&self.name, diagnostic);
    }

    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        self.reading.figures.bytes.store(self.before + bytes_read, Ordering::Relaxed);
        // Sends the links found so far, so that a long file with few links does not delay them.
        self.send()
    }
}
