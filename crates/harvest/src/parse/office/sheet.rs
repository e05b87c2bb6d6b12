//! The parts of a workbook: sheets with their cells and formulas, comments, and connections.
//!
//! The text of most cells is in a separate part ([`strings`](super::strings)). A cell in a sheet contains only the
//! number of its string.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::context::{Context, Used};
use super::formula::Literal;
use super::literals::{give_literals, place_literals};
use super::markup::{Handler, Tag, Text, Value, walk};
use super::names::{Name, Space};
use super::paragraph::{Mark, Paragraph};
use super::position::Position;
use super::relationships::{Use, Uses};
use crate::model::{Origin, Unit};
use crate::parse::anchor::Target;
use crate::sink::{Discard, Sink};

/// A cell with a shared string.
#[derive(Clone, Debug)]
pub(crate) struct StringCell {
    /// The number of the string.
    pub(crate) string: u32,
    pub(crate) unit: Arc<Unit>,
    /// The target if the whole cell is a link.
    pub(crate) reference: Option<Box<str>>,
}

/// The references of a sheet to other parts.
#[derive(Debug, Default)]
pub(crate) struct SheetUses {
    pub(crate) relations: Uses,
    pub(crate) strings: Vec<StringCell>,
}

/// Reads a part of a workbook. `strings` are the numbers of the shared strings that have links.
pub(crate) fn read(
    document: &[u8],
    context: &Context,
    strings: &HashSet<u32>,
    sink: &mut dyn Sink,
) -> SheetUses {
    let mut hyperlinks = Hyperlinks { context, by_cell: HashMap::new() };
    if memchr::memmem::find(document, b"hyperlink").is_some() {
        walk(document, &mut hyperlinks, &mut Discard::default());
    }
    let mut sheet = Sheet {
        document,
        context,
        strings,
        hyperlinks: hyperlinks.by_cell,
        position: Position::default(),
        is_row_hidden: false,
        cell: None,
        comment: None,
        authors: Vec::new(),
        kind: None,
        skipped: 0,
        text: Paragraph::default(),
        formula: TextRun::new(document),
        used: Used::default(),
        cells: Vec::new(),
    };
    walk(document, &mut sheet, sink);
    SheetUses { relations: sheet.used.finish(&[], sink), strings: sheet.cells }
}

/// The maximum number of cells with shared strings that are stored. Only cells whose string has links are stored.
const MOST: usize = 1_000_000;

/// Reads the link targets of cells before the cells are read, because the list of targets follows the cells in the
/// document.
struct Hyperlinks<'c> {
    context: &'c Context,
    by_cell: HashMap<String, String>,
}

impl Handler for Hyperlinks<'_> {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        if !tag.is(Space::Sheet, "hyperlink") {
            return;
        }
        let location = tag.own_text("location");
        let target =
            tag.relation("id").and_then(|id| self.context.target(&id, location.as_deref()));
        if let (Some(cell), Some(target)) = (tag.own_text("ref"), target) {
            self.by_cell.insert(cell, target);
        }
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}

/// The kind of text in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentKind {
    /// The text of a cell or a comment.
    Text,
    /// The value of a cell.
    Value,
    Formula,
    /// The header or footer of a printed page.
    Margin,
    Author,
}

/// An open cell.
#[derive(Debug, Default)]
struct OpenCell {
    name: String,
    /// Whether the value of the cell is text.
    is_text: bool,
    /// Whether the value of the cell is the number of a shared string.
    is_shared: bool,
    /// The string literals in the formulas of the cell, with their spans in the document.
    literals: Vec<(Literal, Vec<Span>)>,
}

/// An open comment.
#[derive(Debug)]
struct Comment {
    cell: String,
    author: Option<String>,
}

struct Sheet<'c> {
    document: &'c [u8],
    context: &'c Context,
    strings: &'c HashSet<u32>,
    hyperlinks: HashMap<String, String>,
    position: Position,
    is_row_hidden: bool,
    cell: Option<OpenCell>,
    comment: Option<Comment>,
    /// The authors of the comments of this part.
    authors: Vec<String>,
    kind: Option<ContentKind>,
    /// How many skipped elements are open.
    skipped: usize,
    /// The text that was collected in the open element.
    text: Paragraph,
    /// The formula that was collected in the open element.
    formula: TextRun<'c>,
    used: Used,
    cells: Vec<StringCell>,
}

impl Handler for Sheet<'_> {
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        if self.skipped > 0 || tag.is(Space::Sheet, "rPh") {
            self.skipped += 1;
            return;
        }
        if tag.name.space == Space::Sheet {
            self.element(tag, sink);
        } else if let Some(href) = tag.own("href").filter(|_| tag.name.space == Space::Vml) {
            self.existing(&href, "href", sink);
        }
        self.relations(tag);
    }

    fn end(&mut self, name: Name<'_>, _: Span, sink: &mut dyn Sink) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if name.space == Space::Sheet {
            self.leave(name.local, sink);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        let Some(kind) = self.kind.filter(|_| self.skipped == 0) else { return };
        match kind {
            ContentKind::Formula => text.push_to(&mut self.formula),
            _ => self.text.push_text(self.document, text, Mark::default()),
        }
    }
}

/// The elements whose content is a formula.
const FORMULAS: &[&str] = &[
    "f",
    "formula",
    "formula1",
    "formula2",
    "definedName",
    "calculatedColumnFormula",
    "totalsRowFormula",
];

impl Sheet<'_> {
    fn element(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        match tag.name.local {
            "row" => {
                self.position.row(tag.own_text("r").as_deref());
                let is_hidden = tag.own_text("hidden");
                self.is_row_hidden = is_hidden.is_some_and(|value| matches!(&*value, "1" | "true"));
            }
            "c" => self.begin_cell(tag),
            local if FORMULAS.contains(&local) => {
                self.formula = TextRun::new(self.document);
                self.kind = Some(ContentKind::Formula);
            }
            "v" => self.kind = Some(ContentKind::Value),
            "t" => self.kind = Some(ContentKind::Text),
            "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader"
            | "firstFooter" => self.kind = Some(ContentKind::Margin),
            "author" => self.kind = Some(ContentKind::Author),
            "comment" => self.begin_comment(tag, "authorId"),
            "threadedComment" => self.begin_comment(tag, "personId"),
            "text" if self.comment.is_some() => self.kind = Some(ContentKind::Text),
            "hyperlink" => self.hyperlink(tag, sink),
            "webPr" => {
                if let Some(url) = tag.own("url") {
                    self.existing(&url, "url", sink);
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, local: &str, sink: &mut dyn Sink) {
        match local {
            "c" => self.end_cell(sink),
            local if FORMULAS.contains(&local) => self.end_formula(sink),
            "v" | "t" | "text" => self.kind = None,
            "oddHeader" | "evenHeader" | "firstHeader" => self.end_margin("header", sink),
            "oddFooter" | "evenFooter" | "firstFooter" => self.end_margin("footer", sink),
            "author" => {
                let author = core::mem::take(&mut self.text).shown(self.document);
                self.authors.push(author);
                self.kind = None;
            }
            "comment" | "threadedComment" => self.end_comment(sink),
            _ => {}
        }
    }

    fn begin_cell(&mut self, tag: &Tag<'_>) {
        let name = self.position.cell(tag.own_text("r"));
        let kind = tag.own_text("t").unwrap_or_default();
        self.text = Paragraph::value();
        self.cell = Some(OpenCell {
            name,
            is_text: matches!(&*kind, "str" | "inlineStr"),
            is_shared: kind == "s",
            literals: Vec::new(),
        });
    }

    /// The unit of `cell`, or of the whole sheet if no cell is given.
    fn unit(&self, cell: Option<&str>) -> Unit {
        let unit = self.context.unit();
        Unit {
            cell: cell.map(str::to_owned),
            is_hidden: unit.is_hidden || (cell.is_some() && self.is_row_hidden),
            ..unit
        }
    }

    fn end_cell(&mut self, sink: &mut dyn Sink) {
        let Some(cell) = self.cell.take() else { return };
        let text = core::mem::take(&mut self.text);
        let unit = self.unit(Some(&cell.name));
        if cell.is_shared {
            return self.shared(&cell, &text.shown(self.document), unit);
        }
        let reference = self.hyperlinks.get(&cell.name).cloned();
        let mut target = reference.as_deref().map(Target::new);
        if !cell.literals.is_empty() {
            let shown = text.shown(self.document);
            let linked = give_literals(&cell.literals, self.document, &unit, &shown, sink);
            target = target.or_else(|| linked.map(|reference| Target::new(&reference)));
        }
        // Numbers and dates have no links.
        if cell.is_text {
            let mut text = text;
            text.set_link(0);
            text.report(self.document, &[target], &unit, sink);
        }
        sink.unit(None);
    }

    /// Stores a cell with a shared string.
    fn shared(&mut self, cell: &OpenCell, number: &str, unit: Unit) {
        let Ok(string) = number.trim().parse::<u32>() else { return };
        if self.strings.contains(&string) && self.cells.len() < MOST {
            let reference = self.hyperlinks.get(&cell.name).map(|one| one.as_str().into());
            self.cells.push(StringCell { string, unit: Arc::new(unit), reference });
        }
    }

    fn end_formula(&mut self, sink: &mut dyn Sink) {
        self.kind = None;
        let formula = core::mem::replace(&mut self.formula, TextRun::new(self.document));
        let literals = place_literals(&formula);
        if let Some(cell) = &mut self.cell {
            cell.literals.extend(literals);
        } else {
            let unit = self.unit(None);
            give_literals(&literals, self.document, &unit, "", sink);
            sink.unit(None);
        }
    }

    fn end_margin(&mut self, note: &str, sink: &mut dyn Sink) {
        self.kind = None;
        let text = core::mem::take(&mut self.text).without_codes(self.document);
        let unit = Unit { note: Some(note.to_owned()), ..self.unit(None) };
        text.report(self.document, &[], &unit, sink);
        sink.unit(None);
    }

    fn begin_comment(&mut self, tag: &Tag<'_>, author: &str) {
        let id = tag.own_text(author).unwrap_or_default();
        let in_part = || self.authors.get(id.parse::<usize>().ok()?).cloned();
        let author = self.context.authors.get(&id).cloned().or_else(in_part);
        self.text = Paragraph::default();
        self.comment = Some(Comment { cell: tag.own_text("ref").unwrap_or_default(), author });
    }

    fn end_comment(&mut self, sink: &mut dyn Sink) {
        self.kind = None;
        let Some(comment) = self.comment.take() else { return };
        let text = core::mem::take(&mut self.text);
        // A comment whose author begins with `tc={` is a copy of a thread, for programs that do not support threads.
        // The thread itself is read, so the copy is skipped.
        if comment.author.as_deref().is_some_and(|author| author.starts_with("tc={")) {
            return;
        }
        let unit = Unit {
            note: Some("comment".to_owned()),
            author: comment.author,
            ..self.unit(Some(&comment.cell))
        };
        text.report(self.document, &[], &unit, sink);
        sink.unit(None);
    }

    fn hyperlink(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        let (cell, location) = (tag.own_text("ref"), tag.own("location"));
        let unit = self.unit(cell.as_deref());
        match (tag.relation("id"), location) {
            (Some(id), location) => {
                let fragment = location.map(|location| location.text());
                let fragment = fragment.filter(|fragment| !fragment.is_empty());
                let shown = tag.own_text("display");
                let used = Use { unit, shown, fragment };
                self.used.add((id, tag.place.start()), self.context, used, None);
            }
            (None, Some(location)) if !location.run.is_empty() => {
                sink.unit(Some(Arc::new(unit)));
                let reference = format!("#{}", location.text());
                sink.existing(&reference, location.place(), Origin::Attribute, "location");
                sink.unit(None);
            }
            _ => {}
        }
    }

    fn existing(&self, value: &Value<'_>, name: &str, sink: &mut dyn Sink) {
        if !value.run.is_empty() {
            let unit = self.unit(None);
            sink.unit((unit != Unit::default()).then(|| Arc::new(unit)));
            sink.existing(&value.text(), value.place(), Origin::Attribute, name);
            sink.unit(None);
        }
    }

    /// Stores the relationships that an element uses, unless the element is a `hyperlink` of the sheet.
    fn relations(&mut self, tag: &Tag<'_>) {
        if tag.is(Space::Sheet, "hyperlink") || !tag.may_relate() {
            return;
        }
        for local in ["id", "link", "href", "pict"] {
            let Some(id) = tag.relation(local) else { continue };
            let used = Use { unit: self.unit(None), ..Use::default() };
            self.used.add((id, tag.place.start()), self.context, used, None);
        }
    }
}
