//! The reading of one file: what all its members share.

use core::cell::Cell;
use core::fmt;
use core::ops::ControlFlow;
use std::sync::Arc;

use linkwright::uri::UriBuf;

use crate::existing;
use crate::input::Buffers;
use crate::located::Located;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::place::Place;
use crate::settings::Settings;
use crate::trouble::{Trouble, TroubleKind};
use crate::visitor::Visitor;
use crate::waypoint::Waypoint;

/// What was read of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub(crate) bytes: u64,
    pub(crate) links: u64,
    pub(crate) troubles: u64,
    pub(crate) documents: u64,
    pub(crate) messages: u64,
    pub(crate) skipped: u64,
    /// The troubles for which something was not read, or not unchanged.
    pub(crate) losses: u64,
    pub(crate) is_cancelled: bool,
}

impl Summary {
    /// The bytes of the file that were read.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The links that were reported.
    pub const fn links(&self) -> u64 {
        self.links
    }

    /// The troubles that were reported, without those that are
    /// [harmless](TroubleKind::is_harmless).
    pub const fn troubles(&self) -> u64 {
        self.troubles
    }

    /// The documents that were searched: the file itself or its members, the parts of messages.
    pub const fn documents(&self) -> u64 {
        self.documents
    }

    /// The messages that were read, the attached ones among them.
    pub const fn messages(&self) -> u64 {
        self.messages
    }

    /// The files, members and parts that were left out, for whatever reason
    /// ([`Trouble::is_skip`]).
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether the file was read, in part, or not at all.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located, Outcome};
    ///
    /// let outcome = |bytes: &[u8]| {
    ///     Harvester::new().read("", bytes, &mut |_: &Located<'_>| {}).outcome()
    /// };
    /// assert_eq!(outcome(b"see http://a.example/"), Outcome::Read);
    /// assert_eq!(outcome(b"GIF89a..."), Outcome::Skipped);
    /// ```
    pub const fn outcome(&self) -> Outcome {
        match (self.losses, self.documents + self.messages) {
            (0, _) => Outcome::Read,
            (_, 0) => Outcome::Skipped,
            _ => Outcome::Partly,
        }
    }

    /// Whether the visitor ended the reading.
    pub const fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// Takes the figures of another file to these.
    pub fn add(&mut self, other: &Summary) {
        self.bytes += other.bytes;
        self.links += other.links;
        self.troubles += other.troubles;
        self.documents += other.documents;
        self.messages += other.messages;
        self.skipped += other.skipped;
        self.losses += other.losses;
        self.is_cancelled |= other.is_cancelled;
    }
}

/// How much is read between two calls of [`Visitor::progress`].
const TICK: u64 = 256 * 1024;

/// The bytes that went by, which the readers count while the formats hold them.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// Of the file.
    pub(crate) read: Cell<u64>,
    /// Decompressed, of all its members.
    pub(crate) unpacked: Cell<u64>,
    /// The limit for which a reader has failed. The error itself goes through the hands of
    /// decompressors, which make others of it.
    pub(crate) limit: Cell<Option<Limit>>,
}

/// A limit of decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// So many bytes in all.
    Unpacked(u64),
    /// So many times what was compressed.
    Ratio(u64),
}

impl Limit {
    pub(crate) const fn kind(self) -> TroubleKind {
        match self {
            Limit::Unpacked(_) => TroubleKind::TooMuch,
            Limit::Ratio(_) => TroubleKind::Ratio,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Unpacked(bytes) => write!(f, "more than {bytes} bytes decompressed, stopped"),
            Limit::Ratio(ratio) => write!(f, "grows more than {ratio} times, stopped"),
        }
    }
}

/// The state of the reading of one file.
pub(crate) struct Run<'r> {
    settings: &'r Settings,
    buffers: &'r Buffers,
    meter: &'r Meter,
    visitor: &'r mut dyn Visitor,
    pub(crate) summary: Summary,
    /// The file came whole in one read: it is a snapshot, even if it is written to.
    pub(crate) was_read_at_once: bool,
    /// What was read when the visitor was last told.
    told: u64,
    is_over: bool,
}

impl<'r> Run<'r> {
    pub(crate) fn new(
        settings: &'r Settings,
        buffers: &'r Buffers,
        meter: &'r Meter,
        visitor: &'r mut dyn Visitor,
    ) -> Run<'r> {
        Run {
            settings,
            buffers,
            meter,
            visitor,
            summary: Summary::default(),
            was_read_at_once: false,
            told: 0,
            is_over: false,
        }
    }

    pub(crate) const fn settings(&self) -> &'r Settings {
        self.settings
    }

    pub(crate) const fn buffers(&self) -> &'r Buffers {
        self.buffers
    }

    pub(crate) const fn meter(&self) -> &'r Meter {
        self.meter
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

    pub(crate) fn trouble(&mut self, trouble: &Trouble) {
        if self.is_over {
            return;
        }
        let kind = trouble.kind();
        self.summary.skipped += u64::from(trouble.is_skip());
        self.summary.troubles += u64::from(!kind.is_harmless());
        // A token that is too long for a link is mostly data in the text.
        self.summary.losses += u64::from(kind != TroubleKind::LinkTooLong);
        self.visitor.trouble(trouble);
        // Nothing more can come out of the file, and each container would say it again.
        self.is_over |= trouble.kind() == TroubleKind::TooMuch;
    }

    /// Everything before `waypoint` was reported.
    pub(crate) fn waypoint(&mut self, waypoint: Waypoint) {
        if !self.is_over {
            self.visitor.waypoint(waypoint);
        }
    }

    /// Says that tokens of the text at `place` were too long for a link.
    pub(crate) fn report_too_long(&mut self, place: &Place, tokens: u64) {
        let message = match tokens {
            0 => return,
            1 => "1 token was too long for a link and skipped".to_owned(),
            _ => format!("{tokens} tokens were too long for links and skipped"),
        };
        self.trouble(&Trouble::new(place, TroubleKind::LinkTooLong, message));
    }

    /// Tells the visitor how far the reading is; to be called with every piece that is read.
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

    /// Whether nothing more is to be read.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// What was read.
    pub(crate) fn end(mut self) -> Summary {
        self.summary.bytes = self.meter.read.get();
        self.summary
    }

    fn cancel(&mut self) {
        self.is_over = true;
        self.summary.is_cancelled = true;
    }
}

/// What is known about a text before it is read: its place and its message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    pub(crate) place: Place,
    pub(crate) message: Option<Arc<Message>>,
    /// Relative references are resolved against it.
    pub(crate) base: Option<UriBuf>,
    /// The number of containers around it.
    pub(crate) depth: usize,
    /// The charset that the container declares.
    pub(crate) charset: Option<String>,
    /// The media type that the container declares, in lower case.
    pub(crate) media_type: Option<String>,
}

impl Site {
    /// The same with a base that a document or a message names.
    pub(crate) fn set_base(&mut self, reference: &str) {
        if let Some(base) = existing::base(reference, self.base.as_ref()) {
            self.base = Some(base);
        }
    }

    /// A named member of the container at this site.
    pub(crate) fn member(&self, name: &str) -> Site {
        Site {
            place: self.place.enter(name),
            message: self.message.clone(),
            base: None,
            depth: self.depth + 1,
            charset: None,
            media_type: None,
        }
    }
}
