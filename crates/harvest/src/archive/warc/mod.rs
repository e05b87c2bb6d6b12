//! Reads web archives: WARC 0.17 to 1.1 (ISO 28500), and WET and WAT files, which have the same format. An archive is
//! uncompressed, or has a gzip member or a zstd frame for each record.
//!
//! This module reads the sequence of records itself for two reasons: it reports the offset and the length of each
//! compressed record, and it continues after a damaged record. The crates for WARC stop at the first wrong byte, and do
//! not report compressed offsets.
//!
//! The declared length of a record determines its end. If the next record or the end of the member is found at another
//! position, the length is treated as wrong, and the record ends at that position.

mod fault;
mod gzip;
mod head;
mod window;
mod zstd;

use core::ops::ControlFlow;
use std::io::Read;

use super::ratio_limit::Budget;
use super::raw::Raw;
use crate::model::{Diagnostic, DiagnosticKind, Limit, Place, WarcRecord, WarcType};
use fault::Fault;
use gzip::Gzip;
use head::{Begins, Head};
use window::{Coding, Window};
use zstd::Zstd;

/// The block of a record: the bytes after its head, at most as many as [`Limit::Held`] allows.
#[derive(Clone, Copy)]
pub(crate) struct Block<'b> {
    pub(crate) bytes: &'b [u8],
    /// Whether the archive does not contain the end of the block.
    pub(crate) is_cut: bool,
    /// Whether the block is longer than `bytes`, because of the limit.
    pub(crate) is_long: bool,
}

/// Receives the records of an archive, in order.
pub(crate) trait RecordSink {
    /// Whether records of the type `kind` are to be read.
    fn wants(&self, kind: WarcType) -> bool;

    /// Receives a record and its block. [`ControlFlow::Break`] stops reading.
    fn record(&mut self, record: WarcRecord, block: Block<'_>) -> ControlFlow<()>;

    /// Receives a report of a fault in the archive.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// Called before each record and while bytes are skipped, so that the sink can stop reading.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// Whether a file that begins with `head` is a web archive, compressed or not.
pub(crate) fn is_warc(head: &[u8]) -> bool {
    head::is_record(head) || gzip::is_warc(head) || zstd::is_warc(head)
}

/// Where reading begins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// The offset in the archive of the first byte of the input.
    pub(crate) offset: u64,
    /// Whether only the record at that offset is read.
    pub(crate) is_one: bool,
}

/// Passes the records of the archive at `place` to `sink`. Each damaged record is reported, and reading continues at
/// the next record.
pub(crate) fn read(
    input: &mut dyn Read,
    place: &Place,
    start: Start,
    budget: Budget<'_>,
    sink: &mut dyn RecordSink,
) {
    let mut raw = Raw::new(input, start.offset);
    let coding = match raw.peek(4) {
        Ok([0x1F, 0x8B, ..]) => Coding::Gzip(Box::new(Gzip::new())),
        Ok([0x28, 0xB5, 0x2F, 0xFD]) => Coding::Zstd(Zstd::new()),
        Ok([kind, 0x2A, 0x4D, 0x18]) if kind & 0xF0 == 0x50 => Coding::Zstd(Zstd::new()),
        _ => Coding::Plain,
    };
    let window = Window::new(raw, coding, budget);
    let limit = budget.limits.len(Limit::Held);
    // If only one record is to be read and no record begins at the offset, the caller reports the fault.
    let is_lost = start.is_one;
    WarcWalk { window, place, limit, number: 0, is_lost, sink }.run(start.is_one);
}

/// The end of a line and the first bytes of a record after it.
const LINE: &[u8] = b"\nWARC/";

struct WarcWalk<'w> {
    window: Window<'w>,
    place: &'w Place,
    /// The length of the longest block that is held.
    limit: usize,
    /// How many records were read.
    number: u64,
    /// Whether the bytes read last were not a record. A run of such bytes is reported only once.
    is_lost: bool,
    sink: &'w mut dyn RecordSink,
}

/// The reason to stop reading a record or the archive.
enum Stop {
    Fault(Fault),
    /// The archive has ended, or the sink has stopped reading.
    Over,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// Where the block of a record ends.
struct Extent {
    /// The number of bytes that are held.
    len: usize,
    /// The number of bytes after them that are skipped, because the block is too long to be held.
    skipped: u64,
    /// Whether the record ends before its declared end.
    is_cut: bool,
    /// The fault of the record.
    problem: Option<(DiagnosticKind, String)>,
}

impl WarcWalk<'_> {
    fn run(&mut self, is_one: bool) {
        while self.sink.tick().is_continue() {
            let read = match self.next_record() {
                Err(Stop::Fault(fault)) => {
                    let place = self.place.clone();
                    self.fault(&place, self.window.place(), &fault)
                }
                read => read,
            };
            if read.is_err() || is_one {
                return;
            }
        }
    }

    /// Reports the fault that ends a member, once for each stretch of damage, and skips the rest of the member.
    fn fault(&mut self, place: &Place, at: u64, fault: &Fault) -> Result<(), Stop> {
        if !self.is_lost || fault.is_final() {
            self.sink.diagnostic(&fault.diagnostic(place).at(at));
        }
        self.is_lost = true;
        self.window.consume_all();
        if fault.is_final() { Err(Stop::Over) } else { Ok(()) }
    }

    fn report(&mut self, place: &Place, at: u64, kind: DiagnosticKind, message: impl Into<String>) {
        self.sink.diagnostic(&Diagnostic::new(place, kind, message).at(at));
    }

    /// Reads the next record, or skips bytes that are not a record.
    fn next_record(&mut self) -> Result<(), Stop> {
        if !self.skip_blank()? {
            return Err(Stop::Over);
        }
        self.window.begin_record();
        let (at, is_at_member) = (self.window.place(), self.window.is_at_member());
        let Some(head) = self.head()? else { return Ok(self.pass()?) };
        self.is_lost = false;
        self.number += 1;
        self.window.consume(head.len);
        let mut record = record(&head, self.number);
        record.offset = is_at_member.then_some(at);
        let length = head.content_length();
        let extent = match length.map(|len| usize::try_from(len).unwrap_or(usize::MAX)) {
            Some(len) if len <= self.limit => self.extent(len),
            Some(len) => self.extent_of_long(&record, len),
            None => self.up_to_next(None),
        };
        self.held(record, at, head.len, extent)
    }

    /// Skips line ends, even those in the next member; `false` at the end of the archive.
    fn skip_blank(&mut self) -> Result<bool, Fault> {
        loop {
            let rest = self.window.rest();
            let blanks = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count();
            let is_blank = blanks == rest.len();
            self.window.consume(blanks);
            if !is_blank {
                return Ok(true);
            }
            if !self.window.more()? && !self.window.next_member()? {
                return Ok(false);
            }
        }
    }

    /// The head of the next record; `None` if the next bytes are not a record.
    fn head(&mut self) -> Result<Option<Head>, Fault> {
        loop {
            match Begins::of(self.window.rest()) {
                Begins::Head(head) => return Ok(Some(head)),
                Begins::Other => return Ok(None),
                Begins::Cut if !self.window.extend()? => return Ok(None),
                Begins::Cut => {}
            }
        }
    }

    /// Skips bytes that are not a record, up to the next line that may begin a record, and reports them once.
    fn pass(&mut self) -> Result<(), Fault> {
        if !self.is_lost {
            self.is_lost = true;
            let message = "a damaged record; reading continues at the next one";
            self.report(
                &self.place.clone(),
                self.window.place(),
                DiagnosticKind::Malformed,
                message,
            );
        }
        loop {
            let rest = self.window.rest();
            if let Some(found) = memchr::memmem::find(rest, LINE) {
                self.window.consume(found + 1);
                return Ok(());
            }
            let passed = (rest.len() + 1).saturating_sub(LINE.len());
            self.window.consume(passed);
            if !self.window.more()? {
                self.window.consume_all();
                return Ok(());
            }
        }
    }

    /// Reads a record whose block is in the window, or as much of it as the limit allows.
    fn held(
        &mut self,
        mut record: WarcRecord,
        at: u64,
        head_len: usize,
        (extent, mut fault): (Extent, Option<Fault>),
    ) -> Result<(), Stop> {
        record.length = self.length(&record, head_len, &extent);
        let place = self.place.record(self.number, record.url.as_deref());
        let flow = if self.sink.wants(record.kind) {
            let bytes = self.window.rest().get(..extent.len).unwrap_or_default();
            let is_cut = extent.is_cut || fault.is_some();
            self.sink.record(record, Block { bytes, is_cut, is_long: extent.skipped > 0 })
        } else {
            ControlFlow::Continue(())
        };
        self.window.consume(extent.len);
        let mut left = extent.skipped;
        while left > 0 && flow.is_continue() && fault.is_none() {
            if self.sink.tick().is_break() {
                return Err(Stop::Over);
            }
            match if self.window.rest().is_empty() { self.window.extend() } else { Ok(true) } {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => fault = Some(error),
            }
            let len = usize::try_from(left).unwrap_or(usize::MAX).min(self.window.rest().len());
            self.window.consume(len);
            left -= len as u64;
        }
        let problem = extent.problem.or_else(|| {
            let message = format!("the record ends {left} bytes before its end");
            (left > 0).then_some((DiagnosticKind::Truncated, message))
        });
        if let Some((kind, message)) = problem.filter(|_| fault.is_none() && flow.is_continue()) {
            self.report(&place, at, kind, message);
        }
        match (flow, fault) {
            (ControlFlow::Break(()), _) => Err(Stop::Over),
            (_, Some(fault)) => self.fault(&place, at, &fault),
            _ => Ok(()),
        }
    }

    /// Decodes until the window has `len` bytes, or until the archive or its member ends.
    fn hold(&mut self, len: usize) -> Option<Fault> {
        while self.window.rest().len() < len {
            match self.window.extend() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(fault) => return Some(fault),
            }
        }
        None
    }

    /// The extent of the block that begins at the next byte and whose head declares `len` bytes. The block is in the
    /// window afterwards. If a fault is returned, it ended the member.
    fn extent(&mut self, len: usize) -> (Extent, Option<Fault>) {
        if let Some(fault) = self.hold(len) {
            // The rest of the member cannot be decoded.
            return (self.ends_with_window(Some(len)), Some(fault));
        }
        if self.window.rest().len() >= len {
            let extent = Extent { len, skipped: 0, is_cut: false, problem: None };
            match self.is_followed_soundly(len) {
                Ok(true) => return (extent, None),
                Ok(false) => {}
                // The block is complete; the fault is at the end of its member.
                Err(fault) => return (extent, Some(fault)),
            }
        }
        self.up_to_next(Some(len))
    }

    /// Like [`extent`](Self::extent), for a block whose declared length exceeds the limit for held blocks. The length may
    /// be right if the first bytes up to the limit contain neither the end of the archive nor another record. A record
    /// that is itself an archive (`application/warc`) is expected to contain other records.
    fn extent_of_long(&mut self, record: &WarcRecord, len: usize) -> (Extent, Option<Fault>) {
        if let Some(fault) = self.hold(self.limit) {
            return (self.ends_with_window(Some(len)), Some(fault));
        }
        let kind = record.content_type.as_deref().unwrap_or_default();
        let is_over = self.window.rest().len() < self.limit;
        let is_wrong =
            is_over || kind != "application/warc" && head::find(self.window.rest()).is_some();
        if is_wrong {
            return self.up_to_next(Some(len));
        }
        let skipped = (len - self.limit) as u64;
        (Extent { len: self.limit, skipped, is_cut: true, problem: None }, None)
    }

    /// Whether the bytes after a block of `len` bytes are sound: empty lines, another record, or the end.
    fn is_followed_soundly(&mut self, len: usize) -> Result<bool, Fault> {
        loop {
            let rest = self.window.rest().get(len..).unwrap_or_default();
            let next = rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n' | 0));
            if let Some(next) = next {
                let (line_ends, next) = rest.split_at_checked(next).unwrap_or_default();
                let lines = line_ends.iter().filter(|byte| **byte == b'\n').count();
                if lines > 1 || head::is_record(next) {
                    return Ok(true);
                }
                let is_cut = next.len() < head::MAGIC_LEN
                    && b"WARC/".starts_with(next.get(..5).unwrap_or(next));
                if !is_cut {
                    return Ok(false);
                }
            }
            let is_long = rest.len() > self.limit;
            if is_long || !self.window.more()? {
                return Ok(next.is_none());
            }
        }
    }

    /// The extent of a block whose length is wrong or missing: it ends at the next record, which may be before or after
    /// the declared end.
    fn up_to_next(&mut self, len: Option<usize>) -> (Extent, Option<Fault>) {
        let mut from = 0;
        loop {
            let rest = self.window.rest();
            if let Some(next) = head::find(rest.get(from..).unwrap_or_default()) {
                return (self.ends_at(from + next.start(), len), None);
            }
            let here = rest.len();
            if here > self.limit + head::LONGEST {
                return (self.ends_at(len.unwrap_or(0), len), None);
            }
            // A head may be cut at the end of the window, so the next search begins before that end.
            from = here.saturating_sub(head::LONGEST);
            match self.window.more() {
                Ok(true) => {}
                Ok(false) => return (self.ends_with_window(len), None),
                Err(fault) => return (self.ends_with_window(len), Some(fault)),
            }
        }
    }

    /// The extent of a block that ends with the archive or its member.
    fn ends_with_window(&self, len: Option<usize>) -> Extent {
        let here = self.window.rest().len();
        match len {
            Some(len) if here < len => {
                let text = format!("the record ends after {here} of {len} bytes");
                let problem = Some((DiagnosticKind::Truncated, text));
                Extent { len: here, skipped: 0, is_cut: true, problem }
            }
            len => self.ends_at(here, len),
        }
    }

    /// The extent of a block that ends before `end`, where a record begins or the data ends. Line breaks directly
    /// before `end` are not part of the block.
    fn ends_at(&self, end: usize, len: Option<usize>) -> Extent {
        let block = self.window.rest().get(..end).unwrap_or_default();
        let line_ends = block.iter().rev().take(4).take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let block_len = end - line_ends.count();
        let text = match len {
            Some(len) => format!("the length of the record is {len}, but it has {block_len} bytes"),
            None => format!("the record declares no length; it has {block_len} bytes"),
        };
        let problem = Some((DiagnosticKind::Malformed, text));
        Extent { len: block_len, skipped: 0, is_cut: false, problem }
    }

    /// The length of the record in the archive, if its offset is known. In an uncompressed archive, this is the length
    /// of its head and its block. In a compressed archive, it is the length of the member, if the member contains only
    /// this record.
    fn length(&self, record: &WarcRecord, head_len: usize, extent: &Extent) -> Option<u64> {
        let offset = record.offset?;
        let rest = self.window.rest().get(extent.len..).unwrap_or_default();
        if self.window.is_plain() {
            return Some((head_len + extent.len) as u64 + extent.skipped);
        }
        let is_alone = rest.iter().all(|byte| matches!(byte, b'\r' | b'\n' | 0));
        let end = self.window.member_end().filter(|_| is_alone && extent.skipped == 0)?;
        Some(end - offset)
    }
}

/// The record with this head and this number.
fn record(head: &Head, number: u64) -> WarcRecord {
    let text = |name: &str| head.get(name).map(str::to_owned);
    let record_type = text("warc-type").unwrap_or_default().to_ascii_lowercase();
    WarcRecord {
        kind: WarcType::of(&record_type),
        number,
        record_type,
        id: head.reference("warc-record-id"),
        date: text("warc-date"),
        url: head.reference("warc-target-uri"),
        digest: text("warc-payload-digest").or_else(|| text("warc-block-digest")),
        refers_to: head.reference("warc-refers-to"),
        content_type: text("content-type"),
        is_truncated: head.get("warc-truncated").is_some(),
        mime: None,
        status: None,
        offset: None,
        length: None,
    }
}
