//! Chooses the reader of each file, and calls it. A reader of containers or messages calls this module again for each
//! document inside. This is the only recursion that depends on the input, and
//! [`Limits::MAX_DEPTH`](crate::Limits::MAX_DEPTH) bounds it.

use core::ops::ControlFlow;
use std::fs::File;
use std::io::{Cursor, Read, Seek};

use encoding_rs::Encoding;
use linkwright::Span;

use super::choice::{self, choose, plan};
use super::document::Document;
use super::held;
use super::input::Input;
use super::locating::LocatingSink;
use super::mailbox;
use super::ole;
use super::package;
use super::readers::Reader;
use super::session::{Readers, Session};
#[cfg(feature = "sqlite")]
use super::sqlite;
use super::start::Start;
use super::streaming;
use super::undecoded::Encoded;
use super::warc;
use crate::archive::compressed::{self, Open};
use crate::archive::{Counted, tar, zip};
use crate::detect::{self, Format};
use crate::encoding::{self, Head, Plan, Transcoder};
use crate::mail::{self, Part, PartSink};
use crate::model::{Diagnostic, DiagnosticKind, Location, TransferEncoding};
use crate::sink::{MemberSink, Sink};

/// An open file, and the length that it had when it was opened.
#[derive(Clone, Copy)]
pub(crate) struct Opened<'f> {
    pub(crate) file: &'f File,
    pub(crate) len: u64,
}

/// The functions that read the documents in containers.
pub(super) const READERS: Readers =
    Readers { stream: read, held: read_held, message: read_message };

/// Reads the member called `name` at `location`.
fn read(session: &mut Session<'_>, location: &mut Location, name: &str, reader: &mut dyn Read) {
    read_file(session, location, name, reader, None);
}

/// Reads the file called `name`. `opened` is the open file that `reader` reads, if there is one.
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
    open(location, format);
    let plan = plan(session, location, format, head);
    session.summary.documents += u64::from(format.is_text());
    match plan {
        Plan::AsIs => read_as_is(session, location, name, format, &mut input, opened),
        Plan::Decode { encoding, is_declared } => {
            let start = Start::after_mark(head.mark(encoding));
            let coding = (encoding, is_declared);
            transcode(session, location, name, format, &mut input, start, coding);
        }
    }
}

/// Sets the source of `location` to the byte stream of this container. The offsets of its messages and members refer to
/// that stream.
#[inline(never)]
fn open(location: &mut Location, format: Format) {
    if format.is_container() {
        location.source = location.source.stream().into();
    } else if !format.is_text() {
        location.source = location.source.readable().into();
    }
}

/// The first bytes of a file. If the file cannot be read at all, reports the failure and returns `None`.
///
/// A separate function, to keep its variables out of the caller's stack frame, which exists once for each level of
/// nesting.
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

/// Reads input that is UTF-8, or that is not text.
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
    let start = Start::at(mark);
    let file = opened.map(|opened| opened.file);
    // The readers of archives read `file` instead of `input`.
    session.was_read_at_once |= file.is_some() && is_text && input.came_at_once();
    // The fields are set in place, because another `Document` would take stack space at each level of nesting.
    let Some(held) = input.whole() else {
        let mut document = Document::new(session, location, name, input);
        (document.file, document.start) = (file, start);
        return read_as(format, &mut document);
    };
    let mut rest = held;
    let mut document = Document::new(session, location, name, &mut rest);
    (document.file, document.start, document.held) = (file, start, Some(held));
    read_as(format, &mut document);
}

/// Reads text that is not in UTF-8. Bytes that are invalid in a declared encoding are reported.
fn transcode(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    format: Format,
    input: &mut Input<'_>,
    start: Start,
    (encoding, is_declared): (&'static Encoding, bool),
) {
    location.set_charset(encoding.name(), encoding::code_units(encoding));
    let has_invalid = if let Some(bytes) = input.whole() {
        let encoded = Encoded { bytes, encoding };
        decode(session, location, name, format, &encoded, start)
    } else {
        let mut input = Transcoder::new(input, encoding);
        let mut document = Document::new(session, location, name, &mut input);
        document.start = start;
        read_as(format, &mut document);
        input.has_invalid()
    };
    if is_declared && has_invalid {
        held::report_invalid(session, location, encoding);
    }
}

/// Like [`transcode`], for bytes that are in memory. Returns whether some of the bytes are invalid in the encoding.
#[inline(never)]
fn decode(
    session: &mut Session<'_>,
    location: &mut Location,
    name: &str,
    format: Format,
    encoded: &Encoded<'_>,
    start: Start,
) -> bool {
    let (text, has_invalid) = encoded.encoding.decode_with_bom_removal(encoded.bytes);
    let text = text.as_bytes();
    let mut rest = text;
    let mut document = Document::new(session, location, name, &mut rest);
    (document.start, document.held, document.encoded) = (start, Some(text), Some(encoded));
    read_as(format, &mut document);
    has_invalid
}

/// Reads a document that is in memory, such as a part of a message.
fn read_held(session: &mut Session<'_>, location: &mut Location, name: &str, bytes: &[u8]) {
    let head = Head::of(bytes);
    let Some(format) = choose(session, location, name, head) else { return };
    match Reader::of(format) {
        Reader::Whole(read) | Reader::Records { read, .. } => {
            let room = session.room(format);
            let mut bytes = bytes;
            if matches!(Reader::of(format), Reader::Whole(_)) && bytes.len() > room.0 {
                bytes = bytes.get(..room.0).unwrap_or_default();
                location.is_cut = true;
                session.report_cut(&location.place, room);
            }
            held::read_decoded(session, location, format, bytes, &mut { read });
        }
        _ => read(session, location, name, &mut &*bytes),
    }
}

fn read_as(format: Format, document: &mut Document<'_, '_>) {
    document.format = format;
    match Reader::of(format) {
        Reader::Compressed(open) => decompress(document, format, open),
        Reader::Tar => read_tar(document),
        Reader::Zip => read_zip(document),
        #[cfg(feature = "sqlite")]
        Reader::Sqlite => sqlite::read(document),
        Reader::Ole => ole::read(document),
        Reader::Warc => warc::read(document),
        Reader::Mailbox => mailbox::read(document),
        Reader::Message => read_one_message(document),
        Reader::Stream => streaming::read(document),
        Reader::Records { split, read } => document.records(split, read),
        Reader::Whole(read) => document.whole(read),
        #[cfg(feature = "pdf")]
        Reader::Pdf => super::pdf::read(document),
    }
}

/// Reads a file that is a message.
fn read_one_message(document: &mut Document<'_, '_>) {
    let (file, _) = document.hold();
    let message = mail::without_envelope(&file);
    let place = message.start()..message.start() + message.text.len();
    let source = document.location.source.message_at(place, &message.extents(0));
    let location = Location { source: source.into(), ..document.location.clone() };
    read_message(document.session, &location, &message.text);
}

/// Reads the content of a compressed file. The content adds no member to the place.
fn decompress(document: &mut Document<'_, '_>, format: Format, open: Open) {
    let mut location = document.location.decompressed(format.name());
    let name = compressed::inner_name(&document.name);
    let session = &mut *document.session;
    compressed::read(document.input, open, session.budget(), &mut |content| {
        read(session, &mut location, &name, content);
    });
}

fn read_tar(document: &mut Document<'_, '_>) {
    let (session, location) = (&mut *document.session, &*document.location);
    let mut members = Members { session, location, format: Format::Tar, count: 0 };
    let limits = &members.session.settings().limits;
    if let Err(error) = tar::read(document.input, &location.place, limits, &mut members) {
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

fn read_archive(session: &mut Session<'_>, location: &Location, mut archive: impl Read + Seek) {
    if package::read(session, location, &mut archive) {
        return;
    }
    let budget = session.budget();
    let mut members = Members { session, location, format: Format::Zip, count: 0 };
    zip::read(&mut archive, &location.place, budget, &mut members);
}

/// Receives the members of the archive at a location, and reads them.
struct Members<'m, 'r> {
    session: &'m mut Session<'r>,
    location: &'m Location,
    format: Format,
    count: u64,
}

impl Members<'_, '_> {
    /// The location of the current member.
    #[inline(never)]
    fn location(&self, name: &str) -> Location {
        let source = &self.location.source;
        self.location.member(name, source.member(self.format.name(), name, self.count))
    }
}

impl MemberSink for Members<'_, '_> {
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()> {
        self.count += 1;
        if self.session.is_beyond(self.count, &self.location.place, "members") {
            return ControlFlow::Break(());
        }
        read(self.session, &mut self.location(name), name, content);
        self.session.tick()
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    fn tick(&mut self) -> ControlFlow<()> {
        self.session.tick()
    }
}

/// Whether a line begins after this text.
fn is_line_start(before: &[u8]) -> bool {
    before.is_empty() || before.ends_with(b"\n")
}

fn search_all(text: &[u8], sink: &mut dyn Sink) {
    sink.search(text, Span::new(0, text.len()));
}

/// Reads a message and its parts.
pub(super) fn read_message(session: &mut Session<'_>, location: &Location, message: &[u8]) {
    let limits = &session.settings().limits;
    mail::read(message, location, limits, &mut Parts { session });
}

/// Receives the parts of a message, and reads them.
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
        read: &mut dyn FnMut(&mut dyn Sink),
    ) {
        let mut sink = LocatingSink::new(self.session, location, header, Start::default());
        read(&mut sink);
        sink.finish();
    }

    fn outside(&mut self, mut location: Location, text: &[u8]) {
        self.text(&mut location, text);
    }

    fn part(&mut self, mut location: Location, part: &Part<'_, '_>) {
        if let Some((name, kind)) = self.left_out(part) {
            let message = choice::left_out(&name, kind);
            return self.session.diagnostic(&Diagnostic::skip(&location.place, kind, message));
        }
        let entity = part.entity;
        let body = entity.decoded();
        if let Some(diagnostic) = body.diagnostic(&location.place) {
            self.session.diagnostic(&diagnostic);
        }
        let bytes = body.bytes;
        if body.encoding != TransferEncoding::Identity {
            location.source = location.source.encoded(body.encoding).into();
        }
        location.is_cut |= body.is_cut;
        location.charset = entity.parameter("charset").map(str::to_owned);
        if part.is_plain() && detect::data(Head::of(&bytes), "").is_none() {
            location.flow = entity.flow();
            return self.text(&mut location, &bytes);
        }
        location.media_type = Some(format!("{}/{}", part.media_type.kind, part.media_type.subtype));
        location.depth += 1;
        read_held(self.session, &mut location, entity.file_name().unwrap_or_default(), &bytes);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }
}

impl Parts<'_, '_> {
    /// Reads plain text.
    fn text(&mut self, location: &mut Location, text: &[u8]) {
        held::read_decoded(self.session, location, Format::Text, text, &mut search_all);
        self.report_armor(location, text);
    }

    /// Reports the PGP messages in a text, which follow other text and are not read.
    fn report_armor(&mut self, location: &Location, text: &[u8]) {
        let begins = |at: &usize| {
            text.split_at_checked(*at).is_some_and(|(before, from)| {
                is_line_start(before)
                    && matches!(from.get(detect::PGP_ARMOR.len()..), Some([b'\r' | b'\n', ..]))
            })
        };
        let mut all = memchr::memmem::find_iter(text, detect::PGP_ARMOR).filter(begins).peekable();
        let Some(&first) = all.peek() else { return };
        let message = match all.count() {
            1 => "a PGP message, not opened".to_owned(),
            count => format!("{count} PGP messages, not opened"),
        };
        let diagnostic = Diagnostic::new(&location.place, DiagnosticKind::Encrypted, message);
        self.session.diagnostic(&diagnostic.at(first as u64));
    }

    /// The description of a part that is left out without being decoded, and the kind of its diagnostic; `None` for any
    /// other part. Pictures, audio, video and fonts are recognized by their media type, and binary data in base64 by
    /// its first bytes.
    fn left_out(&self, part: &Part<'_, '_>) -> Option<(String, DiagnosticKind)> {
        let (entity, kind, subtype) =
            (part.entity, &*part.media_type.kind, &*part.media_type.subtype);
        if self.session.settings().binary || subtype.ends_with("xml") {
            return None;
        }
        if matches!(kind, "image" | "audio" | "video" | "font") {
            return Some((format!("{kind}/{subtype}"), DiagnosticKind::Binary));
        }
        let head =
            if kind == "application" { entity.base64_head(Head::LEN)? } else { return None };
        let (name, kind) = detect::left_out(&head, entity.file_name().unwrap_or_default())?;
        Some((name.to_owned(), kind))
    }
}
