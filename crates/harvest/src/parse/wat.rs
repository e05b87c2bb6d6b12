//! Reads the records of WAT files, which are JSON with the links that were extracted from a page.
//!
//! The object `Envelope.Payload-Metadata.HTTP-Response-Metadata` has the `Headers` and, for a page, the `HTML-Metadata`
//! with its `Head` (`Base`, `Link`, `Scripts`, `Metas`) and its `Links`. The other strings are not read, because they
//! contain no links of the page. Most of them describe the capture, its files and its requests.

use linkwright::Span;
use linkwright::rewrite::html::attribute::Holds;
use linkwright::uri::Uri;

use super::http;
use super::json::path::Path;
use super::json::strings::{Strings, Token};
use super::json::{self, unescape};
use crate::model::Origin;
use crate::sink::Sink;

/// Reads a record. The base applies to all references, even to references before it, so the record is walked once for
/// the base and once for the references.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut walker = WatWalker { document, path: Path::new(document, DEEPEST), element: None };
    let _ = walker.walk(&mut |event| {
        if let Event::Value(Place::Base, place) = event {
            sink.base(&text_at(document, place));
        }
    });
    let mut walker = WatWalker { document, path: Path::new(document, DEEPEST), element: None };
    let walked = walker.walk(&mut |event| report(document, event, sink));
    if let Err(fault) = walked {
        json::read_on(document, &fault, document.len(), sink);
    }
}

/// Whether `head` is the beginning of a record of a WAT file.
pub(crate) fn is_wat(head: &[u8]) -> bool {
    memchr::memmem::find(head, b"\"Envelope\"").is_some() && json::is_json(head)
}

/// The string at `place`, unescaped.
fn text_at(document: &[u8], place: Span) -> String {
    String::from_utf8_lossy(unescape::run(document, place).text()).into_owned()
}

/// The number of nested containers for which the names of members are stored.
const DEEPEST: usize = 12;

/// The place of a string that may contain links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// `Head.Base`.
    Base,
    /// A field of the HTTP response, with the span of the name of the field.
    Header(Span),
}

/// An element of the page, which is an object in a list of the record.
#[derive(Clone, Copy, Debug, Default)]
struct Element {
    depth: usize,
    /// The name of the element and its attribute: `A@/href`.
    path: Option<Span>,
    url: Option<Span>,
    text: Option<Span>,
    /// The `content` of a `meta` element.
    content: Option<Span>,
    refreshes: bool,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Value(Place, Span),
    Element(Element),
}

struct WatWalker<'d> {
    document: &'d [u8],
    path: Path<'d>,
    element: Option<Element>,
}

impl WatWalker<'_> {
    fn walk(&mut self, tell: &mut dyn FnMut(Event)) -> Result<(), json::strings::Fault> {
        let mut tokens = Strings::new(self.document, Span::new(0, self.document.len()));
        while let Some(token) = tokens.next_token()? {
            match token {
                Token::Begin => self.begin(),
                Token::End => self.end(tell),
                Token::Name(place) => self.path.name(place),
                Token::String(place) => self.string(place, tell),
            }
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.path.begin();
        let is_in_list = self.path.above(1).is_empty()
            && match (self.path.above(2), self.path.above(3)) {
                (b"Links", b"HTML-Metadata") => true,
                (b"Link" | b"Scripts" | b"Metas", b"Head") => {
                    self.path.above(4) == b"HTML-Metadata"
                }
                _ => false,
            };
        if is_in_list && self.path.is_kept() && self.element.is_none() {
            self.element = Some(Element { depth: self.path.depth(), ..Element::default() });
        }
    }

    fn end(&mut self, tell: &mut dyn FnMut(Event)) {
        if let Some(element) = self.element.take_if(|element| element.depth == self.path.depth()) {
            tell(Event::Element(element));
        }
        self.path.end();
    }

    fn string(&mut self, place: Span, tell: &mut dyn FnMut(Event)) {
        if !self.path.is_kept() {
            return;
        }
        let key = self.path.above(0);
        match (key, self.path.above(1), self.path.above(2)) {
            (b"Base", b"Head", b"HTML-Metadata") => tell(Event::Value(Place::Base, place)),
            (_, b"Headers", b"HTTP-Response-Metadata") => {
                let header = self.path.last().unwrap_or_default();
                tell(Event::Value(Place::Header(header), place));
            }
            _ => {
                let [is_path, is_url, is_text, is_content, is_http_equiv] =
                    [&b"path"[..], b"url", b"text", b"content", b"http-equiv"]
                        .map(|one| key == one);
                let refreshes =
                    is_http_equiv && place.of(self.document).eq_ignore_ascii_case(b"refresh");
                let Some(element) =
                    self.element.as_mut().filter(|element| element.depth == self.path.depth())
                else {
                    return;
                };
                let member = match () {
                    () if is_path => &mut element.path,
                    () if is_url => &mut element.url,
                    () if is_text => &mut element.text,
                    () if is_content => &mut element.content,
                    () => {
                        element.refreshes |= refreshes;
                        return;
                    }
                };
                *member = Some(place);
            }
        }
    }
}

fn report(document: &[u8], event: Event, sink: &mut dyn Sink) {
    if sink.is_cancelled() {
        return;
    }
    match event {
        Event::Value(Place::Base, place) => {
            sink.existing(&text_at(document, place), place, Origin::Attribute, "Base");
        }
        Event::Value(Place::Header(name), place) => {
            let name = String::from_utf8_lossy(name.of(document));
            let run = unescape::run(document, place);
            for target in http::targets(&name, run.text()) {
                let reference = String::from_utf8_lossy(target.of(run.text()));
                sink.existing(&reference, run.map().around(target), Origin::HttpHeader, &name);
            }
        }
        Event::Element(element) => self::element(document, element, sink),
    }
}

/// Reports the link of an element.
fn element(document: &[u8], element: Element, sink: &mut dyn Sink) {
    if let Some(url) = element.url {
        if let Some(text) = element.text.filter(|_| sink.wants_displayed_text()) {
            sink.shows(&text_at(document, text));
        }
        let path = element.path.map(|path| text_at(document, path)).unwrap_or_default();
        let name = path.rsplit_once("@/").map_or("url", |(_, attribute)| attribute);
        sink.existing(&text_at(document, url), url, Origin::Attribute, name);
    }
    let Some(content) = element.content else { return };
    let run = unescape::run(document, content);
    let text = run.text();
    // The `content` of a refresh contains the target, as in HTML. Any other `content` is a target if it is a URI with
    // an authority.
    let target = if element.refreshes {
        Holds::Refresh.references(text).next()
    } else {
        is_absolute(text).then(|| Span::new(0, text.len()))
    };
    if let Some(target) = target {
        let reference = String::from_utf8_lossy(target.of(text));
        sink.existing(&reference, run.map().around(target), Origin::Attribute, "content");
    }
}

fn is_absolute(text: &[u8]) -> bool {
    let uri = str::from_utf8(text.trim_ascii()).ok().and_then(|text| Uri::parse(text).ok());
    uri.is_some_and(|uri| uri.authority().is_some())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, survives};
    use super::*;

    const WAT: &[u8] = br#"{"Container":{"Filename":"http://no.example/a.warc.gz"},"Envelope":{"WARC-Header-Metadata":
        {"WARC-Target-URI":"http://no.example/"},"Payload-Metadata":{"HTTP-Response-Metadata":{"Headers":
        {"Location":"/l","Link":"<http:\/\/k.example\/>; rel=\"x\"","Server":"http://no.example/"},
        "HTML-Metadata":{"Links":[{"path":"A@/href","url":"b?c\u0026d","text":"e"},{"url":"f"},{"url":["http://no.example"]}],
        "Head":{"Base":"http://a.example/g/","Link":[{"path":"LINK@/href","url":"h","rel":"http://no.example/"}],
        "Scripts":[{"path":"SCRIPT@/src","url":"\/i.js"}],"Title":"http://no.example/",
        "Metas":[{"name":"x","content":"http://m.example/"},{"http-equiv":"Refresh","content":"0; URL=n"},
        {"name":"y","content":"see http://no.example/"}]}}}}}}"#;

    #[test]
    fn links_of_the_page_are_reported() {
        let expected = [
            "http://a.example/l@Location",
            "http://k.example/@Link",
            "http://a.example/g/b?c&d@href",
            "http://a.example/g/f@url",
            "http://a.example/g/@Base",
            "http://a.example/g/h@href",
            "http://a.example/i.js@src",
            "http://m.example/@content",
            "http://a.example/g/n@content",
        ];
        assert_eq!(links(read, WAT), expected);
        assert!(is_wat(WAT) && !is_wat(b"{\"a\": 1}"));
    }

    #[test]
    fn faults_are_reported_and_the_rest_is_searched_as_text() {
        let read = notes(read, br#"{"Envelope": {"a": b http://c.example/"#);
        assert_eq!(read.links, ["http://c.example/"]);
        assert_eq!(read.diagnostics.len(), 1);
    }

    #[test]
    fn broken_records_are_read() {
        survives(read, &WAT[..700]);
    }
}
