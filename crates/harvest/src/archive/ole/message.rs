//! Outlook messages: their properties and attachments (MS-OXMSG).

use mail_parser::DateTime;

use super::container::{Ole, path};
use super::scan::{u16_at, u32_at};

/// The name of the stream with the properties of a storage.
const PROPERTIES: &str = "__properties_version1.0";

/// A message in an OLE file. `path` is the path of the storage that contains the message, and ends with a slash; it is
/// empty if the whole file is the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageFile {
    pub(crate) path: String,
}

/// The stream of a property whose value is text or bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) path: String,
    /// Whether the value is UTF-16LE text. Other text is in the code page of the message.
    pub(crate) is_wide: bool,
}

/// An attachment.
pub(crate) enum Attachment {
    File { name: Option<Body>, path: String },
    Message(MessageFile),
}

impl Ole<'_> {
    /// The message that the file consists of; `None` if the file is not a message.
    pub(crate) fn message(&self) -> Option<MessageFile> {
        self.has(PROPERTIES).then(|| MessageFile { path: String::new() })
    }

    /// The property with the number `id` of the storage at `path`, if its value is text or bytes.
    pub(crate) fn property(&self, path: &str, id: &str) -> Option<Body> {
        let kinds = [("001F", true), ("001E", false), ("0102", false)];
        let bodies = kinds
            .map(|(kind, is_wide)| Body { path: format!("{path}__substg1.0_{id}{kind}"), is_wide });
        bodies.into_iter().find(|body| self.has(&body.path))
    }

    /// The attachments of a message, in order.
    pub(crate) fn attachments(&self, message: &MessageFile) -> Vec<Attachment> {
        let Ok(entries) = self.file.read_storage(format!("/{}", message.path)) else {
            return Vec::new();
        };
        let all = entries.filter(|entry| entry.name().starts_with("__attach_version1.0_#"));
        let mut paths: Vec<String> = all.map(|entry| path(&entry) + "/").collect();
        paths.sort();
        paths.iter().filter_map(|path| self.attachment(path)).collect()
    }

    fn attachment(&self, path: &str) -> Option<Attachment> {
        let inner = format!("{path}__substg1.0_3701000D/");
        if self.has(&format!("{inner}{PROPERTIES}")) {
            return Some(Attachment::Message(MessageFile { path: inner }));
        }
        let content = self.property(path, "3701")?;
        let name = self.property(path, "3707").or_else(|| self.property(path, "3704"));
        Some(Attachment::File { name, path: content.path })
    }
}

impl MessageFile {
    /// The path of the stream with the fixed-length properties.
    pub(crate) fn numbers(&self) -> String {
        format!("{}{PROPERTIES}", self.path)
    }

    /// The fixed-length property with the number `id`. `stream` is the content of [`numbers`](MessageFile::numbers).
    pub(crate) fn number(&self, stream: &[u8], id: u16) -> Option<u64> {
        let header = if self.path.is_empty() { 32 } else { 24 };
        let mut rows = stream.get(header..)?.chunks_exact(16);
        let row = rows.find(|row| u16_at(row, 2) == id)?;
        Some(u64::from(u32_at(row, 12)) << 32 | u64::from(u32_at(row, 8)))
    }
}

/// Formats a time, given in intervals of 100 ns since 1601, as an RFC 3339 date in UTC. `None` after the year 9999.
pub(crate) fn date(intervals: u64) -> Option<String> {
    /// The seconds from 1601 to 1970.
    const TO_1970: i64 = 11_644_473_600;
    let seconds = i64::try_from(intervals / 10_000_000).ok()?;
    let date = DateTime::from_timestamp(seconds - TO_1970);
    (date.year < 10_000).then(|| date.to_rfc3339())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_1601() {
        assert_eq!(date(0).unwrap(), "1601-01-01T00:00:00Z");
        assert_eq!(date(116_444_736_000_000_000).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(date(132_539_327_990_000_000).unwrap(), "2020-12-31T23:59:59Z");
        assert_eq!(date(u64::MAX), None);
    }
}
