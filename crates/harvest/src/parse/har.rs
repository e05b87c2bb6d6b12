//! Finds links in HAR 1.2 files, which are archives of HTTP requests and responses in JSON.
//!
//! The URL of each request, the header fields and the bodies are read. A body is read according to its media type, with
//! the URL of its request as the base. Base64 is decoded, unless the media type is binary, such as `image/png`. Strings
//! that repeat other data of the file are not read: the parts of the query are also in the URL, the cookies are also in
//! the headers, the parameters of a form are also in the body, and the initiator of a request has a separate entry. All
//! other strings are read as in any JSON document.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::json::path::Path;
use super::json::strings::{Strings, Token};
use super::json::{self, unescape};
use super::nested::Nested;
use super::{base64, css, html, markdown, script, value, xml};
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
    let mut tokens = Strings::new(document, Span::new(0, document.len()));
    let mut walker = HarWalker { document, sink, path: Path::new(document, DEEPEST), entry: None };
    while !walker.sink.is_cancelled() {
        match tokens.next_token() {
            Ok(Some(token)) => walker.token(token),
            Ok(None) => return walker.end_entry(),
            Err(fault) => {
                walker.end_entry();
                return json::read_on(document, &fault, document.len(), walker.sink);
            }
        }
    }
}

/// How many strings before and after a body are searched for its media type and its encoding.
const NEAR: usize = 8;

/// The number of nested containers for which the names of members are stored. The deepest known member is in a header
/// field, which is inside the document, `log`, `entries`, the entry, `request` and `headers`.
const DEEPEST: usize = 8;

/// The depth of an entry, which is inside the document, `log` and the list `entries`.
const ENTRY: usize = 4;

/// The last member name in each open container when an entry begins. The name is empty in a list, and in the entry
/// because none of its members is read yet.
const ENTRIES: [&[u8]; ENTRY] = [b"log", b"entries", b"", b""];

struct HarWalker<'d, 's> {
    document: &'d [u8],
    sink: &'s mut dyn Sink,
    path: Path<'d>,
    entry: Option<Vec<Member>>,
}

/// A string of an entry.
#[derive(Clone, Copy, Debug)]
struct Member {
    what: What,
    place: Span,
}

/// The kind of a string of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    RequestUrl,
    /// The name of a header field.
    FieldName,
    /// The value of a header field.
    FieldValue,
    RedirectUrl,
    /// The text of a body.
    Body,
    /// The media type of a body.
    MediaType,
    /// The encoding of a body, such as `base64`.
    Encoding,
    /// A repetition of data that is elsewhere in the archive.
    Twice,
    Other,
}

impl What {
    /// The kind of the string at the path `names`. The path consists of the member names from the entry to the string;
    /// the name of a list element is empty.
    fn of(names: &[&[u8]]) -> What {
        match names {
            [b"request", b"url"] => What::RequestUrl,
            [b"request" | b"response", b"headers", b"", b"name"] => What::FieldName,
            [b"request" | b"response", b"headers", b"", b"value"] => What::FieldValue,
            [b"response", b"redirectURL"] => What::RedirectUrl,
            [b"request", b"postData", b"text"] | [b"response", b"content", b"text"] => What::Body,
            [b"request", b"postData", b"mimeType"] | [b"response", b"content", b"mimeType"] => {
                What::MediaType
            }
            [b"response", b"content", b"encoding"] => What::Encoding,
            [b"_initiator", ..]
            | [_, b"cookies" | b"queryString", ..]
            | [b"request", b"postData", b"params", ..] => What::Twice,
            _ => What::Other,
        }
    }
}

impl HarWalker<'_, '_> {
    fn token(&mut self, token: Token) {
        match token {
            Token::Begin => {
                self.path.begin();
                if self.path.depth() == ENTRY && self.path.from(0).eq(ENTRIES) {
                    self.entry = Some(Vec::new());
                }
            }
            Token::End => {
                if self.path.depth() == ENTRY {
                    self.end_entry();
                }
                self.path.end();
            }
            Token::Name(place) => self.path.name(place),
            Token::String(place) => self.string(place),
        }
    }

    fn string(&mut self, place: Span) {
        let what = What::of(&self.path.from(ENTRY - 1).collect::<Vec<_>>());
        match &mut self.entry {
            Some(entry) => entry.push(Member { what, place }),
            None => json::read_string(self.document, place, self.sink),
        }
    }

    /// Reads the strings of the entry that has just ended, in order.
    fn end_entry(&mut self) {
        let Some(members) = self.entry.take() else { return };
        let outside = self.sink.current_base();
        if let Some(url) = members.iter().find(|one| one.what == What::RequestUrl) {
            let url = self.text(url.place);
            self.sink.base(&url);
        }
        let redirects =
            members.iter().any(|one| one.what == What::RedirectUrl && !one.place.is_empty());
        let mut field = String::new();
        for (at, member) in members.iter().enumerate() {
            if self.sink.is_cancelled() {
                return;
            }
            match member.what {
                What::RequestUrl => self.reference(member.place, Origin::Attribute, "url"),
                What::RedirectUrl => self.reference(member.place, Origin::HttpHeader, "location"),
                What::FieldName => field = self.text(member.place).to_ascii_lowercase(),
                What::FieldValue if field == "location" && redirects => {}
                What::FieldValue => self.field(&field, member.place),
                What::Body => self.body(&members, at),
                What::Other => json::read_string(self.document, member.place, self.sink),
                What::MediaType | What::Encoding | What::Twice => {}
            }
        }
        self.sink.restore_base(outside);
    }

    /// The string at `place`, unescaped and without white space at its ends.
    fn text(&self, place: Span) -> String {
        let mut run = TextRun::new(self.document);
        unescape::push(&mut run, place);
        String::from_utf8_lossy(run.text().trim_ascii()).into_owned()
    }

    fn reference(&mut self, place: Span, origin: Origin, name: &str) {
        let reference = self.text(place);
        if !reference.is_empty() {
            self.sink.existing(&reference, place, origin, name);
        }
    }

    /// Reads the value of a header field.
    fn field(&mut self, name: &str, place: Span) {
        match name {
            "location" | "content-location" | "referer" => {
                self.reference(place, Origin::HttpHeader, name);
            }
            // These fields repeat parts of the URL: `:path`, `host`.
            _ if name.starts_with(':') || name == "host" => {}
            _ => {
                let mut run = TextRun::new(self.document);
                unescape::push(&mut run, place);
                self.sink.search_run_as(&run, |_| Origin::HttpHeader);
            }
        }
    }

    /// Reads the body at the index `at` of `members`. The media type and the encoding of the body are nearby strings.
    fn body(&mut self, members: &[Member], at: usize) {
        // Each body is a member of a separate object, so the nearest media type and encoding belong to this body.
        let near = members.iter().enumerate().skip(at.saturating_sub(NEAR)).take(2 * NEAR);
        let beside = |what| {
            let all = near.clone().filter(|(_, one)| one.what == what);
            all.min_by_key(|(other, _)| other.abs_diff(at)).map(|(_, one)| self.text(one.place))
        };
        let media_type = beside(What::MediaType).unwrap_or_default().to_ascii_lowercase();
        let media_type = media_type.split(';').next().unwrap_or_default().trim().to_owned();
        let is_base64 = beside(What::Encoding).as_deref() == Some("base64");
        let Some(place) = members.get(at).map(|one| one.place) else { return };
        if is_base64 && is_binary(&media_type) {
            return;
        }
        let mut run = TextRun::new(self.document);
        unescape::push(&mut run, place);
        if is_base64 {
            let decoded = base64::run(run.text());
            read_body(&media_type, &decoded, &mut Nested::new(run.map(), self.sink));
        } else {
            read_body(&media_type, &run, self.sink);
        }
    }
}

/// Whether bodies with this media type are binary data, which contains no text to search.
fn is_binary(media_type: &str) -> bool {
    let kind = media_type.split('/').next().unwrap_or_default();
    (matches!(kind, "image" | "audio" | "video" | "font") && !media_type.ends_with("xml"))
        || matches!(
            media_type,
            "application/octet-stream" | "application/wasm" | "application/pdf" | "application/zip"
        )
}

/// Reads a body according to its media type, or according to its content if the media type is unknown.
fn read_body(media_type: &str, run: &TextRun<'_>, sink: &mut dyn Sink) {
    let text = run.text();
    let subtype = media_type.rsplit(['/', '+']).next().unwrap_or_default();
    match subtype {
        "html" => html::read_run(run, sink),
        "css" => css::read_run(run, sink),
        "json" => json::read(text, &mut Nested::new(run.map(), sink)),
        "xml" => xml::read(text, &mut Nested::new(run.map(), sink)),
        "markdown" => markdown::read(text, &mut Nested::new(run.map(), sink)),
        _ if subtype.ends_with("javascript") || subtype == "ecmascript" => {
            script::read_run(run, sink);
        }
        "x-www-form-urlencoded" => value::search_run(run, sink),
        _ if html::is_html(text) => html::read_run(run, sink),
        _ if json::is_json(text) => json::read(text, &mut Nested::new(run.map(), sink)),
        _ => sink.search_run(run),
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
            "http://j.example/k/l@href",
            "http://m.example/",
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
