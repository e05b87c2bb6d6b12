//! What a worker does with one task: reads it, takes its links, and gives them on.

use core::cell::RefCell;
use core::ops::ControlFlow;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use linkwright_harvest::{Harvester, Located, Trouble, TroubleKind, Visitor, Waypoint};

use super::batch::{Batch, Note};
use super::collect::{Collector, Done};
use super::encode::Encoder;
use super::progress::Figures;
use super::row::{Row, Source};
use super::sameness::Sameness;
use super::turns::{Stopped, Turns};
use super::walk::Task;
use crate::outcome::Failure;
use crate::selection::{Candidate, Selection};
use crate::show::visible;

/// What all workers are told.
#[expect(clippy::struct_excessive_bools, reason = "each is asked by its name")]
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) harvester: Harvester,
    pub(super) selection: Selection,
    pub(super) sameness: Sameness,
    pub(super) encoder: Encoder,
    /// What stands behind each row of a text.
    pub(super) end: &'static [u8],
    /// Whether equal rows are going to be one.
    pub(super) is_unique: bool,
    /// Whether each place of them is told.
    pub(super) tells_places: bool,
    /// Whether relative references are rows.
    pub(super) takes_relative: bool,
    /// Whether a journal wants to know where a long file can be gone on with.
    pub(super) keeps_waypoints: bool,
}

/// A worker with its buffer.
pub(super) struct Worker<'w> {
    plan: &'w Plan,
    turns: &'w Turns<Collector>,
    figures: &'w Figures,
    /// Filled by the links of the input, and given away by them or by its reader, when that may
    /// keep us waiting.
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
        let input = match task {
            Task::Stdin => {
                let taker = self.taker(number, Path::new("-"));
                self.read(io::stdin().lock(), Path::new(""), taker);
                Some(PathBuf::from("-"))
            }
            Task::File(path) => {
                self.read_file(number, &path);
                Some(path)
            }
            Task::Rest { path, from } => {
                let mut taker = self.taker(number, &path);
                let summary = self.plan.harvester.read_path_from(&path, from, &mut taker);
                taker.finish(summary.bytes());
                Some(path)
            }
            Task::Stream(path) => {
                self.read_stream(number, &path);
                Some(path)
            }
            Task::Failed { path, reason } => {
                self.note(&path, &reason, "could not be read", true);
                None
            }
            Task::LeftOut { reason, .. } => {
                self.count(reason, 1);
                None
            }
        };
        if input.is_some() {
            self.figures.add_file();
        }
        self.turns.end(number, &mut self.batch.borrow_mut(), Done { input })
    }

    fn read_file(&self, number: u64, path: &Path) {
        match open(path) {
            Ok(file) => {
                let mut taker = self.taker(number, path);
                let summary = self.plan.harvester.read_file(path, &file, &mut taker);
                taker.finish(summary.bytes());
            }
            Err(error) => self.note_failure(path, &error),
        }
    }

    fn read_stream(&self, number: u64, path: &Path) {
        match File::open(path) {
            Ok(file) => self.read(file, path, self.taker(number, path)),
            Err(error) => self.note_failure(path, &error),
        }
    }

    fn note_failure(&self, path: &Path, error: &io::Error) {
        self.note(path, &error.to_string(), TroubleKind::Io.name(), true);
    }

    fn read(&self, reader: impl Read, name: &Path, mut taker: Taker<'_>) {
        let reader = Pausing { worker: self, number: taker.number, reader };
        let summary = self.plan.harvester.read(name, reader, &mut taker);
        taker.finish(summary.bytes());
    }

    fn taker(&self, number: u64, path: &Path) -> Taker<'_> {
        let name = path.to_string_lossy().into_owned();
        let source = Source { shown_name: visible(&name).into_owned(), name };
        let path = self.plan.keeps_waypoints.then(|| path.to_owned());
        Taker { worker: self, number, source, path, told: 0, links: 0, invalid: 0, relative: 0 }
    }

    /// Tells that something is wrong with an input.
    fn note(&self, path: &Path, reason: &str, kind: &'static str, is_failure: bool) {
        let name = path.to_string_lossy();
        let text = format!("{}: {}", visible(&name), visible(reason));
        self.batch.borrow_mut().note(Note { text, kind, count: 1, is_failure });
    }

    /// Counts something that nobody needs to be told of.
    fn count(&self, kind: &'static str, count: u64) {
        if count > 0 {
            let note = Note { text: String::new(), kind, count, is_failure: false };
            self.batch.borrow_mut().note(note);
        }
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
/// nobody waits for its writer, and the harvester refuses it.
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
    /// Its name in the journal, if there is one.
    path: Option<PathBuf>,
    /// How many of its bytes the figures know of.
    told: u64,
    /// Links that the figures do not know of.
    links: u64,
    /// References that are no URI, not even when they are repaired.
    invalid: u64,
    /// References that lead nobody knows where.
    relative: u64,
}

impl Taker<'_> {
    fn take(&mut self, link: &Located<'_>) -> io::Result<()> {
        let plan = self.worker.plan;
        let Some(row) = Row::new(&self.source, link, &plan.sameness) else {
            self.invalid += 1;
            return Ok(());
        };
        if row.scheme().is_none() && !plan.takes_relative {
            self.relative += 1;
            return Ok(());
        }
        let candidate = Candidate { kind: row.kind(), uri: row.uri(), origin: link.origin() };
        if !plan.selection.takes(&candidate) {
            return Ok(());
        }
        self.links += 1;
        self.worker.batch.borrow_mut().push(
            |key| {
                if plan.is_unique {
                    row.write_key(key);
                }
                Ok(())
            },
            |head| plan.encoder.encode(&row, head),
            |place| if plan.tells_places { row.write_place(place) } else { Ok(()) },
        )
    }

    fn tell(&mut self, bytes_read: u64) {
        self.worker.figures.add_links(core::mem::take(&mut self.links));
        self.worker.figures.add_bytes(bytes_read.saturating_sub(self.told));
        self.told = bytes_read.max(self.told);
    }

    /// The input is read to its end.
    fn finish(mut self, bytes_read: u64) {
        self.tell(bytes_read);
        self.worker.count("reference that is no URI", self.invalid);
        self.worker.count("relative reference without a base", self.relative);
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
        if self.worker.batch.borrow().is_full() { self.give() } else { ControlFlow::Continue(()) }
    }

    fn trouble(&mut self, trouble: &Trouble) {
        let kind = trouble.kind();
        if kind.is_harmless() {
            return self.worker.count(kind.name(), 1);
        }
        // A token that is too long for a link is mostly no link: data that stands in the text.
        let is_failure = kind != TroubleKind::LinkTooLong;
        let text = format!("{}{}", self.source.shown_name, visible(&trouble.to_string()));
        self.worker.batch.borrow_mut().note(Note { text, kind: kind.name(), count: 1, is_failure });
    }

    fn waypoint(&mut self, waypoint: Waypoint) {
        if let Some(path) = &self.path {
            self.worker.batch.borrow_mut().reach(path, waypoint);
        }
    }

    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        self.tell(bytes_read);
        // The journal is written when something is received, also where links are few.
        if self.path.is_some() {
            return self.give();
        }
        match self.worker.turns.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        }
    }
}

/// A reader that may keep us waiting, as `tail -f` does: whoever reads our output wants what was
/// found so far.
struct Pausing<'p, R> {
    worker: &'p Worker<'p>,
    number: u64,
    reader: R,
}

impl<R: Read> Read for Pausing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut batch = self.worker.batch.borrow_mut();
        if self.worker.turns.pause(self.number, &mut batch) == Err(Stopped) {
            return Ok(0);
        }
        drop(batch);
        self.reader.read(buffer)
    }
}
