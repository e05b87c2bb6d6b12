//! Reads mailboxes, one message at a time, from the beginning or from a given message on.

use super::document::Document;
use super::session::Session;
use crate::mail::Stored;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, Limit, Location, ResumePoint, Source};

/// Calls `take` with each message of a mailbox.
pub(super) fn read(document: &mut Document<'_, '_>, take: fn(&mut Session<'_>, &Location, &[u8])) {
    let limit = document.session.settings().limits.len(Limit::Held);
    let from = document.from.unwrap_or(ResumePoint::new(0, 0));
    let mut mailbox = Mailbox::default();
    let mut number = from.messages();
    // Decompressed data and members of archives have no resume points.
    let is_file = document.file.is_some();
    if is_file {
        document.session.resume_point(from);
    }
    while document.session.tick().is_continue() {
        match mailbox.advance(document.input, limit) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                document.failed_at(&error, mailbox.bytes_read());
                mailbox.end();
                continue;
            }
        }
        // The resume point precedes this message, because more of the message may be appended to the file.
        let begin = usize::try_from(from.offset()).unwrap_or(0) + mailbox.start_offset();
        if is_file {
            document.session.resume_point(ResumePoint::new(begin as u64, number));
        }
        let bytes = mailbox.len();
        let mut location = document.location.clone();
        location.place = location.place.message(number + 1);
        if bytes > limit {
            let text = format!("a message of {bytes} bytes; only the first {limit} were read");
            let diagnostic = Diagnostic::new(&location.place, Limit::Held, text);
            document.session.diagnostic(&diagnostic);
        }
        let Some(message) = mailbox.message(limit) else { continue };
        number += 1;
        location.source = source(&location, &message, begin, bytes).into();
        take(document.session, &location, &message.text);
    }
}

/// The source of a message. Its separator is at the offset `begin` of the mailbox, and the message ends `len` bytes
/// after that offset.
fn source(location: &Location, message: &Stored<'_>, begin: usize, len: usize) -> Source {
    let place = begin + message.start()..begin + len;
    location.source.message_at(place, &message.extents(begin))
}
