//! Parses the head of a stored HTTP message (RFC 9112), and reports its links.
//!
//! The parser is lenient, because crawlers store what servers send: lines may end with LF alone, lines without a colon
//! are skipped, and a head without an empty line extends to the end of the message.

use std::borrow::Cow;

use linkwright::Span;
use linkwright::rewrite::html::attribute::Holds;

use crate::model::Origin;
use crate::sink::Sink;

/// The head of a response or a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HttpHead {
    /// The status of a response.
    pub(crate) status: Option<u16>,
    /// The length in bytes, including the empty line at the end.
    pub(crate) len: usize,
    /// The spans of the name and of the value of each field.
    fields: Vec<(Span, Span)>,
}

impl HttpHead {
    /// The head at the beginning of `message`; `None` if `message` does not begin with a status line or a request line.
    pub(crate) fn of(message: &[u8]) -> Option<HttpHead> {
        let end = memchr::memchr(b'\n', message).map_or(message.len(), |end| end + 1);
        let first = message.get(..end)?.trim_ascii();
        let is_response = first.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"HTTP/"));
        let is_request = first.rsplit(|byte| *byte == b' ').next()?.starts_with(b"HTTP/");
        if !is_response && !is_request {
            return None;
        }
        let status = first.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).nth(1);
        let status = status.and_then(|status| str::from_utf8(status).ok()?.parse().ok());
        let mut head =
            HttpHead { status: status.filter(|_| is_response), len: end, fields: Vec::new() };
        head.read_fields(message);
        Some(head)
    }

    fn read_fields(&mut self, message: &[u8]) {
        loop {
            let rest = message.get(self.len..).unwrap_or_default();
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let line = rest.get(..end).unwrap_or_default();
            let place = Span::new(self.len, self.len + end);
            self.len += end;
            match line {
                _ if line.trim_ascii().is_empty() => return,
                [b' ' | b'\t', ..] => {
                    if let Some((_, value)) = self.fields.last_mut() {
                        *value = Span::new(value.start(), place.end()).trimmed(message);
                    }
                }
                _ => self.fields.extend(field(message, place)),
            }
        }
    }

    /// The value of the first field called `name`.
    pub(crate) fn get<'m>(&self, message: &'m [u8], name: &str) -> Option<Cow<'m, str>> {
        let is_it =
            |field: &&(Span, Span)| field.0.of(message).eq_ignore_ascii_case(name.as_bytes());
        let (_, value) = self.fields.iter().find(is_it)?;
        Some(String::from_utf8_lossy(value.of(message)))
    }
}

/// The name and the value of the field in the line at `place`.
fn field(message: &[u8], place: Span) -> Option<(Span, Span)> {
    let colon = place.start() + memchr::memchr(b':', place.of(message))?;
    let name = Span::new(place.start(), colon).trimmed(message);
    Some((name, Span::new(colon + 1, place.end()).trimmed(message)))
}

/// Reports the links of the head at the beginning of `message`.
pub(crate) fn read(head: &HttpHead, message: &[u8], sink: &mut dyn Sink) {
    for (name, value) in &head.fields {
        let name = String::from_utf8_lossy(name.of(message));
        for target in targets(&name, value.of(message)) {
            let place = target.shifted(value.start());
            let reference = String::from_utf8_lossy(place.of(message));
            sink.existing(&reference, place, Origin::HttpHeader, &name);
        }
    }
}

/// The spans of the references in `value`, the value of the field `name`.
pub(super) fn targets(name: &str, value: &[u8]) -> Vec<Span> {
    let whole = Span::new(0, value.len());
    match &*name.to_ascii_lowercase() {
        "link" => links(value),
        "location" | "content-location" | "referer" if !value.is_empty() => vec![whole],
        "refresh" => Holds::Refresh.references(value).collect(),
        _ => Vec::new(),
    }
}

/// The targets of a list of links (RFC 8288, section 3). Text between `<` and `>` in a quoted parameter is not a
/// target.
fn links(value: &[u8]) -> Vec<Span> {
    let mut targets = Vec::new();
    let (mut open, mut is_quoted, mut is_escaped) = (None, false, false);
    for (at, byte) in value.iter().enumerate() {
        match (open, byte) {
            _ if is_escaped => is_escaped = false,
            (None, b'\\') if is_quoted => is_escaped = true,
            (None, b'"') => is_quoted = !is_quoted,
            (None, b'<') if !is_quoted => open = Some(at + 1),
            (Some(start), b'>') => {
                targets.push(Span::new(start, at).trimmed(value));
                open = None;
            }
            _ => {}
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, survives};
    use super::*;

    fn report(message: &[u8], sink: &mut dyn Sink) {
        if let Some(head) = HttpHead::of(message) {
            read(&head, message, sink);
        }
    }

    #[test]
    fn heads_are_read_leniently() {
        let message = b"HTTP/1.1 301 Moved\r\nno field\r\nLocation : /a\nX-B:c\r\n\td\r\n\r\nbody";
        let head = HttpHead::of(message).unwrap();
        assert_eq!((head.status, &message[head.len..]), (Some(301), &b"body"[..]));
        assert_eq!(head.get(message, "location").as_deref(), Some("/a"));
        assert_eq!(head.get(message, "x-b").as_deref(), Some("c\r\n\td"));
        assert_eq!(
            HttpHead::of(b"HTTP/2 200").map(|head| (head.status, head.len)),
            Some((Some(200), 10))
        );
        assert_eq!(
            HttpHead::of(b"GET /a HTTP/1.1\r\n\r\nx").map(|head| (head.status, head.len)),
            Some((None, 19))
        );
        assert_eq!((HttpHead::of(b"<html>"), HttpHead::of(b"")), (None, None));
    }

    #[test]
    fn links_in_header_fields_are_reported() {
        let message = b"HTTP/1.1 200 OK\r\nLink: </a>; rel=next; title=\"<x>, \\\"\", <http://b.example/?c,d>\r\n\
            Content-Location: e\r\nRefresh: 5; url=/f\r\nRefresh: 5\r\nServer: http://g.example\r\nLink: <h>\r\n\r\n";
        let expected =
            ["/a@Link", "http://b.example/?c,d@Link", "e@Content-Location", "/f@Refresh", "h@Link"];
        assert_eq!(links(report, message), expected);
        survives(report, message);
    }
}
