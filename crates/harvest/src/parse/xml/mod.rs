//! XML: feeds, sitemaps, SVG, XHTML, and whatever else is written in it.
//!
//! quick-xml makes the events, each a part of the document, so that its place is known. What an
//! attribute or the content of an element means is asked of its [`Vocabulary`]; in one that is not
//! known, the few attributes count that mean the same everywhere. All text is searched, and the
//! values of attributes as well. The names of namespaces lead nowhere and are passed over, and
//! entities that a document declares are not expanded: their text is in the declaration, and a few
//! lines of them can grow to gigabytes.
//!
//! Elements that end in the wrong order are reported, once, and read on; without more
//! sense in the markup at all, the rest is searched as plain text.

mod elements;
mod links;
mod meaning;
mod part;
mod tag;
mod vocabulary;

use linkwright::Span;
use linkwright::rewrite::TextRun;
use quick_xml::Reader as Events;
use quick_xml::events::{BytesStart, Event};

use super::{anchor, css, html, lossless, value};
use crate::model::DiagnosticKind;
use crate::sink::Sink;

use elements::{Closed, Element, Elements, Outside};
use links::Links;
use meaning::Meaning;
use vocabulary::Vocabulary;
pub(crate) use vocabulary::is_xml;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let xml = lossless::text(document);
    let mut walker = Walker {
        xml: &xml,
        run: TextRun::new(document),
        document,
        elements: Elements::default(),
        is_reported: false,
        links: Links::new(document, sink),
    };
    walker.read();
}

struct Walker<'x, 's> {
    xml: &'x str,
    document: &'x [u8],
    /// The text since the last tag.
    run: TextRun<'x>,
    elements: Elements,
    /// Whether it was said that tags are nested wrongly.
    is_reported: bool,
    links: Links<'x, 's>,
}

impl<'x> Walker<'x, '_> {
    fn read(&mut self) {
        let mut events = Events::from_str(self.xml);
        let config = events.config_mut();
        // Each of these would take the text or the tag away with the error.
        config.allow_dangling_amp = true;
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
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
                self.end_run();
                let element = self.start(tag);
                self.elements.open(element);
            }
            Event::Empty(tag) => {
                self.end_run();
                let element = self.start(tag);
                self.leave(element.outside);
            }
            Event::End(tag) => {
                self.end_run();
                self.close(tag.name().0);
            }
            Event::Text(text) => self.push(text),
            Event::CData(text) => self.push(text),
            Event::GeneralRef(name) => self.push_reference(name),
            Event::PI(instruction) if instruction.target() == "xml-stylesheet" => {
                let links = part::pseudo_attribute(self.xml, instruction.content(), "href");
                if let Some((reference, place)) = links {
                    self.links.link(&reference, place, "xml-stylesheet");
                }
            }
            // A comment is invisible, and it does not end a text.
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(place) = part::place(self.xml, text) {
            self.run.push_source(place);
        }
    }

    fn push_reference(&mut self, name: &str) {
        if let Some(place) = part::place(self.xml, name) {
            part::push_reference(&mut self.run, place);
        }
    }

    /// Reads the attributes of a start tag.
    fn start(&mut self, tag: &BytesStart<'x>) -> Element {
        let attributes = tag::attributes(self.xml, self.document, tag);
        let name = tag.name();
        let vocabulary = self.elements.vocabulary(name, &attributes);
        let local = name.local_name().into_inner();
        let meaning = Meaning::of(vocabulary, local, &attributes);
        let mut element = Element::new(name.0, vocabulary, meaning);
        // It counts for the other attributes, too.
        if let Some(base) = attributes.iter().find(|one| one.name == "xml:base") {
            element.outside = Some(Outside(self.links.sink.current_base()));
            self.links.sink.base(&base.value());
        }
        let refreshes = tag::refreshes(local, &attributes);
        for attribute in &attributes {
            let mut held = tag::Held { links: &mut self.links, vocabulary, local, refreshes };
            held.read(attribute);
        }
        if vocabulary == Vocabulary::Html && local.eq_ignore_ascii_case("a") {
            let href = attributes.iter().find(|one| tag::is_href(&one.name));
            element.anchor = href.map(|href| anchor::Target::new(&href.value()));
        }
        element
    }

    /// Restores the base from before an element, if the element had another one.
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
            Meaning::Text => match self.elements.anchor() {
                Some(target) => {
                    let sink: &mut dyn Sink = &mut anchor::Text::new(target, self.links.sink);
                    sink.search_run(&run);
                }
                None => self.links.sink.search_run(&run),
            },
        }
    }

    /// The content of an element that is one reference.
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
        let message = match closed {
            Closed::Rightly => return,
            Closed::Others(missing) => format!("`</{name}>` stands before `</{missing}>`"),
            Closed::Nothing => format!("`</{name}>` closes nothing"),
        };
        if !self.is_reported {
            self.is_reported = true;
            let at = part::place(self.xml, name).map(|place| place.start().saturating_sub(2));
            self.links.sink.diagnostic(
                at,
                DiagnosticKind::Malformed,
                &format!("invalid XML: {message}"),
            );
        }
    }

    fn end(&mut self) {
        self.end_run();
        if let Some(name) = self.elements.innermost() {
            let message = format!("invalid XML: it ends before `</{name}>`");
            self.links.sink.diagnostic(
                Some(self.document.len()),
                DiagnosticKind::Truncated,
                &message,
            );
        }
    }

    fn give_up(&mut self, at: usize, error: &quick_xml::Error) {
        self.end_run();
        let message = format!("invalid XML: {error}; read on as text");
        self.links.sink.diagnostic(Some(at), DiagnosticKind::Malformed, &message);
        self.links.sink.search(self.document, Span::new(at, self.document.len()));
    }
}

#[cfg(test)]
mod tests;
