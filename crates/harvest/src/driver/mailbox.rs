//! Mailboxes: read a message at a time, from the beginning or from a message on.

use std::fs::File;

use super::document::Document;
use super::session::Session;
use crate::detect::Format;
use crate::mail::mbox::{self, Mailbox};
use crate::model::{Diagnostic, DiagnosticKind, Location, ResumePoint};
use crate::reading;

/// Gives each message of a mailbox to `take`.
pub(super) fn read(document: &mut Document<'_, '_>, take: fn(&mut Session<'_>, &Location, &[u8])) {
    let limit = document.session.settings().limits.held_bytes;
    let from = document.from.unwrap_or(ResumePoint::new(0, 0));
    let mut mailbox = Mailbox::default();
    let mut number = from.messages();
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
        if document.file.is_some() {
            let offset = from.offset() + mailbox.offset() as u64;
            document.session.resume_point(ResumePoint::new(offset, number));
        }
    }
}

/// Moves a file to where its reading begins. That is the beginning of a message, unless the file
/// is another one by now.
pub(super) fn go_on(
    file: &File,
    from: ResumePoint,
    location: &Location,
    format: Format,
) -> Result<(), Diagnostic> {
    let offset = from.offset();
    let begins = mbox::go_to(file, offset);
    let begins = begins.map_err(|error| reading::failure(&location.place, &error))?;
    if begins && format == Format::Mbox {
        return Ok(());
    }
    let message =
        format!("has changed: no message begins at byte {offset}, where to go on; not read");
    Err(Diagnostic::skip(&location.place, DiagnosticKind::Changed, message))
}
