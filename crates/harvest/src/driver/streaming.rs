//! Plain text: read as a stream, and never held.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};

use linkwright::find::StreamFinder;
use linkwright::text::offsets::StreamLines;
use linkwright::{Match, Span};

use super::document::Document;
use super::session::Session;
use crate::model::{self, Located, Location, Origin, Way, What};
use crate::reading::{CHUNK, retry};
use crate::sink::Sink;

/// How far before the pending bytes a match may begin: they may start with the `:` or the `@` of a
/// URI, after its scheme or mailbox. The finder looks no further back.
const REACH: usize = 1024;

/// Searches a text: at once where it lies in memory, and else in a fixed amount of memory, whatever
/// its length.
pub(super) fn read(document: &mut Document<'_, '_>) {
    match document.held {
        _ if document.session.settings().separate_lines => by_line(document),
        Some(text) => document.window(text, document.start(), false, search),
        None => stream(document),
    }
}

fn search(text: &[u8], sink: &mut dyn Sink) {
    sink.search(text, Span::new(0, text.len()));
}

fn stream(document: &mut Document<'_, '_>) {
    let finder = document.finder.clone();
    let mut stream = finder.stream();
    let mut trail = Trail::new(document.session, document.location, document.mark);
    let mut failed = None;
    while trail.session.tick().is_continue() {
        match trail.advance(&mut stream, document.input) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    // Where the text goes on unread, what touches the cut is not whole.
    let whole = if failed.is_some() { trail.read } else { usize::MAX };
    stream.finish(|found| {
        if found.span().end() < whole {
            trail.take(&found);
        }
    });
    trail.report_waiting(usize::MAX);
    let read = document.mark + trail.read;
    if let Some(error) = failed {
        document.failed_at(&error, read);
    }
    document.session.report_too_long(&document.location.place, stream.skipped_too_long());
}

/// Searches each line separately, as soon as it has come.
fn by_line(document: &mut Document<'_, '_>) {
    let limit = document.session.settings().limits.held_bytes;
    let mut lines = Vec::new();
    let mut start = document.start();
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
            document.report_long_record(limit, start);
            whole = lines.len();
        }
        for line in lines.get(..whole).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
            document.window(line, start, read.is_err(), search);
            start = document.behind(start, line);
        }
        lines.drain(..whole);
        if let Err(error) = read {
            document.failed_at(&error, start.offset);
        }
    }
}

/// What of the text is still needed to locate its links.
struct Trail<'t, 'r> {
    session: &'t mut Session<'r>,
    location: &'t Location,
    buffer: Vec<u8>,
    /// Where lines are wanted.
    lines: Option<StreamLines>,
    /// Where context is wanted.
    surroundings: Option<Surroundings>,
    /// The bytes so far.
    read: usize,
    /// The offset of the first of them.
    mark: usize,
}

/// The last bytes of the text, and the links whose context is not complete yet.
struct Surroundings {
    chars: usize,
    kept: Vec<u8>,
    /// Where what is kept begins.
    offset: usize,
    waiting: VecDeque<Located<'static>>,
}

impl<'t, 'r> Trail<'t, 'r> {
    fn new(session: &'t mut Session<'r>, location: &'t Location, mark: usize) -> Trail<'t, 'r> {
        let settings = session.settings();
        let lines = settings.lines.then(StreamLines::new);
        let surroundings = settings.context.map(|chars| Surroundings::new(chars, mark));
        let is_bare = lines.is_none() && surroundings.is_none();
        let buffer = if is_bare { Vec::new() } else { vec![0; CHUNK] };
        Trail { session, location, buffer, lines, surroundings, read: 0, mark }
    }

    /// Searches the next bytes of the reader; says whether there were any.
    fn advance(
        &mut self,
        stream: &mut StreamFinder<'_>,
        mut reader: &mut dyn Read,
    ) -> io::Result<bool> {
        if self.buffer.is_empty() {
            let len = stream.read_from(&mut reader, |found| self.take(&found))?;
            self.read += len;
            return Ok(len > 0);
        }
        let mut buffer = core::mem::take(&mut self.buffer);
        let len = retry(|| reader.read(&mut buffer));
        let chunk = buffer.get(..*len.as_ref().unwrap_or(&0)).unwrap_or_default();
        self.push(chunk);
        stream.push(chunk, |found| self.take(&found));
        self.buffer = buffer;
        let pending = stream.pending().map_or(self.read, Span::start);
        self.release(pending.saturating_sub(REACH));
        Ok(len? > 0)
    }

    fn push(&mut self, chunk: &[u8]) {
        self.read += chunk.len();
        if let Some(lines) = &mut self.lines {
            lines.push(chunk);
        }
        if let Some(surroundings) = &mut self.surroundings {
            surroundings.kept.extend_from_slice(chunk);
        }
    }

    /// No match will begin before `offset` any more.
    fn release(&mut self, offset: usize) {
        if let Some(lines) = &mut self.lines {
            lines.release(offset);
        }
        self.report_waiting(self.mark + self.read);
        if let Some(surroundings) = &mut self.surroundings {
            surroundings.release(self.mark + offset);
        }
    }

    fn take(&mut self, found: &Match<'_>) {
        let start = found.span().start();
        let located = Located {
            place: Cow::Borrowed(&self.location.place),
            message: self.location.message.clone(),
            line_column: self.lines.as_mut().map(|lines| lines.line_column(start)),
            context: None,
            origin: Origin::Text,
            text: Cow::Borrowed(found.text()),
            way: Way::Shift(self.mark),
            what: What::Found(found),
        };
        match &mut self.surroundings {
            Some(surroundings) => surroundings.waiting.push_back(located.into_owned()),
            None => self.session.link(&located),
        }
    }

    /// Reports the links whose context lies before `end`.
    fn report_waiting(&mut self, end: usize) {
        while let Some(located) =
            self.surroundings.as_mut().and_then(|surroundings| surroundings.next_ready(end))
        {
            self.session.link(&located);
        }
    }
}

impl Surroundings {
    const fn new(chars: usize, offset: usize) -> Surroundings {
        Surroundings { chars, kept: Vec::new(), offset, waiting: VecDeque::new() }
    }

    /// The next link, with its context, if all of that lies before `end`.
    fn next_ready(&mut self, end: usize) -> Option<Located<'static>> {
        let span = self.waiting.front()?.span();
        if span.end().saturating_add(model::reach(self.chars)) > end {
            return None;
        }
        let mut located = self.waiting.pop_front()?;
        let here = Span::new(span.start() - self.offset, span.end() - self.offset);
        located.context = Some(model::around(&self.kept, here, self.chars).into_owned());
        Some(located)
    }

    /// No link that is not waiting yet begins before `offset`.
    fn release(&mut self, offset: usize) {
        let first = self.waiting.front().map_or(offset, |located| located.offset().min(offset));
        let kept_from = first.saturating_sub(model::reach(self.chars));
        // Each byte is moved as often as it was pushed, on average.
        if kept_from - self.offset.min(kept_from) > self.kept.len() / 2 {
            self.kept.drain(..kept_from - self.offset);
            self.offset = kept_from;
        }
    }
}
