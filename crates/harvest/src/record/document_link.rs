//! The record of a link in a document: the link and its position in the document.

use core::ops::Range;
use std::borrow::Cow;
use std::io;

use crate::{Located, NoBytes, PageBox, Source, Step, Unit, WarcRecord};
use linkwright::text::offsets::LineColumn;
use linkwright::uri::{Rung, UriReference};
use serde::ser::{SerializeMap as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

use super::browser;
use super::destination;
use super::json::{self, Object};
use super::link::{Link, VERSION};

/// The record of a link of a document: a line of `extract --format jsonl`.
#[derive(Clone, Debug)]
pub struct DocumentLink<'r> {
    path: &'r str,
    path_bytes: Option<&'r [u8]>,
    link: &'r Located<'r>,
    uri: Option<UriReference<'r>>,
    normalized: Option<Cow<'r, str>>,
    unwraps: bool,
}

impl<'r> DocumentLink<'r> {
    /// The record of a link in the file `path`.
    pub fn new(path: &'r str, link: &'r Located<'r>) -> DocumentLink<'r> {
        let uri = reference(link);
        let normalized = uri.map(|uri| uri.normalize(Rung::Scheme).to_cow());
        DocumentLink { path, path_bytes: None, link, uri, normalized, unwraps: false }
    }

    /// Sets the bytes of a path that is not UTF-8, for the member `path_bytes`.
    #[must_use]
    pub fn path_bytes(self, path_bytes: Option<&'r [u8]>) -> DocumentLink<'r> {
        DocumentLink { path_bytes, ..self }
    }

    /// Replaces the normalized URI, for instance with the target of a redirect that the user listed.
    #[must_use]
    pub fn normalized(self, normalized: Option<Cow<'r, str>>) -> DocumentLink<'r> {
        DocumentLink { normalized, ..self }
    }

    /// Sets whether the record has the member `unwrapped`: the original URI of a link that a redirect service wrapped.
    #[must_use]
    pub fn unwrapping(self, unwraps: bool) -> DocumentLink<'r> {
        DocumentLink { unwraps, ..self }
    }

    /// Appends the record as a JSON object, without a line feed.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer. Writing to memory does not fail.
    pub fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let link = Link::located(self.link).unwrapping(self.unwraps);
        let mut record = Object::begin(out);
        record.serialize_field("v", &VERSION)?;
        record.add("source", |source| self.serialize_source(source))?;
        link.serialize_members(&mut record)?;
        record.serialize_field("normalized", &self.normalized)?;
        record.serialize_field("domains", &domains(self.uri))?;
        record.serialize_field("encoding", self.link.encoding())?;
        if self.uri.is_none() {
            record.serialize_field("browser", &browser(self.link))?;
        }
        record.add("bytes", |bytes| Provenance::of(self.link).serialize_members(bytes))?;
        self.serialize_unit(&mut record)?;
        self.serialize_surroundings(&mut record)?;
        Ok(record.end()?)
    }

    /// Appends the position of the link as a JSON object: the members of `source`, the unit and the bytes.
    ///
    /// # Errors
    /// The same as for [`write`](DocumentLink::write).
    pub fn write_place(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut place = Object::begin(out);
        self.serialize_source(&mut place)?;
        self.serialize_unit(&mut place)?;
        place.add("bytes", |bytes| Provenance::of(self.link).serialize_members(bytes))?;
        Ok(place.end()?)
    }

    fn serialize_unit(&self, record: &mut Object<'_>) -> serde_json::Result<()> {
        match self.link.unit() {
            Some(unit) => record.serialize_field("unit", &UnitRecord(unit)),
            None => Ok(()),
        }
    }

    fn serialize_source(&self, source: &mut Object<'_>) -> serde_json::Result<()> {
        let place = self.link.place();
        let at = self.link.line_column();
        source.serialize_field("path", self.path)?;
        if let Some(bytes) = self.path_bytes {
            source.serialize_field("path_bytes", bytes)?;
        }
        source.serialize_field("member", &place.member())?;
        source.serialize_field("part", &place.part())?;
        source.serialize_field("line", &at.map(LineColumn::line))?;
        source.serialize_field("column", &at.map(LineColumn::column))
    }

    /// Writes the text around the link, and the metadata of the mail message or web archive record that contains it.
    fn serialize_surroundings(&self, record: &mut Object<'_>) -> serde_json::Result<()> {
        if let Some(context) = self.link.context() {
            record.add("context", |around| {
                around.serialize_field("before", context.before())?;
                around.serialize_field("after", context.after())
            })?;
        }
        if let Some(warc_record) = self.link.warc_record() {
            Capture::new(warc_record, self.path).serialize_members(record)?;
        }
        if self.link.message().is_some() || self.link.warc_record().is_some() {
            record.serialize_field("date", &date(self.link))?;
        }
        if let Some(message) = self.link.message() {
            record.serialize_field("message_id", &message.id())?;
            record.serialize_field("from", &message.sender())?;
            record.serialize_field("subject", &message.subject())?;
        }
        Ok(())
    }
}

/// The URI of a link, or its relative reference if no base is known. `None` for an invalid reference.
pub fn reference<'r>(link: &'r Located<'_>) -> Option<UriReference<'r>> {
    let relative = || UriReference::parse(link.reference()?).ok();
    link.uri().map(|uri| uri.as_reference()).or_else(relative)
}

/// The date of the mail message that contains a link; outside mail, the date of the web archive record.
pub fn date<'r>(link: &'r Located<'_>) -> Option<&'r str> {
    match link.message() {
        Some(message) => message.date(),
        None => link.warc_record()?.date(),
    }
}

/// The URL to which a browser resolves an existing link of a document, even an invalid one. `None` for a link that was
/// found in text, and for a reference that does not resolve to a URL.
pub fn browser(link: &Located<'_>) -> Option<String> {
    let own = link.existing()?;
    browser::url_in(own.reference(), own.base(), link.encoding())
}

/// The registrable domains of the hosts that a reference refers to, without duplicates, in the order of the hosts.
pub fn domains(uri: Option<UriReference<'_>>) -> Vec<String> {
    let mut domains: Vec<String> = Vec::new();
    for one in uri.map(destination::destinations).unwrap_or_default() {
        if !domains.iter().any(|known| known == one.domain()) {
            domains.push(one.domain().to_owned());
        }
    }
    domains
}

/// A record of a web archive, with the path of the archive.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'r> {
    record: &'r WarcRecord,
    path: &'r str,
}

impl<'r> Capture<'r> {
    /// Pairs `record` with the path of its archive.
    pub const fn new(record: &'r WarcRecord, path: &'r str) -> Capture<'r> {
        Capture { record, path }
    }

    /// The file name of the archive, without its folder, as in a CDXJ index.
    pub fn file_name(&self) -> &'r str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// Writes all members except the date: links in mail messages also have a date, so the caller writes it.
    pub(crate) fn serialize_members(&self, row: &mut Object<'_>) -> serde_json::Result<()> {
        let record = self.record;
        row.serialize_field("url", &record.url())?;
        row.serialize_field("digest", &record.digest())?;
        row.serialize_field("mime", &record.mime())?;
        row.serialize_field("status", &record.status())?;
        row.serialize_field("filename", self.file_name())?;
        row.serialize_field("offset", &record.offset())?;
        row.serialize_field("length", &record.length())?;
        row.serialize_field("record_id", &record.id())?;
        row.serialize_field("record_type", record.record_type())?;
        row.serialize_field("refers_to", &record.refers_to())
    }
}

/// Where the bytes of a link are: the message and the body that contain it, the pieces of the link, and the decoding
/// steps. The offsets of the pieces refer to the result of these steps.
#[derive(Debug)]
pub struct Provenance<'l> {
    source: &'l Source,
    pieces: Result<Vec<Range<u64>>, NoBytes>,
}

/// A range of bytes, `[start, end]`.
type Pair = [u64; 2];

const fn pair(range: &Range<u64>) -> Pair {
    [range.start, range.end]
}

impl<'l> Provenance<'l> {
    /// The provenance of `link`.
    pub fn of(link: &'l Located<'_>) -> Provenance<'l> {
        Provenance { source: link.source(), pieces: link.source_pieces() }
    }

    /// Writes the members of the object `bytes` of a record.
    pub fn serialize_members(&self, bytes: &mut Object<'_>) -> serde_json::Result<()> {
        let pieces: Option<Vec<Pair>> =
            self.pieces.as_ref().ok().map(|pieces| pieces.iter().map(pair).collect());
        bytes.serialize_field("pieces", &pieces)?;
        bytes.serialize_field("absent", &self.absent())?;
        bytes.serialize_field("message", &self.source.message().as_ref().map(pair))?;
        bytes.serialize_field("body", &self.source.body().as_ref().map(pair))?;
        bytes.serialize_field("transfer_encoding", &self.transfer_encoding())?;
        bytes.serialize_field("steps", &Steps(self.source.steps()))
    }

    /// The range from the first to the last byte of the link, or `None` if the link has no corresponding bytes in the
    /// file.
    pub fn ends(&self) -> Option<Range<u64>> {
        let pieces = self.pieces.as_ref().ok()?;
        Some(pieces.first()?.start..pieces.last()?.end)
    }

    /// The pieces as one table cell: `10-20 25-30`.
    pub fn pieces(&self) -> Option<String> {
        let pieces = self.pieces.as_ref().ok()?;
        let pieces: Vec<String> =
            pieces.iter().map(|piece| format!("{}-{}", piece.start, piece.end)).collect();
        Some(pieces.join(" "))
    }

    /// The reason why the link has no corresponding bytes in the file, or `None` if it has them.
    pub fn absent(&self) -> Option<&'static str> {
        self.pieces.as_ref().err().map(|why| why.name())
    }

    /// The transfer encoding of the body, or `None` if the link is not in a body.
    pub fn transfer_encoding(&self) -> Option<&'static str> {
        self.source.body().map(|_| self.source.transfer_encoding().name())
    }

    /// The steps as JSON in one table cell, or `None` if there are no steps.
    pub fn steps(&self) -> Option<String> {
        let steps = self.source.steps();
        let mut text = Vec::new();
        let is_written = !steps.is_empty() && json::write(&mut text, &Steps(steps)).is_ok();
        is_written.then(|| String::from_utf8_lossy(&text).into_owned())
    }
}

/// An array of objects: `{"undo":"tar","member":"a.txt","number":1}`, `{"undo":"gzip"}`,
/// `{"undo":"base64","bytes":[10,20]}`.
struct Steps<'s>(&'s [Step]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(OneStep))
    }
}

struct OneStep<'s>(&'s Step);

impl Serialize for OneStep<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("undo", self.0.name())?;
        match self.0 {
            Step::Member { name, number, .. } => {
                object.serialize_entry("member", name)?;
                object.serialize_entry("number", number)?;
            }
            Step::Part { bytes, .. } => object.serialize_entry("bytes", &pair(bytes))?,
            _ => {}
        }
        object.end()
    }
}

/// Serializes the members of a unit that are set: `{"page":3,"boxes":[[72.0,90.5,300.0,102.0]]}`.
#[derive(Debug)]
pub struct UnitRecord<'u>(pub &'u Unit);

impl UnitRecord<'_> {
    /// The record as one table cell.
    pub fn in_cell(&self) -> Option<String> {
        let mut text = Vec::new();
        json::write(&mut text, self).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

impl Serialize for UnitRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = self.0;
        let mut members = serializer.serialize_map(None)?;
        let numbers = [("page", &unit.page), ("slide", &unit.slide)];
        for (name, number) in numbers {
            if let Some(number) = number {
                members.serialize_entry(name, number)?;
            }
        }
        let texts = [
            ("page_label", &unit.page_label),
            ("sheet", &unit.sheet),
            ("cell", &unit.cell),
            ("note", &unit.note),
            ("author", &unit.author),
            ("field", &unit.field),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                members.serialize_entry(name, text)?;
            }
        }
        if !unit.boxes.is_empty() {
            let boxes: Vec<[f32; 4]> = unit.boxes.iter().map(edges).collect();
            members.serialize_entry("boxes", &boxes)?;
        }
        if unit.is_hidden {
            members.serialize_entry("hidden", &true)?;
        }
        if unit.is_scan {
            members.serialize_entry("confidence", "scan")?;
        }
        members.end()
    }
}

/// The left, bottom, right and top edges of a box.
const fn edges(of: &PageBox) -> [f32; 4] {
    [of.left, of.bottom, of.right, of.top]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_that_are_set_are_written() {
        let mut unit = Unit::default();
        assert_eq!(UnitRecord(&unit).in_cell().as_deref(), Some("{}"));
        (unit.page, unit.is_scan) = (Some(3), true);
        unit.boxes = vec![PageBox { left: 72.0, bottom: 90.5, right: 300.0, top: 102.0 }];
        let record = r#"{"page":3,"boxes":[[72.0,90.5,300.0,102.0]],"confidence":"scan"}"#;
        assert_eq!(UnitRecord(&unit).in_cell().as_deref(), Some(record));
    }
}
