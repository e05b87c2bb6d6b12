//! The data that is known about a text before the text is read.

use std::sync::Arc;

use encoding_rs::Encoding;
use linkwright::uri::UriBuf;

use super::existing;
use super::message::Message;
use super::place::Place;
use super::source::Source;
use super::unit::Unit;
use super::warc_record::WarcRecord;

/// How the lines of a text are broken (RFC 3676).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Lines are not flowed.
    #[default]
    Fixed,
    /// A space at the end of a line continues the paragraph.
    Flowed {
        /// Whether that space is removed when the lines are joined.
        delsp: bool,
    },
}

/// The data that is known about a text before the text is read: its place, its message, and what its container declares
/// about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Location {
    pub(crate) place: Place,
    pub(crate) message: Option<Arc<Message>>,
    /// The unit of the links, such as a page or a slide. The parser may set another one.
    pub(crate) unit: Option<Arc<Unit>>,
    /// The record of a web archive that contains the text.
    pub(crate) warc_record: Option<Arc<WarcRecord>>,
    /// The bytes that the text was taken from.
    pub(crate) source: Arc<Source>,
    /// The base of relative references.
    pub(crate) base: Option<UriBuf>,
    /// The number of containers around the text.
    pub(crate) depth: usize,
    /// The charset that the container declares.
    pub(crate) charset: Option<String>,
    /// The media type that the container declares, in lower case.
    pub(crate) media_type: Option<String>,
    /// How the container declares that the lines are broken.
    pub(crate) flow: Flow,
    /// The encoding of the text before it was decoded; `None` for UTF-8.
    pub(crate) encoding: Option<&'static Encoding>,
    /// Whether the end of the text is missing, so that a link there may be incomplete.
    pub(crate) is_cut: bool,
}

impl Location {
    /// Sets the base that a document or a message declares. A reference that does not resolve to a
    /// URI is ignored.
    pub(crate) fn set_base(&mut self, reference: &str) {
        if let Some(base) = existing::base(reference, self.base.as_ref()) {
            self.base = Some(base);
        }
    }

    /// The location of the decompressed content.
    pub(crate) fn decompressed(&self, format: &'static str) -> Location {
        Location {
            depth: self.depth + 1,
            media_type: None,
            source: self.source.undone(format).into(),
            ..self.clone()
        }
    }

    /// The location of the block of a record of this web archive.
    pub(crate) fn record(&self, record: WarcRecord) -> Location {
        let url = record.url.as_deref();
        let mut location = self.member("warc", url.unwrap_or_default(), record.number);
        location.place = self.place.record(record.number, url);
        if let Some(url) = url {
            location.set_base(url);
        }
        location.is_cut = record.is_truncated;
        location.warc_record = Some(Arc::new(record));
        location
    }

    /// The location of a member of this container, an archive in `format`. The member has a separate stream of bytes.
    pub(crate) fn member(&self, format: &'static str, name: &str, number: u64) -> Location {
        Location {
            place: self.place.enter(name),
            message: self.message.clone(),
            unit: self.unit.clone(),
            warc_record: self.warc_record.clone(),
            source: self.source.member(format, name, number).into(),
            depth: self.depth + 1,
            ..Location::default()
        }
    }
}
