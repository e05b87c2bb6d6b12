//! Reads web archives: WARC 0.17 to 1.1 (ISO 28500), and WET and WAT files, which have the same format. An archive is
//! uncompressed, or has a gzip member or a zstd frame for each record.
//!
//! This module reads the sequence of records itself for two reasons: it reports the offset and the length of each
//! compressed record, and it continues after a damaged record. The crates for WARC stop at the first wrong byte, and do
//! not report compressed offsets.
//!
//! The declared length of a record determines its end. If the next record or the end of the member is found at another
//! position, the length is treated as wrong, and the record ends at that position.

mod head;
mod members;

use core::ops::ControlFlow::{self, Break, Continue};
use std::io::{BufRead as _, Read};

use super::ratio_limit::Budget;
use crate::model::{Diagnostic, DiagnosticKind, Limit, Place, WarcRecord, WarcType};
use crate::window::Window;
use head::{Begins, Head};
use members::Members;

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
    head::is_record(head) || members::is_member(head)
}

/// Passes the records of the archive at `place` to `sink`. Each damaged record is reported, and reading continues at
/// the next record.
pub(crate) fn read(
    input: &mut dyn Read,
    place: &Place,
    budget: Budget<'_>,
    sink: &mut dyn RecordSink,
) {
    let window = members::window(input, 0, budget);
    let limit = budget.limits.len(Limit::Held);
    let mut walk = WarcWalk { window, place, limit, number: 0, is_lost: false, sink };
    while walk.sink.tick().is_continue() && walk.next_record().is_continue() {}
}

/// The end of a line and the first bytes of a record after it.
const LINE: &[u8] = b"\nWARC/";

struct WarcWalk<'w> {
    window: Window<Members<'w>>,
    place: &'w Place,
    /// The length of the longest block that is held.
    limit: usize,
    /// How many records were read.
    number: u64,
    /// Whether the bytes read last were not a record. A run of such bytes is reported only once.
    is_lost: bool,
    sink: &'w mut dyn RecordSink,
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
    fn report(&mut self, place: &Place, at: u64, kind: DiagnosticKind, message: impl Into<String>) {
        self.sink.diagnostic(&Diagnostic::new(place, kind, message).at(at));
    }

    const fn has_fault(&self) -> bool {
        self.window.reader.fault.is_some()
    }

    /// Reports the fault that has ended a member, if there is one, once for each stretch of damage, and skips the rest of
    /// the member. Breaks if no record can be read after the fault.
    fn end(&mut self, place: &Place, at: u64) -> ControlFlow<()> {
        let members = &mut self.window.reader;
        let Some(fault) = members.fault.take() else { return Continue(()) };
        let mut diagnostic = members.budget.failure(place, &fault);
        let is_final = members.has_failed() || diagnostic.limit() == Some(Limit::Decompressed);
        if !is_final && diagnostic.kind() == DiagnosticKind::Malformed {
            let message =
                format!("damaged compressed data: {fault}; reading continues at the next record");
            diagnostic = Diagnostic::new(place, DiagnosticKind::Malformed, message);
        }
        if !self.is_lost || is_final {
            self.sink.diagnostic(&diagnostic.at(at));
        }
        self.is_lost = true;
        self.window.consume(usize::MAX);
        if is_final { Break(()) } else { Continue(()) }
    }

    /// Reads the next record, or skips bytes that are not a record. Breaks at the end of the archive.
    fn next_record(&mut self) -> ControlFlow<()> {
        if !self.skip_blank() {
            let is_over = !self.has_fault();
            self.end(self.place, self.window.place())?;
            return if is_over { Break(()) } else { Continue(()) };
        }
        self.window.reader.is_joined = false;
        let (at, is_at_member) = (self.window.place(), self.window.is_at_member());
        let Some(head) = self.head() else {
            self.pass(at);
            return self.end(self.place, at);
        };
        self.is_lost = false;
        self.number += 1;
        self.window.consume(head.len);
        let mut record = record(&head, self.number);
        let extent = self.extent(&record, head.content_length());
        record.offset = is_at_member.then_some(at);
        record.length = self.length(&record, head.len, &extent);
        self.block(record, at, extent)
    }

    /// Skips line ends, even those in the next member; `false` at the end of the archive and at a fault.
    fn skip_blank(&mut self) -> bool {
        loop {
            let rest = self.window.rest();
            let blanks = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count();
            let is_blank = blanks == rest.len();
            self.window.consume(blanks);
            if !is_blank {
                return true;
            }
            if !self.window.decode() && (self.has_fault() || !self.window.next_member()) {
                return false;
            }
        }
    }

    /// The head of the next record; `None` if the next bytes are not a record.
    fn head(&mut self) -> Option<Head> {
        loop {
            match Begins::of(self.window.rest()) {
                Begins::Head(head) => return Some(head),
                Begins::Cut if self.window.extend() => {}
                Begins::Cut | Begins::Other => return None,
            }
        }
    }

    /// Skips bytes that are not a record, up to the next line that may begin a record, and reports them once.
    fn pass(&mut self, at: u64) {
        if self.has_fault() {
            return;
        }
        if !self.is_lost {
            self.is_lost = true;
            let message = "a damaged record; reading continues at the next one";
            self.report(self.place, at, DiagnosticKind::Malformed, message);
        }
        let is_found = self.window.skip_to(LINE).unwrap_or(false);
        self.window.consume(if is_found { 1 } else { usize::MAX });
    }

    /// Passes a record to the sink, and skips its block. The beginning of the block, up to the limit, is in the window.
    fn block(&mut self, record: WarcRecord, at: u64, extent: Extent) -> ControlFlow<()> {
        let place = self.place.record(self.number, record.url.as_deref());
        if self.sink.wants(record.kind) {
            let bytes = self.window.rest().get(..extent.len).unwrap_or_default();
            let is_cut = extent.is_cut || self.has_fault();
            self.sink.record(record, Block { bytes, is_cut, is_long: extent.skipped > 0 })?;
        }
        self.window.consume(extent.len);
        let mut left = extent.skipped;
        while left > 0 && (!self.window.rest().is_empty() || self.window.extend()) {
            self.sink.tick()?;
            let len = usize::try_from(left).unwrap_or(usize::MAX).min(self.window.rest().len());
            self.window.consume(len);
            left -= len as u64;
        }
        let problem = extent.problem.or_else(|| {
            let message = format!("the record ends {left} bytes before its end");
            (left > 0).then_some((DiagnosticKind::Truncated, message))
        });
        if let Some((kind, message)) = problem.filter(|_| !self.has_fault()) {
            self.report(&place, at, kind, message);
        }
        self.end(&place, at)
    }

    /// The extent of the block that begins at the next byte and whose head declares `len` bytes. As much of the block as
    /// the limit allows is in the window afterwards.
    ///
    /// The declared length of a longer block may be right if the first bytes up to the limit contain neither the end of
    /// the archive nor another record. A record that is itself an archive (`application/warc`) is expected to contain
    /// other records.
    fn extent(&mut self, record: &WarcRecord, len: Option<u64>) -> Extent {
        let Some(len) = len.map(|len| usize::try_from(len).unwrap_or(usize::MAX)) else {
            return self.up_to_next(None);
        };
        let held = len.min(self.limit);
        while self.window.rest().len() < held && self.window.extend() {}
        if self.window.rest().len() >= held {
            let is_archive = record.content_type.as_deref() == Some("application/warc");
            let is_right = if len > held {
                is_archive || head::find(self.window.rest()).is_none()
            } else {
                self.is_followed_soundly(len)
            };
            if is_right {
                let skipped = (len - held) as u64;
                return Extent { len: held, skipped, is_cut: skipped > 0, problem: None };
            }
        }
        if self.has_fault() { self.ends_with_window(Some(len)) } else { self.up_to_next(Some(len)) }
    }

    /// Whether the bytes after a block of `len` bytes are sound: empty lines, another record, or the end. A fault after
    /// the block is at the end of its member.
    fn is_followed_soundly(&mut self, len: usize) -> bool {
        loop {
            let rest = self.window.rest().get(len..).unwrap_or_default();
            let next = rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n' | 0));
            if let Some(next) = next {
                let (line_ends, next) = rest.split_at_checked(next).unwrap_or_default();
                let lines = line_ends.iter().filter(|byte| **byte == b'\n').count();
                if lines > 1 || head::is_record(next) {
                    return true;
                }
                if !head::is_cut(next) {
                    return false;
                }
            }
            if rest.len() > self.limit || !self.window.decode() {
                return next.is_none() || self.has_fault();
            }
        }
    }

    /// The extent of a block whose length is wrong or missing: it ends at the next record, which may be before or after
    /// the declared end.
    fn up_to_next(&mut self, len: Option<usize>) -> Extent {
        let mut from = 0;
        loop {
            let rest = self.window.rest();
            if let Some(next) = head::find(rest.get(from..).unwrap_or_default()) {
                return self.ends_at(from + next, len);
            }
            let here = rest.len();
            if here > self.limit + head::LONGEST {
                return self.ends_at(len.unwrap_or(0), len);
            }
            // A head may be cut at the end of the window, so the next search begins before that end.
            from = here.saturating_sub(head::LONGEST);
            if !self.window.decode() {
                return self.ends_with_window(len);
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
