//! Chooses the reader of each file, and calls it. A reader of containers or messages calls this module again for each
//! document inside. This is the only recursion that depends on the input, and
//! [`Limits::MAX_DEPTH`](crate::Limits::MAX_DEPTH) bounds it.

use core::ops::ControlFlow;
use std::fs::File;
use std::io::Read;

use super::choice::{self, choose, plan};
use super::document::Document;
use super::held;
use super::input::Input;
use super::locating::LocatingSink;
use super::mailbox;
use super::ole;
use super::package;
#[cfg(feature = "pdf")]
use super::pdf;
use super::session::{Readers, Session};
#[cfg(feature = "sqlite")]
use super::sqlite;
use super::start::Start;
use super::streaming;
use super::warc;
use crate::archive::compressed::{self, Open};
use crate::archive::{tar, zip};
use crate::detect::{self, Format};
use crate::encoding::{self, Head, Plan, Transcoder};
use crate::mail::{self, Part, PartSink};
use crate::model::{Diagnostic, DiagnosticKind, Location, TransferEncoding};
use crate::parse::{
    asciidoc, calendar, css, har, html, json, latex, markdown, notebook, rtf, script, table, xml,
};
use crate::reading::Archive;
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

/// A function that finds the links of a whole document, or of a window of whole records.
type Parser = fn(&[u8], &mut dyn Sink);

/// The way in which a format is read.
#[derive(Clone, Copy)]
enum Reader {
    /// Reads the documents inside a container or a message.
    Inside(fn(&mut Document<'_, '_>)),
    /// Reads plain text of any length.
    Plain,
    /// Reads the whole document, held in memory.
    Whole(Parser),
    /// Reads windows of whole records, one at a time. The first function returns the length of the whole records at the
    /// beginning of a window; 0 if the first record is incomplete.
    Records(fn(&[u8]) -> usize, Parser),
}

impl Reader {
    fn of(format: Format) -> Reader {
        use Reader::{Inside, Records, Whole};
        match format {
            Format::Gzip => Inside(|document| decompress(document, compressed::gzip)),
            Format::Zstd => Inside(|document| decompress(document, compressed::zstd)),
            Format::Bzip2 => Inside(|document| decompress(document, compressed::bzip2)),
            Format::Xz => Inside(|document| decompress(document, compressed::xz)),
            Format::Zip | Format::Office | Format::Epub => {
                Inside(|document| document.seekable(read_zip))
            }
            Format::Warc => Inside(warc::read),
            Format::Tar => Inside(read_tar),
            Format::Ole => Inside(|document| document.seekable(ole::read)),
            #[cfg(feature = "sqlite")]
            Format::Sqlite => Inside(sqlite::read),
            #[cfg(feature = "pdf")]
            Format::Pdf => Inside(pdf::read),
            Format::Mbox => Inside(mailbox::read),
            Format::Mail => Inside(read_one_message),
            Format::Text => Reader::Plain,
            Format::Xml => Whole(xml::read),
            Format::Html => Whole(html::read),
            Format::Notebook => Whole(notebook::read),
            Format::Json => Whole(json::read),
            Format::Css => Whole(css::read),
            Format::Markdown => Whole(markdown::read),
            Format::Asciidoc => Whole(asciidoc::read),
            Format::Latex => Whole(latex::read),
            Format::Script => Whole(script::read),
            Format::Rtf => Whole(rtf::read),
            Format::Har => Whole(har::read),
            Format::Ndjson => Records(json::split_lines, json::read_lines),
            Format::Csv => Records(table::split, table::read),
            Format::Tsv => Records(json::split_lines, table::read_tabs),
            Format::Calendar | Format::Vcard => Records(calendar::split, calendar::read),
        }
    }

    /// The parser of a text of `len` bytes in this format that is in memory. `None` for a container, and for a text that
    /// is read in parts nevertheless: line by line, or because it is longer than a limit.
    fn parser(self, session: &Session<'_>, format: Format, len: usize) -> Option<Parser> {
        match self {
            _ if len > session.room(format).0 => None,
            Reader::Inside(_) => None,
            Reader::Plain if session.settings.separate_lines => None,
            Reader::Plain => Some(streaming::search),
            Reader::Whole(read) | Reader::Records(_, read) => Some(read),
        }
    }
}

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
    let mut input = Input::new(reader, session.buffers, opened.map(|opened| opened.len));
    if !begin(session, location, &mut input) {
        return;
    }
    let Some(format) = choose(session, location, name, input.head()) else { return };
    let Reader::Inside(read) = Reader::of(format) else {
        // The readers of archives read the file instead of `input`.
        session.was_read_at_once |= opened.is_some() && input.came_at_once();
        return read_text(session, location, format, &mut input);
    };
    open(location, format);
    let mut document = Document::new(session, location, format, &mut input);
    // The fields are set in place, because another `Document` would take stack space at each level of nesting.
    (document.name, document.file) = (name, opened.map(|opened| opened.file));
    read(&mut document);
}

/// Sets the source of `location` to the byte stream of this container. The offsets of its messages and members refer to
/// that stream.
#[inline(never)]
fn open(location: &mut Location, format: Format) {
    let source = &location.source;
    let source = if format.is_container() { source.stream() } else { source.readable() };
    location.source = source.into();
}

/// Reads the first bytes of a file. If the file cannot be read at all, reports the failure and returns `false`.
///
/// A separate function, to keep its variables out of the caller's stack frame, which exists once for each level of
/// nesting.
#[inline(never)]
fn begin(session: &mut Session<'_>, location: &Location, input: &mut Input<'_>) -> bool {
    let reads_lines = session.settings.separate_lines;
    _ = if reads_lines { input.peek_line(Head::LEN) } else { input.peek(Head::LEN) };
    let failure = input.failure_at_once();
    if let Some(error) = &failure {
        session.diagnostic(&session.reading_failure(&location.place, error).skipping());
    }
    failure.is_none()
}

/// Reads a text. Bytes that are invalid in a declared encoding are reported.
#[inline(never)]
fn read_text(
    session: &mut Session<'_>,
    location: &mut Location,
    format: Format,
    input: &mut Input<'_>,
) {
    if let Some(bytes) = input.whole()
        && let Some(mut parse) = Reader::of(format).parser(session, format, bytes.len())
    {
        return held::read(session, location, format, bytes, &mut parse);
    }
    session.summary.documents += 1;
    match plan(session, location, format, input.head()) {
        Plan::AsIs => {
            let start = Start::at(input.pass(encoding::BOM));
            read_in_parts(&mut Document {
                start,
                ..Document::new(session, location, format, input)
            });
        }
        Plan::Decode { encoding, is_declared } => {
            let start = Start::after_mark(input.head().mark(encoding));
            location.encoding = Some(encoding);
            let mut input = Transcoder::new(input, encoding);
            read_in_parts(&mut Document {
                start,
                ..Document::new(session, location, format, &mut input)
            });
            if is_declared && input.has_invalid() {
                held::report_invalid(session, location, encoding);
            }
        }
    }
}

/// Reads a text that is not in memory, or too long.
fn read_in_parts(document: &mut Document<'_, '_>) {
    match Reader::of(document.format) {
        Reader::Records(split, read) => document.records(split, read),
        Reader::Whole(read) => document.whole(read),
        Reader::Plain | Reader::Inside(_) => streaming::read(document),
    }
}

/// Reads a document that is in memory, such as a part of a message.
fn read_held(session: &mut Session<'_>, location: &mut Location, name: &str, bytes: &[u8]) {
    let Some(format) = choose(session, location, name, Head::of(bytes)) else { return };
    match Reader::of(format).parser(session, format, bytes.len()) {
        Some(mut parse) => held::read(session, location, format, bytes, &mut parse),
        None => read(session, location, name, &mut &*bytes),
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
fn decompress(document: &mut Document<'_, '_>, open: Open) {
    let mut location = document.location.decompressed(document.format.name());
    let name = compressed::inner_name(document.name);
    let session = &mut *document.session;
    compressed::read(document.input, open, session.budget(), &mut |content| {
        read(session, &mut location, &name, content);
    });
}

fn read_tar(document: &mut Document<'_, '_>) {
    let (session, location) = (&mut *document.session, &*document.location);
    let mut members = Members { session, location, format: "tar", count: 0 };
    let limits = &members.session.settings.limits;
    if let Err(error) = tar::read(document.input, &location.place, limits, &mut members) {
        document.report(&error, None);
    }
}

fn read_zip(session: &mut Session<'_>, location: &Location, archive: &mut dyn Archive) {
    if package::read(session, location, archive) {
        return;
    }
    let budget = session.budget();
    let mut members = Members { session, location, format: "zip", count: 0 };
    zip::read(archive, &location.place, budget, &mut members);
}

/// Receives the members of the archive at a location, and reads them.
struct Members<'m, 'r> {
    session: &'m mut Session<'r>,
    location: &'m Location,
    format: &'static str,
    count: u64,
}

impl Members<'_, '_> {
    /// The location of the current member.
    #[inline(never)]
    fn location(&self, name: &str) -> Location {
        self.location.member(self.format, name, self.count)
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

/// Reads a message and its parts.
pub(super) fn read_message(session: &mut Session<'_>, location: &Location, message: &[u8]) {
    let limits = &session.settings.limits;
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
        let mut sink = LocatingSink::new(self.session, location, header, Start::default(), None);
        read(&mut sink);
        sink.finish();
    }

    fn outside(&mut self, mut location: Location, text: &[u8]) {
        self.text(&mut location, text);
    }

    fn part(&mut self, mut location: Location, part: &Part<'_, '_>) {
        if let Some((name, kind)) = self.left_out(part) {
            return self.session.skip(&location.place, kind, choice::left_out(&name, kind));
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
        self.session.is_over
    }
}

impl Parts<'_, '_> {
    /// Reads plain text.
    fn text(&mut self, location: &mut Location, text: &[u8]) {
        held::read(self.session, location, Format::Text, text, &mut streaming::search);
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
        if self.session.settings.binary || subtype.ends_with("xml") {
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
