//! Finds links in the text, the tables, the drawings and the metadata of an `OpenDocument` package, or of an
//! `OpenDocument` document that is one XML file.

use std::collections::HashSet;
use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::literals::{give_literals, place_literals};
use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use super::odf_table::Tables;
use super::paragraph::{LinkTexts, Mark, Paragraph};
use super::properties;
use crate::model::{Origin, Unit};
use crate::sink::{Discard, Sink};

/// Reads a part. `is_member` returns whether a reference refers to a member of the package.
pub(crate) fn read(document: &[u8], is_member: &dyn Fn(&str) -> bool, sink: &mut dyn Sink) {
    let mut odf = Odf {
        document,
        is_member,
        is_shown_wanted: sink.wants_displayed_text(),
        open: Vec::new(),
        paragraphs: Vec::new(),
        count: 0,
        notes: Vec::new(),
        links: LinkTexts::default(),
        anchors: Vec::new(),
        tables: Tables::default(),
        slide: 0,
        style: String::new(),
        hidden_styles: HashSet::new(),
        property: TextRun::new(document),
    };
    walk(document, &mut odf, sink);
}

/// Reads a document that is one XML file.
pub(crate) fn read_flat(document: &[u8], sink: &mut dyn Sink) {
    read(document, &|_| false, sink);
}

/// The names of the encrypted members that the manifest of the package lists.
pub(crate) fn encrypted_members(manifest: &[u8]) -> Vec<String> {
    let mut encrypted = Encrypted::default();
    walk(manifest, &mut encrypted, &mut Discard::default());
    encrypted.names
}

#[derive(Default)]
struct Encrypted {
    entry: String,
    names: Vec<String>,
}

impl Handler for Encrypted {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        match tag.name.local {
            "file-entry" => self.entry = tag.own_text("full-path").unwrap_or_default(),
            "encryption-data" => self.names.push(self.entry.clone()),
            _ => {}
        }
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}

/// The meaning of the text in an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the properties are independent of each other")]
struct Meaning {
    /// Whether the text directly in the element belongs to the paragraph.
    is_text: bool,
    /// Whether the text directly in the element is the author of the note.
    is_author: bool,
    /// Whether the text directly in the element is metadata.
    is_property: bool,
    is_metadata: bool,
    is_hidden: bool,
    is_deleted: bool,
    /// Whether the content of the element is skipped.
    is_skipped: bool,
}

#[derive(Debug)]
struct OpenNote {
    name: &'static str,
    author: String,
}

/// An open link.
#[derive(Debug)]
struct Anchor {
    link: usize,
    reference: String,
    place: Span,
    unit: Unit,
}

struct Odf<'d> {
    document: &'d [u8],
    is_member: &'d dyn Fn(&str) -> bool,
    is_shown_wanted: bool,
    /// The open elements.
    open: Vec<Meaning>,
    paragraphs: Vec<(Paragraph, u32)>,
    /// How many paragraphs have begun.
    count: u32,
    notes: Vec<OpenNote>,
    links: LinkTexts,
    anchors: Vec<Anchor>,
    tables: Tables,
    /// The number of the current slide; 0 before the first slide.
    slide: u32,
    /// The name of the open style.
    style: String,
    hidden_styles: HashSet<String>,
    property: TextRun<'d>,
}

impl Handler for Odf<'_> {
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        let outer = self.open.last().copied().unwrap_or_default();
        let mut meaning = Meaning { is_text: false, is_author: false, is_property: false, ..outer };
        if !outer.is_skipped {
            match tag.name.space {
                Space::Text => self.text_element(tag, &mut meaning),
                Space::Office => self.office(tag, &mut meaning),
                Space::Table => self.table(tag, sink),
                Space::Draw => self.draw(tag, &mut meaning),
                Space::Style => self.style(tag),
                Space::DublinCore | Space::Meta => self.meta(tag, outer, &mut meaning),
                _ => {}
            }
            self.reference(tag, sink);
        }
        self.open.push(meaning);
    }

    fn end(&mut self, name: Name<'_>, _: Span, sink: &mut dyn Sink) {
        let Some(meaning) = self.open.pop().filter(|meaning| !meaning.is_skipped) else { return };
        if meaning.is_property {
            let run = core::mem::replace(&mut self.property, TextRun::new(self.document));
            properties::search(&run, name.local, sink);
        }
        match (name.space, name.local) {
            (Space::Text, "p" | "h") | (Space::Draw, "footer-decl" | "header-decl") => {
                self.end_paragraph(sink);
            }
            (Space::Text | Space::Draw, "a") => self.end_anchor(sink),
            (Space::Text, "note") | (Space::Office, "annotation") | (Space::Draw, "notes") => {
                self.notes.pop();
            }
            (Space::Style, local) if margin(local).is_some() => drop(self.notes.pop()),
            (Space::Text, "changed-region") => drop(self.notes.pop()),
            (Space::Table, local) => self.tables.end(local),
            _ => {}
        }
    }

    fn text(&mut self, text: Text<'_>) {
        let Some(meaning) = self.open.last().copied() else { return };
        if meaning.is_property {
            text.push_to(&mut self.property);
        } else if meaning.is_author {
            let written =
                |place: Span| String::from_utf8_lossy(place.of(self.document)).into_owned();
            if let Some(note) = self.notes.last_mut() {
                match text {
                    Text::Source(place) => note.author += &written(place),
                    Text::Decoded(text, _) => note.author += text,
                }
            }
        } else if meaning.is_text {
            let (document, mark) = (self.document, self.mark(meaning));
            if let Some((paragraph, _)) = self.paragraphs.last_mut() {
                paragraph.push_text(document, text, mark);
            }
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        while !self.paragraphs.is_empty() {
            self.end_paragraph(sink);
        }
    }
}

impl Odf<'_> {
    fn text_element(&mut self, tag: &Tag<'_>, meaning: &mut Meaning) {
        // The content of spans, links and fields is text of the paragraph.
        meaning.is_text = true;
        match tag.name.local {
            "p" | "h" => {
                let is_deleted = meaning.is_deleted;
                self.begin_paragraph();
                meaning.is_hidden |= self.has_hidden_style(tag);
                if let (true, Some((paragraph, _))) = (is_deleted, self.paragraphs.last_mut()) {
                    let note = self.notes.last();
                    paragraph.deleted_by = note.map(|note| note.author.trim().to_owned());
                }
            }
            "span" => meaning.is_hidden |= self.has_hidden_style(tag),
            "s" | "tab" => self.glyph(" ", tag, *meaning),
            "line-break" => self.glyph("\n", tag, *meaning),
            "note" => {
                let is_endnote = tag.own_text("note-class").is_some_and(|class| class == "endnote");
                self.note(if is_endnote { "endnote" } else { "footnote" });
            }
            // The number of a note is not part of the text around it. The same applies to ruby text, which is printed
            // above other text.
            "note-citation" | "ruby-text" => {
                self.glyph("\u{1A}", tag, *meaning);
                meaning.is_skipped = true;
            }
            "hidden-text" | "hidden-paragraph" => meaning.is_hidden = true,
            "section" => {
                let display = tag.own_text("display");
                meaning.is_hidden |= display.is_some_and(|display| display == "none");
            }
            "deletion" => meaning.is_deleted = true,
            "changed-region" => self.note(""),
            _ => {}
        }
    }

    fn office(&mut self, tag: &Tag<'_>, meaning: &mut Meaning) {
        match tag.name.local {
            "annotation" => self.note("comment"),
            "meta" => meaning.is_metadata = true,
            "spreadsheet" => self.tables.is_spreadsheet = true,
            "script" | "scripts" | "settings" | "font-face-decls" | "binary-data" => {
                // Scripts are read, because the references in their event listeners are links.
                meaning.is_skipped = matches!(tag.name.local, "settings" | "binary-data");
            }
            _ => {}
        }
    }

    fn table(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        self.tables.begin(tag);
        let Some(formula) = tag.own("formula") else { return };
        let unit = self.unit(None);
        give_literals(&place_literals(&formula.run), self.document, &unit, "", sink);
        sink.unit(None);
    }

    fn draw(&mut self, tag: &Tag<'_>, meaning: &mut Meaning) {
        match tag.name.local {
            "page" => self.slide += 1,
            "notes" => self.note("speaker notes"),
            "footer-decl" | "header-decl" => {
                self.begin_paragraph();
                meaning.is_text = true;
            }
            // These elements are fields of a slide, whose content is text.
            "footer" | "header" | "date-time" => meaning.is_text = true,
            _ => {}
        }
    }

    fn style(&mut self, tag: &Tag<'_>) {
        match tag.name.local {
            "style" => self.style = tag.own_text("name").unwrap_or_default(),
            "text-properties" => {
                let display = tag.value(Space::Text, "display").map(|value| value.text());
                if display.is_some_and(|display| display == "none") && !self.style.is_empty() {
                    self.hidden_styles.insert(self.style.clone());
                }
            }
            local => {
                if let Some(note) = margin(local) {
                    self.note(note);
                }
            }
        }
    }

    fn meta(&mut self, tag: &Tag<'_>, outer: Meaning, meaning: &mut Meaning) {
        if outer.is_metadata {
            self.property = TextRun::new(self.document);
            meaning.is_property = true;
        } else if !self.notes.is_empty() && tag.is(Space::DublinCore, "creator") {
            meaning.is_author = true;
        }
    }

    fn has_hidden_style(&self, tag: &Tag<'_>) -> bool {
        !self.hidden_styles.is_empty()
            && tag.own_text("style-name").is_some_and(|name| self.hidden_styles.contains(&name))
    }

    fn note(&mut self, name: &'static str) {
        self.notes.push(OpenNote { name, author: String::new() });
    }

    fn begin_paragraph(&mut self) {
        self.count += 1;
        self.paragraphs.push((Paragraph::default(), self.count));
    }

    fn end_paragraph(&mut self, sink: &mut dyn Sink) {
        let Some((paragraph, number)) = self.paragraphs.pop() else { return };
        if self.is_shown_wanted {
            paragraph.add_shown(self.document, &mut self.links.shown);
        }
        paragraph.report(self.document, &self.links.targets, &self.unit(Some(number)), sink);
        sink.unit(None);
    }

    fn glyph(&mut self, glyph: &str, tag: &Tag<'_>, meaning: Meaning) {
        let mark = self.mark(meaning);
        if let Some((paragraph, _)) = self.paragraphs.last_mut() {
            paragraph.push_meaning(glyph, tag.place, mark);
        }
    }

    fn mark(&self, meaning: Meaning) -> Mark {
        Mark {
            is_deleted: meaning.is_deleted,
            is_inserted: false,
            is_hidden: meaning.is_hidden,
            link: self.anchors.last().map(|anchor| anchor.link),
        }
    }

    /// The unit of the paragraph with this number, or of the innermost paragraph if no number is given.
    fn unit(&self, number: Option<u32>) -> Unit {
        let note = self.notes.last().filter(|note| !note.name.is_empty());
        let author = note.map(|note| note.author.trim().to_owned());
        let unit = Unit {
            slide: (self.slide > 0).then_some(self.slide),
            note: note.map(|note| note.name.to_owned()),
            author: author.filter(|author| !author.is_empty()),
            ..Unit::default()
        };
        if let Some((sheet, cell, is_hidden)) = self.tables.cell() {
            Unit { sheet: Some(sheet), cell: Some(cell), is_hidden, ..unit }
        } else {
            let paragraph = number.or_else(|| Some(self.paragraphs.last()?.1));
            Unit { paragraph, ..unit }
        }
    }

    /// Reads `xlink:href`, or the URL of a bibliography entry.
    fn reference(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        let is_anchor = tag.name.local == "a";
        let entry = || tag.own("url").filter(|_| tag.is(Space::Text, "bibliography-mark"));
        let Some(value) = tag.value(Space::XLink, "href").or_else(entry) else {
            if is_anchor && matches!(tag.name.space, Space::Text | Space::Draw) {
                self.anchor(String::new(), tag.place);
            }
            return;
        };
        let reference = value.text();
        if is_anchor {
            return self.anchor(reference, value.place());
        }
        if reference.is_empty() || (self.is_member)(&reference) {
            return;
        }
        let unit = self.unit(None);
        sink.unit((unit != Unit::default()).then(|| Arc::new(unit)));
        sink.existing(&reference, value.place(), Origin::Attribute, "href");
        sink.unit(None);
    }

    fn anchor(&mut self, reference: String, place: Span) {
        let link = self.links.add(Some(&reference));
        let unit = self.unit(None);
        self.anchors.push(Anchor { link, reference, place, unit });
    }

    fn end_anchor(&mut self, sink: &mut dyn Sink) {
        let Some(anchor) = self.anchors.pop() else { return };
        if anchor.reference.is_empty() || (self.is_member)(&anchor.reference) {
            return;
        }
        if self.is_shown_wanted {
            let before = self.links.shown.get(anchor.link).cloned().unwrap_or_default();
            let last = self.paragraphs.last();
            let last = last.map(|(one, _)| one.last_shown(self.document, anchor.link));
            let shown = before + &last.unwrap_or_default();
            if !shown.trim().is_empty() {
                sink.shows(&shown);
            }
        }
        sink.unit((anchor.unit != Unit::default()).then(|| Arc::new(anchor.unit)));
        sink.existing(&anchor.reference, anchor.place, Origin::Attribute, "href");
        sink.unit(None);
    }
}

/// The kind of page margin that the element `local` of a page style defines: a header or a footer. `None` for other
/// elements.
fn margin(local: &str) -> Option<&'static str> {
    match local {
        "header" | "header-left" | "header-first" => Some("header"),
        "footer" | "footer-left" | "footer-first" => Some("footer"),
        _ => None,
    }
}
