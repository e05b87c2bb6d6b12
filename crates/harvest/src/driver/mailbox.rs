//! Reads mailboxes, one message at a time, from the beginning or from a given message on.

use super::document::Document;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, Limit, ResumePoint};

/// Reads the messages of a mailbox.
pub(super) fn read(document: &mut Document<'_, '_>) {
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
        let place = begin + message.start()..begin + bytes;
        location.source = location.source.message_at(place, &message.extents(begin)).into();
        (document.session.readers.message)(document.session, &location, &message.text);
    }
}
