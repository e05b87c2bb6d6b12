//! Reads the records of WAT files, which are JSON with the links that were extracted from a page.
//!
//! The object `Envelope.Payload-Metadata.HTTP-Response-Metadata` has the `Headers` and, for a page, the `HTML-Metadata`
//! with its `Head` (`Base`, `Link`, `Scripts`, `Metas`) and its `Links`. The other strings are not read, because they
//! contain no links of the page. Most of them describe the capture, its files and its requests.

use linkwright::Span;
use linkwright::rewrite::html::attribute::Holds;
use linkwright::uri::Uri;

use super::http;
use super::json::{self, unescape};
use super::records::{self, Format, Text};
use crate::model::Origin;
use crate::sink::Sink;

/// Reads a record.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    records::read(document, &WAT, sink);
}

/// Whether `head` is the beginning of a record of a WAT file.
pub(crate) fn is_wat(head: &[u8]) -> bool {
    memchr::memmem::find(head, b"\"Envelope\"").is_some() && json::is_json(head)
}

/// The whole document is a record, because its base applies to all references, even to references before it.
const WAT: Format<Kind> =
    Format { is_record: |path| path.len() == 1, kind, names: None, read: page };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `Head.Base`.
    Base,
    /// A field of the HTTP response.
    Header,
    /// A member of an element of the page, which is an object in a list of the document.
    Element,
}

fn kind(path: &[&[u8]]) -> Option<Kind> {
    match path {
        [.., b"HTML-Metadata", b"Head", b"Base"] => Some(Kind::Base),
        [.., b"HTTP-Response-Metadata", b"Headers", _] => Some(Kind::Header),
        [.., b"HTML-Metadata", b"Links", b"", _]
        | [.., b"HTML-Metadata", b"Head", b"Link" | b"Scripts" | b"Metas", b"", _] => {
            Some(Kind::Element)
        }
        _ => None,
    }
}

fn page(document: &[u8], texts: &[Text<'_, Kind>], sink: &mut dyn Sink) {
    if let Some(base) = texts.iter().find(|text| text.kind == Kind::Base) {
        sink.base(&json::text(document, base.place));
    }
    for texts in texts.chunk_by(|a, b| a.container == b.container) {
        if sink.is_cancelled() {
            return;
        }
        match texts {
            [Text { kind: Kind::Element, .. }, ..] => element(document, texts, sink),
            _ => texts.iter().for_each(|text| single(document, text, sink)),
        }
    }
}

/// Reports the base or the field of a header.
fn single(document: &[u8], text: &Text<'_, Kind>, sink: &mut dyn Sink) {
    if text.kind == Kind::Base {
        let reference = json::text(document, text.place);
        return sink.existing(&reference, text.place, Origin::Attribute, "Base");
    }
    let name = String::from_utf8_lossy(text.name);
    let run = unescape::run(document, text.place);
    for target in http::targets(&name, run.text()) {
        let reference = String::from_utf8_lossy(target.of(run.text()));
        sink.existing(&reference, run.map().around(target), Origin::HttpHeader, &name);
    }
}

/// Reports the link of an element.
fn element(document: &[u8], texts: &[Text<'_, Kind>], sink: &mut dyn Sink) {
    let place = |name: &[u8]| texts.iter().rfind(|text| text.name == name).map(|text| text.place);
    if let Some(url) = place(b"url") {
        sink.shows(|| place(b"text").map(|text| json::text(document, text)));
        // The name of the element and its attribute: `A@/href`.
        let path = place(b"path").map(|path| json::text(document, path)).unwrap_or_default();
        let name = path.rsplit_once("@/").map_or("url", |(_, attribute)| attribute);
        sink.existing(&json::text(document, url), url, Origin::Attribute, name);
    }
    let Some(content) = place(b"content") else { return };
    let run = unescape::run(document, content);
    let text = run.text();
    let refreshes = place(b"http-equiv")
        .is_some_and(|place| place.of(document).eq_ignore_ascii_case(b"refresh"));
    // The `content` of a refresh contains the target, as in HTML. Any other `content` is a target if it is a URI with
    // an authority.
    let target = if refreshes {
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
