//! Text in paragraphs: `WordprocessingML` documents, `PresentationML` slides, and the `DrawingML` text of drawings,
//! charts and diagrams.

use linkwright::Span;

use super::context::{Context, Used};
use super::fields::Fields;
use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use super::paragraph::{LinkTexts, Mark, Paragraph};
use super::relationships::{Use, Uses};
use crate::model::{Origin, Unit};
use crate::parse::value;
use crate::sink::Sink;

/// Reads a part, and returns the places that use its relationships.
pub(crate) fn read(document: &[u8], context: &Context, sink: &mut dyn Sink) -> Uses {
    let mut story = Story {
        document,
        context,
        root: None,
        is_root: true,
        is_hidden: context.is_hidden,
        is_shown_wanted: sink.wants_displayed_text(),
        notes: Vec::new(),
        paragraphs: Vec::new(),
        count: 0,
        runs: Vec::new(),
        previous: None,
        changes: Vec::new(),
        properties: 0,
        text: None,
        choices: Vec::new(),
        skipped: 0,
        hyperlinks: Vec::new(),
        links: LinkTexts::default(),
        fields: Fields::new(document),
        used: Used::default(),
    };
    walk(document, &mut story, sink);
    story.used.finish(&story.links.shown, sink)
}

/// The kind of text in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoryTextKind {
    Shown,
    Deleted,
    Instruction,
}

/// An open paragraph.
#[derive(Debug)]
struct OpenParagraph {
    paragraph: Paragraph,
    number: u32,
    /// Whether the paragraph has no paragraph element, and therefore ends after its first text element.
    is_implicit: bool,
}

/// An open run: text with one format.
#[derive(Clone, Debug, Default)]
struct FormatRun {
    is_hidden: bool,
    /// The number of the link to which the run belongs.
    link: Option<usize>,
    /// The relationship with the target of the link.
    relation: Option<String>,
}

/// An open tracked change. It inherits `is_deleted` and `is_inserted` from the changes around it.
#[derive(Debug)]
struct Change {
    is_deleted: bool,
    is_inserted: bool,
    author: Option<String>,
}

/// An open note.
#[derive(Debug)]
struct OpenNote {
    name: &'static str,
    author: Option<String>,
}

struct Story<'c> {
    document: &'c [u8],
    context: &'c Context,
    /// The kind of the part; `None` if the part is the body of the document.
    root: Option<&'static str>,
    /// Whether the next element is the outermost element.
    is_root: bool,
    is_hidden: bool,
    is_shown_wanted: bool,
    notes: Vec<OpenNote>,
    paragraphs: Vec<OpenParagraph>,
    /// How many paragraphs have begun.
    count: u32,
    runs: Vec<FormatRun>,
    /// The relationship and the number of the link of the previous run, if that run belongs to a link.
    previous: Option<(String, usize)>,
    changes: Vec<Change>,
    /// How many elements with paragraph properties or with former properties are open. Their properties do not apply to
    /// the current run.
    properties: usize,
    text: Option<StoryTextKind>,
    /// For each open `AlternateContent` element, whether a choice was read.
    choices: Vec<bool>,
    /// How many skipped elements are open.
    skipped: usize,
    /// The numbers of the links of the open `hyperlink` elements; `None` for an element without a target.
    hyperlinks: Vec<Option<usize>>,
    links: LinkTexts,
    fields: Fields<'c>,
    used: Used,
}

impl Handler for Story<'_> {
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        if core::mem::take(&mut self.is_root) {
            self.root(tag);
        }
        if self.skipped > 0 || self.is_alternative(tag) {
            self.skipped += 1;
            return;
        }
        match tag.name.space {
            Space::Word => self.word(tag, sink),
            Space::Drawing => self.drawing(tag),
            Space::Math => self.math(tag),
            Space::Slides => self.slides(tag),
            Space::Vml => self.vml(tag, sink),
            Space::OpenXml if tag.name.local == "v" => self.open_value(),
            _ => {}
        }
        self.relations(tag);
    }

    fn end(&mut self, name: Name<'_>, _: Span, sink: &mut dyn Sink) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match (name.space, name.local) {
            (Space::Compatibility, "AlternateContent") => drop(self.choices.pop()),
            (Space::Word | Space::Drawing, "p") => self.end_paragraph(sink),
            (Space::Word | Space::Math | Space::Drawing, "r") | (Space::Drawing, "fld") => {
                let run = self.runs.pop();
                self.previous = run.and_then(|run| Some((run.relation?, run.link?)));
            }
            (Space::Word | Space::Drawing | Space::Math, "t")
            | (Space::Word, "delText" | "instrText" | "delInstrText")
            | (Space::Slides, "text")
            | (Space::OpenXml, "v") => {
                self.text = None;
                if self.paragraphs.last().is_some_and(|open| open.is_implicit) {
                    self.end_paragraph(sink);
                }
            }
            (Space::Word, "ins" | "del" | "moveFrom" | "moveTo") => drop(self.changes.pop()),
            (Space::Word, "pPr" | "rPrChange" | "pPrChange") => {
                self.properties = self.properties.saturating_sub(1);
            }
            (Space::Word, "hyperlink") => drop(self.hyperlinks.pop()),
            (Space::Word, "fldSimple") => self.end_field(sink),
            (Space::Word, "footnote" | "endnote" | "comment") | (Space::Slides, "cm" | "reply") => {
                self.notes.pop();
            }
            _ => {}
        }
    }

    fn text(&mut self, text: Text<'_>) {
        let Some(kind) = self.text.filter(|_| self.skipped == 0) else { return };
        if kind == StoryTextKind::Instruction || self.fields.is_instruction() {
            return self.fields.push(text);
        }
        let mark = self.mark(kind);
        let document = self.document;
        let author = mark.is_deleted.then(|| self.changes.last()?.author.clone()).flatten();
        if self.paragraphs.is_empty() {
            self.begin_paragraph(true);
        }
        let Some(OpenParagraph { paragraph, .. }) = self.paragraphs.last_mut() else { return };
        if paragraph.deleted_by.is_none() {
            paragraph.deleted_by = author;
        }
        paragraph.push_text(document, text, mark);
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        while !self.paragraphs.is_empty() {
            self.end_paragraph(sink);
        }
        while self.fields.is_open() {
            self.end_field(sink);
        }
    }
}

impl Story<'_> {
    /// Sets the kind of the part, which its outermost element determines.
    fn root(&mut self, tag: &Tag<'_>) {
        self.root = match (tag.name.space, tag.name.local) {
            (Space::Word, "hdr") => Some("header"),
            (Space::Word, "ftr") => Some("footer"),
            (Space::Word, "glossaryDocument") => Some("building block"),
            (Space::Slides, "notes") => Some("speaker notes"),
            (Space::Slides, "sldLayout") => Some("layout"),
            (Space::Slides, "sldMaster" | "notesMaster" | "handoutMaster") => Some("master"),
            _ => None,
        };
        let is_off = |value: String| matches!(&*value, "0" | "false");
        self.is_hidden |= tag.is(Space::Slides, "sld") && tag.own_text("show").is_some_and(is_off);
    }

    /// Whether an element is an alternative version of content that was already read.
    fn is_alternative(&mut self, tag: &Tag<'_>) -> bool {
        if tag.name.space != Space::Compatibility {
            return false;
        }
        match (tag.name.local, self.choices.last_mut()) {
            ("AlternateContent", _) => self.choices.push(false),
            ("Choice", Some(is_read)) => return core::mem::replace(is_read, true),
            ("Fallback", Some(is_read)) => return *is_read,
            _ => {}
        }
        false
    }

    fn word(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        match tag.name.local {
            "p" => self.begin_paragraph(false),
            "r" => self.runs.push(FormatRun::default()),
            "t" => self.text = Some(StoryTextKind::Shown),
            "delText" => self.text = Some(StoryTextKind::Deleted),
            "instrText" | "delInstrText" => self.text = Some(StoryTextKind::Instruction),
            "noBreakHyphen" => self.glyph("-", tag),
            "tab" | "ptab" if self.properties == 0 => self.glyph(" ", tag),
            "br" | "cr" => self.glyph("\n", tag),
            "sym" => self.glyph("\u{1A}", tag),
            "ins" | "moveTo" => self.change(false, tag),
            "del" | "moveFrom" => self.change(true, tag),
            "pPr" | "rPrChange" | "pPrChange" => self.properties += 1,
            "vanish" if self.properties == 0 => {
                let is_hidden = tag.is_on();
                if let Some(run) = self.runs.last_mut() {
                    run.is_hidden = is_hidden;
                }
            }
            "hyperlink" => self.hyperlink(tag, sink),
            "fldSimple" => self.simple_field(tag),
            "fldChar" => self.field_mark(tag, sink),
            "footnote" => self.note("footnote", tag.own_text("author")),
            "endnote" => self.note("endnote", tag.own_text("author")),
            "comment" => self.note("comment", tag.own_text("author")),
            _ => {}
        }
    }

    fn drawing(&mut self, tag: &Tag<'_>) {
        match tag.name.local {
            "p" => self.begin_paragraph(false),
            "r" | "fld" => self.runs.push(FormatRun::default()),
            "t" => self.text = Some(StoryTextKind::Shown),
            "br" => self.glyph("\n", tag),
            "hlinkClick" => self.link_of_run(tag),
            _ => {}
        }
    }

    fn math(&mut self, tag: &Tag<'_>) {
        match tag.name.local {
            "r" => self.runs.push(FormatRun::default()),
            "t" => self.text = Some(StoryTextKind::Shown),
            _ => {}
        }
    }

    fn slides(&mut self, tag: &Tag<'_>) {
        match tag.name.local {
            "cm" | "reply" => {
                let author = tag.own_text("authorId");
                let author = author.and_then(|id| self.context.authors.get(&id).cloned());
                self.note("comment", author);
            }
            "text" => {
                self.begin_paragraph(true);
                self.text = Some(StoryTextKind::Shown);
            }
            _ => {}
        }
    }

    /// Reads the link of a shape, and the text of a `textpath`.
    fn vml(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        if let Some(href) = tag.own("href").filter(|href| !href.run.is_empty()) {
            self.unit_of(None).give(sink);
            sink.existing(&href.text(), href.place(), Origin::Attribute, "href");
        }
        if let Some(text) = tag.own("string").filter(|_| tag.name.local == "textpath") {
            self.unit_of(None).give(sink);
            value::search_run(&text.run, sink);
        }
    }

    /// Begins a text that is outside all paragraphs, such as the label of a chart.
    fn open_value(&mut self) {
        self.begin_paragraph(true);
        self.text = Some(StoryTextKind::Shown);
    }

    fn begin_paragraph(&mut self, is_implicit: bool) {
        self.count += 1;
        self.previous = None;
        let paragraph = Paragraph::default();
        self.paragraphs.push(OpenParagraph { paragraph, number: self.count, is_implicit });
    }

    fn end_paragraph(&mut self, sink: &mut dyn Sink) {
        let Some(open) = self.paragraphs.pop() else { return };
        if self.is_shown_wanted {
            open.paragraph.add_shown(self.document, &mut self.links.shown);
        }
        let unit = self.unit_of(Some(open.number)).0;
        open.paragraph.report(self.document, &self.links.targets, &unit, sink);
        sink.unit(None);
    }

    /// The unit of the paragraph with this number, or of the innermost paragraph if no number is given.
    fn unit_of(&self, number: Option<u32>) -> InUnit {
        let note = self.notes.last();
        InUnit(Unit {
            paragraph: number.or_else(|| Some(self.paragraphs.last()?.number)),
            note: note.map(|note| note.name).or(self.root).map(str::to_owned),
            author: note.and_then(|note| note.author.clone()),
            is_hidden: self.is_hidden,
            ..self.context.unit()
        })
    }

    fn note(&mut self, name: &'static str, author: Option<String>) {
        self.notes.push(OpenNote { name, author });
    }

    fn change(&mut self, is_deletion: bool, tag: &Tag<'_>) {
        let outer = self.changes.last();
        self.changes.push(Change {
            is_deleted: is_deletion || outer.is_some_and(|outer| outer.is_deleted),
            is_inserted: !is_deletion || outer.is_some_and(|outer| outer.is_inserted),
            author: tag.own_text("author"),
        });
    }

    /// Adds a character that is represented by an element.
    fn glyph(&mut self, glyph: &str, tag: &Tag<'_>) {
        if self.fields.is_instruction() {
            return;
        }
        let mark = self.mark(StoryTextKind::Shown);
        if let Some(open) = self.paragraphs.last_mut() {
            open.paragraph.push_meaning(glyph, tag.place, mark);
        }
    }

    /// The properties of text at the current position.
    fn mark(&self, kind: StoryTextKind) -> Mark {
        let (run, change) = (self.runs.last(), self.changes.last());
        let of_run = run.and_then(|run| run.link);
        let of_element = || self.hyperlinks.last().copied().flatten();
        Mark {
            is_deleted: kind == StoryTextKind::Deleted || change.is_some_and(|one| one.is_deleted),
            is_inserted: change.is_some_and(|one| one.is_inserted),
            is_hidden: run.is_some_and(|run| run.is_hidden),
            link: of_run.or_else(of_element).or_else(|| self.fields.link()),
        }
    }
}

/// A unit that is about to be passed to a sink.
struct InUnit(Unit);

impl InUnit {
    /// Sets the unit of the next links. An empty unit becomes `None`.
    fn give(self, sink: &mut dyn Sink) {
        sink.unit((self.0 != Unit::default()).then(|| self.0.into()));
    }
}

/// Links and fields.
impl Story<'_> {
    /// Reads `w:hyperlink`. The element contains either a relationship with an optional fragment, or only a fragment,
    /// which names a place in this document.
    fn hyperlink(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        let anchor = tag.own("anchor").filter(|anchor| !anchor.run.is_empty());
        let link = match (tag.relation("id"), &anchor) {
            (Some(id), _) => {
                let anchor = anchor.map(|anchor| anchor.text());
                Some(self.links.add(self.context.target(&id, anchor.as_deref()).as_deref()))
            }
            (None, Some(anchor)) => {
                let reference = format!("#{}", anchor.text());
                self.unit_of(None).give(sink);
                sink.existing(&reference, anchor.place(), Origin::Attribute, "anchor");
                sink.unit(None);
                Some(self.links.add(Some(&reference)))
            }
            (None, None) => None,
        };
        self.hyperlinks.push(link);
    }

    /// Reads `a:hlinkClick` in the properties of a run. Successive runs with the same relationship are one link.
    fn link_of_run(&mut self, tag: &Tag<'_>) {
        let Some(id) = tag.relation("id") else { return };
        let before = self.previous.as_ref().filter(|(one, _)| *one == id).map(|(_, link)| *link);
        let Some(run) = self.runs.last_mut() else { return };
        let new = || self.links.add(self.context.target(&id, None).as_deref());
        run.link = Some(before.unwrap_or_else(new));
        run.relation = Some(id);
    }

    /// Stores the relationships that an element uses.
    fn relations(&mut self, tag: &Tag<'_>) {
        let is_known = tag.is(Space::Drawing, "hlinkClick") && self.goes_on();
        if is_known || !tag.may_relate() {
            return;
        }
        for local in ["id", "link", "embed", "href", "pict"] {
            let Some(id) = tag.relation(local) else { continue };
            let link = match tag.name.local {
                "hyperlink" => self.hyperlinks.last().copied().flatten(),
                "hlinkClick" => self.runs.last().and_then(|run| run.link),
                _ => None,
            };
            let fragment = (tag.is(Space::Word, "hyperlink")).then(|| tag.own_text("anchor"));
            let fragment = fragment.flatten().filter(|fragment| !fragment.is_empty());
            let used = Use { unit: self.unit_of(None).0, shown: None, fragment };
            self.used.add((id, tag.place.start()), self.context, used, link);
        }
    }

    /// Whether the run continues the link of the previous run.
    fn goes_on(&self) -> bool {
        let link = self.runs.last().and_then(|run| run.link);
        link.is_some() && self.previous.as_ref().map(|(_, link)| *link) == link
    }

    fn simple_field(&mut self, tag: &Tag<'_>) {
        let unit = self.unit_of(None).0;
        self.fields.begin(unit, self.mark(StoryTextKind::Shown));
        if let Some(instruction) = tag.own("instr") {
            self.fields.set(&instruction.run);
        }
        self.fields.separate(&mut self.links);
    }

    /// Reads `w:fldChar`: the beginning of a field or of its result, or the end of the field.
    fn field_mark(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        match tag.own_text("fldCharType").as_deref() {
            Some("begin") => {
                let unit = self.unit_of(None).0;
                self.fields.begin(unit, self.mark(StoryTextKind::Shown));
            }
            Some("separate") => self.fields.separate(&mut self.links),
            Some("end") => self.end_field(sink),
            _ => {}
        }
    }

    fn end_field(&mut self, sink: &mut dyn Sink) {
        // The displayed text of the field may be in a paragraph that is still open.
        let last = self.paragraphs.last().filter(|_| self.is_shown_wanted);
        let shown = last.zip(self.fields.link());
        let shown = shown.map(|(last, link)| last.paragraph.last_shown(self.document, link));
        self.fields.end(&mut self.links, &shown.unwrap_or_default(), sink);
    }
}
