//! A mailbox: many messages in one file.

use super::{Content, Encoded, Reader, Row};
use crate::mail::mbox;

pub(super) const ROW: Row = Row {
    name: "mbox",
    endings: &["mbox", "mboxo", "mboxrd", "mbx"],
    media_types: &["application/mbox"],
    content: Content::Likely(mbox::is_mbox),
    encoding: Encoded::Bytes,
    reader: Reader::Stream(mbox::read),
};
