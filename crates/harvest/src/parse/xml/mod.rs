//! Reads XML: feeds, sitemaps, SVG, XHTML, and documents of any other vocabulary.
//!
//! quick-xml yields events that are slices of the document, so their positions are known. The [`Vocabulary`] determines
//! the meaning of attributes and of the content of elements. In an unknown vocabulary, only attributes such as `href`
//! and values that are a whole URI are references. All text except scripts is searched. Attribute values are also
//! searched, except in XHTML and SVG, where only attributes that contain references or styles are read. URIs that name
//! a namespace, an algorithm or a relationship type are not links, and are skipped. Entities that a document declares
//! are expanded up to a limit; entities in other files are not fetched.
//!
//! In XHTML, as in HTML, a URI continues through tags that only change the look of text. The texts of office documents
//! are joined as one table says ([`flow`]), with the instructions of fields, the strings of formulas and, in a package,
//! the targets of relationships ([`Part`]).
//!
//! Elements that end in the wrong order are reported once, and the parser continues. After markup that cannot be
//! parsed, the rest of the document is searched as plain text.

mod elements;
mod entities;
mod flow;
mod formula;
mod held;
mod meaning;
mod package;
mod paragraph;
mod part;
mod recognize;
mod tag;
mod vocabulary;
mod walker;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use linkwright::rewrite::TextRun;
use linkwright::rewrite::html::is_code_element;
use linkwright::{Match, Span};
use quick_xml::events::{BytesStart, Event};

use super::anchor::Target;
use super::field::{self, with_fragment};
use super::nested::Nested;
use super::{css, html, lossless, runs, value};
use crate::displayed_text;
use crate::model::{Cause, DiagnosticKind, Limit, Origin};
use crate::sink::Sink;

use elements::{Element, Outside};
use entities::Entities;
use flow::Flow;
use meaning::Meaning;
pub(crate) use package::{Part, Relations, Use, Uses, each_tag, relations};
use paragraph::Paragraph;
pub(crate) use recognize::is_xml;
use tag::Attribute;
use vocabulary::Vocabulary;
use walker::XmlWalker;

/// How many bytes before an element are searched for the beginning of a URI.
const REACH: usize = 1024;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    read_part(document, Part::ALONE, sink);
}

/// Reads a part of a package. Returns the places in it that use its relationships.
pub(crate) fn read_part(document: &[u8], part: Part<'_>, sink: &mut dyn Sink) -> Uses {
    let xml = lossless::text(document);
    let mut walker = XmlWalker {
        xml: &xml,
        document,
        part,
        paragraph: Paragraph::new(document),
        elements: Vec::new(),
        prefixes: HashMap::new(),
        has_wrong_end: false,
        entities: Entities::new(sink.limits()),
        deepest: sink.limits().len(Limit::Nesting),
        namespaces: HashSet::new(),
        has_base: false,
        sink,
        uses: Uses::new(),
        choice: None,
        has_undeclared: false,
    };
    walker.read();
    walker.uses
}

impl<'x> XmlWalker<'x, '_> {
    fn read(&mut self) {
        let mut events = part::events(self.xml);
        while !self.sink.is_cancelled() {
            match events.read_event() {
                Ok(Event::Eof) => return self.end(None),
                Ok(Event::Start(tag)) if self.elements.len() >= self.deepest => {
                    let at = part::place(self.xml, tag.name().0).unwrap_or_default().start();
                    let fault = format!("elements nested more than {} deep", self.deepest);
                    return self.end(Some((at.saturating_sub(1), Limit::Nesting.into(), fault)));
                }
                Ok(event) => self.event(&event),
                Err(error) => {
                    let at = usize::try_from(events.error_position()).unwrap_or(0);
                    let fault = format!("invalid XML: {error}");
                    return self.end(Some((at, DiagnosticKind::Malformed.into(), fault)));
                }
            }
        }
    }

    fn event(&mut self, event: &Event<'x>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::Empty(tag) => {
                self.open(tag);
                self.close_innermost();
            }
            Event::End(tag) => self.close(tag.name().0),
            _ if self.elements.last().is_some_and(|one| one.is_silent) => {}
            Event::DocType(declaration) => self.entities.declare(declaration),
            Event::Text(text) => self.push(text),
            Event::CData(text) => self.push(text),
            Event::GeneralRef(name) => {
                if let Some(place) = part::place(self.xml, name) {
                    self.meet_link();
                    part::push_reference(self.paragraph.open_run(), place, &self.entities);
                }
            }
            Event::PI(instruction) if instruction.target() == "xml-stylesheet" => {
                self.style_sheet(instruction.content());
            }
            // A comment is not displayed, and does not end the text around it.
            _ => {}
        }
    }

    /// Reads the reference of `<?xml-stylesheet href="..."?>`.
    fn style_sheet(&mut self, content: &str) {
        let tag = BytesStart::from_content(content, 0);
        let attributes = tag::attributes(self.xml, self.document, &tag, &self.entities);
        if let Some(href) = attributes.iter().find(|one| one.name == "href") {
            self.link(href.value(), href.place(), "xml-stylesheet");
        }
    }

    /// Whether a URI continues through an element called `name` that begins at the current position: the element only
    /// changes the look of text, and it begins inside the URI. `linkwright::rewrite::html` applies the same rule to
    /// HTML.
    fn goes_on(&self, name: &str) -> bool {
        const NAMES: &[&str] = &["b", "em", "font", "i", "mark", "strong", "u"];
        // The limit keeps the time linear.
        let text = self.paragraph.run.text();
        let end = text.get(text.len().saturating_sub(REACH)..).unwrap_or(text);
        let mut words = end.rsplit(u8::is_ascii_whitespace);
        self.meaning() == Meaning::Text
            && NAMES.contains(&name)
            && words.next().is_some_and(|word| memchr::memmem::find(word, b"://").is_some())
    }

    fn push(&mut self, text: &str) {
        let Some(place) = part::place(self.xml, text) else { return };
        let is_indent = |one: &Element<'_>| {
            one.vocabulary == Vocabulary::OpenXml && !flow::keeps_blanks(&one.name)
        };
        if self.elements.last().is_some_and(is_indent) && text.trim_ascii().is_empty() {
            return;
        }
        self.meet_link();
        self.paragraph.open_run().push_source(place);
    }

    /// Ends the text of a link, the text before a link, or a long text, at the current position.
    fn meet_link(&mut self) {
        if self.paragraph.is_in_instruction() {
            return;
        }
        if runs::is_long(&self.paragraph.run) {
            self.end_run();
        }
        let link = self.paragraph.field.clone().or_else(|| self.elements.last()?.anchor.clone());
        if link != self.paragraph.link {
            self.end_run();
            self.paragraph.link = link;
        }
    }

    /// Opens an element, and reads its attributes.
    fn open(&mut self, tag: &BytesStart<'x>) {
        let name = tag.name();
        let local = name.local_name().into_inner();
        let parent = self.elements.last();
        let mut element = Element {
            name: name.0.into(),
            vocabulary: Vocabulary::Other,
            meaning: Meaning::Value,
            flow: Flow::Inline,
            around: None,
            outside: None,
            anchor: parent.and_then(|parent| parent.anchor.clone()),
            is_code: parent.is_some_and(|parent| parent.is_code),
            is_in_text: false,
            is_silent: parent.is_some_and(|parent| parent.is_silent)
                || (local == "Fallback" && self.choice == Some(self.elements.len())),
        };
        if element.is_silent {
            return self.elements.push(element);
        }
        let is_in_text = parent.is_some_and(|parent| parent.is_in_text);
        let attributes = tag::attributes(self.xml, self.document, tag, &self.entities);
        element.vocabulary = self.vocabulary(name, &attributes);
        element.flow = Flow::of(element.vocabulary, local, is_in_text);
        if element.flow == Flow::Cut && (name.0 == "wbr" || self.goes_on(name.0)) {
            element.flow = Flow::Inline;
        }
        element.is_in_text = flow::is_paragraph(element.vocabulary, local)
            || (is_in_text && element.flow == Flow::Inline);
        let is_office = element.vocabulary.is_office();
        element.meaning = if is_office && element.flow == Flow::Inline {
            self.meaning()
        } else {
            Meaning::of(element.vocabulary, local, &attributes)
        };
        let place = part::place(self.xml, name.0).unwrap_or_default();
        match element.flow {
            Flow::Cut => self.end_run(),
            Flow::Apart => {
                let new = Paragraph::new(self.document);
                let around = core::mem::replace(&mut self.paragraph, new);
                element.around = Some(Box::new(around));
            }
            Flow::Char(char) => {
                self.meet_link();
                self.paragraph.open_run().push_decoded(char.as_bytes(), place);
            }
            Flow::Inline => {}
        }
        self.attributes(&mut element, local, &attributes);
        if is_office {
            self.office(&mut element, local, &attributes, place);
        }
        self.elements.push(element);
    }

    fn attributes(&mut self, element: &mut Element<'x>, local: &str, attributes: &[Attribute<'x>]) {
        for one in attributes.iter().filter(|one| one.name.starts_with("xmlns")) {
            self.namespaces.insert(one.value().to_owned());
        }
        // The base also applies to the other attributes of the element.
        if let Some(base) = attributes.iter().find(|one| one.name == "xml:base") {
            element.outside = Some(Outside(self.sink.current_base().clone()));
            self.sink.base(base.value());
        }
        let vocabulary = element.vocabulary;
        if is_special(vocabulary, local) {
            return;
        }
        let refreshes = held::refreshes(local, attributes);
        for attribute in attributes.iter().filter(|one| one.local() != "formula") {
            self.attribute(vocabulary, local, refreshes, attribute);
        }
        let is_anchor = matches!(vocabulary, Vocabulary::Html | Vocabulary::OpenDocument)
            && local.eq_ignore_ascii_case("a");
        if is_anchor {
            let href = attributes.iter().find(|one| one.local().eq_ignore_ascii_case("href"));
            element.anchor = href.map(|href| Rc::new(Target::new(href.value())));
        }
        element.is_code |=
            vocabulary == Vocabulary::Html && is_code_element(&local.to_ascii_lowercase());
    }

    /// Reads the links of an element of an office document that are no references in an attribute.
    fn office(
        &mut self,
        element: &mut Element<'x>,
        local: &str,
        attributes: &[Attribute<'x>],
        place: Span,
    ) {
        let value = |local: &str| attributes.iter().find(|one| one.local() == local);
        let end = format!("</{}", element.name);
        match local {
            "instrText" | "delInstrText" if !self.paragraph.is_in_instruction() => {
                self.paragraph.begin(self.document);
            }
            "fldChar" => {
                self.field_mark(value("fldCharType").map(Attribute::value), place);
            }
            "fldSimple" => {
                if let Some(instruction) = value("instr") {
                    let shown = self.shown(place.end(), end.as_bytes());
                    element.anchor =
                        self.instruction(&instruction.run, &shown).or(element.anchor.take());
                }
            }
            "hyperlink" | "hlinkClick" => self.use_relation(element, local, attributes, place),
            "Relationship" => self.relationship(attributes),
            _ => {}
        }
        if let Some(formula) = value("formula") {
            let shown = self.shown(place.end(), end.as_bytes());
            element.anchor = self.formula(&formula.run, &shown).or(element.anchor.take());
        }
    }

    /// Reads `w:fldChar`: the beginning of a field or of its result, or the end of the field.
    fn field_mark(&mut self, kind: Option<&str>, place: Span) {
        let ended = match kind {
            Some("begin") => return self.paragraph.begin(self.document),
            Some("separate") => self.paragraph.separate(),
            Some("end") => self.paragraph.end(),
            _ => None,
        };
        if let Some(instruction) = ended {
            let shown = self.shown(place.end(), b"fldCharType=");
            let is_result = kind == Some("separate");
            let target = self.instruction(&instruction, &shown);
            self.paragraph.field = target.filter(|_| is_result);
        }
    }

    /// Reports the link of the instruction of a field, and returns its target.
    fn instruction(&mut self, run: &TextRun<'_>, shown: &str) -> Option<Rc<Target>> {
        let link = field::link(run, Origin::Code, self.sink)?;
        self.sink.shows(|| Some(shown.to_owned()));
        link.report(self.sink);
        Some(Rc::new(Target::new(&link.reference)))
    }

    /// Reports the strings of a formula; `shown` is the text of its cell. Returns the reference of `HYPERLINK`.
    fn formula(&mut self, run: &TextRun<'_>, shown: &str) -> Option<Rc<Target>> {
        let mut target = None;
        for literal in formula::literals(run.text()) {
            let pieces = run.map().pieces(literal.place);
            let pieces = pieces.unwrap_or_else(|| vec![run.map().around(literal.place)]);
            let sink = &mut *self.sink;
            let Some(function) = literal.function else {
                let mut text = TextRun::new(self.document);
                for piece in pieces {
                    text.push_source(piece);
                }
                sink.search_run_as(&text, |_| Some(Origin::Code));
                continue;
            };
            if literal.text.starts_with('#') {
                continue;
            }
            if function == "HYPERLINK" && target.is_none() {
                target = Some(Rc::new(Target::new(&literal.text)));
                sink.shows(|| Some(shown.to_owned()));
            }
            sink.existing_in(&literal.text, &pieces, Origin::Attribute, function);
        }
        target
    }

    /// Notes the use of a relationship by a link. The link itself is reported with the relationship.
    fn use_relation(
        &mut self,
        element: &mut Element<'x>,
        local: &str,
        attributes: &[Attribute<'_>],
        place: Span,
    ) {
        let id = attributes.iter().find(|one| one.name.ends_with(":id")).map(Attribute::value);
        let Some(relations) = self.part.relations else { return };
        let found = id.and_then(|id| relations.get(id));
        if id.is_some() && found.is_none() && !core::mem::replace(&mut self.has_undeclared, true) {
            let message = "a relationship is not declared";
            self.sink.diagnostic(Some(place.start()), DiagnosticKind::Malformed, message);
        }
        // A link inside the document has no target here, but its text is not part of the text around it.
        let target = found.and_then(Option::as_deref);
        let is_fragment = |one: &&Attribute<'_>| matches!(one.local(), "anchor" | "location");
        let fragment = attributes.iter().find(is_fragment).map(Attribute::value);
        let fragment = fragment.filter(|fragment| !fragment.is_empty()).map(str::to_owned);
        let whole = target.map(|target| with_fragment(target, fragment.as_deref()));
        let anchor = Some(Rc::new(Target::new(whole.as_deref().unwrap_or_default())));
        if local == "hyperlink" {
            element.anchor = anchor;
        } else if let Some(run) = self.near("r") {
            run.anchor = anchor;
        }
        let (Some(id), Some(_)) = (id, whole) else { return };
        let end = match element.name.split_once(':') {
            _ if local == "hyperlink" => format!("</{}", element.name),
            Some((prefix, _)) => format!("</{prefix}:r>"),
            None => "</r>".to_owned(),
        };
        let shown = Some(self.shown(place.end(), end.as_bytes()));
        let uses = self.uses.entry(id.to_owned()).or_default();
        if uses.last().is_none_or(|last| last.fragment != fragment) {
            uses.push(Use { fragment, shown });
        }
    }

    /// Reports a relationship whose target is outside the package, once for each fragment with which it is used.
    fn relationship(&mut self, attributes: &[Attribute<'_>]) {
        let value = |local: &str| attributes.iter().find(|one| one.local() == local);
        let text = |local: &str| value(local).map(Attribute::value).unwrap_or_default();
        let Some(target) = value("Target").filter(|target| !target.value().is_empty()) else {
            return;
        };
        if !text("TargetMode").eq_ignore_ascii_case("External") {
            return;
        }
        let kind = text("Type").rsplit('/').next().unwrap_or_default();
        let once = [Use::default()];
        let uses = self.part.uses.and_then(|uses| uses.get(text("Id")));
        for Use { fragment, shown } in uses.map_or(&once[..], |uses| uses) {
            self.sink.shows(|| shown.clone());
            let reference = with_fragment(target.value(), fragment.as_deref());
            self.sink.existing(&reference, target.place(), Origin::Attribute, kind);
        }
    }

    /// The text between `start` and the next `end`, if texts of links are wanted.
    fn shown(&self, start: usize, end: &[u8]) -> String {
        if !self.sink.wants_displayed_text() {
            return String::new();
        }
        let rest = self.document.get(start..).unwrap_or_default();
        let tag = memchr::memchr(b'>', rest).map_or(rest.len(), |at| at + 1);
        displayed_text::until(self.document, start + tag, end)
    }

    /// Reads the text since the last tag that ended a text.
    fn end_run(&mut self) {
        let link = self.paragraph.link.take();
        if self.paragraph.run.is_empty() {
            return;
        }
        let run = core::mem::replace(&mut self.paragraph.run, TextRun::new(self.document));
        match self.meaning() {
            _ if run.text().trim_ascii().is_empty() => {}
            Meaning::Nothing => {}
            Meaning::Reference(name) => self.reference(&run, name),
            Meaning::Html => html::read_run(&run, self.sink),
            Meaning::Css => css::read_run(&run, self.sink),
            Meaning::Formula => {
                let end = run.map().around(Span::new(0, run.text().len())).end();
                let shown = self.shown(end, b"</");
                if let (target @ Some(_), Some(cell)) = (self.formula(&run, &shown), self.near("c"))
                {
                    cell.anchor = target;
                }
            }
            Meaning::Margin => {
                let origin = self.part.origin;
                let sink: &mut dyn Sink = &mut Nested::new(run.map(), self.sink);
                sink.search_run_as(&margin(run.text()), |_| Some(origin));
            }
            meaning @ (Meaning::Text | Meaning::Value) => self.text(&run, meaning, link.as_deref()),
        }
    }

    /// Searches a text or a value, which may be in a link.
    fn text(&mut self, run: &TextRun<'_>, meaning: Meaning, link: Option<&Target>) {
        let origin = if self.elements.last().is_some_and(|one| one.is_code) {
            Origin::Code
        } else {
            self.part.origin
        };
        let origin = |found: &Match<'_>| {
            let is_repeated = link.is_some_and(|target| target.is_repeated_by(found));
            (!is_repeated).then_some(origin)
        };
        let sink = &mut *self.sink;
        if meaning == Meaning::Text {
            sink.search_run_as(run, origin);
        } else {
            value::search_run_as(run, origin, sink);
        }
    }

    /// Reads the content of an element that is one reference.
    fn reference(&mut self, run: &TextRun<'_>, name: &str) {
        let place = Span::new(0, run.text().len()).trimmed(run.text());
        let reference = String::from_utf8_lossy(place.of(run.text()));
        if reference.contains(char::is_whitespace) {
            return value::search_run(run, self.sink);
        }
        self.link(&reference, run.map().around(place), name);
    }

    /// Closes the innermost element called `name`, and all open elements inside it.
    fn close(&mut self, name: &str) {
        let above = self.above(name);
        if above != Some(0) {
            let at = part::place(self.xml, name).map(|place| place.start().saturating_sub(2));
            let innermost = self.elements.last().map(|one| &*one.name);
            let open = innermost.filter(|_| above.is_some());
            if !core::mem::replace(&mut self.has_wrong_end, true) {
                let message = match open {
                    Some(open) => format!("invalid XML: `</{name}>` comes before `</{open}>`"),
                    None => format!("invalid XML: `</{name}>` has no start tag"),
                };
                self.sink.diagnostic(at, DiagnosticKind::Malformed, &message);
            }
            if above.is_none() && !self.elements.last().is_some_and(|one| one.flow != Flow::Cut) {
                self.end_run();
            }
        }
        for _ in 0..above.map_or(0, |above| above + 1) {
            self.close_innermost();
        }
    }

    fn close_innermost(&mut self) {
        match self.elements.last().map(|one| one.flow) {
            Some(Flow::Cut) => self.end_run(),
            Some(Flow::Apart) => self.end_paragraph(),
            _ => {}
        }
        let Some(element) = self.elements.pop() else { return };
        if let Some(around) = element.around {
            self.paragraph = *around;
        }
        if let Some(Outside(base)) = element.outside {
            *self.sink.current_base() = base;
        }
        match element.name.rsplit(':').next() {
            Some("Choice") => self.choice = Some(self.elements.len()),
            Some("AlternateContent") => self.choice = None,
            _ => {}
        }
    }

    /// Ends a text, and the instructions that have no end in it.
    fn end_paragraph(&mut self) {
        while let Some(instruction) = self.paragraph.finish() {
            self.instruction(&instruction, "");
        }
        self.end_run();
    }

    /// Ends the document, or searches the rest from the offset of a fault on as text.
    fn end(&mut self, fault: Option<(usize, Cause, String)>) {
        let open = self.elements.last().map(|one| one.name.clone());
        while self.elements.last().is_some() {
            self.close_innermost();
        }
        self.end_paragraph();
        let sink = &mut *self.sink;
        let rest = fault.map(|(at, cause, fault)| {
            let message = format!("{fault}; the rest is searched as text");
            sink.diagnostic(at, cause, &message);
            at
        });
        if let (None, Some(name)) = (rest, open) {
            let message = format!("invalid XML: the document ends before `</{name}>`");
            sink.diagnostic(self.document.len(), DiagnosticKind::Truncated, &message);
        }
        if let Some((limit, message)) = self.entities.report() {
            sink.diagnostic(None, limit, &message);
        }
        if let Some(at) = rest {
            sink.search(self.document, Span::new(at, self.document.len()));
        }
    }
}

/// Whether the attributes of the element are read by [`XmlWalker::office`] alone.
fn is_special(vocabulary: Vocabulary, local: &str) -> bool {
    const NAMES: &[&str] = &["Relationship", "hyperlink", "fldSimple"];
    vocabulary == Vocabulary::OpenXml && NAMES.contains(&local)
}

/// The text of the header or the footer of a sheet, without its codes: `&L` begins the left part, `&"Arial"` sets the
/// font, `&12` its size, and `&&` is `&` (ECMA-376, part 1, section 18.3.1.39).
fn margin(text: &[u8]) -> TextRun<'_> {
    let mut plain = TextRun::new(text);
    runs::decode(&mut plain, Span::new(0, text.len()), b'&', |code, decoded| {
        decoded.push(if code.starts_with(b"&&") { b'&' } else { b' ' });
        let digits = code.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        match code.get(1) {
            Some(b'"') => {
                memchr::memchr(b'"', code.get(2..).unwrap_or_default()).map_or(2, |len| len + 3)
            }
            Some(_) => 1 + digits.max(1),
            None => 0,
        }
    });
    plain
}

#[cfg(test)]
mod tests;
