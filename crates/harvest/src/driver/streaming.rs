//! Reads plain text. A long text is searched as a stream, without being held in memory as a whole.

use core::cell::RefCell;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};

use linkwright::text::offsets::StreamLines;
use linkwright::{Match, Span};

use super::document::Document;
use super::session::Session;
use super::start::Start;
use super::undecoded::Undecoded;
use crate::model::{self, Limit, Located, Location, Origin, Way, What};
use crate::reading::{CHUNK, retry};
use crate::sink::Sink;

/// How far before the pending bytes a match may begin: the pending bytes may start with the `:` or the `@` of a URI,
/// and its scheme or its mailbox precedes them. The finder does not look further back.
const REACH: usize = 1024;

/// Searches a text of any length, as a stream in a fixed amount of memory.
pub(super) fn read(document: &mut Document<'_, '_>) {
    if document.session.settings.separate_lines {
        by_line(document);
    } else {
        stream(document);
    }
}

/// Searches a text that is in memory.
pub(super) fn search(text: &[u8], sink: &mut dyn Sink) {
    sink.search(text, Span::new(0, text.len()));
}

fn stream(document: &mut Document<'_, '_>) {
    let settings = document.session.settings;
    let finder = document.session.finders.of(document.location.flow);
    let mut stream = finder.stream();
    let trail = RefCell::new(Trail {
        session: document.session,
        location: document.location,
        lines: settings.lines.then(StreamLines::new),
        context: settings.context,
        undecoded: Undecoded::new(document.location.encoding, document.start, None),
        kept: Vec::new(),
        kept_from: document.start.offset,
        waiting: VecDeque::new(),
        read: 0,
        start: document.start,
    });
    let mut input = Followed { reader: document.input, trail: &trail };
    let mut failed = None;
    while trail.borrow_mut().session.tick().is_continue() {
        match stream.read_from(&mut input, |found| trail.borrow_mut().take(&found)) {
            Ok(0) => break,
            Ok(_) => trail.borrow_mut().release(stream.pending()),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    let mut trail = trail.into_inner();
    // If the rest of the text could not be read, a match that touches the cut may be incomplete.
    let whole = if failed.is_some() { trail.read } else { usize::MAX };
    stream.finish(|found| {
        if found.span().end() < whole {
            trail.take(&found);
        }
    });
    trail.report_waiting(usize::MAX);
    let read = document.start.offset + trail.read;
    if let Some(error) = failed {
        document.failed_at(&error, read);
    }
    document.session.report_too_long(&document.location.place, stream.skipped_too_long());
}

/// Searches each line separately, immediately after it was read.
fn by_line(document: &mut Document<'_, '_>) {
    let limit = document.session.settings.limits.len(Limit::Held);
    let mut lines = Vec::new();
    let mut start = document.start;
    let mut is_end = false;
    while !is_end && document.session.tick().is_continue() {
        let before = lines.len();
        lines.resize(before + CHUNK, 0);
        let room = lines.get_mut(before..).unwrap_or_default();
        let read = retry(|| document.input.read(room));
        lines.truncate(before + read.as_ref().unwrap_or(&0));
        is_end = !matches!(read, Ok(1..));
        let added = lines.get(before..).unwrap_or_default();
        let mut whole = memchr::memrchr(b'\n', added).map_or(0, |at| before + at + 1);
        if is_end {
            whole = lines.len();
        } else if whole == 0 && lines.len() > limit {
            document.report_long_record((limit, Limit::Held), start);
            whole = lines.len();
        }
        for line in lines.get(..whole).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
            document.window(line, start, read.is_err(), &mut search);
            start = document.position_after(start, line);
        }
        lines.drain(..whole);
        if let Err(error) = read {
            document.failed_at(&error, start.offset);
        }
    }
}

/// What is still needed of the text before the current position in order to locate links.
struct Trail<'t, 'r> {
    session: &'t mut Session<'r>,
    location: &'t Location,
    /// `Some` if the lines of links are reported.
    lines: Option<StreamLines>,
    /// The number of characters of context; `None` if the context of links is not reported.
    context: Option<usize>,
    undecoded: Undecoded<'static>,
    /// The last bytes of the text, if the context or `undecoded` needs them.
    kept: Vec<u8>,
    /// The offset in the file of the first byte of `kept`.
    kept_from: usize,
    /// Links that are not reported yet, because their context is incomplete.
    waiting: VecDeque<Located<'static>>,
    /// How many bytes of the text were read.
    read: usize,
    /// The position in the file of the first byte that was read.
    start: Start,
}

/// A reader that passes the bytes that are read to the trail as well.
struct Followed<'f, 't, 'r> {
    reader: &'f mut dyn Read,
    trail: &'f RefCell<Trail<'t, 'r>>,
}

impl Read for Followed<'_, '_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.trail.borrow_mut().push(buffer.get(..len).unwrap_or_default());
        Ok(len)
    }
}

impl Trail<'_, '_> {
    fn push(&mut self, chunk: &[u8]) {
        self.read += chunk.len();
        if let Some(lines) = &mut self.lines {
            lines.push(chunk);
        }
        if self.context.is_some() || self.undecoded.needs_text() {
            self.kept.extend_from_slice(chunk);
        }
    }

    /// Drops the data before which no match will begin any more. `pending` are the bytes that are not decided yet.
    fn release(&mut self, pending: Option<Span>) {
        let offset = pending.map_or(self.read, Span::start).saturating_sub(REACH);
        if let Some(lines) = &mut self.lines {
            lines.release(offset);
        }
        self.report_waiting(self.start.offset + self.read);
        let offset = self.start.offset + offset;
        let first = self.waiting.front().map_or(offset, |located| located.offset().min(offset));
        let needed = first.saturating_sub(self.context.map_or(0, model::reach));
        // The bytes are moved only when half of them are dropped, so each byte is moved about once.
        let dropped = needed.saturating_sub(self.kept_from).min(self.kept.len());
        if dropped > self.kept.len() / 2 {
            let needed = self.kept_from + dropped;
            self.undecoded.offset(needed, &self.kept, self.kept_from);
            self.kept.drain(..dropped);
            self.kept_from = needed;
        }
    }

    fn take(&mut self, found: &Match<'_>) {
        let start = found.span().start();
        let place = self.lines.as_mut().map(|lines| lines.line_column(start));
        let (text, way) = (Cow::Borrowed(found.text()), Way::Shift(self.start.offset));
        let location = Cow::Borrowed(self.location);
        let mut located = Located::new(location, Origin::Text, text, way, What::Found(found));
        located.line_column = place;
        located.raw = self.undecoded.raw(&located, &self.kept, self.kept_from);
        if self.context.is_none() {
            self.session.link(&located);
        } else {
            self.waiting.push_back(located.into_owned());
        }
    }

    /// Reports the links whose context is before `end`.
    fn report_waiting(&mut self, end: usize) {
        while let Some(first) = self.waiting.front_mut() {
            if let Some(chars) = self.context {
                let span = first.span();
                if span.end().saturating_add(model::reach(chars)) > end {
                    return;
                }
                let from = self.kept_from;
                let here = Span::new(span.start() - from, span.end() - from);
                first.context = Some(model::around(&self.kept, here, chars).into_owned());
            }
            self.session.link(first);
            self.waiting.pop_front();
        }
    }
}
