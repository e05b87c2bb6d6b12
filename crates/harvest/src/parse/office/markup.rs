//! Reads the elements and the text of a part, and passes them to a handler with their positions.
//!
//! Faults are treated as in all XML that this crate reads. Elements that end in the wrong order and missing end tags
//! are reported, and reading continues. If markup cannot be parsed, the rest of the part is searched as text.

use linkwright::Span;
use linkwright::rewrite::TextRun;
use quick_xml::Reader as Events;
use quick_xml::events::{BytesStart, Event};

use super::names::{Name, Scopes, Space};
use crate::parse::lossless;
use crate::parse::xml::damage::{self, WrongEnds};
use crate::parse::xml::entities::{self, Entities};
use crate::parse::xml::part;
use crate::sink::Sink;

/// Receives the markup of a part.
pub(crate) trait Handler {
    /// Receives the start tag of an element.
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink);

    /// Receives the end of the innermost element, which is called `name`. The end tag is at `place`, which is empty if
    /// the element has no end tag.
    fn end(&mut self, name: Name<'_>, place: Span, sink: &mut dyn Sink);

    /// Receives text of the innermost element.
    fn text(&mut self, text: Text<'_>);

    /// Called after the end of the part.
    fn finish(&mut self, _sink: &mut dyn Sink) {}
}

/// A piece of text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text<'t> {
    /// The text at this span of the document.
    Source(Span),
    /// The decoded text of the character reference at the span.
    Decoded(&'t str, Span),
}

impl Text<'_> {
    /// Appends the text to `run`.
    pub(super) fn push_to(self, run: &mut TextRun<'_>) {
        match self {
            Text::Source(place) => run.push_source(place),
            Text::Decoded(text, place) => run.push_decoded(text.as_bytes(), place),
        }
    }
}

/// The start tag of an element.
pub(crate) struct Tag<'t> {
    pub(crate) name: Name<'t>,
    /// The span of the tag, including `<` and `>`.
    pub(crate) place: Span,
    inner: &'t BytesStart<'t>,
    xml: &'t str,
    document: &'t [u8],
    scopes: &'t Scopes,
    entities: &'t Entities,
}

/// The value of an attribute, with its character references decoded.
#[derive(Debug)]
pub(crate) struct Value<'v> {
    pub(crate) run: TextRun<'v>,
    place: Span,
}

impl Value<'_> {
    /// The text of the value.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.run.text()).into_owned()
    }

    /// The span of the value in the document.
    pub(crate) const fn place(&self) -> Span {
        self.place
    }
}

impl<'t> Tag<'t> {
    /// Whether the element has this name.
    pub(crate) fn is(&self, space: Space, local: &str) -> bool {
        self.name == Name { space, local }
    }

    /// The attribute with the local name `local` that is in the namespace of the element, or has no known namespace.
    /// Both are accepted because attributes have a prefix in Word documents, but not in spreadsheets.
    pub(crate) fn own(&self, local: &str) -> Option<Value<'t>> {
        let own = self.name.space;
        self.find(|name| name.local == local && (name.space == own || name.space == Space::Other))
    }

    /// The text of the attribute that [`own`](Tag::own) returns.
    pub(crate) fn own_text(&self, local: &str) -> Option<String> {
        self.own(local).map(|value| value.text())
    }

    /// The attribute with the local name `local` in the namespace `space`.
    pub(crate) fn value(&self, space: Space, local: &str) -> Option<Value<'t>> {
        self.find(|name| name == Name { space, local })
    }

    /// The identifier of a relationship, from the attribute with the local name `local`.
    pub(crate) fn relation(&self, local: &str) -> Option<String> {
        let value = self.value(Space::Relation, local)?.text();
        (!value.is_empty()).then_some(value)
    }

    /// Whether the element may have the identifier of a relationship. This test is faster than a search for every
    /// attribute that may contain one.
    pub(crate) fn may_relate(&self) -> bool {
        let attributes = self.inner.attributes_raw();
        [":id", ":link", ":embed", ":href", ":pict"].iter().any(|name| attributes.contains(name))
    }

    /// Whether the element switches a property on: its `val` is not `0`, `false` or `off`.
    pub(crate) fn is_on(&self) -> bool {
        let value = self.own_text("val");
        !value.is_some_and(|value| matches!(&*value, "0" | "false" | "off"))
    }

    fn find(&self, is_it: impl Fn(Name<'_>) -> bool) -> Option<Value<'t>> {
        let mut attributes = self.inner.html_attributes();
        let mut attributes = attributes.with_checks(false).map_while(Result::ok);
        let found = attributes.find(|one| is_it(self.scopes.attribute(one.key.0)))?;
        let place = part::place(self.xml, &found.value)?;
        let mut run = TextRun::new(self.document);
        part::push_value(&mut run, place, self.entities);
        Some(Value { run, place })
    }
}

/// Reads a part, and calls `handler` for its markup.
pub(crate) fn walk(document: &[u8], handler: &mut dyn Handler, sink: &mut dyn Sink) {
    let xml = lossless::text(document);
    let mut walker = PartWalker {
        xml: &xml,
        document,
        scopes: Scopes::default(),
        entities: Entities::default(),
        open: Vec::new(),
        wrong_ends: WrongEnds::default(),
        handler,
        sink,
    };
    walker.read();
}

/// How many open elements are searched for the start tag that matches an end tag. The limit keeps the time linear.
const REACH: usize = 64;

struct PartWalker<'x, 's> {
    xml: &'x str,
    document: &'x [u8],
    scopes: Scopes,
    entities: Entities,
    /// The names of the open elements.
    open: Vec<Box<str>>,
    wrong_ends: WrongEnds,
    handler: &'s mut dyn Handler,
    sink: &'s mut dyn Sink,
}

impl<'x> PartWalker<'x, '_> {
    fn read(&mut self) {
        let mut events = damage::events(self.xml);
        while !self.sink.is_cancelled() {
            match events.read_event() {
                Ok(Event::Eof) => return self.end(),
                Ok(event) => {
                    let end = usize::try_from(events.buffer_position()).unwrap_or(usize::MAX);
                    self.event(&event, end);
                }
                Err(error) => {
                    let at = usize::try_from(events.error_position()).unwrap_or(0);
                    return self.give_up(at, &error);
                }
            }
        }
    }

    fn event(&mut self, event: &Event<'x>, end: usize) {
        match event {
            Event::Start(tag) => {
                self.start(tag, end);
                self.open.push(tag.name().0.into());
            }
            Event::Empty(tag) => {
                self.start(tag, end);
                let name = self.scopes.element(tag.name().0);
                self.handler.end(name, Span::new(end, end), self.sink);
                self.scopes.leave(self.open.len());
            }
            Event::End(tag) => self.close(tag.name().0, end),
            Event::DocType(declaration) => self.entities.declare(declaration),
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.text(text),
            Event::GeneralRef(name) => self.reference(name),
            _ => {}
        }
    }

    fn start(&mut self, tag: &BytesStart<'x>, end: usize) {
        if tag.attributes_raw().contains("xmlns") {
            self.declare(tag);
        }
        let begin = part::place(self.xml, tag.name().0).map_or(end, Span::start);
        let tag = Tag {
            name: self.scopes.element(tag.name().0),
            place: Span::new(begin.saturating_sub(1).min(end), end),
            inner: tag,
            xml: self.xml,
            document: self.document,
            scopes: &self.scopes,
            entities: &self.entities,
        };
        self.handler.start(&tag, self.sink);
    }

    fn declare(&mut self, tag: &BytesStart<'x>) {
        let depth = self.open.len();
        let mut attributes = tag.html_attributes();
        for one in attributes.with_checks(false).map_while(Result::ok) {
            let Some(prefix) = one.key.0.strip_prefix("xmlns") else { continue };
            match prefix.strip_prefix(':') {
                Some(prefix) => self.scopes.declare(depth, prefix, &one.value),
                None if prefix.is_empty() => self.scopes.declare(depth, "", &one.value),
                None => {}
            }
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(place) = part::place(self.xml, text) {
            self.handler.text(Text::Source(place));
        }
    }

    fn reference(&mut self, name: &str) {
        let Some(place) = part::place(self.xml, name) else { return };
        let whole = Span::new(place.start().saturating_sub(1), place.end() + 1);
        match entities::character(name).or_else(|| self.entities.expand(name)) {
            Some(text) => self.handler.text(Text::Decoded(&text, whole)),
            None => self.handler.text(Text::Source(whole)),
        }
    }

    /// Ends the innermost open element called `name`, and all open elements inside it.
    fn close(&mut self, name: &str, end: usize) {
        let found = self.open.iter().rev().take(REACH).position(|one| **one == *name);
        let begin = part::place(self.xml, name).map_or(end, Span::start);
        let place = Span::new(begin.saturating_sub(2).min(end), end);
        let Some(above) = found else {
            return self.wrong_ends.report(Some(place.start()), name, None, self.sink);
        };
        if above > 0 {
            let open = self.open.last().map(|open| &**open);
            self.wrong_ends.report(Some(place.start()), name, open, self.sink);
        }
        for _ in 0..above {
            self.leave(Span::new(place.start(), place.start()));
        }
        self.leave(place);
    }

    /// Ends the innermost element.
    fn leave(&mut self, place: Span) {
        let Some(name) = self.open.pop() else { return };
        let name = self.scopes.element(&name);
        self.handler.end(name, place, self.sink);
        self.scopes.leave(self.open.len());
    }

    fn end(&mut self) {
        if let Some(name) = self.open.last() {
            damage::report_open(self.document.len(), name, self.sink);
        }
        self.close_all(self.document.len());
    }

    /// Ends all open elements, so that the text that was collected in them is reported.
    fn close_all(&mut self, at: usize) {
        while !self.open.is_empty() && !self.sink.is_cancelled() {
            self.leave(Span::new(at, at));
        }
        self.handler.finish(self.sink);
    }

    fn give_up(&mut self, at: usize, error: &quick_xml::Error) {
        damage::report_error(at, error, self.sink);
        self.close_all(at);
        self.sink
            .search(self.document, Span::new(at.min(self.document.len()), self.document.len()));
    }
}

/// The namespace and the name of the outermost element; `None` if the beginning of the document has no element, or
/// cannot be parsed.
pub(crate) fn root(document: &[u8]) -> Option<(Space, String)> {
    let head = lossless::text(document.get(..ROOT).unwrap_or(document));
    let mut events = Events::from_str(&head);
    let mut scopes = Scopes::default();
    loop {
        match events.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) => {
                let mut attributes = tag.html_attributes();
                for one in attributes.with_checks(false).map_while(Result::ok) {
                    if let Some(prefix) = one.key.0.strip_prefix("xmlns") {
                        let prefix = prefix.strip_prefix(':').unwrap_or_default();
                        scopes.declare(0, prefix, &one.value);
                    }
                }
                let name = scopes.element(tag.name().0);
                return Some((name.space, name.local.to_owned()));
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// How many bytes of a document are searched for its outermost element.
const ROOT: usize = 64 * 1024;
