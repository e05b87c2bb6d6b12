//! A message in a file of its own: `.eml`, and the files of a Maildir.

use super::{Content, Encoded, Reader, Row};
use crate::document::Document;
use crate::mail;

pub(super) const ROW: Row = Row {
    name: "mail",
    endings: &["eml"],
    media_types: &["message/rfc822", "message/global"],
    content: Content::Likely(mail::is_message),
    encoding: Encoded::Bytes,
    reader: Reader::Stream(read),
};

fn read(document: &mut Document<'_, '_>) {
    let (message, _) = document.hold();
    mail::read(document.run, document.site, &message);
}
