//! A worker and the settings that all workers share.

use core::cell::RefCell;
use core::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::SyncSender;

use linkwright::uri::{Grammar, Mode, Rung, UriBuf, repair};
use linkwright_harvest::{DiagnosticKind, Harvester};

use super::args::Strict;
use super::batch::{Batch, Note};
use super::encode::Encoder;
use super::pre::Pre;
use super::progress::Figures;
use super::reason::Reason;
use super::row::Row;
use super::skipped::SkippedEntries;
use crate::selection::{Candidate, Selection};

/// The settings of all workers.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent setting")]
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) harvester: Harvester,
    pub(super) selection: Selection,
    pub(super) encoder: Encoder,
    /// The number of workers.
    pub(super) jobs: usize,
    /// The maximum number of links to report per input.
    pub(super) most: u64,
    /// Whether the run stops at the first link.
    pub(super) is_quiet: bool,
    /// Whether the row of a link that a redirect service wrapped also contains the original URI.
    pub(super) unwraps: bool,
    /// The terminator of each row.
    pub(super) end: &'static [u8],
    /// The rung on which links are compared; `None` if equal rows are not merged.
    pub(super) unique: Option<Rung>,
    /// Whether a merged row lists all locations of the link.
    pub(super) tells_places: bool,
    /// Whether relative references are reported as rows.
    pub(super) takes_relative: bool,
    /// Whether references that are not URIs are reported as rows.
    pub(super) takes_invalid: bool,
    /// The command whose output is searched in place of a file, if any.
    pub(super) pre: Option<Pre>,
    /// The form of the list of skipped inputs; `None` without `--skipped`.
    pub(super) skipped: Option<SkippedEntries>,
    /// What is a failure if it was skipped (`--strict`).
    pub(super) strict: Vec<Strict>,
}

impl Plan {
    /// Whether a diagnostic that is not harmless is a failure.
    pub(super) fn is_failure(&self, kind: DiagnosticKind) -> bool {
        match kind {
            // A token that is too long for a link is usually data, rather than a link that was missed.
            DiagnosticKind::LinkTooLong => false,
            DiagnosticKind::Encrypted => self.strict.contains(&Strict::Encrypted),
            _ => true,
        }
    }

    /// Whether the selection accepts a row. For an invalid reference, it checks the URL to which a browser resolves the
    /// reference.
    pub(super) fn selects(&self, row: &Row<'_>) -> bool {
        let followed = row.browser().and_then(|url| {
            let repaired = repair(&url, Grammar::Uri, Mode::new()).ok()?;
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
    pub(super) figures: &'w Figures,
    /// Links and messages. They are passed on when the batch is full, and before a read that may block.
    pub(super) batch: RefCell<Batch>,
    results: SyncSender<Batch>,
}

impl<'w> Worker<'w> {
    pub(super) fn new(
        plan: &'w Plan,
        figures: &'w Figures,
        results: SyncSender<Batch>,
    ) -> Worker<'w> {
        Worker { plan, figures, batch: RefCell::new(Batch::ending(plan.end)), results }
    }

    /// Passes on the batch. `Break` means that the run has failed, and no more results are accepted.
    pub(super) fn give(&self) -> ControlFlow<()> {
        let batch = self.batch.replace(Batch::ending(self.plan.end));
        self.results.send(batch).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// Adds a note to the batch.
    pub(super) fn tell(&self, note: Note) {
        self.batch.borrow_mut().note(note);
    }

    /// Counts something without a message.
    pub(super) fn count(&self, reason: Reason, count: u64, entry: Vec<u8>) {
        if count > 0 {
            let is_failure = self.plan.strict.contains(&Strict::Unread) && reason.is_unread_kind();
            let note = Note { text: String::new(), reason, count, is_failure, entry };
            self.tell(note);
        }
    }

    /// The entry for the list of skipped inputs; empty if there is no list.
    pub(super) fn entry(&self, path: &Path, place: &str, reason: Reason, words: &str) -> Vec<u8> {
        let skipped = self.plan.skipped;
        skipped.map(|entries| entries.entry(path, place, reason, words)).unwrap_or_default()
    }
}
