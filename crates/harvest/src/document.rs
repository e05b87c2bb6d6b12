//! One text, from its first bytes to its last: which format it has, and how that is read.

use std::io::Read;

use linkwright::Finder;

use crate::format::{Format, Reader, Sink};
use crate::input::{self, CHUNK, Input};
use crate::page::{Page, Start};
use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};

/// How much of a document its format is told by.
const HEAD: usize = 4096;

/// A text that is being read as a stream.
pub(crate) struct Document<'d, 'r> {
    pub(crate) run: &'d mut Run<'r>,
    pub(crate) site: &'d mut Site,
    pub(crate) finder: Finder,
    pub(crate) input: &'d mut dyn Read,
}

/// Reads what stands at `site`: a file, or a member of that name.
pub(crate) fn read(run: &mut Run<'_>, site: &mut Site, name: &str, reader: &mut dyn Read) {
    let mut input = Input::new(reader);
    let forced = run.settings().format.filter(|_| site.depth == 0);
    let format =
        forced.unwrap_or_else(|| Format::of(name, site.media_type.as_deref(), input.peek(HEAD)));
    let finder = run.settings().finders.plain.clone();
    run.summary.documents += 1;
    let mut document = Document { run, site, finder, input: &mut input };
    match format.reader() {
        Reader::Stream(read) => read(&mut document),
        Reader::Records { split, read } => document.records(*split, *read),
        Reader::Whole(read) => document.whole(*read),
    }
}

impl Document<'_, '_> {
    /// Holds the whole of it for `read`.
    fn whole(&mut self, read: fn(&[u8], &mut dyn Sink)) {
        let limit = self.run.settings().limits.held_bytes;
        let held = input::hold(self.input, limit);
        if let Some(error) = held.error {
            self.trouble(&error, held.bytes.len());
        }
        if held.is_cut {
            self.report_cut(limit);
        }
        if self.run.tick().is_continue() {
            self.window(&held.bytes, Start::default(), read);
        }
    }

    /// Holds window after window of whole records for `read`.
    fn records(&mut self, split: fn(&[u8]) -> usize, read: fn(&[u8], &mut dyn Sink)) {
        let limit = self.run.settings().limits.held_bytes;
        let mut window = Vec::new();
        let mut start = Start::default();
        let mut is_end = false;
        while !is_end && self.run.tick().is_continue() {
            let before = window.len();
            match (&mut *self.input).take(CHUNK as u64).read_to_end(&mut window) {
                Ok(_) => is_end = window.len() == before,
                Err(error) => {
                    self.trouble(&error, start.offset + window.len());
                    is_end = true;
                }
            }
            let mut whole = if is_end { window.len() } else { split(&window) };
            if whole == 0 && window.len() > limit {
                self.report_long_record(limit, start);
                whole = window.len();
            }
            let records = window.get(..whole).unwrap_or_default();
            self.window(records, start, read);
            start = self.behind(start, records);
            window.drain(..whole);
        }
    }

    fn window(&mut self, bytes: &[u8], start: Start, read: fn(&[u8], &mut dyn Sink)) {
        if bytes.is_empty() {
            return;
        }
        let mut page = Page::new(self.run, self.site, self.finder.clone(), bytes, start);
        read(bytes, &mut page);
        let skipped = page.skipped_too_long();
        self.report_too_long(skipped);
    }

    /// Where the next window begins.
    fn behind(&self, start: Start, window: &[u8]) -> Start {
        let lines = if self.run.settings().lines { count_lines(window) } else { 0 };
        Start { offset: start.offset + window.len(), lines: start.lines + lines }
    }

    /// The reader failed behind `offset`.
    pub(crate) fn trouble(&mut self, error: &std::io::Error, offset: usize) {
        let trouble = Trouble::new(&self.site.place, TroubleKind::Io, error.to_string());
        self.run.trouble(&trouble.at(offset as u64));
    }

    fn report_cut(&mut self, limit: usize) {
        let message = format!("longer than {limit} bytes, read up to there");
        self.run.trouble(&Trouble::new(&self.site.place, TroubleKind::TooLarge, message));
    }

    fn report_long_record(&mut self, limit: usize, start: Start) {
        let message = format!("a record longer than {limit} bytes, read in pieces");
        let trouble = Trouble::new(&self.site.place, TroubleKind::TooLarge, message);
        self.run.trouble(&trouble.at(start.offset as u64));
    }

    /// Says that tokens were too long for a link.
    pub(crate) fn report_too_long(&mut self, skipped: u64) {
        let message = match skipped {
            0 => return,
            1 => "1 token was too long for a link and skipped".to_owned(),
            _ => format!("{skipped} tokens were too long for links and skipped"),
        };
        self.run.trouble(&Trouble::new(&self.site.place, TroubleKind::LinkTooLong, message));
    }
}

/// The line breaks of a text that ends behind one: LF, CR LF or CR.
fn count_lines(text: &[u8]) -> usize {
    let breaks = memchr::memchr2_iter(b'\n', b'\r', text);
    let is_break = |at: &usize| text.get(*at..).is_some_and(|rest| !rest.starts_with(b"\r\n"));
    breaks.filter(is_break).count()
}
