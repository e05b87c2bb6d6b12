//! One document, from its first bytes to its last: which format it has, how it becomes UTF-8, and
//! how the reader of the format is given it: as a stream, in windows, or whole.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};

use encoding_rs::Encoding;
use linkwright::Finder;

use crate::choice::{choose, plan};
use crate::encoding::{self, Head, Plan, Transcoder};
use crate::format::{Encoded, Format, Reader, Sink};
use crate::input::{CHUNK, Input};
use crate::mail::mbox;
use crate::page::{Page, Start};
use crate::place::Place;
use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};
use crate::waypoint::Waypoint;

/// A text that is being read.
pub(crate) struct Document<'d, 'r> {
    pub(crate) run: &'d mut Run<'r>,
    pub(crate) site: &'d mut Site,
    /// Its name, or that of the member.
    pub(crate) name: String,
    pub(crate) finder: Finder,
    /// The file itself, where nothing was decompressed: it can be searched.
    pub(crate) file: Option<&'d File>,
    /// Where the reading begins, if not at the beginning.
    pub(crate) from: Option<Waypoint>,
    /// The length of its byte-order mark, which no format includes but offsets do.
    pub(crate) mark: usize,
    /// The bytes after the mark, as UTF-8 where the format has an encoding.
    pub(crate) input: &'d mut dyn Read,
    /// All of that, where it lies in memory already.
    pub(crate) held: Option<&'d [u8]>,
}

/// A file that is open, and the length that it had before.
#[derive(Clone, Copy)]
pub(crate) struct Opened<'f> {
    pub(crate) file: &'f File,
    pub(crate) len: u64,
    /// Where its reading begins, if not at the beginning.
    pub(crate) from: Option<Waypoint>,
}

/// Reads the member of that name at `site`.
pub(crate) fn read(run: &mut Run<'_>, site: &mut Site, name: &str, reader: &mut dyn Read) {
    read_file(run, site, name, reader, None);
}

/// Reads a file of that name; `opened` is what `reader` reads.
pub(crate) fn read_file(
    run: &mut Run<'_>,
    site: &mut Site,
    name: &str,
    reader: &mut dyn Read,
    opened: Option<Opened<'_>>,
) {
    let mut input = Input::new(reader, run.buffers(), opened.map(|opened| opened.len));
    let Some(head) = head(run, site, &mut input) else { return };
    let Some(format) = choose(run, site, name, head) else { return };
    let plan = plan(run, site, format, head);
    if let Some(opened) = opened.filter(|opened| opened.from.is_some()) {
        return read_rest(run, site, name, format, &mut input, opened);
    }
    run.summary.documents += u64::from(matches!(format.encoding(), Encoded::Text(_)));
    match plan {
        Plan::AsIs => read_as_is(run, site, name, format, &mut input, opened),
        Plan::Decode { encoding, is_declared } => {
            let mark = head.mark(encoding);
            let has_invalid = transcode(run, site, name, format, &mut input, encoding, mark);
            if is_declared && has_invalid {
                report_invalid(run, site, encoding);
            }
        }
    }
}

/// The first bytes of a file; `None` if it cannot be read at all, which is reported.
///
/// Not part of its caller, which is on the stack once for each level of nesting.
fn head<'i>(run: &mut Run<'_>, site: &Site, input: &'i mut Input<'_>) -> Option<Head<'i>> {
    let reads_lines = run.settings().separate_lines;
    let head = if reads_lines { input.peek_line(Head::LEN) } else { input.peek(Head::LEN) };
    let len = head.len();
    if let Some(error) = input.failure_at_once() {
        run.trouble(&reading_failure(run, &site.place, &error).skipping());
        return None;
    }
    Some(Head::of(input.peek(len)))
}

/// Reads what is UTF-8, or no text at all.
fn read_as_is(
    run: &mut Run<'_>,
    site: &mut Site,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    opened: Option<Opened<'_>>,
) {
    let is_text = matches!(format.encoding(), Encoded::Text(_));
    let mark = if is_text { input.pass(encoding::BOM) } else { 0 };
    let file = opened.map(|opened| opened.file);
    // An archive goes back to the file itself.
    run.was_read_at_once |= file.is_some() && is_text && input.came_at_once();
    let Some(held) = input.whole() else {
        let document = Document::new(run, site, name, input);
        return read_as(format, Document { file, mark, ..document });
    };
    let mut rest = held;
    let document = Document::new(run, site, name, &mut rest);
    read_as(format, Document { file, mark, held: Some(held), ..document });
}

/// Reads a text in another encoding; says whether there were bytes that it does not have.
fn transcode(
    run: &mut Run<'_>,
    site: &mut Site,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    encoding: &'static Encoding,
    mark: usize,
) -> bool {
    let mut input = Transcoder::new(input, encoding);
    let document = Document::new(run, site, name, &mut input);
    read_as(format, Document { mark, ..document });
    input.has_invalid()
}

/// Reads a mailbox from a message on.
fn read_rest(
    run: &mut Run<'_>,
    site: &mut Site,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    opened: Opened<'_>,
) {
    if let Err(trouble) = go_on(&opened, site, format) {
        return run.trouble(&trouble);
    }
    input.begin_anew();
    let document = Document::new(run, site, name, input);
    read_as(format, Document { file: Some(opened.file), from: opened.from, ..document });
}

/// Moves a file to where its reading begins. That is the beginning of a message, unless the file
/// is another one by now.
fn go_on(opened: &Opened<'_>, site: &Site, format: Format) -> Result<(), Trouble> {
    let offset = opened.from.map_or(0, Waypoint::offset);
    let begins = mbox::go_to(opened.file, offset);
    let begins = begins.map_err(|error| failure(&site.place, &error))?;
    if begins && format == Format::mailbox() {
        return Ok(());
    }
    let message =
        format!("has changed: no message begins at byte {offset}, where to go on; not read");
    Err(Trouble::skip(&site.place, TroubleKind::Changed, message))
}

/// Reads a document that lies in memory: a part of a message.
pub(crate) fn read_held(run: &mut Run<'_>, site: &mut Site, name: &str, bytes: &[u8]) {
    let head = Head::of(bytes);
    let Some(format) = choose(run, site, name, head) else { return };
    match format.reader() {
        Reader::Whole(read) | Reader::Records { read, .. } => {
            let finder = run.settings().finders.plain.clone();
            read_decoded(run, site, finder, format, bytes, *read);
        }
        Reader::Stream(_) | Reader::Container(_) => read(run, site, name, &mut &*bytes),
    }
}

/// Reads a text that lies in memory with `read`, whatever it looks like.
pub(crate) fn read_text(
    run: &mut Run<'_>,
    site: &mut Site,
    finder: Finder,
    bytes: &[u8],
    read: fn(&[u8], &mut dyn Sink),
) {
    read_decoded(run, site, finder, Format::text(), bytes, read);
}

/// Reads a document that lies in memory, once it is UTF-8.
fn read_decoded(
    run: &mut Run<'_>,
    site: &mut Site,
    finder: Finder,
    format: Format,
    bytes: &[u8],
    read: fn(&[u8], &mut dyn Sink),
) {
    let head = Head::of(bytes);
    let (mark, text) = match plan(run, site, format, head) {
        Plan::AsIs => match bytes.strip_prefix(encoding::BOM) {
            Some(rest) => (encoding::BOM.len(), Cow::Borrowed(rest)),
            None => (0, Cow::Borrowed(bytes)),
        },
        Plan::Decode { encoding, is_declared } => {
            let (text, has_invalid) = encoding.decode_with_bom_removal(bytes);
            if is_declared && has_invalid {
                report_invalid(run, site, encoding);
            }
            (head.mark(encoding), Cow::Owned(text.into_owned().into_bytes()))
        }
    };
    run.summary.documents += 1;
    let nothing = &mut io::empty();
    let mut document = Document { finder, mark, ..Document::new(run, site, "", nothing) };
    document.window(&text, document.start(), false, read);
}

fn report_invalid(run: &mut Run<'_>, site: &Site, encoding: &'static Encoding) {
    let message = format!("bytes that are no {}, read as U+FFFD", encoding.name());
    run.trouble(&Trouble::new(&site.place, TroubleKind::Encoding, message));
}

fn read_as(format: Format, mut document: Document<'_, '_>) {
    match format.reader() {
        Reader::Stream(read) | Reader::Container(read) => read(&mut document),
        Reader::Records { split, read } => document.records(*split, *read),
        Reader::Whole(read) => document.whole(*read),
    }
}

impl<'d, 'r> Document<'d, 'r> {
    /// A document without a mark, of which nothing is held.
    fn new(
        run: &'d mut Run<'r>,
        site: &'d mut Site,
        name: &str,
        input: &'d mut dyn Read,
    ) -> Document<'d, 'r> {
        let finder = run.settings().finders.plain.clone();
        Document {
            run,
            site,
            name: name.to_owned(),
            finder,
            file: None,
            from: None,
            mark: 0,
            input,
            held: None,
        }
    }

    /// The whole of it, as far as it can be read and may be held; says whether that is not all.
    pub(crate) fn hold(&mut self) -> (Cow<'d, [u8]>, bool) {
        let limit = self.run.settings().limits.held_bytes;
        if let Some(held) = self.held.filter(|held| held.len() <= limit) {
            return (Cow::Borrowed(held), false);
        }
        let mut held = Vec::new();
        while held.len() <= limit && self.run.tick().is_continue() {
            match (&mut *self.input).take(CHUNK as u64).read_to_end(&mut held) {
                Ok(0) => return (Cow::Owned(held), false),
                Ok(_) => {}
                Err(error) => {
                    self.trouble(&error, self.mark + held.len());
                    return (Cow::Owned(held), true);
                }
            }
        }
        if held.len() > limit {
            held.truncate(limit);
            self.report_cut(limit);
        }
        (Cow::Owned(held), true)
    }

    /// Holds the whole of it for `read`.
    fn whole(&mut self, read: fn(&[u8], &mut dyn Sink)) {
        let (held, is_cut) = self.hold();
        if self.run.tick().is_continue() {
            self.window(&held, self.start(), is_cut, read);
        }
    }

    /// Holds window after window of whole records for `read`.
    fn records(&mut self, split: fn(&[u8]) -> usize, read: fn(&[u8], &mut dyn Sink)) {
        let limit = self.run.settings().limits.held_bytes;
        if let Some(held) = self.held.filter(|held| held.len() <= limit) {
            return self.window(held, self.start(), false, read);
        }
        let mut window = Vec::new();
        let mut start = self.start();
        let (mut is_end, mut is_cut) = (false, false);
        while !is_end && self.run.tick().is_continue() {
            let before = window.len();
            // Twice as much as was too little: a long record is not looked at for each chunk.
            let more = CHUNK.max(before) as u64;
            match (&mut *self.input).take(more).read_to_end(&mut window) {
                Ok(_) => is_end = window.len() == before,
                Err(error) => {
                    self.trouble(&error, start.offset + window.len());
                    (is_end, is_cut) = (true, true);
                }
            }
            let mut whole = if is_end { window.len() } else { split(&window) };
            if whole == 0 && window.len() > limit {
                self.report_long_record(limit, start);
                whole = window.len();
            }
            let records = window.get(..whole).unwrap_or_default();
            self.window(records, start, is_cut, read);
            start = self.behind(start, records);
            window.drain(..whole);
        }
    }

    /// Where it begins.
    pub(crate) const fn start(&self) -> Start {
        Start { offset: self.mark, lines: 0 }
    }

    /// Reads a window, which is cut if the bytes after it could not be read.
    pub(crate) fn window(
        &mut self,
        bytes: &[u8],
        start: Start,
        is_cut: bool,
        read: fn(&[u8], &mut dyn Sink),
    ) {
        if bytes.is_empty() {
            return;
        }
        let page = Page::new(self.run, self.site, self.finder.clone(), bytes, start);
        let mut page = page.cut(is_cut);
        read(bytes, &mut page);
        page.finish();
    }

    /// Where the window after `window` begins, which begins at `start`.
    pub(crate) fn behind(&self, start: Start, window: &[u8]) -> Start {
        let lines = if self.run.settings().lines { count_lines(window) } else { 0 };
        Start { offset: start.offset + window.len(), lines: start.lines + lines }
    }

    /// The reader failed after `offset`.
    pub(crate) fn trouble(&mut self, error: &io::Error, offset: usize) {
        self.report(error, Some(offset as u64));
    }

    /// The reader failed, because of a limit or of an error.
    pub(crate) fn report(&mut self, error: &io::Error, offset: Option<u64>) {
        let trouble = reading_failure(self.run, &self.site.place, error);
        self.run.trouble(&trouble.at(offset));
    }

    fn report_cut(&mut self, limit: usize) {
        let message = format!("longer than {limit} bytes, read up to there");
        self.run.trouble(&Trouble::new(&self.site.place, TroubleKind::TooLarge, message));
    }

    pub(crate) fn report_long_record(&mut self, limit: usize, start: Start) {
        let message = format!("a record longer than {limit} bytes, read in pieces");
        let trouble = Trouble::new(&self.site.place, TroubleKind::TooLarge, message);
        self.run.trouble(&trouble.at(start.offset as u64));
    }
}

/// The trouble that a reader has failed, because of a limit or of an error.
fn reading_failure(run: &Run<'_>, place: &Place, error: &io::Error) -> Trouble {
    match run.meter().limit.take() {
        Some(limit) => Trouble::new(place, limit.kind(), limit.to_string()),
        None => failure(place, error),
    }
}

/// The trouble that a reader has failed.
pub(crate) fn failure(place: &Place, error: &io::Error) -> Trouble {
    match kind_of(error) {
        // Each library has its own words for it, and some of them are long.
        TroubleKind::Truncated => {
            Trouble::new(place, TroubleKind::Truncated, "the data ends too early")
        }
        kind => Trouble::new(place, kind, error.to_string()),
    }
}

/// What an error of a reader says about the document. Decompressors have no better way to say that
/// the data ends than their words.
fn kind_of(error: &io::Error) -> TroubleKind {
    use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    let words = error.to_string().to_ascii_lowercase();
    let is_end = ["eof", "end of file", "whole buffer", "entire block", "incomplete"]
        .iter()
        .any(|end| words.contains(end));
    match error.kind() {
        UnexpectedEof => TroubleKind::Truncated,
        Other | InvalidData | InvalidInput if is_end => TroubleKind::Truncated,
        Other | InvalidData | InvalidInput => TroubleKind::Malformed,
        _ => TroubleKind::Io,
    }
}

/// The line breaks of a text that ends after one: LF, CR LF or CR.
fn count_lines(text: &[u8]) -> usize {
    let breaks = memchr::memchr2_iter(b'\n', b'\r', text);
    let is_break = |at: &usize| text.get(*at..).is_some_and(|rest| !rest.starts_with(b"\r\n"));
    breaks.filter(is_break).count()
}
