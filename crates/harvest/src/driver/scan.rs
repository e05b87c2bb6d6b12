//! Searches the streams of OLE files for runs of text, without parsing the formats of the streams.

use core::ops::Range;

use linkwright::rewrite::TextRun;
use linkwright::{Match, Span};

use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::archive::ole::{self, Piece, Region};
use crate::encoding::Charset;
use crate::model::{CodeUnits, Location};
use crate::sink::Sink;

/// Searches the texts of a stream.
pub(super) fn read(session: &mut Session<'_>, location: &Location, path: &str, bytes: &[u8]) {
    for region in ole::regions(path, bytes) {
        if session.is_over() {
            return;
        }
        match region {
            Region::Bytes(place) => {
                let part = bytes.get(place.clone()).unwrap_or_default();
                for run in ole::runs(part) {
                    let at = place.start + run.place.start..place.start + run.place.end;
                    search(session, location, bytes, (at, run.charset));
                }
            }
            Region::Text(pieces) => text(session, location, bytes, &pieces),
        }
    }
}

/// Searches a text. If it has one piece, it is searched as a document in the encoding of that piece.
fn text(session: &mut Session<'_>, location: &Location, bytes: &[u8], pieces: &[Piece]) {
    if let [piece] = pieces {
        let charset = if piece.is_wide { encoding_rs::UTF_16LE } else { encoding_rs::WINDOWS_1252 };
        let charset = Charset::Standard(charset);
        return search(session, location, bytes, (piece.place.clone(), charset));
    }
    let mut run = TextRun::new(bytes);
    for piece in pieces {
        push(&mut run, piece);
    }
    let mut location = location.clone();
    let finder = session.settings().finders.plain.clone();
    let mut sink = LocatingSink::new(session, &mut location, finder, bytes, Start::default());
    let sink: &mut dyn Sink = &mut sink;
    sink.search_run(&run);
}

/// Appends a piece of a text, character by character.
fn push(run: &mut TextRun<'_>, piece: &Piece) {
    let width = if piece.is_wide { 2 } else { 1 };
    for at in piece.place.clone().step_by(width) {
        let place = Span::new(at, at + width);
        match place.of(run.source()) {
            [low, high] => {
                let text = String::from_utf16_lossy(&[u16::from_le_bytes([*low, *high])]);
                run.push_decoded(text.as_bytes(), place);
            }
            [byte] => {
                let text =
                    encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[*byte]).0.into_owned();
                run.push_decoded(text.as_bytes(), place);
            }
            _ => {}
        }
    }
}

/// Searches the text at `place`, a range of a stream.
fn search(
    session: &mut Session<'_>,
    location: &Location,
    bytes: &[u8],
    (place, charset): (Range<usize>, Charset),
) {
    let part = bytes.get(place.clone()).unwrap_or_default();
    let text = charset.decode(part).0;
    if !text.iter().any(|byte| b":.@".contains(byte)) {
        return;
    }
    let mut location = location.clone();
    if charset.code_units() != CodeUnits::Bytes || !part.is_ascii() {
        location.set_charset(charset.name(), charset.code_units());
    }
    let finder = session.settings().finders.plain.clone();
    let start = Start::at(place.start);
    let mut sink = LocatingSink::new(session, &mut location, finder.clone(), &text, start);
    for found in finder.find_iter(&text) {
        if !is_namespace(&text, &found) {
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
