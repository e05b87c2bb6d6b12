//! Mailboxes: read a message at a time, from the beginning or from a message on.

use super::document::Document;
use super::session::Session;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, DiagnosticKind, Location, ResumePoint};

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
        if document.file.is_some() && mailbox.can_resume() {
            // This message may go on where the file ends now.
            let offset = from.offset() + mailbox.start_offset() as u64;
            document.session.resume_point(ResumePoint::new(offset, number));
        }
        let Some(message) = mailbox.message(limit) else { continue };
        number += 1;
        let mut location = document.location.clone();
        location.place = location.place.message(number);
        let bytes = mailbox.len();
        if bytes > limit {
            let message = format!("a message of {bytes} bytes, read up to {limit}");
            let diagnostic = Diagnostic::new(&location.place, DiagnosticKind::TooLarge, message);
            document.session.diagnostic(&diagnostic);
        }
        take(document.session, &location, &message);
    }
}
