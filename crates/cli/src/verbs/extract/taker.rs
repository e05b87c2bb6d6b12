//! Receives the links of one input from the harvester, selects and encodes them, and passes them on.

use core::ops::ControlFlow;
use core::sync::atomic::Ordering;
use std::io;
use std::io::Read;
use std::path::Path;

use linkwright_harvest::{Diagnostic, DiagnosticKind, Limit, Located, Outcome, Summary, Visitor};

use super::batch::{Done, Note};
use super::encode::Encoder;
use super::journal::Input;
use super::progress::plural;
use super::reason::Reason;
use super::row::{Row, Source};
use super::worker::Worker;
use crate::check::Finding;
use crate::show::visible;

/// What happened while an input was read.
#[derive(Debug, Default)]
struct Sums {
    /// Whether a message reported that data of the input was not read.
    is_explained: bool,
    /// Whether the list of skipped inputs has an entry for the input as a whole.
    is_accounted: bool,
    /// The number of links that are reported.
    taken: u64,
    /// The number of invalid references that were left out.
    invalid: u64,
    /// The number of relative references that were left out because no base is known.
    relative: u64,
    /// The limits that were exceeded (or none, for encrypted data), each with the number of other places where it was
    /// exceeded too. Only the first place is reported, because nested archives may exceed a limit in thousands of places.
    limits: Vec<(Reason, Option<Limit>, u64)>,
}

/// Receives the links of one input.
pub(super) struct Taker<'t> {
    worker: &'t Worker<'t>,
    source: Source,
    input: Input,
    /// Whether the input was named on the command line or in a list, rather than found in a folder.
    is_named: bool,
    /// The number of bytes that were already added to the progress.
    told: u64,
    sums: Sums,
    /// The findings in the input, if it is checked. They are written at its end.
    findings: Vec<Finding>,
}

impl<'t> Taker<'t> {
    pub(super) fn new(worker: &'t Worker<'t>, input: Input, is_named: bool) -> Taker<'t> {
        let name = input.name.to_string_lossy().into_owned();
        worker.progress.begin(&name);
        let is_text = input.name.to_str().is_some();
        let bytes = (!is_text).then(|| input.name.as_os_str().as_encoded_bytes().to_vec());
        Taker {
            worker,
            source: Source { name, bytes },
            input,
            is_named,
            told: 0,
            sums: Sums::default(),
            findings: Vec::new(),
        }
    }

    fn take(&mut self, link: &Located<'_>) -> io::Result<()> {
        let plan = self.worker.plan;
        if let Encoder::Findings(checker) = &plan.encoder {
            checker.at_link(&self.input.name, link, &mut self.findings);
            return Ok(());
        }
        let row = Row::new(&self.source, link, plan.args.shape.unwraps());
        if row.is_invalid() && !plan.args.takes_invalid() {
            self.sums.invalid += 1;
            return Ok(());
        }
        // Documents contain many relative references, so they are left out unless `--relative` is given or a pattern of
        // the user matched the reference.
        let is_relative = !row.is_invalid() && row.scheme().is_none();
        if is_relative && link.found().is_none() && !plan.args.relative {
            self.sums.relative += 1;
            return Ok(());
        }
        if !plan.selects(&row) {
            return Ok(());
        }
        self.worker.progress.links.fetch_add(1, Ordering::Relaxed);
        self.sums.taken += 1;
        match &plan.encoder {
            Encoder::Label(by) => {
                by.labels(&row).iter().try_for_each(|label| self.push(&row, Some(label)))
            }
            _ => self.push(&row, None),
        }
    }

    /// Adds a row, or one of the labels under which it is counted.
    fn push(&self, row: &Row<'_>, label: Option<&str>) -> io::Result<()> {
        let plan = self.worker.plan;
        let shape = &plan.args.shape;
        let (mut key, mut place) = (Vec::new(), Vec::new());
        if shape.unique {
            row.write_key(&mut key);
            // A link counts once under each of its labels, so the key includes the label. No URI contains NUL, so it can
            // separate the two.
            if let Some(label) = label {
                key.push(0);
                key.extend_from_slice(label.as_bytes());
            }
        }
        if shape.lists_places() {
            place.push(b',');
            row.record().write_place(&mut place)?;
        }
        let head = |head: &mut Vec<u8>| match label {
            Some(label) => {
                head.extend_from_slice(visible(label).as_bytes());
                Ok(())
            }
            None => plan.encoder.encode(row, head),
        };
        self.worker.batch.borrow_mut().push(&key, head, &place)
    }

    fn tell(&mut self, bytes_read: u64) {
        let bytes = bytes_read.saturating_sub(self.told);
        self.worker.progress.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.told = bytes_read.max(self.told);
    }

    /// Completes the findings with those in the whole `content`, if the input is checked.
    pub(super) fn review(&mut self, content: &mut dyn Read) {
        let Encoder::Findings(checker) = &self.worker.plan.encoder else { return };
        let path = &self.input.name;
        if let Err(why) = checker.review(path, content, &mut self.findings) {
            self.worker.note(path, &why, Reason::Diagnostic(DiagnosticKind::Io));
        }
    }

    /// Writes the findings.
    fn write_findings(&mut self) {
        let Encoder::Findings(checker) = &self.worker.plan.encoder else { return };
        checker.has_read.store(true, Ordering::Relaxed);
        for finding in core::mem::take(&mut self.findings) {
            let mut batch = self.worker.batch.borrow_mut();
            let write = |head: &mut Vec<u8>| checker.write(&self.input.name, &finding, head);
            // Writing to the batch cannot fail, because it is in memory.
            let _ = batch.push(b"", write, b"");
            let is_full = batch.is_full();
            drop(batch);
            if is_full && self.worker.give().is_break() {
                break;
            }
        }
    }

    /// Ends an input after it was read.
    pub(super) fn finish(mut self, summary: &Summary) -> Done {
        self.write_findings();
        self.tell(summary.bytes);
        let worker = self.worker;
        for (reason, _, others) in self.sums.limits.iter().filter(|(.., others)| *others > 0) {
            let is_listed = worker.plan.args.run.skipped.is_some();
            let list = if is_listed { "" } else { " (--skipped FILE lists them)" };
            let (name, places) = (visible(&self.source.name), plural(*others, "other place"));
            let text = format!("{name}: {}: also in {places}{list}", reason.name());
            // The count is 0, and this is no failure, because every place has already been told.
            let entry = Vec::new();
            worker.tell(Note { text, reason: *reason, count: 0, is_failure: false, entry });
        }
        worker.count(Reason::Invalid, self.sums.invalid, Vec::new());
        worker.count(Reason::Relative, self.sums.relative, Vec::new());
        let outcome = summary.outcome();
        if outcome == Outcome::Skipped {
            self.skip_as_a_whole();
        }
        // Standard input may be closed, so if it is empty, it does not count as an input that was read.
        let is_empty = self.input.name == Path::new("-") && summary.bytes == 0;
        let is_read = outcome != Outcome::Skipped && !is_empty;
        Done { input: Some(self.input), outcome: Some(outcome), is_read }
    }

    /// Reports that nothing of an input was read, for instance because all members of an archive were left out.
    fn skip_as_a_whole(&self) {
        let Taker { worker, source, input, is_named, sums, .. } = self;
        let (reason, words) = (Reason::Nothing, Reason::Nothing.words());
        let is_told = *is_named && !sums.is_explained;
        let text =
            if is_told { format!("{}: {words}", visible(&source.name)) } else { String::new() };
        let entry = if sums.is_accounted {
            Vec::new()
        } else {
            worker.entry(&input.name, "", reason, words)
        };
        if is_told || !entry.is_empty() {
            let note = Note { text, reason, count: 0, is_failure: is_told, entry };
            worker.tell(note);
        }
    }

    /// Whether it was reported before that this limit was exceeded.
    fn is_known(&mut self, reason: Reason, limit: Option<Limit>) -> bool {
        let mut known = self.sums.limits.iter_mut();
        if let Some((.., others)) = known.find(|(of, by, _)| (*of, *by) == (reason, limit)) {
            *others += 1;
            return true;
        }
        self.sums.limits.push((reason, limit, 0));
        false
    }
}

impl Visitor for Taker<'_> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        // Writing to the batch cannot fail, because it is in memory.
        let _ = self.take(link);
        if self.sums.taken >= self.worker.plan.args.shape.most() {
            return ControlFlow::Break(());
        }
        if self.worker.batch.borrow().is_full() {
            self.worker.give()
        } else {
            ControlFlow::Continue(())
        }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let kind = diagnostic.kind();
        let reason = Reason::Diagnostic(kind);
        let place = diagnostic.place().to_string();
        let is_input = place.is_empty();
        let entry = self.worker.entry(&self.input.name, &place, reason, diagnostic.message());
        self.sums.is_accounted |= is_input;
        // If the user names a picture as an input, a message reports that it is skipped. A picture in a folder or in a
        // mail message is only counted.
        let is_asked =
            self.is_named && is_input && diagnostic.is_skip() && diagnostic.offset().is_none();
        if kind.is_harmless() && !is_asked {
            return self.worker.count(reason, 1, entry);
        }
        let option = match (diagnostic.limit(), reason.option()) {
            (Some(limit), _) => format!(" (--limit {limit}=N changes this)"),
            (None, Some(option)) => format!(" ({option} it)"),
            (None, None) => String::new(),
        };
        let is_failure = self.worker.plan.is_failure(kind);
        self.sums.is_explained |= kind != DiagnosticKind::LinkTooLong;
        let is_once = diagnostic.limit().is_some() || kind == DiagnosticKind::Encrypted;
        let text = if is_once && self.is_known(reason, diagnostic.limit()) {
            String::new()
        } else {
            let what = diagnostic.to_string();
            format!("{}{}{option}", visible(&self.source.name), visible(&what))
        };
        self.worker.tell(Note { text, reason, count: 1, is_failure, entry });
        if self.worker.batch.borrow().is_full() {
            // If no more results are accepted, the next call that returns a `ControlFlow` stops the reading.
            let _ = self.worker.give();
        }
    }

    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        self.tell(bytes_read);
        ControlFlow::Continue(())
    }
}
