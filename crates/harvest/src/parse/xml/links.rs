//! Reports the links and the base of a document to the sink.

use linkwright::Span;

use crate::displayed_text;
use crate::model::Origin;
use crate::sink::Sink;

pub(super) struct XmlLinks<'x, 's> {
    document: &'x [u8],
    /// Whether an HTML `base` was read. Only the first `base` applies.
    has_base: bool,
    pub(super) sink: &'s mut dyn Sink,
}

impl<'x, 's> XmlLinks<'x, 's> {
    pub(super) fn new(document: &'x [u8], sink: &'s mut dyn Sink) -> XmlLinks<'x, 's> {
        XmlLinks { document, has_base: false, sink }
    }

    pub(super) fn html_base(&mut self, base: &str) {
        if !self.has_base {
            self.has_base = true;
            self.sink.base(base);
        }
    }

    pub(super) fn link(&mut self, reference: &str, place: Span, name: &str) {
        self.sink.shows(|| displayed_text::of_html(self.document, place));
        self.sink.existing(reference, place, Origin::Attribute, name);
    }
}
