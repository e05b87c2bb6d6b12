//! Reads the parts of a document that list the authors of comments.

use std::collections::HashMap;

use linkwright::Span;

use super::markup::{Handler, Tag, Text, walk};
use super::names::Name;
use crate::sink::{Discard, Sink};

/// The names of the authors, by identifier. The list consists of `cmAuthor` or `author` elements in presentations, and
/// of `person` elements in workbooks.
pub(crate) fn list(document: &[u8]) -> HashMap<String, String> {
    let mut authors = Authors(HashMap::new());
    walk(document, &mut authors, &mut Discard::default());
    authors.0
}

struct Authors(HashMap<String, String>);

impl Handler for Authors {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        if !matches!(tag.name.local, "cmAuthor" | "author" | "person") {
            return;
        }
        let name = tag.own_text("name").or_else(|| tag.own_text("displayName"));
        if let (Some(id), Some(name)) = (tag.own_text("id"), name) {
            self.0.insert(id, name);
        }
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}
