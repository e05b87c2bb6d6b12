//! Mailboxes: read a message at a time, from the beginning or from a message on.

use super::document::Document;
use super::session::Session;
use crate::mail::Stored;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, DiagnosticKind, Location, ResumePoint, Source};

/// Gives each message of a mailbox to `take`.
pub(super) fn read(document: &mut Document<'_, '_>, take: fn(&mut Session<'_>, &Location, &[u8])) {
    let limit = document.session.settings().limits.held_bytes;
    let from = document.from.unwrap_or(ResumePoint::new(0, 0));
    let mut mailbox = Mailbox::default();
    let mut number = from.messages();
    if document.file.is_some() {
        document.session.resume_point(from);
    }
    while document.session.tick().is_continue() {
        match mailbox.advance(document.input, limit) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                document.failed_at(&error, mailbox.bytes_read());
                mailbox.end();
                continue;
            }
        }
        let begin = usize::try_from(from.offset()).unwrap_or(0) + mailbox.start_offset();
        if document.file.is_some() && mailbox.can_resume() {
            // This message may go on where the file ends now.
            document.session.resume_point(ResumePoint::new(begin as u64, number));
        }
        let Some(message) = mailbox.message(limit) else { continue };
        let bytes = mailbox.len();
        number += 1;
        let mut location = document.location.clone();
        location.place = location.place.message(number);
        location.source = source(&location, &message, begin, bytes).into();
        if bytes > limit {
            let text = format!("a message of {bytes} bytes, read up to {limit}");
            let diagnostic = Diagnostic::new(&location.place, DiagnosticKind::TooLarge, text);
            document.session.diagnostic(&diagnostic);
        }
        take(document.session, &location, &message.text);
    }
}

/// Where a message is whose separator is at `begin` of the mailbox, and which ends `len` bytes after that.
fn source(location: &Location, message: &Stored<'_>, begin: usize, len: usize) -> Source {
    let place = begin + message.start()..begin + len;
    location.source.message_at(place, &message.extents(begin))
}
