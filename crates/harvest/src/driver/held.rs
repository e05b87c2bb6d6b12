//! Documents that lie in memory: the parts of messages.

use std::borrow::Cow;
use std::io;

use encoding_rs::Encoding;
use linkwright::Finder;

use super::choice::plan;
use super::document::Document;
use super::locating::Start;
use super::session::Session;
use crate::detect::Format;
use crate::encoding::{self, Head, Plan};
use crate::model::{Diagnostic, DiagnosticKind, Location};
use crate::sink::Sink;

/// Reads a text that lies in memory with `read`, whatever it looks like.
pub(super) fn read_text(
    session: &mut Session<'_>,
    location: &mut Location,
    finder: Finder,
    bytes: &[u8],
    read: fn(&[u8], &mut dyn Sink),
) {
    read_decoded(session, location, finder, Format::Text, bytes, read);
}

/// Reads a document that lies in memory, once it is UTF-8.
pub(super) fn read_decoded(
    session: &mut Session<'_>,
    location: &mut Location,
    finder: Finder,
    format: Format,
    bytes: &[u8],
    read: fn(&[u8], &mut dyn Sink),
) {
    let head = Head::of(bytes);
    let (mark, text) = match plan(session, location, format, head) {
        Plan::AsIs => match bytes.strip_prefix(encoding::BOM) {
            Some(rest) => (encoding::BOM.len(), Cow::Borrowed(rest)),
            None => (0, Cow::Borrowed(bytes)),
        },
        Plan::Decode { encoding, is_declared } => {
            let (text, has_invalid) = encoding.decode_with_bom_removal(bytes);
            location.encoding = Some(encoding.name());
            if is_declared && has_invalid {
                report_invalid(session, location, encoding);
            }
            (head.mark(encoding), Cow::Owned(text.into_owned().into_bytes()))
        }
    };
    session.summary.documents += 1;
    let nothing = &mut io::empty();
    let mut document = Document { finder, ..Document::new(session, location, "", nothing) };
    document.window(&text, Start { offset: mark, lines: 0 }, false, read);
}

pub(super) fn report_invalid(
    session: &mut Session<'_>,
    location: &Location,
    encoding: &'static Encoding,
) {
    let message = format!("bytes that are no {}, read as U+FFFD", encoding.name());
    session.diagnostic(&Diagnostic::new(&location.place, DiagnosticKind::Encoding, message));
}
