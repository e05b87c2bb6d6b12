//! A worker and the settings that all workers share.

use core::cell::RefCell;
use core::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::SyncSender;

use linkwright::uri::{Grammar, UriBuf, repair};
use linkwright_harvest::{DiagnosticKind, Harvester};

use super::args::Args;
use super::batch::{Batch, Note};
use super::encode::Encoder;
use super::pre::Pre;
use super::progress::Progress;
use super::reason::Reason;
use super::row::Row;
use super::skipped;
use crate::selection::{Candidate, SelectionArgs};

/// The settings of all workers.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) harvester: Harvester,
    pub(super) selection: SelectionArgs,
    pub(super) encoder: Encoder,
    /// The command whose output is searched in place of a file, if any.
    pub(super) pre: Option<Pre>,
    pub(super) args: Args,
}

impl Plan {
    /// Whether a diagnostic that is not harmless is a failure.
    pub(super) fn is_failure(&self, kind: DiagnosticKind) -> bool {
        match kind {
            // A token that is too long for a link is usually data, rather than a link that was missed.
            DiagnosticKind::LinkTooLong => false,
            DiagnosticKind::Encrypted => self.args.run.strict,
            _ => true,
        }
    }

    /// Whether the selection accepts a row. For an invalid reference, it checks the URL to which a browser resolves the
    /// reference.
    pub(super) fn selects(&self, row: &Row<'_>) -> bool {
        let followed = row.browser().and_then(|url| {
            let repaired = repair(&url, Grammar::Uri).ok()?;
            UriBuf::parse(repaired.into_text().into_owned()).ok()
        });
        let uri = row.uri.or_else(|| followed.as_ref().map(|uri| uri.as_uri().as_reference()));
        let link = row.link;
        self.selection.takes(&Candidate {
            kind: row.kind(),
            uri,
            written: link.text(),
            origin: link.origin(),
            flags: &|| link.flags(),
        })
    }
}

/// Reads an input, and collects its links and messages in batches.
pub(super) struct Worker<'w> {
    pub(super) plan: &'w Plan,
    pub(super) progress: &'w Progress,
    /// Links and messages. They are passed on when the batch is full, and before a read that may block.
    pub(super) batch: RefCell<Batch>,
    results: SyncSender<Batch>,
}

impl<'w> Worker<'w> {
    pub(super) fn new(
        plan: &'w Plan,
        progress: &'w Progress,
        results: SyncSender<Batch>,
    ) -> Worker<'w> {
        let batch = RefCell::new(Batch::ending(plan.args.shape.end()));
        Worker { plan, progress, batch, results }
    }

    /// Passes on the batch. `Break` means that the run has failed, and no more results are accepted.
    pub(super) fn give(&self) -> ControlFlow<()> {
        let batch = self.batch.replace(Batch::ending(self.plan.args.shape.end()));
        self.results.send(batch).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// Adds a note to the batch.
    pub(super) fn tell(&self, note: Note) {
        self.batch.borrow_mut().note(note);
    }

    /// Counts something without a message.
    pub(super) fn count(&self, reason: Reason, count: u64, entry: Vec<u8>) {
        if count > 0 {
            let is_failure = self.plan.args.run.strict && reason.is_unread_kind();
            let note = Note { text: String::new(), reason, count, is_failure, entry };
            self.tell(note);
        }
    }

    /// The entry for the list of skipped inputs; empty if there is no list.
    pub(super) fn entry(&self, path: &Path, place: &str, reason: Reason, words: &str) -> Vec<u8> {
        let skipped = self.plan.args.run.skipped.as_ref();
        skipped.map(|_| skipped::entry(path, place, reason, words)).unwrap_or_default()
    }
}
