//! OLE files: the text of their streams, and the parts of messages.

use std::io::{Read as _, SeekFrom};
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_16LE, WINDOWS_1252};

use super::scan;
use super::session::Session;
use crate::archive::ole::{self, Attachment, Content, MessageFile, Ole};
use crate::encoding;
use crate::model::{Diagnostic, DiagnosticKind, Limit, Location, Message, Unit};
use crate::reading::{self, Archive};

/// Reads an OLE file.
#[inline(never)]
pub(super) fn read(session: &mut Session<'_>, location: &Location, file: &mut dyn Archive) {
    match Ole::open(file, session.settings.limits.len(Limit::Held)) {
        Ok(ole) => Streams { session, location, ole, count: 0 }.read(),
        Err(error) => scan_all(session, location, file, &error.to_string()),
    }
}

/// Searches the bytes of a damaged file as if they were one stream.
#[inline(never)]
fn scan_all(session: &mut Session<'_>, location: &Location, file: &mut dyn Archive, damage: &str) {
    let limit = session.settings.limits.len(Limit::Held);
    let mut bytes = Vec::new();
    let most = limit.saturating_add(1) as u64;
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(most).read_to_end(&mut bytes));
    if bytes.len() > limit {
        bytes.truncate(limit);
        session.report_cut(&location.place, (limit, Limit::Held));
    }
    let diagnostic = match read {
        Ok(_) => {
            let message = format!("a damaged OLE file, searched as one stream: {damage}");
            Diagnostic::new(&location.place, DiagnosticKind::Malformed, message)
        }
        Err(error) => reading::failure(&location.place, &error).skipping(),
    };
    session.summary.documents += u64::from(!diagnostic.is_skip());
    session.diagnostic(&diagnostic);
    scan::read(session, &scanned(location.clone()), "", &bytes);
}

/// Marks a location as one that is searched for runs of text.
fn scanned(mut location: Location) -> Location {
    location.unit = Some(Arc::new(Unit { is_scan: true, ..Unit::default() }));
    location
}

/// Whether a stream may contain text. Pictures, compressed macros and encryption metadata do not.
fn holds_text(path: &str) -> bool {
    !path.split('/').any(|name| {
        matches!(name, "Pictures" | "VBA" | "_VBA_PROJECT" | "EncryptionInfo" | "DataSpaces")
    })
}

struct Streams<'s, 'r, 'f> {
    session: &'s mut Session<'r>,
    location: &'s Location,
    ole: Ole<'f>,
    count: u64,
}

impl Streams<'_, '_, '_> {
    fn read(mut self) {
        if let Some(message) = self.ole.message() {
            return self.messages(message);
        }
        if self.ole.is_encrypted() {
            let message = "an encrypted Office document, not opened";
            return self.session.skip(&self.location.place, DiagnosticKind::Encrypted, message);
        }
        let streams = self.ole.streams();
        for (at, path) in streams.iter().filter(|path| holds_text(path)).enumerate() {
            let is_beyond = self.session.is_beyond(at as u64 + 1, &self.location.place, "streams");
            if is_beyond || self.session.tick().is_break() {
                return;
            }
            let location = scanned(self.member(self.location, path));
            let content = self.ole.read(path);
            if content.is_damaged {
                // The lost sectors may be anywhere in the file.
                let (session, outer) = (self.session, self.location);
                return scan_all(session, outer, self.ole.into_file(), ole::DAMAGE);
            }
            if let Some(bytes) = self.checked(content, &location) {
                self.session.summary.documents += 1;
                scan::read(self.session, &location, path, &bytes);
            }
        }
    }

    /// The location of the stream at `path`, as a member.
    #[inline(never)]
    fn member(&mut self, outer: &Location, path: &str) -> Location {
        self.count += 1;
        outer.member("ole", &shown(path), self.count)
    }

    /// The bytes of a stream; `None` if the stream does not exist, is empty or cannot be read. Damage is reported.
    fn stream(&mut self, path: &str, location: &Location) -> Option<Vec<u8>> {
        let content = self.ole.read(path);
        self.checked(content, location)
    }

    /// The bytes of a content, unless it is empty. A problem is reported.
    fn checked(&mut self, content: Content, location: &Location) -> Option<Vec<u8>> {
        if let Some(problem) = content.problem {
            let (cause, problem) = problem;
            let diagnostic = Diagnostic::new(&location.place, cause, problem);
            let is_lost = content.bytes.is_empty();
            self.session.diagnostic(&if is_lost { diagnostic.skipping() } else { diagnostic });
        }
        Some(content.bytes).filter(|bytes| !bytes.is_empty())
    }

    /// Reads a message and the messages that are attached to it.
    fn messages(&mut self, message: MessageFile) {
        let mut open = vec![(message, self.location.clone())];
        while let Some((message, location)) = open.pop() {
            if self.session.tick().is_break() {
                return;
            }
            let inner = self.message(&message, location);
            open.extend(inner.into_iter().rev());
        }
    }

    /// Reads a message; returns the messages that are attached to it.
    fn message(
        &mut self,
        message: &MessageFile,
        mut location: Location,
    ) -> Vec<(MessageFile, Location)> {
        self.session.summary.messages += 1;
        let numbers = self.stream(&message.numbers(), &location);
        let number = |id| message.number(numbers.as_deref()?, id);
        let encoding = encoding::of_code_page(number(0x3FFD).unwrap_or(1252));
        let label = encoding.name();
        let html_label = number(0x3FDE).map(|number| encoding::of_code_page(number).name());
        let date = number(0x0039).or_else(|| number(0x0E06)).and_then(ole::date);
        let mut text = |id| {
            let body = self.ole.property(&message.path, id)?;
            Some(decoded(&self.ole.read(&body.path).bytes, body.is_wide, encoding))
        };
        location.message = Some(Arc::new(Message {
            id: text("1035").map(|id| id.trim_matches(['<', '>']).to_owned()),
            date,
            sender: text("5D01").or_else(|| text("0C1F")),
            subject: text("0037"),
        }));
        self.header(message, &location, encoding);
        self.body(message, &location, "0037", ("subject", "text/plain", Some(label)));
        let has_text = self.body(message, &location, "1000", ("body", "text/plain", Some(label)));
        let html = ("html", "text/html", html_label);
        let has_html = self.body(message, &location, "1013", html);
        // Outlook also writes the body as plain text, with the targets of its links.
        if !has_text && !has_html && self.ole.property(&message.path, "1009").is_some() {
            let text = "a message whose body is only in compressed RTF, which is not read";
            self.session.skip(&location.place, DiagnosticKind::Unsupported, text);
        }
        self.attachments(message, &location)
    }

    /// Reads the original header of the message.
    fn header(&mut self, message: &MessageFile, location: &Location, encoding: &'static Encoding) {
        let Some(body) = self.ole.property(&message.path, "007D") else { return };
        let mut location = self.part(location, "header", &body.path);
        let Some(bytes) = self.stream(&body.path, &location) else { return };
        let text = decoded(&bytes, body.is_wide, encoding);
        location.source = location.source.rewritten().into();
        // The `Content-` fields are left out, because they describe the body, which is in other properties, and the
        // subject, if it is in another one.
        let has_subject = location.message.as_ref().is_some_and(|one| one.subject.is_some());
        let begins = |line: &str, name: &str| {
            line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let fields = text.split_inclusive('\n').scan(false, |is_left_out, line| {
            let is_folded = line.starts_with([' ', '\t']);
            *is_left_out = (*is_left_out && is_folded)
                || begins(line, "content-")
                || has_subject && begins(line, "subject:");
            Some(if *is_left_out { "" } else { line })
        });
        let header: String = fields.collect();
        let before = self.session.summary.messages;
        (self.session.readers.message)(
            self.session,
            &location,
            format!("{header}\r\n\r\n").as_bytes(),
        );
        self.session.summary.messages = before;
    }

    /// Reads a property as a part, and returns whether it exists and is not empty.
    fn body(
        &mut self,
        message: &MessageFile,
        location: &Location,
        id: &str,
        (name, media_type, label): (&str, &str, Option<&str>),
    ) -> bool {
        let Some(body) = self.ole.property(&message.path, id) else { return false };
        let mut location = self.part(location, name, &body.path);
        let Some(bytes) = self.stream(&body.path, &location) else { return false };
        location.charset =
            if body.is_wide { Some("utf-16le".to_owned()) } else { label.map(str::to_owned) };
        location.media_type = Some(media_type.to_owned());
        (self.session.readers.held)(self.session, &mut location, "", &bytes);
        true
    }

    /// The location of a part of the message.
    fn part(&mut self, location: &Location, name: &str, path: &str) -> Location {
        let mut part = self.member(location, path);
        part.place = location.place.with_part(name);
        part
    }

    /// Reads the attached files; returns the attached messages.
    fn attachments(
        &mut self,
        message: &MessageFile,
        location: &Location,
    ) -> Vec<(MessageFile, Location)> {
        let depth = self.session.settings.limits.len(Limit::Depth);
        let mut inner = Vec::new();
        for (at, attachment) in self.ole.attachments(message).into_iter().enumerate() {
            if self.session.tick().is_break() {
                break;
            }
            let number = format!("attachment {}", at + 1);
            match attachment {
                Attachment::Message(message) if location.depth < depth => {
                    let mut place = location.clone();
                    place.place = location.place.enter(&number);
                    place.depth += 1;
                    inner.push((message, place));
                }
                Attachment::Message(_) => {
                    let text = format!("messages nested more than {depth} deep, not read");
                    let place = location.place.enter(&number);
                    self.session.skip(&place, Limit::Depth, text);
                }
                Attachment::File { name, path } => {
                    let name = name.map(|name| {
                        decoded(&self.ole.read(&name.path).bytes, name.is_wide, WINDOWS_1252)
                    });
                    let name = name.filter(|name| !name.is_empty()).unwrap_or(number);
                    let mut place = self.member(location, &path);
                    place.place = location.place.enter(&name);
                    if let Some(bytes) = self.stream(&path, &place) {
                        (self.session.readers.held)(self.session, &mut place, &name, &bytes);
                    }
                }
            }
        }
        inner
    }
}

/// Decodes a short text of a message.
fn decoded(bytes: &[u8], is_wide: bool, encoding: &'static Encoding) -> String {
    let encoding = if is_wide { UTF_16LE } else { encoding };
    encoding.decode_without_bom_handling(bytes).0.trim_end_matches('\0').to_owned()
}

/// A path without control characters, which some names begin with.
fn shown(path: &str) -> String {
    path.chars().filter(|char| !char.is_control()).collect()
}
