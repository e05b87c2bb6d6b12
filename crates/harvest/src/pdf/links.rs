//! Reports the links of a page: the links of annotations, and the links that the finder finds in text without an
//! annotation.

use core::ops::Range;
use std::sync::Arc;

use linkwright::find::Input;
use linkwright::{Match, Span};

use super::content::{Bookmark, Entry, Note, Page, PageLink, Rectangle};
use super::text::PageText;
use crate::model::{Origin, PageBox, Unit};
use crate::sink::Sink;

/// Reports the links of a page, whose text it has assembled from runs.
pub(crate) struct PageReader<'p> {
    page: &'p Page,
    text: PageText,
}

/// The fragments of one link. If the text of a link has several lines, PDF programs create one annotation for each
/// line.
struct Merged<'p> {
    link: &'p PageLink,
    areas: Vec<Rectangle>,
    /// The ranges of text that the areas cover.
    under: Vec<Range<usize>>,
}

impl<'p> PageReader<'p> {
    pub(crate) fn new(page: &'p Page) -> PageReader<'p> {
        PageReader { page, text: PageText::of(page) }
    }

    /// The text of the page, to which all offsets refer.
    pub(crate) fn text(&self) -> &str {
        &self.text.text
    }

    /// Whether the page has no text.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.is_blank()
    }

    /// Reports the links of the page in the order of the text. Links that cover no text come first. If an annotation
    /// covers a link that is found in the text, only the annotation is reported.
    pub(crate) fn read(&self, sink: &mut dyn Sink) {
        let mut merged = self.merged();
        merged.sort_by_key(Merged::start);
        let mut waiting = merged.iter().peekable();
        let input = Input::from(self.text()).line_rooms(&self.text.rooms);
        sink.search_with(input, |sink, found| {
            while let Some(link) = waiting.next_if(|link| link.start() <= found.span().start()) {
                self.report(link, sink);
            }
            if !merged.iter().any(|link| link.covers(found)) {
                self.report_found(found, sink);
            }
        });
        waiting.for_each(|link| self.report(link, sink));
        sink.unit(None);
    }

    fn unit(&self) -> Unit {
        Unit {
            page: Some(self.page.number),
            page_label: self.page.label.clone(),
            ..Unit::default()
        }
    }

    fn report_found(&self, found: &Match<'_>, sink: &mut dyn Sink) {
        let boxes = found.pieces().iter().flat_map(|piece| self.text.boxes(piece.range()));
        let boxes = boxes.map(page_box).collect();
        sink.unit(Some(Arc::new(Unit { boxes, ..self.unit() })));
        sink.found(found, None);
    }

    fn report(&self, merged: &Merged<'_>, sink: &mut dyn Sink) {
        let boxes = merged.areas.iter().copied().map(page_box).collect();
        let is_hidden = merged.link.is_hidden;
        sink.unit(Some(Arc::new(Unit { boxes, is_hidden, ..self.unit() })));
        let lines = || merged.under.iter().filter_map(|under| self.text().get(under.clone()));
        sink.shows(|| {
            // The lines of a URI are joined without a separator, and the lines of other text with a blank.
            let whole: String = lines().collect();
            let is_uri = merged.link.uri.contains(&*whole);
            Some(if is_uri { whole } else { lines().collect::<Vec<_>>().join(" ") })
        });
        sink.existing(&merged.link.uri, merged.span(self.text()), Origin::Annotation, "annotation");
    }

    /// The links of the page, with the fragments of each link merged.
    fn merged(&self) -> Vec<Merged<'p>> {
        let mut all: Vec<Merged<'p>> = Vec::new();
        for link in &self.page.links {
            let areas: Vec<Rectangle> = link.area.into_iter().collect();
            let under = areas.iter().flat_map(|area| self.text.under(*area)).collect();
            let link = Merged { link, areas, under };
            match all.last_mut().filter(|last| self.is_continued(last, &link)) {
                Some(last) => last.add(link),
                None => all.push(link),
            }
        }
        all
    }

    /// Whether `next` is the next fragment of `last`: it has the same URI, and its text follows the text of `last`,
    /// either directly or on another line after white space.
    fn is_continued(&self, last: &Merged<'_>, next: &Merged<'_>) -> bool {
        let (Some(end), Some(start)) = (last.under.last(), next.under.first()) else {
            return false;
        };
        let between = self.text().get(end.end..start.start);
        let is_near = between.is_some_and(|between| between.trim().is_empty());
        last.link.uri == next.link.uri
            && is_near
            && (between == Some("") || !self.text.share_line(end, start))
    }
}

impl Merged<'_> {
    fn add(&mut self, next: Self) {
        self.areas.extend(next.areas);
        self.under.extend(next.under);
    }

    /// The beginning of the text that the link covers; 0 if it covers no text.
    fn start(&self) -> usize {
        self.under.first().map_or(0, |under| under.start)
    }

    fn span(&self, text: &str) -> Span {
        let end = self.under.last().map_or(0, |under| under.end);
        Span::new(self.start().min(end), end.min(text.len()))
    }

    /// Whether the annotations of the link cover a part of the match.
    fn covers(&self, found: &Match<'_>) -> bool {
        let overlaps = |under: &Range<usize>, piece: &Span| {
            under.start < piece.end() && piece.start() < under.end
        };
        self.under.iter().any(|under| found.pieces().iter().any(|piece| overlaps(under, piece)))
    }
}

const fn page_box([left, bottom, right, top]: Rectangle) -> PageBox {
    PageBox { left, bottom, right, top }
}

/// Reports the links in a note of a page. Offsets refer to the text of the note.
pub(crate) fn read_note(page: &Page, note: &Note, sink: &mut dyn Sink) {
    let unit = Unit {
        page: Some(page.number),
        page_label: page.label.clone(),
        boxes: note.area.into_iter().map(page_box).collect(),
        note: Some(if note.kind == "Widget" { "form field" } else { "comment" }.to_owned()),
        author: note.author.clone(),
        field: note.field.clone(),
        is_hidden: note.is_hidden,
        ..Unit::default()
    };
    search(&note.text, Some(unit), Origin::Text, sink);
}

/// Reports the links in a metadata value. Offsets refer to the text of the value.
pub(crate) fn read_entry(entry: &Entry, sink: &mut dyn Sink) {
    let unit = Unit { field: Some(entry.name.clone()), ..Unit::default() };
    search(&entry.text, Some(unit), Origin::Metadata, sink);
}

/// Reports the URI of an item of the outline, or the links in the title if the item has no URI. Offsets refer to the
/// title.
pub(crate) fn read_bookmark(bookmark: &Bookmark, sink: &mut dyn Sink) {
    let Some(uri) = &bookmark.uri else {
        return search(&bookmark.title, None, Origin::Outline, sink);
    };
    sink.shows(|| Some(bookmark.title.clone()));
    sink.existing(uri, Span::new(0, bookmark.title.len()), Origin::Outline, "outline");
}

fn search(text: &str, unit: Option<Unit>, origin: Origin, sink: &mut dyn Sink) {
    sink.unit(unit.map(Arc::new));
    sink.search_with(text, |sink, found| sink.found_as(found, None, origin));
    sink.unit(None);
}
