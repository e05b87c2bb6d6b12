//! The attributes of a start tag.

use linkwright::Span;
use linkwright::rewrite::TextRun;
use quick_xml::events::BytesStart;

use super::entities::Entities;
use super::part;

/// An attribute, with its character references decoded.
#[derive(Debug)]
pub(super) struct Attribute<'x> {
    pub(super) name: String,
    pub(super) run: TextRun<'x>,
    place: Span,
}

impl Attribute<'_> {
    /// The value without blanks at its ends.
    pub(super) fn value(&self) -> &str {
        str::from_utf8(self.run.text().trim_ascii()).unwrap_or_default()
    }

    /// The name without its prefix.
    pub(super) fn local(&self) -> &str {
        local(&self.name)
    }

    /// The span in the document that corresponds to the range `part` of the value.
    pub(super) fn around(&self, part: Span) -> Span {
        if self.run.is_empty() { self.place } else { self.run.map().around(part) }
    }

    /// The span of the value in the document.
    pub(super) fn place(&self) -> Span {
        self.around(Span::new(0, self.run.text().len()))
    }
}

/// The attributes of `tag`. Quotes may be missing. The list ends at the first text that is not an attribute.
pub(super) fn attributes<'x>(
    xml: &'x str,
    document: &'x [u8],
    tag: &BytesStart<'_>,
    entities: &Entities,
) -> Vec<Attribute<'x>> {
    let mut attributes = tag.html_attributes();
    let read = attributes.with_checks(false).map_while(Result::ok).filter_map(|one| {
        let place = part::place(xml, &one.value)?;
        let mut run = TextRun::new(document);
        part::push_value(&mut run, place, entities);
        Some(Attribute { name: one.key.0.to_owned(), run, place })
    });
    read.collect()
}

/// A name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}
