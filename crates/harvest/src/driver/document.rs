//! A document, and the ways in which its parser receives it: in windows, or as a whole.

use std::fs::File;
use std::io::{self, Cursor, Read};

use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::archive::Counted;
use crate::detect::Format;
use crate::encoding;
use crate::model::{Diagnostic, Limit, Location};
use crate::reading::{Archive, CHUNK};
use crate::sink::Sink;

/// A file, a member or a text that is being read.
pub(crate) struct Document<'d, 'r> {
    pub(crate) session: &'d mut Session<'r>,
    pub(crate) location: &'d mut Location,
    /// The name of the file or of the member.
    pub(crate) name: &'d str,
    /// The format as which the document is read.
    pub(crate) format: Format,
    /// The file itself, which is seekable; `None` for a member and for decompressed content.
    pub(crate) file: Option<&'d File>,
    /// The position at which `input` begins: after the byte-order mark. Offsets count the mark, but
    /// parsers do not receive it.
    pub(crate) start: Start,
    /// The bytes from `start` on, converted to UTF-8 if the format has an encoding.
    pub(crate) input: &'d mut dyn Read,
}

impl<'d, 'r> Document<'d, 'r> {
    /// A document that has neither a name nor a byte-order mark.
    pub(super) fn new(
        session: &'d mut Session<'r>,
        location: &'d mut Location,
        format: Format,
        input: &'d mut dyn Read,
    ) -> Document<'d, 'r> {
        let start = Start::default();
        Document { session, location, name: "", format, file: None, start, input }
    }

    /// The whole document, as far as it can be read and the limit allows, and whether its end is
    /// missing.
    pub(crate) fn hold(&mut self) -> (Vec<u8>, bool) {
        let (limit, why) = self.session.room(self.format);
        let mut held = Vec::new();
        while held.len() <= limit && self.session.tick().is_continue() {
            match (&mut *self.input).take(CHUNK as u64).read_to_end(&mut held) {
                Ok(0) => return (held, false),
                Ok(_) => {}
                Err(error) => {
                    self.failed_at(&error, self.start.offset + held.len());
                    return (held, true);
                }
            }
        }
        if held.len() > limit {
            held.truncate(limit);
            self.session.report_cut(&self.location.place, (limit, why));
        }
        (held, true)
    }

    /// Calls `read` with the document as a seekable file, which is held in memory if it is a member.
    pub(super) fn seekable(&mut self, read: fn(&mut Session<'r>, &Location, &mut dyn Archive)) {
        if let Some(reader) = self.file {
            let mut counted = Counted { reader, count: &self.session.meter.read };
            return read(self.session, self.location, &mut counted);
        }
        let (held, _) = self.hold();
        read(self.session, self.location, &mut Cursor::new(held));
    }

    /// Reads the whole document into memory, and calls `read` with it.
    pub(super) fn whole(&mut self, read: fn(&[u8], &mut dyn Sink)) {
        let (held, is_cut) = self.hold();
        if self.session.tick().is_continue() {
            self.window(&held, self.start, is_cut, &mut { read });
        }
    }

    /// Reads the document in windows of whole records, and calls `read` with each window.
    pub(super) fn records(&mut self, split: fn(&[u8]) -> usize, read: fn(&[u8], &mut dyn Sink)) {
        let read: &mut dyn FnMut(&[u8], &mut dyn Sink) = &mut { read };
        let (limit, why) = self.session.room(self.format);
        let mut window = Vec::new();
        let mut start = self.start;
        let (mut is_end, mut is_cut) = (false, false);
        while !is_end && self.session.tick().is_continue() {
            let before = window.len();
            // The size of the window doubles, so that a long record is not examined again for each
            // chunk.
            let more = CHUNK.max(before) as u64;
            match (&mut *self.input).take(more).read_to_end(&mut window) {
                Ok(_) => is_end = window.len() == before,
                Err(error) => {
                    self.failed_at(&error, start.offset + window.len());
                    (is_end, is_cut) = (true, true);
                }
            }
            let mut whole = if is_end { window.len() } else { split(&window) };
            if whole == 0 && window.len() > limit {
                self.report_long_record((limit, why), start);
                whole = window.len();
            }
            let records = window.get(..whole).unwrap_or_default();
            self.window(records, start, is_cut, read);
            start = self.position_after(start, records);
            window.drain(..whole);
        }
    }

    /// Calls `read` with a window and the sink for its links. `is_cut` means that the bytes after the window could not
    /// be read.
    pub(crate) fn window(
        &mut self,
        bytes: &[u8],
        start: Start,
        is_cut: bool,
        read: &mut dyn FnMut(&[u8], &mut dyn Sink),
    ) {
        if bytes.is_empty() {
            return;
        }
        let mut sink = LocatingSink::new(self.session, self.location, bytes, start, None);
        sink.is_cut |= is_cut;
        read(bytes, &mut sink);
        sink.finish();
    }

    /// The position after `window`, which begins at `start`.
    pub(crate) fn position_after(&self, start: Start, window: &[u8]) -> Start {
        let lines = if self.session.settings.lines { count_lines(window) } else { 0 };
        start.after(window, lines, encoding::code_units(self.location.encoding))
    }

    /// Reports that the reader failed after `offset`.
    pub(crate) fn failed_at(&mut self, error: &io::Error, offset: usize) {
        self.report(error, Some(offset as u64));
    }

    /// Reports that the reader failed because of a limit or an error.
    pub(crate) fn report(&mut self, error: &io::Error, offset: Option<u64>) {
        let diagnostic = self.session.reading_failure(&self.location.place, error);
        self.session.diagnostic(&diagnostic.at(offset));
    }

    pub(crate) fn report_long_record(&mut self, (limit, why): (usize, Limit), start: Start) {
        let message = format!("a record longer than {limit} bytes, read in pieces");
        let diagnostic = Diagnostic::new(&self.location.place, why, message);
        self.session.diagnostic(&diagnostic.at(start.offset as u64));
    }
}

/// The number of line breaks (LF, CR LF or CR) in a text. The text must not end between a CR and
/// its LF.
pub(super) fn count_lines(text: &[u8]) -> usize {
    let breaks = memchr::memchr2_iter(b'\n', b'\r', text);
    let is_break = |at: &usize| text.get(*at..).is_some_and(|rest| !rest.starts_with(b"\r\n"));
    breaks.filter(is_break).count()
}
