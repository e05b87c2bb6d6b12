//! The record of a link in a document: the link and its position in the document.

use core::ops::Range;
use std::io;

use crate::Located;
use linkwright::text::offsets::LineColumn;
use linkwright::uri::{Rung, UriReference};
use serde::ser::SerializeStruct as _;

use super::browser;
use super::destination;
use super::json::Object;
use super::link::{self, Form, VERSION};

/// The record of a link of a document: a line of `extract --format jsonl`.
#[derive(Clone, Copy, Debug)]
pub struct DocumentLink<'r> {
    /// The path of the file.
    pub path: &'r str,
    /// The bytes of a path that is not UTF-8, for the member `path_bytes`.
    pub path_bytes: Option<&'r [u8]>,
    /// The link.
    pub link: &'r Located<'r>,
    /// Whether the record has the member `unwrapped`: the original URI of a link that a redirect service wrapped.
    pub unwraps: bool,
}

impl<'r> DocumentLink<'r> {
    /// The record of a link in the file `path`, without `path_bytes` and `unwrapped`.
    pub const fn new(path: &'r str, link: &'r Located<'r>) -> DocumentLink<'r> {
        DocumentLink { path, path_bytes: None, link, unwraps: false }
    }

    /// Appends the record as a JSON object, without a line feed.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer. Writing to memory does not fail.
    pub fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let uri = reference(self.link);
        let normalized = uri.map(|uri| uri.normalize(Rung::Scheme));
        let form = Form { has_join_confidence: false, unwraps: self.unwraps };
        let mut record = Object::begin(out);
        record.serialize_field("v", &VERSION)?;
        record.add("source", |source| self.serialize_source(source))?;
        link::serialize_members(self.link, form, &mut record)?;
        record.serialize_field("normalized", &normalized)?;
        record.serialize_field("domains", &domains(uri))?;
        record.serialize_field("encoding", self.link.encoding())?;
        if uri.is_none() {
            record.serialize_field("browser", &browser(self.link))?;
        }
        record.add("bytes", |bytes| serialize_bytes(self.link, bytes))?;
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
        place.add("bytes", |bytes| serialize_bytes(self.link, bytes))?;
        Ok(place.end()?)
    }

    fn serialize_unit(&self, record: &mut Object<'_>) -> serde_json::Result<()> {
        match self.link.unit() {
            Some(unit) => record.serialize_field("unit", unit),
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
                around.serialize_field("before", &context.before)?;
                around.serialize_field("after", &context.after)
            })?;
        }
        if let Some(warc_record) = self.link.warc_record() {
            record.serialize_field("url", &warc_record.url)?;
            record.serialize_field("digest", &warc_record.digest)?;
            record.serialize_field("mime", &warc_record.mime)?;
            record.serialize_field("status", &warc_record.status)?;
            record.serialize_field("filename", file_name(self.path))?;
            record.serialize_field("offset", &warc_record.offset)?;
            record.serialize_field("length", &warc_record.length)?;
            record.serialize_field("record_id", &warc_record.id)?;
            record.serialize_field("record_type", &warc_record.record_type)?;
            record.serialize_field("refers_to", &warc_record.refers_to)?;
        }
        if self.link.message().is_some() || self.link.warc_record().is_some() {
            record.serialize_field("date", &date(self.link))?;
        }
        if let Some(message) = self.link.message() {
            record.serialize_field("message_id", &message.id)?;
            record.serialize_field("from", &message.sender)?;
            record.serialize_field("subject", &message.subject)?;
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
        Some(message) => message.date.as_deref(),
        None => link.warc_record()?.date.as_deref(),
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

/// The file name of a web archive, without its folder, as in a CDXJ index.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Writes where the bytes of a link are: the pieces of the link, the message and the body that contain it, and the
/// decoding steps. The offsets of the pieces refer to the result of these steps.
fn serialize_bytes(link: &Located<'_>, bytes: &mut Object<'_>) -> serde_json::Result<()> {
    let pair = |range: Range<u64>| [range.start, range.end];
    let (source, pieces) = (link.source(), link.source_pieces());
    let absent = pieces.as_ref().err().map(|why| why.name());
    let pieces: Option<Vec<[u64; 2]>> =
        pieces.ok().map(|pieces| pieces.into_iter().map(pair).collect());
    bytes.serialize_field("pieces", &pieces)?;
    bytes.serialize_field("absent", &absent)?;
    bytes.serialize_field("message", &source.message().map(pair))?;
    bytes.serialize_field("body", &source.body().map(pair))?;
    let transfer_encoding = source.body().map(|_| source.transfer_encoding().name());
    bytes.serialize_field("transfer_encoding", &transfer_encoding)?;
    bytes.serialize_field("steps", source.steps())
}

#[cfg(test)]
mod tests {
    use crate::{PageBox, Unit};

    #[test]
    fn only_members_that_are_set_are_written() {
        let mut unit = Unit::default();
        assert_eq!(serde_json::to_string(&unit).unwrap(), "{}");
        (unit.page, unit.is_scan) = (Some(3), true);
        unit.boxes = vec![PageBox { left: 72.0, bottom: 90.5, right: 300.0, top: 102.0 }];
        let record = r#"{"page":3,"boxes":[[72.0,90.5,300.0,102.0]],"confidence":"scan"}"#;
        assert_eq!(serde_json::to_string(&unit).unwrap(), record);
    }
}
