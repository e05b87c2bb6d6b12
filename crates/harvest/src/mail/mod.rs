//! Mail: messages, their parts, and mailboxes.
//!
//! ```text
//! mbox -> messages -> walk -> entity (header, body) -> multipart -> parts
//! ```
//!
//! Each part of a message is passed to a [`PartSink`]. This module does not interpret the content of parts.
//!
//! mail-parser reads header fields, dates, addresses, MIME parameters, encoded words and transfer encodings. The tree
//! of parts is read by [`walk`] instead of mail-parser, for four reasons. First, mail-parser returns no preamble and no
//! epilogue. Second, it stores attached
//! messages inside each other and frees them recursively, so a message with 100,000 nested headers overflows the stack.
//! Third, it cannot apply limits while it reads a message. Fourth, it copies an attached message in base64 once for
//! each level of nesting.

mod body;
mod entity;
mod header;
pub(crate) mod mbox;
mod message;
mod multipart;
mod part;
mod shown;
mod smime;
mod stored;
mod walk;

pub use shown::{Alternative, MailText, MailTextKind, mail_texts};

pub(crate) use body::base64_head;
pub(crate) use mbox::{is_mbox, is_surely_mbox};
pub(crate) use message::{is_message, without_envelope};
pub(crate) use part::{Part, PartSink};
pub(crate) use smime::is_enveloped;
pub(crate) use walk::read;
