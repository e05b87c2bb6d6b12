//! The links in the header of a message or a part.
//!
//! Some fields contain URIs by definition. All other fields are searched as text, except fields that record the route
//! of the message or the addresses of people, because readers of the message do not follow them. In fields that
//! programs write, only URIs with a scheme are reported, because programs write many addresses and host names there.

use linkwright::find::MatchKind;
use linkwright::rewrite::TextRun;
use linkwright::{Match, Span};
use mail_parser::parsers::MessageStream;
use mail_parser::{Header, HeaderValue};

use super::entity::Entity;
use crate::model::Origin;
use crate::sink::Sink;

/// The kind of content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// URIs in angle brackets: RFC 2369, RFC 5064, RFC 8288.
    Angled,
    /// One URI-reference: RFC 2557.
    Reference,
    /// Text that the author wrote.
    Written,
    /// Text that software wrote.
    Other,
    /// Addresses, ids, dates, types, routes, signatures or pictures, which are not searched.
    None,
}

const ANGLED: &[&str] = &[
    "archived-at",
    "link",
    "list-archive",
    "list-help",
    "list-owner",
    "list-post",
    "list-subscribe",
    "list-unsubscribe",
];

const REFERENCES: &[&str] = &["content-base", "content-location"];

const WRITTEN: &[&str] =
    &["comments", "content-description", "keywords", "organization", "subject", "summary"];

const NONE: &[&str] = &[
    "arc-authentication-results",
    "arc-message-signature",
    "arc-seal",
    "authentication-results",
    "autocrypt",
    "bcc",
    "cc",
    "content-class",
    "content-disposition",
    "content-id",
    "content-transfer-encoding",
    "content-type",
    "date",
    "dkim-signature",
    "domainkey-signature",
    "face",
    "from",
    "in-reply-to",
    "message-id",
    "mime-version",
    "received",
    "received-spf",
    "references",
    "reply-to",
    "return-path",
    "sender",
    // The subject of the first message, without `Re:`.
    "thread-topic",
    "to",
    "x-face",
];

impl Field {
    fn of(name: &str) -> Field {
        let name = name.to_ascii_lowercase();
        let is_in = |names: &[&str]| names.binary_search(&&*name).is_ok();
        match () {
            () if is_in(ANGLED) => Field::Angled,
            () if is_in(REFERENCES) => Field::Reference,
            () if is_in(WRITTEN) => Field::Written,
            () if is_in(NONE) || name.starts_with("resent-") => Field::None,
            () => Field::Other,
        }
    }
}

/// Whether a field called `name` is common in the headers of messages and rare elsewhere.
pub(super) fn is_common(name: &str) -> bool {
    const OTHERS: [&str; 6] =
        ["delivered-to", "envelope-to", "list-id", "newsgroups", "subject", "x-mailer"];
    Field::of(name) == Field::None || OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// Reports the links in the header of `entity` to `sink`, whose document is this header.
pub(super) fn read(entity: &Entity<'_>, sink: &mut dyn Sink) {
    for field in &entity.fields {
        let span = entity.span(field);
        let kind = Field::of(field.name.as_str());
        match kind {
            Field::None => {}
            Field::Reference => reference(entity, field, span, sink),
            Field::Angled if angled(entity, field, span, sink) => {}
            Field::Angled | Field::Written | Field::Other => search(entity, kind, span, sink),
        }
    }
    external(entity, sink);
}

/// Reports the reference in a field such as `Content-Location: http://a.example/b`. The field may be folded at any
/// position, so all blanks are removed.
fn reference(entity: &Entity<'_>, field: &Header<'_>, span: Span, sink: &mut dyn Sink) {
    let inner = match span.of(entity.bytes) {
        [b'"' | b'<', .., b'"' | b'>'] => Span::new(span.start() + 1, span.end() - 1),
        _ => span,
    };
    let reference = unfolded(inner.of(entity.bytes));
    if !reference.is_empty() {
        sink.existing(&reference, inner, Origin::Header, field.name.as_str());
    }
}

/// Reports each URI in angle brackets, and returns whether the field has such a URI. Blanks inside the brackets are not
/// part of the URI (RFC 2369, section 2).
fn angled(entity: &Entity<'_>, field: &Header<'_>, span: Span, sink: &mut dyn Sink) -> bool {
    let mut is_any = false;
    let mut from = span.start();
    let find = |byte, from: usize| {
        let rest = entity.bytes.get(from..span.end())?;
        memchr::memchr(byte, rest).map(|at| from + at)
    };
    while let Some(open) = find(b'<', from)
        && let Some(close) = find(b'>', open)
    {
        let inner = Span::new(open + 1, close);
        let reference = unfolded(inner.of(entity.bytes));
        if !reference.is_empty() {
            sink.existing(&reference, inner, Origin::Header, field.name.as_str());
            is_any = true;
        }
        from = close + 1;
    }
    is_any
}

fn unfolded(value: &[u8]) -> String {
    let text = String::from_utf8_lossy(value);
    text.chars().filter(|c| !c.is_ascii_whitespace()).collect()
}

/// Searches the text of a field.
fn search(entity: &Entity<'_>, kind: Field, span: Span, sink: &mut dyn Sink) {
    let value = span.of(entity.bytes);
    if kind == Field::Other && memchr::memchr(b':', value).is_none() {
        return;
    }
    let takes = |found: &Match<'_>| kind == Field::Written || found.kind() == MatchKind::Uri;
    let finder = sink.finder().clone();
    if memchr::memmem::find(value, b"=?").is_some()
        && let HeaderValue::Text(text) = decoded(value)
    {
        for found in finder.find_iter(&*text).filter(takes) {
            sink.found_within(&found, span, Origin::Header);
        }
        return;
    }
    let run = unfold(entity.bytes, span);
    for found in finder.find_iter(run.text()).filter(takes) {
        sink.found_as(&found, Some(run.map()), Origin::Header);
    }
}

/// The value of a field with its encoded words decoded (RFC 2047).
fn decoded(value: &[u8]) -> HeaderValue<'static> {
    // The parser needs the line end after the value.
    let line = [value, b"\n"].concat();
    MessageStream::new(&line).parse_unstructured().into_owned()
}

/// The value of a field without the line breaks of its folding (RFC 5322, section 2.2.3).
fn unfold(bytes: &[u8], span: Span) -> TextRun<'_> {
    let mut run = TextRun::new(bytes);
    let mut at = span.start();
    for line in span.of(bytes).split_inclusive(|byte| *byte == b'\n') {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        run.push_source(Span::new(at, at + content.len()));
        at += line.len();
    }
    run
}

/// Reports the reference in `Content-Type: message/external-body; access-type=URL; URL="ftp://a/b"` (RFC 2017).
fn external(entity: &Entity<'_>, sink: &mut dyn Sink) {
    let is_external = entity.media_type().is_some_and(|kind| kind.is("message", "external-body"));
    let field = entity.fields.iter().find(|field| field.value.as_content_type().is_some());
    if let Some(url) = entity.parameter("url").filter(|_| is_external)
        && let Some(field) = field
    {
        let reference = unfolded(url.as_bytes());
        sink.existing(&reference, entity.span(field), Origin::Header, field.name.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        for list in [ANGLED, REFERENCES, WRITTEN, NONE] {
            assert!(list.is_sorted());
        }
    }

    #[test]
    fn the_kind_of_a_field_depends_on_its_name() {
        assert_eq!(Field::of("List-Archive"), Field::Angled);
        assert_eq!(Field::of("X-URL"), Field::Other);
        assert_eq!(Field::of("Resent-From"), Field::None);
        assert_eq!(Field::of("SUBJECT"), Field::Written);
    }
}
