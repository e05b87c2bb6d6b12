//! Reads mailboxes, one message at a time, from the beginning or from a given message on. A visitor that distributes
//! the messages over several threads receives them as they are found.

use super::document::Document;
use super::session::Session;
use crate::mail::Stored;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, DiagnosticKind, Location, Messages, ResumePoint, Source};

/// Calls `take` with each message of a mailbox, unless the visitor takes the message.
pub(super) fn read(document: &mut Document<'_, '_>, take: fn(&mut Session<'_>, &Location, &[u8])) {
    let limit = document.session.settings().limits.held_bytes;
    let from = document.from.unwrap_or(ResumePoint::new(0, 0));
    let mut mailbox = Mailbox::default();
    let mut number = from.messages();
    let mut found = Divided { messages: None, is_file: document.file.is_some() };
    if found.is_file {
        document.session.resume_point(from);
    }
    while document.session.tick().is_continue() {
        match mailbox.advance(document.input, limit) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                found.settle(document.session);
                document.failed_at(&error, mailbox.bytes_read());
                mailbox.end();
                continue;
            }
        }
        // The resume point precedes this message, because more of the message may be appended to the file.
        let begin = usize::try_from(from.offset()).unwrap_or(0) + mailbox.start_offset();
        let point = ResumePoint::new(begin as u64, number);
        let point = (found.is_file && mailbox.can_resume()).then_some(point);
        let Some(message) = mailbox.message(limit) else {
            found.tell(document.session, point);
            continue;
        };
        number += 1;
        let bytes = mailbox.len();
        let mut location = document.location.clone();
        location.place = location.place.message(number);
        location.source = source(&location, &message, begin, bytes).into();
        if bytes <= limit && found.takes(document.session, &message.text) {
            found.push(document.session, location, &message.text, point);
            continue;
        }
        found.tell(document.session, point);
        if bytes > limit {
            let text = format!("a message of {bytes} bytes; only the first {limit} were read");
            let diagnostic = Diagnostic::new(&location.place, DiagnosticKind::TooLarge, text);
            document.session.diagnostic(&diagnostic);
        }
        take(document.session, &location, &message.text);
    }
    found.settle(document.session);
}

/// The messages that will be passed to the visitor next.
struct Divided {
    messages: Option<Messages>,
    /// Whether the mailbox is a file, as opposed to decompressed data or a member of an archive.
    is_file: bool,
}

impl Divided {
    /// Whether the next message will be passed to the visitor.
    fn takes(&mut self, session: &mut Session<'_>, message: &[u8]) -> bool {
        if !self.is_file || message.len() > Messages::LARGE {
            return false;
        }
        if self.messages.is_none() {
            self.messages = session.messages();
        }
        self.messages.is_some()
    }

    fn push(
        &mut self,
        session: &mut Session<'_>,
        location: Location,
        message: &[u8],
        point: Option<ResumePoint>,
    ) {
        if let Some(messages) = &mut self.messages {
            messages.push(location, message, point);
            if messages.is_full() {
                self.give(session);
            }
        }
    }

    fn give(&mut self, session: &mut Session<'_>) {
        if let Some(messages) = self.messages.take() {
            session.give(messages);
        }
    }

    /// Waits until the messages that were passed to the visitor are read, and then reports the resume point `point`, if
    /// there is one.
    fn tell(&mut self, session: &mut Session<'_>, point: Option<ResumePoint>) {
        self.settle(session);
        if let Some(point) = point {
            session.resume_point(point);
        }
    }

    fn settle(&mut self, session: &mut Session<'_>) {
        self.give(session);
        session.settle();
    }
}

/// The source of a message. Its separator is at the offset `begin` of the mailbox, and the message ends `len` bytes
/// after that offset.
fn source(location: &Location, message: &Stored<'_>, begin: usize, len: usize) -> Source {
    let place = begin + message.start()..begin + len;
    location.source.message_at(place, &message.extents(begin))
}
