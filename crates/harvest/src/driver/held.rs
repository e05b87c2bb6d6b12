//! Documents that are in memory, such as the parts of messages.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::choice::plan;
use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use super::undecoded::Encoded;
use crate::detect::Format;
use crate::encoding::{self, Head, Plan};
use crate::model::{DiagnosticKind, Location};
use crate::sink::Sink;

/// Reads a text that is in memory, converted to UTF-8.
pub(super) fn read(
    session: &mut Session<'_>,
    location: &mut Location,
    format: Format,
    bytes: &[u8],
    read: &mut dyn FnMut(&[u8], &mut dyn Sink),
) {
    session.summary.documents += 1;
    let head = Head::of(bytes);
    let (start, text, encoded) = match plan(session, location, format, head) {
        Plan::AsIs => {
            let text = bytes.strip_prefix(encoding::BOM).unwrap_or(bytes);
            (Start::at(bytes.len() - text.len()), Cow::Borrowed(text), None)
        }
        Plan::Decode { encoding, is_declared } => {
            let (text, has_invalid) = encoding.decode_with_bom_removal(bytes);
            location.encoding = Some(encoding);
            if is_declared && has_invalid {
                report_invalid(session, location, encoding);
            }
            let text = Cow::Owned(text.into_owned().into_bytes());
            (Start::after_mark(head.mark(encoding)), text, Some(Encoded { bytes, encoding }))
        }
    };
    if !text.is_empty() {
        let mut sink = LocatingSink::new(session, location, &text, start, encoded);
        read(&text, &mut sink);
        sink.finish();
    }
}

pub(super) fn report_invalid(
    session: &mut Session<'_>,
    location: &Location,
    encoding: &'static Encoding,
) {
    let message = format!("bytes that are invalid in {}, replaced with U+FFFD", encoding.name());
    session.report(&location.place, DiagnosticKind::Encoding, message);
}
