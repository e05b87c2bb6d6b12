//! Finds links in HAR 1.2 files, which are archives of HTTP requests and responses in JSON.
//!
//! The URL of each request, the header fields and the bodies are read. A body is read according to its media type, with
//! the URL of its request as the base. A body in base64 is not read: programs write it for pictures and other binary
//! data. Strings that repeat other data of the file are not read: the parts of the query are also in the URL, the cookies are also in
//! the headers, the parameters of a form are also in the body, and the initiator of a request has a separate entry. All
//! other strings are read as in any JSON document.

use linkwright::Span;

use super::json::{self, unescape};
use super::records::{self, Format, Text};
use super::typed;
use crate::model::Origin;
use crate::sink::Sink;

/// Whether `head` is the beginning of a HAR file.
pub(crate) fn is_har(head: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(head, name).is_some();
    let begin = head.trim_ascii_start().strip_prefix(b"{").unwrap_or_default();
    begin.trim_ascii_start().starts_with(b"\"log\"")
        && (has(b"\"creator\"") || has(b"\"entries\""))
        && json::is_json(head)
}

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    records::read(document, &HAR, sink);
}

/// A record is an entry.
const HAR: Format<Kind> = Format {
    is_record: |path| matches!(path, [b"log", b"entries", b"", b""]),
    kind,
    names: None,
    read: entry,
};

/// How many strings before and after a body are searched for its media type and its encoding.
const NEAR: usize = 8;

/// The kind of a string of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    RequestUrl,
    /// A member of a header field: its name or its value.
    Field,
    RedirectUrl,
    /// A member of a body: its text, its media type, or its encoding, such as `base64`.
    Body,
    Other,
}

/// The kind of the string at `path`; `None` if it repeats data that is elsewhere in the archive.
fn kind(path: &[&[u8]]) -> Option<Kind> {
    Some(match path {
        [b"request", b"url"] => Kind::RequestUrl,
        [b"request" | b"response", b"headers", b"", b"name" | b"value"] => Kind::Field,
        [b"response", b"redirectURL"] => Kind::RedirectUrl,
        [b"request", b"postData", b"text" | b"mimeType"]
        | [b"response", b"content", b"text" | b"mimeType" | b"encoding"] => Kind::Body,
        [b"_initiator", ..]
        | [_, b"cookies" | b"queryString", ..]
        | [b"request", b"postData", b"params", ..] => return None,
        _ => Kind::Other,
    })
}

/// Reads the strings of an entry, in order.
fn entry(document: &[u8], texts: &[Text<'_, Kind>], sink: &mut dyn Sink) {
    let outside = sink.current_base().clone();
    if let Some(url) = texts.iter().find(|one| one.kind == Kind::RequestUrl) {
        sink.base(json::text(document, url.place).trim());
    }
    let redirects = texts.iter().any(|one| one.kind == Kind::RedirectUrl && !one.place.is_empty());
    let mut field = String::new();
    for (at, text) in texts.iter().enumerate() {
        if sink.is_cancelled() {
            return;
        }
        let place = text.place;
        match text.kind {
            Kind::RequestUrl => reference(document, place, Origin::Attribute, "url", sink),
            Kind::RedirectUrl => reference(document, place, Origin::HttpHeader, "location", sink),
            Kind::Field if text.name == b"name" => {
                field = json::text(document, place).trim().to_ascii_lowercase();
            }
            Kind::Field if field == "location" && redirects => {}
            Kind::Field => field_value(document, &field, place, sink),
            Kind::Body if text.name == b"text" => body(document, texts, (at, text), sink),
            Kind::Body => {}
            Kind::Other => json::read_string(document, place, sink),
        }
    }
    *sink.current_base() = outside;
}

fn reference(document: &[u8], place: Span, origin: Origin, name: &str, sink: &mut dyn Sink) {
    let reference = json::text(document, place);
    if !reference.trim().is_empty() {
        sink.existing(reference.trim(), place, origin, name);
    }
}

/// Reads the value of a header field.
fn field_value(document: &[u8], name: &str, place: Span, sink: &mut dyn Sink) {
    match name {
        "location" | "content-location" | "referer" => {
            reference(document, place, Origin::HttpHeader, name, sink);
        }
        // These fields repeat parts of the URL: `:path`, `host`.
        _ if name.starts_with(':') || name == "host" => {}
        _ => sink.search_run_as(&unescape::run(document, place), |_| Some(Origin::HttpHeader)),
    }
}

/// Reads a body, which is at the index `at` of `texts`. Its media type and its encoding are in the same object.
fn body(
    document: &[u8],
    texts: &[Text<'_, Kind>],
    (at, text): (usize, &Text<'_, Kind>),
    sink: &mut dyn Sink,
) {
    let beside = |name: &[u8]| {
        let mut near = texts.iter().skip(at.saturating_sub(NEAR)).take(2 * NEAR);
        let found = near.find(|one| one.container == text.container && one.name == name);
        found.map(|one| json::text(document, one.place)).unwrap_or_default()
    };
    let media_type = beside(b"mimeType").to_ascii_lowercase();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if beside(b"encoding").trim() != "base64" {
        typed::read(media_type, &unescape::run(document, text.place), sink);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::{is_har, read};

    const HAR: &[u8] = br#"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"},
 "pages": [{"title": "http://page.example/"}],
 "entries": [{"pageref": "p", "_initiator": {"url": "http://initiator.example/"},
  "request": {"method": "GET", "url": "http://a.example/b?u=http:\/\/c.example/",
   "cookies": [{"name": "a", "value": "http://cookie.example/"}],
   "headers": [{"name": "Host", "value": "a.example"}, {"name": "Referer", "value": "http://d.example/"}],
   "queryString": [{"name": "u", "value": "http://c.example/"}],
   "postData": {"mimeType": "application/json", "text": "{\"x\": \"http://post.example/\"}", "params": [{"name": "x", "value": "http://post.example/"}]}},
  "response": {"status": 301, "redirectURL": "/moved",
   "headers": [{"name": "Location", "value": "/moved"}, {"name": "Link", "value": "<http://e.example/>; rel=next"}],
   "content": {"size": 1, "mimeType": "text/html; charset=utf-8", "text": "<a href=\"f?g&amp;h\">i</a>"}}},
 {"request": {"url": "http://j.example/k/"}, "response": {"redirectURL": "",
   "content": {"mimeType": "text/html", "text": "PGEgaHJlZj0ibCI+aHR0cDovL20uZXhhbXBsZS88L2E+", "encoding": "base64"}}},
 {"request": {"url": "http://n.example/"}, "response": {"content": {"encoding": "base64", "mimeType": "image/png", "text": "aHR0cDovL20uZXhhbXBsZS8="}}}]}}"#;

    #[test]
    fn repeated_data_is_read_once() {
        let expected = [
            "http://page.example/",
            "http://a.example/b?u=http://c.example/@url",
            "http://d.example/@referer",
            "http://post.example/",
            "http://a.example/moved@location",
            "http://e.example/",
            "http://a.example/f?g&h@href",
            "http://j.example/k/@url",
            "http://n.example/@url",
        ];
        assert_eq!(links(read, HAR), expected);
        assert_eq!(places(read, HAR)[6], "f?g&amp;h");
        assert!(is_har(HAR) && !is_har(b"{\"log\": 1}"));
    }

    #[test]
    fn faults_are_reported_and_the_rest_is_searched_as_text() {
        let cut = &HAR[..HAR.len() - 300];
        let notes = notes(read, cut);
        assert_eq!(notes.diagnostics.len(), 1);
        assert!(notes.links.len() > 5);
    }

    #[test]
    fn broken_archives_are_read() {
        survives(
            read,
            br#"{"log": {"entries": [{"request": {"url": "http://a.example/"}, "response": {"content": {"text": "PGEgaHJlZj0i", "encoding": "base64"}}}]}}"#,
        );
    }
}
