//! Reads the list of the sheets of a workbook, or the list of the slides of a presentation.

use linkwright::Span;

use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use crate::sink::{Discard, Sink};

/// A sheet or a slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The identifier of the relationship whose target is the part of the sheet or slide.
    pub(crate) relation: String,
    /// The name of a sheet.
    pub(crate) sheet: Option<String>,
    pub(crate) is_hidden: bool,
}

/// The sheets or the slides that `document` lists, in order.
pub(crate) fn list(document: &[u8]) -> Vec<Listed> {
    let mut lists = Lists(Vec::new());
    walk(document, &mut lists, &mut Discard::default());
    lists.0
}

struct Lists(Vec<Listed>);

impl Handler for Lists {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        let is_sheet = tag.is(Space::Sheet, "sheet");
        if !is_sheet && !tag.is(Space::Slides, "sldId") {
            return;
        }
        let Some(relation) = tag.relation("id") else { return };
        let sheet = tag.own_text("name").filter(|_| is_sheet);
        let is_hidden = tag.own_text("state").is_some_and(|state| state != "visible");
        self.0.push(Listed { relation, sheet, is_hidden });
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}
