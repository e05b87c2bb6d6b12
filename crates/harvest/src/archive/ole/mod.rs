//! OLE files (MS-CFB): the storages and streams of Word, Excel and `PowerPoint` documents before 2007, and of Outlook
//! messages.
//!
//! The crate `cfb` reads the container. The format of a stream is not parsed: text is found as runs of characters in
//! UTF-16 or in single bytes, and an Outlook message has its texts in streams of their own.

mod container;
mod message;
mod scan;

pub(crate) use container::{Content, DAMAGE, Ole};
pub(crate) use message::{Attachment, MessageFile, date};
pub(crate) use scan::{Run, runs, without_breaks};

const MARK: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Whether a file that begins with `head` is an OLE file.
pub(crate) fn is_ole(head: &[u8]) -> bool {
    head.starts_with(MARK)
}
