//! Reads the records of web archives: chooses which bytes of a record are read, and in which format.

use core::ops::ControlFlow;

use super::document::Document;
use super::held;
use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::archive::http_body::{self, Codings};
use crate::archive::warc::{self, Block, RecordSink};
use crate::detect::Format;
use crate::model::{Cause, Diagnostic, DiagnosticKind, Limit, Location, WarcRecord, WarcType};
use crate::parse::http::{self, HttpHead};
use crate::parse::{warc_fields, wat};

/// Reads the records of an archive.
pub(super) fn read(document: &mut Document<'_, '_>) {
    let (session, location) = (&mut *document.session, &*document.location);
    let budget = session.budget();
    let mut records = Records { session, location, count: 0 };
    warc::read(document.input, &location.place, budget, &mut records);
}

struct Records<'m, 'r> {
    session: &'m mut Session<'r>,
    /// The location of the archive.
    location: &'m Location,
    count: u64,
}

impl RecordSink for Records<'_, '_> {
    fn wants(&self, kind: WarcType) -> bool {
        self.session.settings.warc_types.contains(&kind)
    }

    fn record(&mut self, mut record: WarcRecord, block: Block<'_>) -> ControlFlow<()> {
        self.count += 1;
        if self.session.is_beyond(self.count, &self.location.place, "records") {
            return ControlFlow::Break(());
        }
        record.is_truncated |= block.is_cut;
        let (place, skipped) = (self.location.place.clone(), self.session.summary.skipped);
        let place = place.record(record.number, record.url.as_deref());
        match http_head(&record, block.bytes) {
            Some(head) => self.exchange(record, &head, block.bytes),
            None => self.document(record, block.bytes),
        }
        // A payload that was left out is not reported again.
        if block.is_long && self.session.summary.skipped == skipped {
            let limit = self.session.settings.limits.len(Limit::Held);
            self.session.report_cut(&place, (limit, Limit::Held));
        }
        self.session.tick()
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.session.diagnostic(diagnostic);
    }

    fn tick(&mut self) -> ControlFlow<()> {
        self.session.tick()
    }
}

/// The head of the HTTP message in the block of a request, a response or a revisit; `None` if the
/// block is not an HTTP message.
fn http_head(record: &WarcRecord, block: &[u8]) -> Option<HttpHead> {
    use WarcType::{Request, Response, Revisit};
    if !matches!(record.kind, Request | Response | Revisit) {
        return None;
    }
    HttpHead::of(block)
}

impl Records<'_, '_> {
    /// Reads a block that is an HTTP message: its header and, except in a revisit, its body.
    fn exchange(&mut self, mut record: WarcRecord, head: &HttpHead, block: &[u8]) {
        let field = |name: &str| head.get(block, name);
        let (media_type, charset) = media_type(&field("content-type").unwrap_or_default());
        let codings = Codings::of(
            &field("transfer-encoding").unwrap_or_default(),
            &field("content-encoding").unwrap_or_default(),
        );
        let base = field("content-location");
        let is_revisit = record.kind == WarcType::Revisit;
        record.status = head.status;
        record.mime = if is_revisit { Some("warc/revisit".to_owned()) } else { media_type.clone() };
        let mut location = self.location.record(record);
        self.header(&mut location, head, block);
        if let Some(base) = base {
            location.set_base(&base);
        }
        let body = block.get(head.len..).unwrap_or_default();
        if is_revisit || body.is_empty() {
            return;
        }
        location.source = location.source.undone("http").into();
        (location.media_type, location.charset) = (media_type, charset);
        self.payload(&mut location, body, &codings);
    }

    /// Reports the links of an HTTP header.
    fn header(&mut self, location: &mut Location, head: &HttpHead, message: &[u8]) {
        let header = message.get(..head.len).unwrap_or_default();
        self.session.summary.documents += 1;
        let is_cut = core::mem::take(&mut location.is_cut);
        let mut sink = LocatingSink::new(self.session, location, header, Start::default(), None);
        http::read(head, header, &mut sink);
        sink.finish();
        location.is_cut = is_cut;
    }

    /// Reads a record whose block is the document.
    fn document(&mut self, mut record: WarcRecord, block: &[u8]) {
        let declared = record.content_type.clone().unwrap_or_default();
        let (media_type, charset) = media_type(&declared);
        record.mime.clone_from(&media_type);
        let kind = record.kind;
        let is_manifest = is_manifest(&record);
        let mut location = self.location.record(record);
        match (media_type.as_deref(), kind) {
            _ if block.is_empty() || is_manifest => {}
            (_, WarcType::Revisit) => {}
            (Some("application/warc-fields"), WarcType::Metadata) => {
                let (read, format) = (&mut warc_fields::read, Format::Text);
                held::read(self.session, &mut location, format, block, read);
            }
            (_, WarcType::Metadata) if wat::is_wat(block) => {
                let (read, format) = (&mut wat::read, Format::Json);
                held::read(self.session, &mut location, format, block, read);
            }
            _ => {
                // If the block is declared to be an HTTP message, its head is invalid. The declared type is then
                // ignored, and the format is detected.
                let is_http = media_type.as_deref().is_some_and(|kind| kind == "application/http");
                (location.media_type, location.charset) =
                    (media_type.filter(|_| !is_http), charset);
                self.payload(&mut location, block, &Codings::default());
            }
        }
    }

    /// Decodes the codings of a payload, and reads it as a document. If the payload is left out, reports the reason.
    fn payload(&mut self, location: &mut Location, body: &[u8], codings: &Codings) {
        let session = &mut *self.session;
        if let Some((cause, message)) = left_out(session, location, codings) {
            return session.skip(&location.place, cause, message);
        }
        let record = location.warc_record.clone();
        let url = record.as_deref().and_then(|record| record.url.as_deref());
        let name = file_name(url.unwrap_or_default());
        if codings.is_empty() {
            return (session.readers.held)(session, location, name, body);
        }
        let (budget, read) = (session.budget(), session.readers.stream);
        let problem = http_body::read(body, codings, budget, &mut |content| {
            read(session, location, name, content);
        });
        // If the record is already known to be cut, a missing last chunk is not reported again.
        let is_known = |problem: &crate::archive::ChunkProblem| problem.is_cut && location.is_cut;
        if let Some(problem) = problem.filter(|problem| !is_known(problem)) {
            let (kind, text) = if problem.is_cut {
                (DiagnosticKind::Truncated, "the body ends before its last chunk")
            } else {
                (
                    DiagnosticKind::Malformed,
                    "a chunk with a wrong length; the rest is read unchanged",
                )
            };
            let diagnostic = Diagnostic::new(&location.place, kind, text);
            self.session.diagnostic(&diagnostic.at(problem.at as u64));
        }
    }
}

/// The reason for leaving out a payload: its media type is not a text type, or it has a coding that cannot be decoded.
/// `None` if the payload is read.
fn left_out(
    session: &Session<'_>,
    location: &Location,
    codings: &Codings,
) -> Option<(Cause, String)> {
    let most = session.settings.limits.len(Limit::Codings);
    if codings.len() > most {
        return Some((
            Limit::Codings.into(),
            format!("more than {most} content codings, not read"),
        ));
    }
    if let Some(coding) = codings.unknown() {
        let text = format!("unknown content coding {coding:?}, not read");
        return Some((DiagnosticKind::Unsupported.into(), text));
    }
    let media_type = location.media_type.as_deref()?;
    let (kind, subtype) = media_type.split_once('/')?;
    let is_binary =
        matches!(kind, "image" | "audio" | "video" | "font") && !subtype.ends_with("xml");
    // The response of a name server is not a document.
    let is_left_out = is_binary && !session.settings.binary || media_type == "text/dns";
    is_left_out.then(|| (DiagnosticKind::Binary.into(), format!("{media_type}, not searched")))
}

/// Whether a record is the manifest of wget, a list of the ids of all records.
fn is_manifest(record: &WarcRecord) -> bool {
    let url = record.url.as_deref().unwrap_or_default();
    record.kind == WarcType::Metadata
        && url.starts_with("metadata://")
        && url.ends_with("/MANIFEST.txt")
}

/// The media type, in lower case, and the charset of a `Content-Type`.
fn media_type(value: &str) -> (Option<String>, Option<String>) {
    let mut parts = value.split(';');
    let kind = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        let is_it = name.trim().eq_ignore_ascii_case("charset") && !value.is_empty();
        is_it.then(|| value.to_owned())
    });
    (Some(kind).filter(|kind| !kind.is_empty()), charset)
}

/// The name of the file that a URL ends with; empty for a folder.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    path.rsplit_once('/').map_or("", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_name_is_the_last_segment() {
        assert_eq!(file_name("http://a.example/b/c.md?d/e.css"), "c.md");
        assert_eq!([file_name("http://a.md"), file_name("http://a/b/"), file_name("")], [""; 3]);
        assert_eq!(file_name("metadata://a/b.log#c"), "b.log");
    }

    #[test]
    fn media_types_may_have_a_charset() {
        let (kind, charset) = media_type("Text/HTML; x=y; Charset=\"utf-8\"");
        assert_eq!((kind.as_deref(), charset.as_deref()), (Some("text/html"), Some("utf-8")));
        assert_eq!(media_type(" ; charset="), (None, None));
    }
}
