//! Mailboxes: read a message at a time, from the beginning or from a message on.

use std::fs::File;

use super::document::Document;
use super::session::Session;
use crate::detect::Format;
use crate::mail::mbox::{self, Mailbox};
use crate::model::{Location, Trouble, TroubleKind, Waypoint};
use crate::reading;

/// Gives each message of a mailbox to `take`.
pub(super) fn read(document: &mut Document<'_, '_>, take: fn(&mut Session<'_>, &Location, &[u8])) {
    let limit = document.session.settings().limits.held_bytes;
    let from = document.from.unwrap_or(Waypoint::new(0, 0));
    let mut mailbox = Mailbox::default();
    let mut number = from.messages();
    while document.session.tick().is_continue() {
        match mailbox.advance(document.input, limit) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                document.trouble(&error, mailbox.bytes_read());
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
            let trouble = Trouble::new(&location.place, TroubleKind::TooLarge, message);
            document.session.trouble(&trouble);
        }
        take(document.session, &location, &message);
        if document.file.is_some() {
            let offset = from.offset() + mailbox.offset() as u64;
            document.session.waypoint(Waypoint::new(offset, number));
        }
    }
}

/// Moves a file to where its reading begins. That is the beginning of a message, unless the file
/// is another one by now.
pub(super) fn go_on(
    file: &File,
    from: Waypoint,
    location: &Location,
    format: Format,
) -> Result<(), Trouble> {
    let offset = from.offset();
    let begins = mbox::go_to(file, offset);
    let begins = begins.map_err(|error| reading::failure(&location.place, &error))?;
    if begins && format == Format::Mbox {
        return Ok(());
    }
    let message =
        format!("has changed: no message begins at byte {offset}, where to go on; not read");
    Err(Trouble::skip(&location.place, TroubleKind::Changed, message))
}
