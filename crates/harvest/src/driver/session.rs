//! The session of one file: the state that the readers of all its members share.

use core::ops::ControlFlow;
use std::io::{self, Read};

use super::input::Buffers;
use super::settings::{Finders, Settings};
use crate::archive::{Budget, Meter};
use crate::detect::Format;
use crate::model::{
    Cause, Diagnostic, DiagnosticKind, Limit, Located, Location, Place, Summary, Visitor,
};

/// How many bytes are read or decompressed between two calls of [`Visitor::progress`].
const TICK: u64 = 256 * 1024;

/// The functions that read the documents in containers. The readers of containers receive them with the session,
/// because they cannot import the module that calls them.
#[derive(Clone, Copy)]
pub(crate) struct Readers {
    /// Reads the document of this name as a stream.
    pub(crate) stream: fn(&mut Session<'_>, &mut Location, &str, &mut dyn Read),
    /// Reads the document of this name, which is in memory.
    pub(crate) held: fn(&mut Session<'_>, &mut Location, &str, &[u8]),
    /// Reads a message.
    pub(crate) message: fn(&mut Session<'_>, &Location, &[u8]),
}

/// The state of one file that is being read, which the readers of its members share.
pub(crate) struct Session<'r> {
    pub(super) settings: &'r Settings,
    pub(super) finders: &'r Finders,
    pub(super) readers: Readers,
    pub(super) buffers: &'r Buffers,
    pub(super) meter: &'r Meter,
    pub(super) visitor: &'r mut dyn Visitor,
    pub(super) summary: Summary,
    /// The path of the file, if the caller gave a file.
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code, reason = "only SQLite needs it"))]
    pub(super) path: Option<&'r std::path::Path>,
    /// Whether a single system call read the whole file. The bytes are then a snapshot, even if the file is written to
    /// at the same time.
    pub(super) was_read_at_once: bool,
    /// The number of bytes read and decompressed at the last call of [`Visitor::progress`].
    pub(super) told: u64,
    pub(super) is_over: bool,
}

impl<'r> Session<'r> {
    /// How long a document of this format may be that is held as a whole, and the limit that says so.
    pub(crate) fn room(&self, format: Format) -> (usize, Limit) {
        let limits = &self.settings.limits;
        let by_memory = limits.get(Limit::Memory) / format.memory_per_byte();
        let held = limits.len(Limit::Held);
        match usize::try_from(by_memory) {
            Ok(room) if room < held => (room, Limit::Memory),
            _ => (held, Limit::Held),
        }
    }

    /// Whether the member number `count` of the container at `place` is one too many, which is reported. `what` names
    /// the members.
    pub(crate) fn is_beyond(&mut self, count: u64, place: &Place, what: &str) -> bool {
        let limit = self.settings.limits.get(Limit::Members);
        let is_beyond = count > limit;
        if is_beyond {
            let message = format!("more than {limit} {what}; the others were not read");
            self.report(place, Limit::Members, message);
        }
        is_beyond
    }

    /// Reports that only the first `len` bytes of the text at `place` are read.
    pub(crate) fn report_cut(&mut self, place: &Place, (len, why): (usize, Limit)) {
        let message = format!("longer than {len} bytes; the rest was not read");
        self.report(place, why, message);
    }

    /// The limits of decompression, and the counts so far.
    pub(crate) const fn budget(&self) -> Budget<'r> {
        Budget { meter: self.meter, limits: &self.settings.limits }
    }

    pub(crate) fn link(&mut self, link: &Located<'_>) {
        if self.is_over {
            return;
        }
        self.summary.links += 1;
        if self.visitor.link(link).is_break() {
            self.cancel();
        }
    }

    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        if self.is_over {
            return;
        }
        let kind = diagnostic.kind();
        self.summary.skipped += u64::from(diagnostic.is_skip());
        self.summary.diagnostics += u64::from(!kind.is_harmless());
        // A token that is too long for a link is usually data in the text, so skipping it is not a loss.
        self.summary.losses += u64::from(kind != DiagnosticKind::LinkTooLong);
        self.visitor.diagnostic(diagnostic);
        // Reading stops at this limit, because otherwise each outer container would report it again.
        self.is_over |= diagnostic.limit() == Some(Limit::Decompressed);
    }

    /// Reports a fault of the data at `place`, or a limit that it reaches.
    pub(crate) fn report(
        &mut self,
        place: &Place,
        cause: impl Into<Cause>,
        message: impl Into<String>,
    ) {
        self.diagnostic(&Diagnostic::new(place, cause, message));
    }

    /// Reports that the file, member or part at `place` is left out.
    pub(crate) fn skip(
        &mut self,
        place: &Place,
        cause: impl Into<Cause>,
        message: impl Into<String>,
    ) {
        self.diagnostic(&Diagnostic::skip(place, cause, message));
    }

    /// The diagnostic for a reader of the text at `place` that failed at a limit or with an error.
    pub(crate) fn reading_failure(&self, place: &Place, error: &io::Error) -> Diagnostic {
        self.budget().failure(place, error)
    }

    /// Reports that tokens of the text at `place` were too long for a link.
    pub(crate) fn report_too_long(&mut self, place: &Place, tokens: u64) {
        let message = match tokens {
            0 => return,
            1 => "1 token was too long for a link and was skipped".to_owned(),
            _ => format!("{tokens} tokens were too long for links and were skipped"),
        };
        self.report(place, DiagnosticKind::LinkTooLong, message);
    }

    /// Reports the progress to the visitor, and returns whether to continue reading. Must be
    /// called for every piece that is read.
    pub(crate) fn tick(&mut self) -> ControlFlow<()> {
        let passed = self.meter.read.get() + self.meter.unpacked.get();
        if !self.is_over && passed >= self.told + TICK {
            self.told = passed;
            if self.visitor.progress(self.meter.read.get()).is_break() {
                self.cancel();
            }
        }
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn cancel(&mut self) {
        self.is_over = true;
        self.summary.is_cancelled = true;
    }
}
