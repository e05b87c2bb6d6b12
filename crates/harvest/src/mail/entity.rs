//! A MIME entity: a message or a part of a message, with its header and its body.

use std::sync::LazyLock;

use linkwright::Span;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, DateTime, Header, HeaderName, HeaderValue, MessageParser};

use super::body::{self, Decoded};
use super::mbox;
use crate::model::{Flow, Message};

/// The parser of the fields that this crate interprets. For other fields, it only finds the positions.
static FIELDS: LazyLock<MessageParser> = LazyLock::new(|| {
    MessageParser::new()
        .header_content_type(HeaderName::ContentType)
        .header_content_type(HeaderName::ContentDisposition)
        .header_text(HeaderName::ContentTransferEncoding)
        .header_text(HeaderName::Subject)
        .header_text(HeaderName::Date)
        .header_address(HeaderName::From)
        .header_address(HeaderName::Sender)
        .header_id(HeaderName::MessageId)
        .default_header_ignore()
});

/// A header and a body.
#[derive(Debug)]
pub(crate) struct Entity<'m> {
    pub(super) bytes: &'m [u8],
    pub(super) fields: Vec<Header<'m>>,
    /// The offset of the body.
    pub(super) body: usize,
    /// The offset at which the fields end: that of the body, unless the header is too long.
    cut: usize,
}

/// The media type of a part, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MediaType {
    pub(crate) kind: String,
    pub(crate) subtype: String,
}

/// How many bytes of a header are read as fields. If a message consisted only of a header, keeping all of its fields
/// would take thirty times as much memory as the message.
const HEADER: usize = 256 * 1024;

impl<'m> Entity<'m> {
    /// Reads the header, which ends with the first empty line, or before the first line that is no field.
    pub(super) fn new(bytes: &'m [u8]) -> Entity<'m> {
        let end = header_end(bytes);
        let header = bytes.get(..end.min(HEADER)).unwrap_or(bytes);
        let mut stream = MessageStream::new(header);
        let mut fields = Vec::new();
        stream.parse_headers(&FIELDS, &mut fields);
        let read = stream.offset().min(header.len());
        if end <= HEADER || read < header.len() {
            return Entity { bytes, fields, body: read, cut: read };
        }
        // The last field may be cut.
        let cut = fields.pop().map_or(0, |field: Header<'_>| field.offset_field as usize);
        Entity { bytes, fields, body: end, cut }
    }

    pub(super) fn body(&self) -> &'m [u8] {
        self.bytes.get(self.body..).unwrap_or_default()
    }

    /// The body with its transfer encoding decoded.
    pub(crate) fn decoded(&self) -> Decoded<'m> {
        body::decode(self.body(), self.transfer_encoding())
    }

    /// The first decoded bytes of a body in base64: at least `len` of them, unless the body is shorter. `None` for
    /// other transfer encodings.
    pub(crate) fn base64_head(&self, len: usize) -> Option<Vec<u8>> {
        let encoding = self.transfer_encoding()?;
        encoding.eq_ignore_ascii_case("base64").then(|| body::base64_head(self.body(), len))
    }

    /// The end of a header that is too long to be read as fields; empty for any other header.
    pub(super) fn rest_of_header(&self) -> &'m [u8] {
        self.bytes.get(self.cut..self.body).unwrap_or_default()
    }

    fn value(&self, name: &HeaderName<'_>) -> Option<&HeaderValue<'m>> {
        // If several fields have the same name, the last one is used, as mail-parser does.
        self.fields.iter().rev().find(|field| field.name == *name).map(|field| &field.value)
    }

    pub(super) fn content_type(&self) -> Option<&ContentType<'m>> {
        self.value(&HeaderName::ContentType)?.as_content_type()
    }

    /// The declared type of the body; `None` if no type is declared. A missing subtype is empty.
    pub(super) fn media_type(&self) -> Option<MediaType> {
        let declared = self.content_type()?;
        let kind = declared.ctype().to_ascii_lowercase();
        let subtype = declared.subtype().unwrap_or_default().to_ascii_lowercase();
        (!kind.is_empty()).then_some(MediaType { kind, subtype })
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    /// Whether a parameter of `Content-Type` has the value `value`, regardless of case.
    fn declares(&self, parameter: &str, value: &str) -> bool {
        self.parameter(parameter).is_some_and(|given| given.trim().eq_ignore_ascii_case(value))
    }

    /// How the lines of the body are broken (RFC 3676).
    pub(crate) fn flow(&self) -> Flow {
        if self.declares("format", "flowed") {
            Flow::Flowed { delsp: self.declares("delsp", "yes") }
        } else {
            Flow::Fixed
        }
    }

    fn disposition(&self) -> Option<&ContentType<'m>> {
        self.value(&HeaderName::ContentDisposition)?.as_content_type()
    }

    /// Whether the entity is an attachment, which is not shown until the user opens it (RFC 2183,
    /// section 2.2).
    pub(super) fn is_attached(&self) -> bool {
        self.disposition().is_some_and(|one| one.ctype().eq_ignore_ascii_case("attachment"))
    }

    /// The name of the attached file, from `Content-Disposition` or `Content-Type`.
    pub(crate) fn file_name(&self) -> Option<&str> {
        let named = self.disposition().and_then(|one| one.attribute("filename"));
        named.or_else(|| self.parameter("name"))
    }

    /// The transfer encoding, without any comments in the field (RFC 2045, section 6.1).
    pub(super) fn transfer_encoding(&self) -> Option<&str> {
        let mut value = self.value(&HeaderName::ContentTransferEncoding)?.as_text()?.trim_start();
        while let Some((_, rest)) = value.strip_prefix('(').and_then(|text| text.split_once(')')) {
            value = rest.trim_start();
        }
        let is_end = |char: char| char.is_whitespace() || matches!(char, '(' | ';' | ',' | '"');
        value.split(is_end).find(|word| !word.is_empty())
    }

    /// The span of the value of a field, without the line end after it.
    pub(super) fn span(&self, field: &Header<'_>) -> Span {
        let span = Span::new(field.offset_start as usize, field.offset_end as usize);
        let value = span.of(self.bytes);
        let start = span.start() + (value.len() - value.trim_ascii_start().len());
        Span::new(start, start + value.trim_ascii().len())
    }

    /// The data about the message, which is reported with each link in it. The entity must be a message.
    pub(super) fn message(&self) -> Message {
        let sender = |name| {
            let addresses = self.value(name)?.as_address()?;
            addresses.first()?.address().map(str::to_owned)
        };
        let text = |name| self.value(name).and_then(HeaderValue::as_text);
        Message {
            id: text(&HeaderName::MessageId).map(str::to_owned),
            date: text(&HeaderName::Date).and_then(rfc3339),
            sender: sender(&HeaderName::From).or_else(|| sender(&HeaderName::Sender)),
            subject: text(&HeaderName::Subject).map(str::to_owned),
        }
    }
}

/// The date in the format of RFC 3339. `None` if there is no such date, or it has no zone. mail-parser accepts months,
/// days and offsets that do not exist: a day after the end of the month is another day of the calendar, and the month
/// and the offset that it has read are not those of the field.
fn rfc3339(field: &str) -> Option<String> {
    let date = DateTime::parse_rfc822(field)?;
    let read = date.to_rfc822().to_ascii_lowercase();
    let has_month = field.to_ascii_lowercase().contains(read.split(' ').nth(2)?);
    let zone = field.split(['+', '-']).nth(1).unwrap_or_default();
    let zone = zone.split(|char: char| char.is_whitespace() || char == '(').next()?;
    let has_zone = read.ends_with(&zone.replace(':', ""));
    let exists = || DateTime::from_timestamp(date.to_timestamp_local()).day == date.day;
    (has_month && has_zone && date.is_valid() && exists()).then(|| date.to_rfc3339())
}

/// The length of the header: it ends with an empty line, or before a line that is neither a field, nor continues one, nor
/// is a separator of a mailbox. The parser would search for the next field there, and what it skips would be lost.
fn header_end(bytes: &[u8]) -> usize {
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let is_folded = at > 0 && matches!(line, [b' ' | b'\t', ..]);
        let is_separator = line.starts_with(b"From ") || line.starts_with(b">From ");
        if !is_folded && line.trim_ascii().is_empty() {
            return at + line.len();
        }
        if !is_folded && !is_separator && !mbox::is_field(line.trim_ascii_start()) {
            return at;
        }
        at += line.len();
    }
    at
}

impl MediaType {
    pub(super) fn new(kind: &str, subtype: &str) -> MediaType {
        MediaType { kind: kind.to_owned(), subtype: subtype.to_owned() }
    }

    pub(super) fn is(&self, kind: &str, subtype: &str) -> bool {
        self.kind == kind && self.subtype == subtype
    }
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn dates_that_exist_are_read() {
        let cases = [
            ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"),
            ("Fri, 21 Nov 97 09:55:06 (comment) -0600", "1997-11-21T09:55:06-06:00"),
            ("29 FEB 2024 10:00 +0000", "2024-02-29T10:00:00Z"),
            ("1 Jan 2026 10:00:01 UT", "2026-01-01T10:00:01Z"),
            ("1 Jan 2026 10:00:01 Z", "2026-01-01T10:00:01Z"),
            ("1 Jan 2026 10:00:01 EST", "2026-01-01T10:00:01-05:00"),
            ("1 Jan 2026 10:00:01 -0430 (a (b) c)", "2026-01-01T10:00:01-04:30"),
            ("1 Jan 2026 10:00:01 +01:30", "2026-01-01T10:00:01+01:30"),
        ];
        for (field, date) in cases {
            assert_eq!(rfc3339(field).as_deref(), Some(date), "{field}");
        }
    }

    #[test]
    fn dates_that_do_not_exist_are_none() {
        let cases = [
            "31 Feb 2026 10:00 +0000",
            "29 Feb 2026 10:00 +0000",
            "0 Jan 2026 10:00 +0000",
            "1 Jan 2026 24:00 +0000",
            "1 Jan 2026 10:60 +0000",
            "1 Jan 2026 10:00 +9959",
            "1 Jan 2026 10:00 +0060",
            "1 Jan 2026 10:00 +100",
            "1 Jan 2026 10:00",
            "1 Foo 2026 10:00 +0000",
            "",
        ];
        for field in cases {
            assert_eq!(rfc3339(field), None, "{field}");
        }
    }
}
