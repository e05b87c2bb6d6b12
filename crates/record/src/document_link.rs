//! The record of a link in a document: the link and its position in the document.

use std::borrow::Cow;
use std::io;

use linkwright::text::offsets::LineColumn;
use linkwright::uri::{Rung, UriReference};
use linkwright_harvest::Located;
use serde::ser::SerializeStruct as _;

use crate::browser;
use crate::capture::Capture;
use crate::destination;
use crate::json::Object;
use crate::link::{Link, VERSION};
use crate::provenance::Provenance;
use crate::unit::UnitRecord;

/// The record of a link of a document: a line of `extract --format jsonl`.
#[derive(Clone, Debug)]
pub struct DocumentLink<'r> {
    path: &'r str,
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
        DocumentLink { path, link, uri, normalized, unwraps: false }
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
