//! OLE files: the text of their streams, and the parts of messages.

use std::io::{Cursor, Read, Seek};
use std::sync::Arc;

use super::document::Document;
use super::scan;
use super::session::Session;
use crate::archive::Counted;
use crate::archive::ole::{self, Attachment, Body, DirectoryEntry, MessageFile, Ole};
use crate::model::{Diagnostic, DiagnosticKind, Location, Message, Unit};
use crate::reading;

/// The functions that read the parts of a message.
#[derive(Clone, Copy)]
pub(super) struct Readers {
    pub(super) held: fn(&mut Session<'_>, &mut Location, &str, &[u8]),
    pub(super) message: fn(&mut Session<'_>, &Location, &[u8]),
}

/// Reads an OLE file.
#[inline(never)]
pub(super) fn read(document: &mut Document<'_, '_>, readers: Readers) {
    if let Some(file) = document.file {
        let counted = Counted { reader: file, count: &document.session.meter().read };
        return open(document.session, document.location, counted, readers);
    }
    let (held, _) = document.hold();
    open(document.session, document.location, Cursor::new(held), readers);
}

fn open(session: &mut Session<'_>, location: &Location, file: impl Read + Seek, readers: Readers) {
    match Ole::open(file, session.settings().limits.held_bytes) {
        Ok(ole) => Streams { session, location, ole, readers, count: 0 }.read(),
        Err(error) => {
            let diagnostic = reading::failure(&location.place, &error);
            session.diagnostic(&diagnostic.skipping());
        }
    }
}

struct Streams<'s, 'r, R> {
    session: &'s mut Session<'r>,
    location: &'s Location,
    ole: Ole<R>,
    readers: Readers,
    count: u64,
}

impl<R: Read + Seek> Streams<'_, '_, R> {
    fn read(mut self) {
        let entries = core::mem::take(&mut self.ole.entries);
        if let Some(message) = ole::find_message(&entries) {
            return self.messages(&entries, message);
        }
        if let Some(what) = self.encryption(&entries) {
            let message = format!("{what}, not opened");
            let kind = DiagnosticKind::Unsupported;
            return self.report(&Diagnostic::skip(&self.location.place, kind, message));
        }
        let limit = self.session.settings().limits.members;
        for entry in entries.iter().filter(|entry| ole::holds_text(&entry.path)).take(limit) {
            if self.session.tick().is_break() {
                return;
            }
            let mut location = self.member(self.location, &entry.path, &entry.path);
            location.unit = Some(Arc::new(Unit { is_scan: true, ..Unit::default() }));
            if let Some(bytes) = self.stream(entry, &location) {
                self.session.summary.documents += 1;
                scan::read(self.session, &location, &entry.path, &bytes);
            }
        }
    }

    /// Describes the encrypted data; `None` if the document is not encrypted.
    fn encryption(&mut self, entries: &[DirectoryEntry]) -> Option<&'static str> {
        const NAMES: [&str; 5] =
            ["EncryptedPackage", "WordDocument", "Workbook", "Book", "Current User"];
        let named = entries.iter().filter(|entry| NAMES.contains(&&*entry.path));
        named.into_iter().find_map(|entry| {
            let head = self.ole.head(entry).ok()?;
            ole::encryption(&entry.path, &head)
        })
    }

    /// The location of the stream at `path`, as a member with the name `name`.
    #[inline(never)]
    fn member(&mut self, outer: &Location, name: &str, path: &str) -> Location {
        self.count += 1;
        outer.member(name, self.location.source.member("ole", path, self.count))
    }

    /// The bytes of a stream; `None` if the stream is empty or cannot be read. Damage is reported.
    fn stream(&mut self, entry: &DirectoryEntry, location: &Location) -> Option<Vec<u8>> {
        let content = match self.ole.read(entry) {
            Ok(content) => content,
            Err(error) => {
                let failure = reading::failure(&location.place, &error);
                self.report(&failure.skipping());
                return None;
            }
        };
        if let Some(problem) = content.problem {
            let diagnostic = Diagnostic::new(&location.place, DiagnosticKind::Malformed, problem);
            let is_lost = content.bytes.is_empty();
            self.report(&if is_lost { diagnostic.skipping() } else { diagnostic });
        }
        Some(content.bytes).filter(|bytes| !bytes.is_empty())
    }

    fn report(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    /// Reads a message and the messages that are attached to it.
    fn messages(&mut self, entries: &[DirectoryEntry], message: MessageFile) {
        let mut open = vec![(message, self.location.clone())];
        while let Some((message, location)) = open.pop() {
            if self.session.tick().is_break() {
                return;
            }
            let inner = self.message(entries, &message, location);
            open.extend(inner.into_iter().rev());
        }
    }

    /// Reads a message; returns the messages that are attached to it.
    fn message(
        &mut self,
        entries: &[DirectoryEntry],
        message: &MessageFile,
        mut location: Location,
    ) -> Vec<(MessageFile, Location)> {
        self.session.summary.messages += 1;
        let numbers = message.numbers(entries).and_then(|entry| self.stream(entry, &location));
        let number = |id| message.number(numbers.as_deref()?, id);
        let label = ole::label(number(0x3FFD).unwrap_or(1252));
        let html_label = number(0x3FDE).map(ole::label);
        let date = number(0x0039).or_else(|| number(0x0E06)).and_then(ole::date);
        let mut text = |id| {
            let body = message.property(entries, id)?;
            let bytes = self.ole.read(body.entry).ok()?.bytes;
            Some(decoded(&bytes, body.is_wide, &label))
        };
        location.message = Some(Arc::new(Message {
            id: text("1035").map(|id| id.trim_matches(['<', '>']).to_owned()),
            date,
            sender: text("5D01").or_else(|| text("0C1F")),
            subject: text("0037"),
        }));
        self.header(entries, message, &location, &label);
        self.body(entries, message, &location, "0037", ("subject", "text/plain", Some(&label)));
        self.body(entries, message, &location, "1000", ("body", "text/plain", Some(&label)));
        let html = ("html", "text/html", html_label.as_deref());
        if !self.body(entries, message, &location, "1013", html) {
            self.rich_text(entries, message, &location);
        }
        self.attachments(entries, message, &location)
    }

    /// Reads the original header of the message.
    fn header(
        &mut self,
        entries: &[DirectoryEntry],
        message: &MessageFile,
        location: &Location,
        label: &str,
    ) {
        let Some(body) = message.property(entries, "007D") else { return };
        let mut location = self.part(location, "header", body.entry);
        let Some(bytes) = self.stream(body.entry, &location) else { return };
        let text = decoded(&bytes, body.is_wide, label);
        location.source = location.source.rewritten().into();
        // The `Content-` fields are left out, because they describe the body, which is in other properties.
        let fields = text.split_inclusive('\n').scan(false, |is_left_out, line| {
            let is_folded = line.starts_with([' ', '\t']);
            *is_left_out = (*is_left_out && is_folded)
                || line.get(..8).is_some_and(|name| name.eq_ignore_ascii_case("content-"));
            Some(if *is_left_out { "" } else { line })
        });
        let header: String = fields.collect();
        let before = self.session.summary.messages;
        (self.readers.message)(self.session, &location, format!("{header}\r\n\r\n").as_bytes());
        self.session.summary.messages = before;
    }

    /// Reads a property as a part, and returns whether it exists and is not empty.
    fn body(
        &mut self,
        entries: &[DirectoryEntry],
        message: &MessageFile,
        location: &Location,
        id: &str,
        (name, media_type, label): (&str, &str, Option<&str>),
    ) -> bool {
        let Some(Body { entry, is_wide }) = message.property(entries, id) else { return false };
        let mut location = self.part(location, name, entry);
        let Some(bytes) = self.stream(entry, &location) else { return false };
        location.charset =
            if is_wide { Some("utf-16le".to_owned()) } else { label.map(str::to_owned) };
        location.media_type = Some(media_type.to_owned());
        (self.readers.held)(self.session, &mut location, "", &bytes);
        true
    }

    /// Reads the RTF of a message that has no HTML.
    fn rich_text(
        &mut self,
        entries: &[DirectoryEntry],
        message: &MessageFile,
        location: &Location,
    ) {
        let Some(body) = message.property(entries, "1009") else { return };
        let mut location = self.part(location, "rtf", body.entry);
        let Some(bytes) = self.stream(body.entry, &location) else { return };
        let limit = self.session.settings().limits.held_bytes;
        let Some(rtf) = ole::decompress(&bytes, limit) else {
            let message = "RTF with an unknown compression method, not read";
            let kind = DiagnosticKind::Malformed;
            return self.report(&Diagnostic::skip(&location.place, kind, message));
        };
        // RTF with this control word only repeats the plain text of the body, which has already been read.
        let head = rtf.get(..1024).unwrap_or(&rtf);
        if memchr::memmem::find(head, b"\\fromtext").is_none() {
            location.source = location.source.decompressed("lzfu").into();
            location.media_type = Some("text/rtf".to_owned());
            (self.readers.held)(self.session, &mut location, "", &rtf);
        }
    }

    /// The location of a part of the message.
    fn part(&mut self, location: &Location, name: &str, entry: &DirectoryEntry) -> Location {
        let mut part = self.member(location, name, &entry.path);
        part.place = location.place.with_part(name);
        part
    }

    /// Reads the attached files; returns the attached messages.
    fn attachments(
        &mut self,
        entries: &[DirectoryEntry],
        message: &MessageFile,
        location: &Location,
    ) -> Vec<(MessageFile, Location)> {
        let limits = self.session.settings().limits;
        let mut inner = Vec::new();
        for (at, attachment) in message.attachments(entries).into_iter().enumerate() {
            if self.session.tick().is_break() {
                break;
            }
            let number = format!("attachment {}", at + 1);
            match attachment {
                Attachment::Message(message) if location.depth < limits.depth => {
                    let mut place = location.clone();
                    place.place = location.place.enter(&number);
                    place.depth += 1;
                    inner.push((message, place));
                }
                Attachment::Message(_) => {
                    let text = format!("messages nested more than {} deep, not read", limits.depth);
                    let place = location.place.enter(&number);
                    self.report(&Diagnostic::skip(&place, DiagnosticKind::TooDeep, text));
                }
                Attachment::File { name, entry } => {
                    let name = name.and_then(|name| {
                        let bytes = self.ole.read(name.entry).ok()?.bytes;
                        Some(decoded(&bytes, name.is_wide, "windows-1252"))
                    });
                    let name = name.filter(|name| !name.is_empty()).unwrap_or(number);
                    let mut place = self.member(location, &name, &entry.path);
                    if let Some(bytes) = self.stream(entry, &place) {
                        (self.readers.held)(self.session, &mut place, &name, &bytes);
                    }
                }
            }
        }
        inner
    }
}

/// Decodes a short text of a message.
fn decoded(bytes: &[u8], is_wide: bool, label: &str) -> String {
    let label = if is_wide { "utf-16le" } else { label };
    let encoding = crate::encoding::for_label(label).unwrap_or(encoding_rs::WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0.trim_end_matches('\0').to_owned()
}
