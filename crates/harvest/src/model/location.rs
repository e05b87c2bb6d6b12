//! The data that is known about a text before the text is read.

use std::borrow::Cow;
use std::sync::Arc;

use linkwright::uri::UriBuf;

use super::code_units::CodeUnits;
use super::existing;
use super::located::{Located, Origin, Raw, Way, What};
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
    /// The unit of the links, until the parser sets another one.
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
    pub(crate) encoding: Option<&'static str>,
    /// How many bytes a character takes in `encoding`.
    pub(crate) code_units: CodeUnits,
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

    /// Records that the text was decoded from the encoding called `name`.
    pub(crate) const fn set_charset(&mut self, name: &'static str, code_units: CodeUnits) {
        (self.encoding, self.code_units) = (Some(name), code_units);
    }

    /// The location of the decompressed content.
    pub(crate) fn decompressed(&self, format: &'static str) -> Location {
        Location {
            depth: self.depth + 1,
            media_type: None,
            source: self.source.decompressed(format).into(),
            ..self.clone()
        }
    }

    /// The location of the block of a record of this web archive.
    pub(crate) fn record(&self, record: WarcRecord) -> Location {
        let url = record.url.as_deref();
        let place = self.place.record(record.number, url);
        let source = self.source.member("warc", url.unwrap_or_default(), record.number);
        let mut location = Location { place, ..self.member("", source) };
        if let Some(url) = url {
            location.set_base(url);
        }
        location.is_cut = record.is_truncated;
        location.warc_record = Some(Arc::new(record));
        location
    }

    /// The location of a named member of this container. The member has a separate stream of bytes.
    pub(crate) fn member(&self, name: &str, source: Source) -> Location {
        Location {
            place: self.place.enter(name),
            message: self.message.clone(),
            unit: self.unit.clone(),
            warc_record: self.warc_record.clone(),
            source: source.into(),
            depth: self.depth + 1,
            ..Location::default()
        }
    }

    /// A link in this text, whose bytes have the same offsets before decoding.
    pub(crate) fn located<'a>(
        &'a self,
        origin: Origin,
        text: Cow<'a, str>,
        way: Way<'a>,
        what: What<'a>,
    ) -> Located<'a> {
        Located {
            place: Cow::Borrowed(&self.place),
            message: self.message.clone(),
            unit: self.unit.clone(),
            warc_record: self.warc_record.clone(),
            source: self.source.clone(),
            raw: Raw::Same,
            encoding: self.encoding,
            line_column: None,
            context: None,
            origin,
            text,
            way,
            what,
        }
    }
}
