//! Reads XML: feeds, sitemaps, SVG, XHTML, and documents of any other vocabulary.
//!
//! quick-xml yields events that are slices of the document, so their positions are known. The [`Vocabulary`] determines
//! the meaning of attributes and of the content of elements. In an unknown vocabulary, only attributes such as `href`
//! and values that are a whole URI are references. All text except scripts is searched. Attribute values are also
//! searched, except in XHTML and SVG, where only attributes that contain references or styles are read. URIs that name
//! a namespace, an algorithm or a relationship type are not links, and are skipped. Entities that a document declares
//! are expanded up to a limit; entities in other files are not fetched.
//!
//! In XHTML, as in HTML, a URI continues through tags that only change the look of text.
//!
//! Elements that end in the wrong order are reported once, and the parser continues. After markup that cannot be
//! parsed, the rest of the document is searched as plain text.

pub(in crate::parse) mod damage;
mod elements;
pub(in crate::parse) mod entities;
mod links;
mod meaning;
pub(in crate::parse) mod part;
mod recognize;
mod tag;
mod vocabulary;

use linkwright::Span;
use linkwright::rewrite::TextRun;
use linkwright::rewrite::html::is_code_element;
use quick_xml::events::{BytesStart, Event};

use super::{anchor, css, html, lossless, value};
use crate::sink::Sink;

use damage::WrongEnds;
use elements::{Closed, Element, Elements, Outside};
use entities::Entities;
use links::XmlLinks;
use meaning::Meaning;
pub(crate) use recognize::is_xml;
use vocabulary::{Namespaces, Vocabulary};

/// How many bytes before an element are searched for the beginning of a URI.
const REACH: usize = 1024;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let xml = lossless::text(document);
    let mut walker = XmlWalker {
        xml: &xml,
        run: TextRun::new(document),
        document,
        elements: Elements::default(),
        wrong_ends: WrongEnds::default(),
        entities: Entities::default(),
        namespaces: Namespaces::default(),
        links: XmlLinks::new(document, sink),
    };
    walker.read();
}

struct XmlWalker<'x, 's> {
    xml: &'x str,
    document: &'x [u8],
    /// The text since the last tag.
    run: TextRun<'x>,
    elements: Elements,
    wrong_ends: WrongEnds,
    entities: Entities,
    namespaces: Namespaces,
    links: XmlLinks<'x, 's>,
}

impl<'x> XmlWalker<'x, '_> {
    fn read(&mut self) {
        let mut events = damage::events(self.xml);
        while !self.links.sink.is_cancelled() {
            match events.read_event() {
                Ok(Event::Eof) => return self.end(),
                Ok(event) => self.event(&event),
                Err(error) => {
                    let at = usize::try_from(events.error_position()).unwrap_or(0);
                    return self.give_up(at, &error);
                }
            }
        }
    }

    fn event(&mut self, event: &Event<'x>) {
        match event {
            Event::Start(tag) => {
                let goes_on = self.goes_on(tag.name().0);
                if !goes_on {
                    self.end_run();
                }
                let mut element = self.start(tag);
                element.goes_on = goes_on;
                self.elements.open(element);
            }
            Event::Empty(tag) => {
                if tag.name().0 != "wbr" {
                    self.end_run();
                }
                let element = self.start(tag);
                self.leave(element.outside);
            }
            Event::End(tag) => {
                if !self.elements.goes_on(tag.name().0) {
                    self.end_run();
                }
                self.close(tag.name().0);
            }
            Event::DocType(declaration) => self.entities.declare(declaration),
            Event::Text(text) => self.push(text),
            Event::CData(text) => self.push(text),
            Event::GeneralRef(name) => self.push_reference(name),
            Event::PI(instruction) if instruction.target() == "xml-stylesheet" => {
                let links = part::pseudo_attribute(self.xml, instruction.content(), "href");
                if let Some((reference, place)) = links {
                    self.links.link(&reference, place, "xml-stylesheet");
                }
            }
            // A comment is not displayed, and does not end the text around it.
            _ => {}
        }
    }

    /// Whether a URI continues through an element called `name` that begins at the current position: the element only
    /// changes the look of text, and it begins inside the URI. `linkwright::rewrite::html` applies the same rule to
    /// HTML.
    fn goes_on(&self, name: &str) -> bool {
        const NAMES: &[&str] = &["b", "em", "font", "i", "mark", "strong", "u"];
        // The limit keeps the time linear.
        let text = self.run.text();
        let end = text.get(text.len().saturating_sub(REACH)..).unwrap_or(text);
        let mut words = end.rsplit(u8::is_ascii_whitespace);
        self.elements.meaning() == Meaning::Text
            && NAMES.contains(&name)
            && words.next().is_some_and(|word| memchr::memmem::find(word, b"://").is_some())
    }

    fn push(&mut self, text: &str) {
        if let Some(place) = part::place(self.xml, text) {
            self.run.push_source(place);
        }
    }

    fn push_reference(&mut self, name: &str) {
        if let Some(place) = part::place(self.xml, name) {
            part::push_reference(&mut self.run, place, &self.entities);
        }
    }

    /// Reads the attributes of a start tag.
    fn start(&mut self, tag: &BytesStart<'x>) -> Element {
        let attributes = tag::attributes(self.xml, self.document, tag, &self.entities);
        for one in attributes.iter().filter(|one| one.name.starts_with("xmlns")) {
            self.namespaces.declare(one.value());
        }
        let name = tag.name();
        let vocabulary = self.elements.vocabulary(name, &attributes);
        let local = name.local_name().into_inner();
        let meaning = Meaning::of(vocabulary, local, &attributes);
        let mut element = Element::new(name.0, vocabulary, meaning);
        // The base also applies to the other attributes of the element.
        if let Some(base) = attributes.iter().find(|one| one.name == "xml:base") {
            element.outside = Some(Outside(self.links.sink.current_base()));
            self.links.sink.base(&base.value());
        }
        let refreshes = tag::refreshes(local, &attributes);
        for attribute in &attributes {
            let links = &mut self.links;
            let namespaces = &self.namespaces;
            tag::Held { links, vocabulary, local, refreshes, namespaces }.read(attribute);
        }
        if vocabulary == Vocabulary::Html && local.eq_ignore_ascii_case("a") {
            let href = attributes.iter().find(|one| tag::is_href(&one.name));
            element.anchor = href.map(|href| anchor::Target::new(&href.value()));
        }
        element.is_code =
            vocabulary == Vocabulary::Html && is_code_element(&local.to_ascii_lowercase());
        element
    }

    /// Restores the base outside an element, if the element declared a base.
    fn leave(&mut self, outside: Option<Outside>) {
        if let Some(Outside(base)) = outside {
            self.links.sink.restore_base(base);
        }
    }

    /// Reads the text between two tags.
    fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let run = core::mem::replace(&mut self.run, TextRun::new(self.document));
        match self.elements.meaning() {
            _ if run.text().trim_ascii().is_empty() => {}
            Meaning::Nothing => {}
            Meaning::Reference(name) => self.reference(&run, name),
            Meaning::Value => value::search_run(&run, self.links.sink),
            Meaning::Html => html::read_run(&run, self.links.sink),
            Meaning::Css => css::read_run(&run, self.links.sink),
            Meaning::Text => self.text(&run),
        }
    }

    /// Reads running text.
    fn text(&mut self, run: &TextRun<'_>) {
        let origin = self.elements.origin();
        match self.elements.anchor() {
            Some(target) => {
                let sink: &mut dyn Sink = &mut anchor::AnchorText::new(target, self.links.sink);
                sink.search_run_as(run, |_| origin);
            }
            None => self.links.sink.search_run_as(run, |_| origin),
        }
    }

    /// Reads the content of an element that is one reference.
    fn reference(&mut self, run: &TextRun<'_>, name: &str) {
        let place = Span::new(0, run.text().len()).trimmed(run.text());
        let reference = String::from_utf8_lossy(place.of(run.text()));
        if reference.contains(char::is_whitespace) {
            return value::search_run(run, self.links.sink);
        }
        self.links.link(&reference, run.map().around(place), name);
    }

    fn close(&mut self, name: &str) {
        let (closed, outside) = self.elements.close(name);
        self.leave(outside);
        let open = match &closed {
            Closed::Rightly => return,
            Closed::Others(missing) => Some(&**missing),
            Closed::Nothing => None,
        };
        let at = part::place(self.xml, name).map(|place| place.start().saturating_sub(2));
        self.wrong_ends.report(at, name, open, self.links.sink);
    }

    fn end(&mut self) {
        self.end_run();
        if let Some(name) = self.elements.innermost() {
            damage::report_open(self.document.len(), name, self.links.sink);
        }
    }

    fn give_up(&mut self, at: usize, error: &quick_xml::Error) {
        self.end_run();
        damage::report_error(at, error, self.links.sink);
        self.links.sink.search(self.document, Span::new(at, self.document.len()));
    }
}

#[cfg(test)]
mod tests;
