//! From a file to its readers. What a container or a message yields is a document again, which is
//! read as the file was: that is the only recursion on input here.
//! [`Limits::MAX_DEPTH`](crate::Limits::MAX_DEPTH) bounds it.

use core::ops::ControlFlow;
use std::borrow::Cow;
use std::fs::File;
use std::io::{Cursor, Read, Seek};

use linkwright::{Finder, Span};

use super::choice::{choose, plan};
use super::document::Document;
use super::held;
use super::input::Input;
use super::locating::{LocatingSink, Start};
use super::mailbox;
use super::readers::Reader;
use super::resume;
use super::session::Session;
use super::streaming;
use crate::archive::compressed::{self, Open};
use crate::archive::{Counted, MemberSink, tar, zip};
use crate::detect::{self, Format};
use crate::encoding::{self, Charset, Head, Plan, Transcoder, utf7};
use crate::mail::{self, Flow, HeaderSink, Part, PartSink, uuencode};
use crate::model::{Diagnostic, DiagnosticKind, Location, ResumePoint};
use crate::sink::Sink;

/// A file that is open, and the length that it had before.
#[derive(Clone, Copy)]
pub(crate) struct Opened<'f> {
    pub(crate) file: &'f File,
    pub(crate) len: u64,
    /// Where its reading begins, if not at the beginning.
    pub(crate) from: Option<ResumePoint>,
}

/// Reads the member of that name at `location`.
fn read(session: &mut Session<'_>, location: &mut Location, name: &str, reader: &mut dyn Read) {
    read_file(session, location, name, reader, None);
}

/// Reads a file of that name; `opened` is what `reader` reads.
pub(super) fn read_file(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    reader: &mut dyn Read,
    opened: Option<Opened<'_>>,
) {
    let mut input = Input::new(reader, session.buffers(), opened.map(|opened| opened.len));
    let Some(head) = head(session, location, &mut input) else { return };
    let Some(format) = choose(session, location, name, head) else { return };
    let plan = plan(session, location, format, head);
    if let Some(Opened { file, from: Some(from), .. }) = opened
        && let Some(start) = resume::begin(session, (format, plan), file, from)
    {
        return read_rest(session, location, name, format, &mut input, (file, from, start));
    }
    session.summary.documents += u64::from(format.is_text());
    match plan {
        Plan::AsIs => read_as_is(session, location, name, format, &mut input, opened),
        Plan::Decode { charset, is_declared } => {
            let mark = head.mark(charset);
            // The encoding of a short file is guessed again when the file has more bytes.
            let is_short = opened.is_some_and(|opened| opened.len <= Head::LEN as u64);
            if is_short && matches!(Reader::of(format), Reader::Stream | Reader::Records { .. }) {
                session.resume_point(ResumePoint::default());
            }
            let has_invalid = transcode(session, location, name, format, &mut input, charset, mark);
            if is_declared && has_invalid {
                held::report_invalid(session, location, charset);
            }
        }
    }
}

/// The first bytes of a file; `None` if it cannot be read at all, which is reported.
///
/// Not part of its caller, which is on the stack once for each level of nesting.
fn head<'i>(
    session: &mut Session<'_>,
    location: &Location,
    input: &'i mut Input<'_>,
) -> Option<Head<'i>> {
    let reads_lines = session.settings().separate_lines;
    let head = if reads_lines { input.peek_line(Head::LEN) } else { input.peek(Head::LEN) };
    let len = head.len();
    if let Some(error) = input.failure_at_once() {
        session.diagnostic(&session.reading_failure(&location.place, &error).skipping());
        return None;
    }
    Some(Head::of(input.peek(len)))
}

/// Reads what is UTF-8, or no text at all.
fn read_as_is(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    opened: Option<Opened<'_>>,
) {
    let is_text = format.is_text();
    let mark = if is_text { input.pass(encoding::BOM) } else { 0 };
    let start = Start { offset: mark, lines: 0 };
    let file = opened.map(|opened| opened.file);
    // An archive goes back to the file itself.
    session.was_read_at_once |= file.is_some() && is_text && input.came_at_once();
    let Some(held) = input.whole() else {
        let document = Document::new(session, location, name, input);
        return read_as(format, Document { file, start, ..document });
    };
    let mut rest = held;
    let document = Document::new(session, location, name, &mut rest);
    read_as(format, Document { file, start, held: Some(held), ..document });
}

/// Reads a text in another encoding; says whether there were bytes that it does not have.
fn transcode(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    charset: Charset,
    mark: usize,
) -> bool {
    location.encoding = Some(charset.name());
    let mut input = Transcoder::new(input, charset);
    let document = Document::new(session, location, name, &mut input);
    read_as(format, Document { start: Start { offset: mark, lines: 0 }, ..document });
    input.has_invalid()
}

/// Reads a file from a point on, where it is by now.
fn read_rest(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    (file, from, start): (&File, ResumePoint, Start),
) {
    session.summary.documents += u64::from(format.is_text());
    input.begin_anew();
    let document = Document::new(session, location, name, input);
    read_as(format, Document { file: Some(file), from: Some(from), start, ..document });
}

/// Reads a document that lies in memory: a part of a message.
fn read_held(session: &mut Session<'_>, location: &mut Location, name: &str, bytes: &[u8]) {
    let head = Head::of(bytes);
    let Some(format) = choose(session, location, name, head) else { return };
    match Reader::of(format) {
        Reader::Whole(read) | Reader::Records { read, .. } => {
            let finder = session.settings().finders.plain.clone();
            held::read_decoded(session, location, finder, format, bytes, read);
        }
        _ => read(session, location, name, &mut &*bytes),
    }
}

fn read_as(format: Format, mut document: Document<'_, '_>) {
    match Reader::of(format) {
        Reader::Compressed(open) => decompress(&mut document, open),
        Reader::Tar => read_tar(&mut document),
        Reader::Zip => read_zip(&mut document),
        Reader::Mailbox => mailbox::read(&mut document, read_message),
        Reader::Message => {
            let (file, _) = document.hold();
            read_message(document.session, document.location, &mail::without_envelope(&file));
        }
        Reader::Stream => streaming::read(&mut document),
        Reader::Records { split, read } => document.records(split, read),
        Reader::Whole(read) => document.whole(read),
    }
}

/// Reads what is in a compressed file. It adds no member to the place.
fn decompress(document: &mut Document<'_, '_>, open: Open) {
    let mut location = document.location.clone();
    location.depth += 1;
    location.media_type = None;
    let name = compressed::inner_name(&document.name);
    let session = &mut *document.session;
    compressed::read(document.input, open, session.budget(), &mut |content| {
        read(session, &mut location, &name, content);
    });
}

fn read_tar(document: &mut Document<'_, '_>) {
    let (session, location) = (&mut *document.session, &*document.location);
    let budget = session.budget();
    let mut members = Members { session, location, count: 0 };
    if let Err(error) = tar::read(document.input, &location.place, budget, &mut members) {
        document.report(&error, None);
    }
}

fn read_zip(document: &mut Document<'_, '_>) {
    if let Some(file) = document.file {
        let counted = Counted { reader: file, count: &document.session.meter().read };
        return read_archive(document.session, document.location, counted);
    }
    let (held, _) = document.hold();
    read_archive(document.session, document.location, Cursor::new(held));
}

fn read_archive(session: &mut Session<'_>, location: &Location, archive: impl Read + Seek) {
    let budget = session.budget();
    let mut members = Members { session, location, count: 0 };
    zip::read(archive, &location.place, budget, &mut members);
}

/// Reads the members of the archive at a location.
struct Members<'m, 'r> {
    session: &'m mut Session<'r>,
    location: &'m Location,
    count: usize,
}

impl MemberSink for Members<'_, '_> {
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()> {
        self.count += 1;
        let limit = self.session.settings().limits.members;
        if self.count > limit {
            let message = format!("more than {limit} members, the others were not read");
            self.diagnostic(&Diagnostic::new(
                &self.location.place,
                DiagnosticKind::TooMany,
                message,
            ));
            return ControlFlow::Break(());
        }
        read(self.session, &mut self.location.member(name), name, content);
        self.session.tick()
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    fn tick(&mut self) -> ControlFlow<()> {
        self.session.tick()
    }
}

fn search_all(text: &[u8], sink: &mut dyn Sink) {
    sink.search(text, Span::new(0, text.len()));
}

fn read_message(session: &mut Session<'_>, location: &Location, message: &[u8]) {
    let limits = session.settings().limits;
    mail::read(message, location, limits, &mut Parts { session });
}

/// Reads the parts of a message.
struct Parts<'p, 'r> {
    session: &'p mut Session<'r>,
}

impl PartSink for Parts<'_, '_> {
    fn message(&mut self) {
        self.session.summary.messages += 1;
    }

    fn header(
        &mut self,
        location: &mut Location,
        header: &[u8],
        read: &mut dyn FnMut(&mut dyn HeaderSink),
    ) {
        let finder = self.session.settings().finders.plain.clone();
        let mut sink = LocatingSink::new(self.session, location, finder, header, Start::default());
        read(&mut sink);
        sink.finish();
    }

    fn outside(&mut self, mut location: Location, text: &[u8]) {
        let finder = self.session.settings().finders.plain.clone();
        self.text(&mut location, finder, text);
    }

    fn part(&mut self, mut location: Location, part: &Part<'_, '_>) {
        if let Some((name, kind)) = self.left_out(part) {
            let message = format!("{name}, not searched");
            return self.session.diagnostic(&Diagnostic::new(&location.place, kind, message));
        }
        let body = part.body();
        if let Some(problem) = body.problem {
            self.session.diagnostic(&problem.diagnostic(&location.place));
        }
        let mut bytes = body.bytes;
        location.is_cut |= body.is_cut;
        location.charset = part.charset().map(str::to_owned);
        if location.charset.as_deref().is_some_and(utf7::is_it) {
            bytes = Cow::Owned(utf7::decode(&bytes));
            location.encoding = Some("UTF-7");
            location.charset = Some("utf-8".to_owned());
        }
        if part.is_plain() && detect::data(Head::of(&bytes)).is_none() {
            let finders = &self.session.settings().finders;
            let finder = match part.flow() {
                Flow::Fixed => &finders.plain,
                Flow::Flowed { delsp: false } => &finders.flowed,
                Flow::Flowed { delsp: true } => &finders.delsp,
            };
            let finder = finder.clone();
            return self.text(&mut location, finder, &bytes);
        }
        let (kind, subtype) = part.media_type();
        location.media_type = Some(format!("{kind}/{subtype}"));
        location.depth += 1;
        read_held(self.session, &mut location, part.file_name().unwrap_or_default(), &bytes);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }
}

impl Parts<'_, '_> {
    /// Reads plain text, and after it the files that were uuencoded into it.
    fn text(&mut self, location: &mut Location, finder: Finder, text: &[u8]) {
        let (files, rest) = uuencode::take_files(text);
        let rest = rest.as_deref().unwrap_or(text);
        held::read_decoded(self.session, location, finder, Format::Text, rest, search_all);
        for file in files {
            let mut location = location.member(&file.name);
            read_held(self.session, &mut location, &file.name, &file.content);
        }
    }

    /// The part in words and its kind, if it is left out: a picture, a sound, a film or a font by
    /// its type, or binary data by the beginning of its base64. Nothing of it is decoded then.
    fn left_out(&self, part: &Part<'_, '_>) -> Option<(String, DiagnosticKind)> {
        let (kind, subtype) = part.media_type();
        if self.session.settings().binary || subtype.ends_with("xml") {
            return None;
        }
        if matches!(kind, "image" | "audio" | "video" | "font") {
            return Some((format!("{kind}/{subtype}"), DiagnosticKind::Binary));
        }
        let head = if kind == "application" { part.base64_head(Head::LEN)? } else { return None };
        let (name, kind) = detect::left_out(&head)?;
        Some((name.to_owned(), kind))
    }
}
