//! The events of XML, and their parts: their spans in the document, and the decoded text of references and attributes.

use linkwright::Span;
use linkwright::rewrite::TextRun;
use quick_xml::Reader;

use super::entities::Entities;
use crate::parse::runs;

/// A reader of the events of `xml`.
pub(super) fn events(xml: &str) -> Reader<&[u8]> {
    let mut events = Reader::from_str(xml);
    let config = events.config_mut();
    // With the default settings, the reader would drop text or a tag after a stray `&`, and at an end tag that does not
    // match the start tag.
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    events
}

/// The span of `part` in `xml`; `None` if `part` is not a slice of `xml`.
pub(super) fn place(xml: &str, part: &str) -> Option<Span> {
    let start = part.as_ptr().addr().checked_sub(xml.as_ptr().addr())?;
    let end = start.checked_add(part.len())?;
    (end <= xml.len()).then_some(Span::new(start, end))
}

/// Appends the text of the reference whose name is at `name`, between `&` and `;`. An unknown reference is kept
/// unchanged.
pub(super) fn push_reference(run: &mut TextRun<'_>, name: Span, entities: &Entities) {
    let whole = Span::new(name.start().saturating_sub(1), name.end() + 1);
    match str::from_utf8(name.of(run.source())).ok().and_then(|name| entities.text(name)) {
        Some(text) => run.push_decoded(text.as_bytes(), whole),
        None => run.push_source(whole),
    }
}

/// Appends the value of the attribute at `span`, with its references decoded.
pub(super) fn push_value(run: &mut TextRun<'_>, span: Span, entities: &Entities) {
    runs::decode(run, span, b'&', |rest, decoded| {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
        let len = rest.iter().skip(1).take_while(is_part).count();
        let name = rest.get(1..=len).and_then(|name| str::from_utf8(name).ok());
        let is_closed = rest.get(len + 1) == Some(&b';');
        let Some(text) = name.filter(|_| is_closed).and_then(|name| entities.text(name)) else {
            return 0;
        };
        decoded.extend_from_slice(text.as_bytes());
        len + 2
    });
}
