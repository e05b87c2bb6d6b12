//! Reads mailboxes, one message at a time.

use super::document::Document;
use crate::mail::mbox::Mailbox;
use crate::model::Limit;

/// Reads the messages of a mailbox.
pub(super) fn read(document: &mut Document<'_, '_>) {
    let limit = document.session.settings.limits.len(Limit::Held);
    let mut mailbox = Mailbox::new(document.input);
    let (session, mut number) = (&mut *document.session, 0);
    while session.tick().is_continue() {
        let is_any = mailbox.advance(limit);
        if let Some(error) = mailbox.failure.take() {
            let failure = session.reading_failure(&document.location.place, &error);
            session.diagnostic(&failure.at(mailbox.bytes_read()));
        }
        if !is_any {
            break;
        }
        let begin = usize::try_from(mailbox.start).unwrap_or(usize::MAX);
        let bytes = mailbox.len;
        let mut location = document.location.clone();
        location.place = location.place.message(number + 1);
        if bytes > limit {
            let text = format!("a message of {bytes} bytes; only the first {limit} were read");
            session.report(&location.place, Limit::Held, text);
        }
        let Some(message) = mailbox.message() else { continue };
        number += 1;
        let place = begin + message.start()..begin + bytes;
        location.source = location.source.message_at(place, &message.extents(begin)).into();
        (session.readers.message)(session, &location, &message.text);
    }
}
