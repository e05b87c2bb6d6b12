//! Documents that are in memory, such as the parts of messages.

use std::borrow::Cow;
use std::io;

use encoding_rs::Encoding;

use super::choice::plan;
use super::document::Document;
use super::session::Session;
use super::start::Start;
use super::undecoded::Encoded;
use crate::detect::Format;
use crate::encoding::{self, Head, Plan};
use crate::model::{Diagnostic, DiagnosticKind, Location};
use crate::sink::Sink;

/// Reads a document that is in memory, converted to UTF-8.
pub(super) fn read_decoded(
    session: &mut Session<'_>,
    location: &mut Location,
    format: Format,
    bytes: &[u8],
    read: &mut dyn FnMut(&[u8], &mut dyn Sink),
) {
    let head = Head::of(bytes);
    let encoded;
    let mut decoded_from = None;
    let (start, text) = match plan(session, location, format, head) {
        Plan::AsIs => match bytes.strip_prefix(encoding::BOM) {
            Some(rest) => (Start::at(encoding::BOM.len()), Cow::Borrowed(rest)),
            None => (Start::default(), Cow::Borrowed(bytes)),
        },
        Plan::Decode { encoding, is_declared } => {
            let (text, has_invalid) = encoding.decode_with_bom_removal(bytes);
            location.set_charset(encoding.name(), encoding::code_units(encoding));
            encoded = Encoded { bytes, encoding };
            decoded_from = Some(&encoded);
            if is_declared && has_invalid {
                report_invalid(session, location, encoding);
            }
            (Start::after_mark(head.mark(encoding)), Cow::Owned(text.into_owned().into_bytes()))
        }
    };
    session.summary.documents += 1;
    let nothing = &mut io::empty();
    let held = Some(&*text);
    let document = Document::new(session, location, "", nothing);
    Document { held, encoded: decoded_from, ..document }.window(&text, start, false, read);
}

pub(super) fn report_invalid(
    session: &mut Session<'_>,
    location: &Location,
    encoding: &'static Encoding,
) {
    let name = encoding.name();
    let message = format!("bytes that are invalid in {name}, replaced with U+FFFD");
    session.diagnostic(&Diagnostic::new(&location.place, DiagnosticKind::Encoding, message));
}
