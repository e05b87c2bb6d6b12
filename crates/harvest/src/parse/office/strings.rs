//! Reads the shared strings of a workbook. Cells refer to them by number.

use std::collections::{HashMap, HashSet};

use linkwright::{Finder, Span};

use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use super::paragraph::{Mark, Paragraph};
use super::sheet::StringCell;
use crate::model::{DiagnosticKind, Unit};
use crate::parse::anchor::Target;
use crate::sink::{Discard, Sink};

/// The maximum number of bytes that are searched again because several cells have the same string.
const REPEATED: usize = 64 << 20;

/// The numbers of the strings that have links.
pub(crate) fn with_links(document: &[u8], finder: &Finder) -> HashSet<u32> {
    let mut strings = Strings::new(document);
    let mut found = HashSet::new();
    let mut take = |number: u32, text: &Paragraph, _: &mut dyn Sink| {
        if finder.is_match(&*text.all(document)) {
            found.insert(number);
        }
    };
    strings.take = Some(&mut take);
    walk(document, &mut strings, &mut Discard::default());
    found
}

/// Reports the links of the strings. The links of a string are reported once for every cell with that string.
pub(crate) fn read(document: &[u8], cells: &[StringCell], sink: &mut dyn Sink) {
    let mut by_string: HashMap<u32, Vec<&StringCell>> = HashMap::new();
    for cell in cells {
        by_string.entry(cell.string).or_default().push(cell);
    }
    let (mut repeated, mut is_told) = (0, false);
    let mut take = |number: u32, text: &Paragraph, sink: &mut dyn Sink| {
        let Some(cells) = by_string.get(&number) else {
            return text.report(document, &[], &Unit::default(), sink);
        };
        for (at, cell) in cells.iter().enumerate() {
            repeated += if at > 0 { text.all(document).len() } else { 0 };
            if repeated > REPEATED {
                if !core::mem::replace(&mut is_told, true) {
                    let message = "too many cells with shared strings; the rest were left out";
                    sink.diagnostic(None, DiagnosticKind::TooMany, message);
                }
                return;
            }
            let target = cell.reference.as_deref().map(Target::new);
            text.report(document, &[target], &cell.unit, sink);
        }
        sink.unit(None);
    };
    let mut strings = Strings::new(document);
    strings.take = Some(&mut take);
    walk(document, &mut strings, sink);
}

/// A function that receives the number and the text of a string.
type Take<'t> = &'t mut dyn FnMut(u32, &Paragraph, &mut dyn Sink);

struct Strings<'c, 't> {
    document: &'c [u8],
    take: Option<Take<'t>>,
    number: u32,
    is_text: bool,
    /// How many skipped elements are open.
    skipped: usize,
    text: Paragraph,
}

impl<'c> Strings<'c, '_> {
    fn new(document: &'c [u8]) -> Self {
        let text = Paragraph::default();
        Strings { document, take: None, number: 0, is_text: false, skipped: 0, text }
    }
}

impl Handler for Strings<'_, '_> {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        if self.skipped > 0 || tag.is(Space::Sheet, "rPh") {
            self.skipped += 1;
        } else if tag.is(Space::Sheet, "si") {
            self.text = Paragraph::value();
        } else {
            self.is_text = tag.is(Space::Sheet, "t");
        }
    }

    fn end(&mut self, name: Name<'_>, _: Span, sink: &mut dyn Sink) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        self.is_text = false;
        if name == (Name { space: Space::Sheet, local: "si" }) {
            let mut text = core::mem::take(&mut self.text);
            text.set_link(0);
            if let Some(take) = &mut self.take {
                take(self.number, &text, sink);
            }
            self.number = self.number.saturating_add(1);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        if !self.is_text || self.skipped > 0 {
            return;
        }
        self.text.push_text(self.document, text, Mark::default());
    }
}
