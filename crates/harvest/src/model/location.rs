//! What is known about a text before it is read.

use std::sync::Arc;

use linkwright::uri::UriBuf;

use super::code_units::CodeUnits;
use super::existing;
use super::message::Message;
use super::place::Place;
use super::source::Source;
use super::unit::Unit;

/// What is known about a text before it is read: its place, its message, what its container says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Location {
    pub(crate) place: Place,
    pub(crate) message: Option<Arc<Message>>,
    /// The unit that the links are in until the format sets another one.
    pub(crate) unit: Option<Arc<Unit>>,
    /// The bytes that the text was taken from.
    pub(crate) source: Arc<Source>,
    /// Relative references are resolved against it.
    pub(crate) base: Option<UriBuf>,
    /// The number of containers around it.
    pub(crate) depth: usize,
    /// The charset that the container declares.
    pub(crate) charset: Option<String>,
    /// The media type that the container declares, in lower case.
    pub(crate) media_type: Option<String>,
    /// The encoding that its text had before it was decoded; `None` for UTF-8.
    pub(crate) encoding: Option<&'static str>,
    /// The length of its characters in that encoding.
    pub(crate) code_units: CodeUnits,
    /// Its end is missing: a link there is not whole.
    pub(crate) is_cut: bool,
}

impl Location {
    /// Sets the base that a document or a message declares. A reference that resolves to no URI is
    /// ignored.
    pub(crate) fn set_base(&mut self, reference: &str) {
        if let Some(base) = existing::base(reference, self.base.as_ref()) {
            self.base = Some(base);
        }
    }

    /// The text here is decoded from the encoding of that name.
    pub(crate) const fn set_charset(&mut self, name: &'static str, code_units: CodeUnits) {
        (self.encoding, self.code_units) = (Some(name), code_units);
    }

    /// The location of what is compressed here.
    pub(crate) fn decompressed(&self, format: &'static str) -> Location {
        Location {
            depth: self.depth + 1,
            media_type: None,
            source: self.source.decompressed(format).into(),
            ..self.clone()
        }
    }

    /// The location of a named member of this container, which has its own bytes.
    pub(crate) fn member(&self, name: &str, source: Source) -> Location {
        let source = Arc::new(source);
        Location {
            place: self.place.enter(name),
            message: self.message.clone(),
            unit: self.unit.clone(),
            source,
            base: None,
            depth: self.depth + 1,
            charset: None,
            media_type: None,
            encoding: None,
            code_units: CodeUnits::default(),
            is_cut: false,
        }
    }
}
