//! Reads the metadata of Open XML documents, which is in `docProps`. The metadata of ODF and EPUB is searched with the
//! function [`search`].

use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use crate::model::{Origin, Unit};
use crate::parse::value;
use crate::sink::{Discard, Sink};

/// Reads a part that contains properties of the document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    walk(document, &mut Properties::new(document), sink);
}

/// The base that the document declares for its relative links, in `docProps/app.xml`.
pub(crate) fn base(document: &[u8]) -> Option<String> {
    let mut properties = Properties::new(document);
    walk(document, &mut properties, &mut Discard::default());
    properties.base
}

/// Searches a metadata value; `field` is the name of the value.
pub(super) fn search(run: &TextRun<'_>, field: &str, sink: &mut dyn Sink) {
    let finder = sink.finder().clone();
    let unit = Unit { field: Some(field.to_owned()), ..Unit::default() };
    sink.unit(Some(Arc::new(unit)));
    let too_long = value::each_match(run, &finder, &mut |found, map| {
        sink.found_as(found, Some(map), Origin::Metadata);
    });
    sink.too_long(too_long);
    sink.unit(None);
}

/// Properties that contain no links: the names of templates, and the names and versions of programs.
const NO_LINKS: &[&str] = &["Template", "Application", "AppVersion"];

struct Properties<'d> {
    document: &'d [u8],
    run: TextRun<'d>,
    /// The name of the open property.
    field: String,
    base: Option<String>,
}

impl<'d> Properties<'d> {
    const fn new(document: &'d [u8]) -> Properties<'d> {
        let run = TextRun::new(document);
        Properties { document, run, field: String::new(), base: None }
    }
}

impl Handler for Properties<'_> {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        self.run = TextRun::new(self.document);
        // An element for a value is named after the type of the value, for example `vt:lpwstr`.
        let is_type = tag.name.local.chars().next().is_some_and(char::is_lowercase)
            && tag.name.space == Space::Properties
            && !self.field.is_empty();
        if tag.name.local == "property" {
            self.field = tag.own_text("name").unwrap_or_default();
        } else if !is_type || tag.name.space == Space::DublinCore {
            tag.name.local.clone_into(&mut self.field);
        }
    }

    fn end(&mut self, name: Name<'_>, _: Span, sink: &mut dyn Sink) {
        let run = core::mem::replace(&mut self.run, TextRun::new(self.document));
        if name.local == "HyperlinkBase" && !run.text().trim_ascii().is_empty() {
            let base = String::from_utf8_lossy(run.text().trim_ascii()).into_owned();
            let place = run.map().around(Span::new(0, run.text().len()));
            sink.existing(&base, place, Origin::Metadata, "HyperlinkBase");
            self.base = self.base.take().or(Some(base));
        } else if !run.is_empty() && !NO_LINKS.contains(&name.local) {
            search(&run, &self.field, sink);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        text.push_to(&mut self.run);
    }
}
