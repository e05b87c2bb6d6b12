//! Reads mailboxes, one message at a time.

use super::document::Document;
use crate::mail::mbox::Mailbox;
use crate::model::{Diagnostic, Limit};

/// Reads the messages of a mailbox.
pub(super) fn read(document: &mut Document<'_, '_>) {
    let limit = document.session.settings().limits.len(Limit::Held);
    let mut mailbox = Mailbox::default();
    let mut number = 0;
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
        let begin = mailbox.start_offset();
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
