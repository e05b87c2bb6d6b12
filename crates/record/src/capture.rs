//! The web archive record that contains a link. Its JSON members have the names that CDXJ indexes use.

use linkwright_harvest::WarcRecord;
use serde::ser::SerializeStruct as _;

use crate::json::Object;

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
