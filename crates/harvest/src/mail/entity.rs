//! An entity of MIME: a message or a part of one, with its header and its body.

use std::sync::LazyLock;

use linkwright::Span;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, Header, HeaderName, HeaderValue, MessageParser};

use crate::model::Message;

/// Reads the fields that are asked for, and finds the places of the others.
static FIELDS: LazyLock<MessageParser> = LazyLock::new(|| {
    MessageParser::new()
        .header_content_type(HeaderName::ContentType)
        .header_content_type(HeaderName::ContentDisposition)
        .header_text(HeaderName::ContentTransferEncoding)
        .header_text(HeaderName::Subject)
        .header_date(HeaderName::Date)
        .header_address(HeaderName::From)
        .header_address(HeaderName::Sender)
        .header_id(HeaderName::MessageId)
        .default_header_ignore()
});

/// A header and a body.
#[derive(Debug)]
pub(super) struct Entity<'m> {
    pub(super) bytes: &'m [u8],
    pub(super) fields: Vec<Header<'m>>,
    /// Where the body begins.
    pub(super) body: usize,
}

/// How the lines of a text are broken (RFC 3676).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// As they are.
    Fixed,
    /// A space at the end of a line continues the paragraph.
    Flowed {
        /// Whether that space is removed from the text.
        delsp: bool,
    },
}

/// The media type of a part, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MediaType {
    pub(super) kind: String,
    pub(super) subtype: String,
}

/// The longest header. The rest is read as body: a message of nothing but fields would take
/// thirty times its length in memory.
const HEADER: usize = 256 * 1024;

impl<'m> Entity<'m> {
    /// Reads the header, which ends with the first empty line.
    pub(super) fn new(bytes: &'m [u8]) -> Entity<'m> {
        let mut stream = MessageStream::new(bytes.get(..HEADER).unwrap_or(bytes));
        let mut fields = Vec::new();
        stream.parse_headers(&FIELDS, &mut fields);
        let body = stream.offset().min(bytes.len());
        Entity { bytes, fields, body }
    }

    pub(super) fn body(&self) -> &'m [u8] {
        self.bytes.get(self.body..).unwrap_or_default()
    }

    fn value(&self, name: &HeaderName<'_>) -> Option<&HeaderValue<'m>> {
        // The last one of several counts, as for mail-parser itself.
        self.fields.iter().rev().find(|field| field.name == *name).map(|field| &field.value)
    }

    pub(super) fn content_type(&self) -> Option<&ContentType<'m>> {
        self.value(&HeaderName::ContentType)?.as_content_type()
    }

    /// What the body is declared as; `None` if nothing is, or no type that has a subtype.
    pub(super) fn media_type(&self) -> Option<MediaType> {
        let declared = self.content_type()?;
        let kind = declared.ctype().to_ascii_lowercase();
        let subtype = declared.subtype().unwrap_or_default().to_ascii_lowercase();
        (!kind.is_empty()).then_some(MediaType { kind, subtype })
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    /// Whether a parameter has that value, in any case.
    fn declares(&self, parameter: &str, value: &str) -> bool {
        self.parameter(parameter).is_some_and(|given| given.trim().eq_ignore_ascii_case(value))
    }

    /// How the lines of its text are broken (RFC 3676).
    pub(super) fn flow(&self) -> Flow {
        if self.declares("format", "flowed") {
            Flow::Flowed { delsp: self.declares("delsp", "yes") }
        } else {
            Flow::Fixed
        }
    }

    /// Whether it is to be opened, and not shown (RFC 2183, section 2.2).
    pub(super) fn is_attached(&self) -> bool {
        let disposition = self.value(&HeaderName::ContentDisposition);
        let disposition = disposition.and_then(HeaderValue::as_content_type);
        disposition.is_some_and(|one| one.ctype().eq_ignore_ascii_case("attachment"))
    }

    /// The name of the file that was attached.
    pub(super) fn file_name(&self) -> Option<&str> {
        let disposition = self.value(&HeaderName::ContentDisposition);
        let named = disposition
            .and_then(HeaderValue::as_content_type)
            .and_then(|disposition| disposition.attribute("filename"));
        named.or_else(|| self.parameter("name"))
    }

    pub(super) fn transfer_encoding(&self) -> Option<&str> {
        self.value(&HeaderName::ContentTransferEncoding)?.as_text().map(str::trim)
    }

    /// The place of the value of a field, without the line end after it.
    pub(super) fn span(&self, field: &Header<'_>) -> Span {
        let span = Span::new(field.offset_start as usize, field.offset_end as usize);
        let value = span.of(self.bytes);
        let start = span.start() + (value.len() - value.trim_ascii_start().len());
        Span::new(start, start + value.trim_ascii().len())
    }

    /// What links say about the message, if this is one.
    pub(super) fn message(&self) -> Message {
        let sender = |name| {
            let addresses = self.value(name)?.as_address()?;
            addresses.first()?.address().map(str::to_owned)
        };
        let date = self.value(&HeaderName::Date).and_then(HeaderValue::as_datetime);
        Message {
            id: self
                .value(&HeaderName::MessageId)
                .and_then(HeaderValue::as_text)
                .map(str::to_owned),
            date: date.filter(|date| date.is_valid()).map(mail_parser::DateTime::to_rfc3339),
            sender: sender(&HeaderName::From).or_else(|| sender(&HeaderName::Sender)),
            subject: self
                .value(&HeaderName::Subject)
                .and_then(HeaderValue::as_text)
                .map(str::to_owned),
        }
    }
}

impl MediaType {
    pub(super) fn new(kind: &str, subtype: &str) -> MediaType {
        MediaType { kind: kind.to_owned(), subtype: subtype.to_owned() }
    }

    pub(super) fn is(&self, kind: &str, subtype: &str) -> bool {
        self.kind == kind && self.subtype == subtype
    }
}
