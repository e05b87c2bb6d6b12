//! The work on one task: a worker reads it, collects its links, and passes them on.

use core::cell::RefCell;
use core::ops::ControlFlow;
use core::time::Duration;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use linkwright::uri::{Grammar, Mode, UriBuf, repair};
use linkwright_harvest::{
    Diagnostic, DiagnosticKind, Harvester, Located, Outcome, ResumePoint, Summary, Visitor,
};

use super::batch::{Batch, Input, Note};
use super::collect::{Collector, Done};
use super::encode::Encoder;
use super::file_state::FileState;
use super::progress::Figures;
use super::reason::Reason;
use super::row::{Row, Source};
use super::sameness::Sameness;
use super::skipped::SkippedEntries;
use super::turns::{Stopped, Turns};
use super::walk::{self, Task};
use crate::live::MayBlock;
use crate::outcome::Failure;
use crate::selection::{Candidate, Selection};
use crate::show::visible;

/// The settings of all workers.
#[expect(clippy::struct_excessive_bools, reason = "each is asked by its name")]
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) harvester: Harvester,
    pub(super) selection: Selection,
    pub(super) sameness: Sameness,
    pub(super) encoder: Encoder,
    /// How many links of an input are reported.
    pub(super) most: u64,
    /// Whether the run ends with the first link.
    pub(super) is_quiet: bool,
    /// Whether rows tell what a service wrapped into their URIs.
    pub(super) unwraps: bool,
    /// The separator after each row of a text.
    pub(super) end: &'static [u8],
    /// Whether equal rows will be merged.
    pub(super) is_unique: bool,
    /// Whether each location of merged rows is written.
    pub(super) tells_places: bool,
    /// Whether relative references are rows.
    pub(super) takes_relative: bool,
    /// Whether references that are not URIs are rows.
    pub(super) takes_invalid: bool,
    /// Whether a journal records what is done.
    pub(super) has_journal: bool,
    /// The name from which the format of standard input is detected; empty for none.
    pub(super) stdin_name: PathBuf,
    /// How everything that is not read is listed, if it is.
    pub(super) skipped: Option<SkippedEntries>,
    /// Whether kinds of data that are not read are failures.
    pub(super) is_strict: bool,
}

impl Plan {
    /// Whether the selection takes a row. Of a reference that is invalid it looks at what a browser
    /// makes of it, as a URI.
    fn selects(&self, row: &Row<'_>) -> bool {
        let followed = row.browser().and_then(|url| {
            let repaired = repair(&url, Grammar::Uri, Mode::new()).ok()?;
            UriBuf::parse(repaired.into_text().into_owned()).ok()
        });
        let uri = row.uri().or_else(|| followed.as_ref().map(|uri| uri.as_uri().as_reference()));
        let link = row.link();
        self.selection.takes(&Candidate {
            kind: row.kind(),
            uri,
            written: link.text(),
            origin: link.origin(),
            flags: &|| link.flags(),
        })
    }
}

/// A worker with its buffer.
pub(super) struct Worker<'w> {
    plan: &'w Plan,
    turns: &'w Turns<Collector>,
    figures: &'w Figures,
    /// Filled with the links of the input, and passed on when it is full, or before the reader of
    /// the input may block.
    batch: RefCell<Batch>,
}

impl<'w> Worker<'w> {
    pub(super) fn new(
        plan: &'w Plan,
        turns: &'w Turns<Collector>,
        figures: &'w Figures,
    ) -> Worker<'w> {
        Worker { plan, turns, figures, batch: RefCell::new(Batch::ending(plan.end)) }
    }

    /// Does the task with that number.
    pub(super) fn work(&self, number: u64, task: Task) -> Result<(), Stopped> {
        let done = match task {
            Task::Stdin => {
                let stdin = || Ok(io::stdin().lock());
                self.read_stream(number, Path::new("-"), &self.plan.stdin_name, stdin)
            }
            Task::File { path, is_named, done } => self.read_file(number, &path, is_named, done),
            Task::Stream(path) => self.read_stream(number, &path, &path, || File::open(&path)),
            Task::Failed { path, reason } => self.fail(&path, &reason),
            Task::LeftOut { path, reason } => {
                self.leave_out(&path, reason);
                Done::skipped()
            }
            Task::Nothing { folder, reason } => {
                self.note(&folder, &reason, Reason::Nothing);
                Done { outcome: None, ..Done::skipped() }
            }
        };
        if done.outcome.is_some_and(|outcome| outcome != Outcome::Skipped) {
            self.figures.add_file();
        }
        self.turns.end(number, &mut self.batch.borrow_mut(), done)
    }

    fn read_file(&self, number: u64, path: &Path, is_named: bool, done: walk::Done) -> Done {
        let opened = open(path).and_then(|file| {
            let metadata = if self.plan.has_journal { Some(file.metadata()?) } else { None };
            Ok((file, metadata.as_ref().map(FileState::of)))
        });
        let (file, state) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let is_replaced = done == walk::Done::Replaced;
        let given = if let walk::Done::Rows(given) = done { given } else { 0 };
        let input = Input { name: path.to_owned(), state, is_replaced, given };
        let mut taker = self.taker(number, input, is_named);
        let (harvester, input) = (&self.plan.harvester, Arc::clone(&taker.input));
        let summary = match done {
            walk::Done::Before(point) => harvester.read_file_from(path, &file, point, &mut taker),
            _ => harvester.read_file(path, &file, &mut taker),
        };
        Done {
            input: Some(input),
            fingerprint: state.and_then(|state| state.fingerprint(&file)),
            outcome: Some(taker.finish(&summary)),
            is_read: summary.outcome() != Outcome::Skipped,
        }
    }

    /// Reads a stream, whose format is detected from `name`.
    fn read_stream<R: MayBlock>(
        &self,
        number: u64,
        path: &Path,
        name: &Path,
        open: impl FnOnce() -> io::Result<R>,
    ) -> Done {
        let reader = match open() {
            Ok(reader) => reader,
            Err(error) => return self.fail(path, &error.to_string()),
        };
        let input = Input { name: path.to_owned(), state: None, is_replaced: false, given: 0 };
        let taker = self.taker(number, input, true);
        let input = Arc::clone(&taker.input);
        let summary = self.read(reader, name, taker);
        let outcome = summary.outcome();
        // Standard input may be closed.
        let is_empty = path == Path::new("-") && summary.bytes() == 0;
        Done {
            input: Some(input),
            fingerprint: None,
            outcome: Some(outcome),
            is_read: outcome != Outcome::Skipped && !is_empty,
        }
    }

    fn read(&self, reader: impl MayBlock, name: &Path, mut taker: Taker<'_>) -> Summary {
        let reader = Pausing::new(self, taker.number, reader);
        let summary = self.plan.harvester.read(name, reader, &mut taker);
        taker.finish(&summary);
        summary
    }

    fn taker(&self, number: u64, input: Input, is_named: bool) -> Taker<'_> {
        let name = input.name.to_string_lossy().into_owned();
        self.figures.begin(|| name.clone());
        Taker {
            worker: self,
            number,
            source: Source { shown_name: visible(&name).into_owned(), name },
            given: input.given,
            input: Arc::new(input),
            is_named,
            has_failed: false,
            is_accounted: false,
            told: 0,
            taken: 0,
            links: 0,
            invalid: 0,
            relative: 0,
        }
    }

    /// Reports that an input cannot be read. A journal does not know it: the next run tries again.
    fn fail(&self, path: &Path, why: &str) -> Done {
        self.note(path, why, Reason::Diagnostic(DiagnosticKind::Io));
        Done::skipped()
    }

    /// Reports a problem with an input.
    fn note(&self, path: &Path, why: &str, reason: Reason) {
        let name = path.to_string_lossy();
        let text = format!("{}: {}", visible(&name), visible(why));
        let entry = self.entry(path, "", reason, why);
        let note = Note { text, reason, count: 1, is_failure: true, entry };
        self.batch.borrow_mut().note(note);
    }

    /// Counts an entry of a folder that is left out.
    fn leave_out(&self, path: &Path, reason: Reason) {
        self.count(reason, 1, self.entry(path, "", reason, reason.words()));
    }

    /// Counts something that no message names.
    fn count(&self, reason: Reason, count: u64, entry: Vec<u8>) {
        if count > 0 {
            let is_failure = self.plan.is_strict && reason.is_unread_kind();
            let note = Note { text: String::new(), reason, count, is_failure, entry };
            self.batch.borrow_mut().note(note);
        }
    }

    /// The entry in the list of what is not read; empty where none is wanted.
    fn entry(&self, path: &Path, place: &str, reason: Reason, words: &str) -> Vec<u8> {
        let skipped = self.plan.skipped;
        skipped.map(|entries| entries.entry(path, place, reason, words)).unwrap_or_default()
    }
}

impl Drop for Worker<'_> {
    /// A worker that panics never ends its input, and the others would wait for that.
    fn drop(&mut self) {
        if thread::panicking() {
            self.turns.fail(Failure::message("a worker panicked; this is a bug"));
        }
    }
}

/// Opens what was a regular file when its folder was listed. Should a pipe have taken its place since,
/// the open does not wait for its writer, and the harvester refuses it.
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

/// Takes the links of one input.
struct Taker<'t> {
    worker: &'t Worker<'t>,
    number: u64,
    source: Source,
    input: Arc<Input>,
    /// How many of the next rows were given by earlier runs.
    given: u64,
    /// Whether it was named, rather than found in a folder.
    is_named: bool,
    /// Whether a message has reported the data of it that was not read.
    has_failed: bool,
    /// Whether the list of what is not read has the input itself.
    is_accounted: bool,
    /// How many of its bytes the figures know of.
    told: u64,
    /// The links that are reported.
    taken: u64,
    /// Those of them that the figures do not know of.
    links: u64,
    /// References that are not URIs even when they are repaired.
    invalid: u64,
    /// Relative references without a base.
    relative: u64,
}

impl Taker<'_> {
    fn take(&mut self, link: &Located<'_>) -> io::Result<()> {
        let plan = self.worker.plan;
        let row = Row::new(&self.source, link, &plan.sameness, plan.unwraps);
        if row.is_invalid() && !plan.takes_invalid {
            self.invalid += 1;
            return Ok(());
        }
        // A pattern was asked for; a reference of the document is one among many.
        let is_relative = !row.is_invalid() && row.scheme().is_none();
        if is_relative && link.found().is_none() && !plan.takes_relative {
            self.relative += 1;
            return Ok(());
        }
        if !plan.selects(&row) {
            return Ok(());
        }
        if self.given > 0 {
            self.given -= 1;
            return Ok(());
        }
        self.links += 1;
        self.taken += 1;
        match &plan.encoder {
            Encoder::Label(by) => {
                by.labels(&row).iter().try_for_each(|label| self.push(&row, Some(label)))
            }
            _ => self.push(&row, None),
        }
    }

    /// Adds a row, or one of the labels that it is counted under.
    fn push(&self, row: &Row<'_>, label: Option<&str>) -> io::Result<()> {
        let plan = self.worker.plan;
        self.worker.batch.borrow_mut().push(
            |key| {
                if plan.is_unique {
                    row.write_key(key);
                    // The same link counts once under each of its labels. No URI has a NUL.
                    if let Some(label) = label {
                        key.push(0);
                        key.extend_from_slice(label.as_bytes());
                    }
                }
                Ok(())
            },
            |head| match label {
                Some(label) => {
                    head.extend_from_slice(label.as_bytes());
                    Ok(())
                }
                None => plan.encoder.encode(row, head),
            },
            |place| if plan.tells_places { row.write_place(place) } else { Ok(()) },
        )
    }

    fn tell(&mut self, bytes_read: u64) {
        self.worker.figures.add_links(core::mem::take(&mut self.links));
        self.worker.figures.add_bytes(bytes_read.saturating_sub(self.told));
        self.told = bytes_read.max(self.told);
    }

    /// The input is read to its end.
    fn finish(mut self, summary: &Summary) -> Outcome {
        self.tell(summary.bytes());
        let worker = self.worker;
        worker.count(Reason::Invalid, self.invalid, Vec::new());
        worker.count(Reason::Relative, self.relative, Vec::new());
        let outcome = summary.outcome();
        if outcome == Outcome::Skipped {
            self.skip_as_a_whole();
        }
        outcome
    }

    /// Nothing of the input was read: all members of an archive were left out.
    fn skip_as_a_whole(&self) {
        let Taker { worker, input, is_named, has_failed, is_accounted, .. } = self;
        let (reason, words) = (Reason::Nothing, Reason::Nothing.words());
        let is_told = *is_named && !has_failed;
        let text =
            if is_told { format!("{}: {words}", self.source.shown_name) } else { String::new() };
        let entry =
            if *is_accounted { Vec::new() } else { worker.entry(&input.name, "", reason, words) };
        if is_told || !entry.is_empty() {
            let note = Note { text, reason, count: 0, is_failure: is_told, entry };
            worker.batch.borrow_mut().note(note);
        }
    }

    fn give(&self) -> ControlFlow<()> {
        let mut batch = self.worker.batch.borrow_mut();
        match self.worker.turns.give(self.number, &mut batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        }
    }
}

impl Visitor for Taker<'_> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        // The batch lies in memory, which takes what is written.
        let _ = self.take(link);
        if self.taken >= self.worker.plan.most {
            return ControlFlow::Break(());
        }
        if self.worker.batch.borrow().is_full() { self.give() } else { ControlFlow::Continue(()) }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let kind = diagnostic.kind();
        let reason = Reason::Diagnostic(kind);
        let place = diagnostic.place().to_string();
        let is_input = place.is_empty();
        let entry = self.worker.entry(&self.input.name, &place, reason, diagnostic.message());
        self.is_accounted |= is_input;
        // A picture in a folder or in a message was not asked for; a picture that is named was.
        let is_asked =
            self.is_named && is_input && diagnostic.is_skip() && diagnostic.offset().is_none();
        if kind.is_harmless() && !is_asked {
            return self.worker.count(reason, 1, entry);
        }
        let option = reason.option().map(|option| format!(" ({option} it)")).unwrap_or_default();
        let text =
            format!("{}{}{option}", self.source.shown_name, visible(&diagnostic.to_string()));
        // A token that is too long for a link is mostly data in the text.
        let is_failure = kind != DiagnosticKind::LinkTooLong;
        self.has_failed |= is_failure;
        self.worker.batch.borrow_mut().note(Note { text, reason, count: 1, is_failure, entry });
    }

    fn resume_point(&mut self, resume_point: ResumePoint) {
        self.worker.batch.borrow_mut().reach(&self.input, resume_point);
    }

    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        self.tell(bytes_read);
        // The journal is written when something is received, also where links are few.
        if self.worker.plan.has_journal {
            return self.give();
        }
        match self.worker.turns.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        }
    }
}

/// A reader that may block, as `tail -f` does. What was found so far is written before that, and the
/// harvester decides on the format of a live input by what has come.
struct Pausing<'p, R> {
    worker: &'p Worker<'p>,
    number: u64,
    reader: R,
    head: Head,
}

/// What the harvester knows of a live input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// No byte has come yet.
    Empty,
    /// It wants more bytes to tell the format, and was not told yet that they are late.
    Incomplete,
    Decided,
}

/// How long the harvester waits for more of the head: programs that write a document piece by piece
/// are given the time to write its next piece.
const PATIENCE: Duration = Duration::from_millis(100);

impl<'p, R: MayBlock> Pausing<'p, R> {
    fn new(worker: &'p Worker<'p>, number: u64, reader: R) -> Pausing<'p, R> {
        Pausing { worker, number, reader, head: Head::Empty }
    }
}

impl<R: MayBlock> Read for Pausing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut batch = self.worker.batch.borrow_mut();
        if self.worker.turns.pause(self.number, &mut batch) == Err(Stopped) {
            return Ok(0);
        }
        drop(batch);
        if self.head == Head::Incomplete && self.reader.is_waiting(PATIENCE) {
            self.head = Head::Decided;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let read = self.reader.read(buffer)?;
        if self.head == Head::Empty {
            self.head = Head::Incomplete;
        }
        Ok(read)
    }
}
