//! Searches the streams of OLE files for runs of text, without parsing the formats of the streams.

use linkwright::Match;

use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::archive::ole::{self, Run};
use crate::model::Location;
use crate::sink::Sink;

/// Searches the runs of text in the stream at `path`.
pub(super) fn read(session: &mut Session<'_>, location: &Location, path: &str, bytes: &[u8]) {
    let is_book = matches!(path.rsplit('/').next(), Some("Workbook" | "Book"));
    let joined = if is_book { ole::without_breaks(bytes) } else { None };
    let mut location = location.clone();
    if joined.is_some() {
        location.source = location.source.rewritten().into();
    }
    let bytes = joined.as_deref().unwrap_or(bytes);
    for run in ole::runs(bytes) {
        if session.is_over {
            return;
        }
        search(session, &location, bytes, &run);
    }
}

/// Searches the text of a run.
fn search(session: &mut Session<'_>, location: &Location, bytes: &[u8], run: &Run) {
    let part = bytes.get(run.place.clone()).unwrap_or_default();
    let text = run.encoding.decode_with_bom_removal(part).0;
    let text = text.as_bytes();
    let mut location = location.clone();
    if !run.encoding.is_single_byte() || !part.is_ascii() {
        location.encoding = Some(run.encoding);
    }
    let start = Start::at(run.place.start);
    let mut sink = LocatingSink::new(session, &mut location, text, start, None);
    for found in sink.finder().clone().find_iter(text) {
        if !is_namespace(text, &found) {
            sink.found(&found, None);
        }
    }
}

/// Whether a match is the name of a namespace. Such names occur in the XML of themes and pictures, and in smart tags.
fn is_namespace(text: &[u8], found: &Match<'_>) -> bool {
    let before = text.get(found.span().start().saturating_sub(64)..found.span().start());
    let before = before.unwrap_or_default().trim_ascii_end();
    let name = before.strip_suffix(b"=\"").or_else(|| before.strip_suffix(b"='"));
    let attribute = name.and_then(|name| name.rsplit(u8::is_ascii_whitespace).next());
    attribute.is_some_and(|name| name.starts_with(b"xmlns"))
        || found.text().starts_with("urn:schemas-microsoft-com:")
}
