//! The events of XML, and their parts: their spans in the document, and the decoded text of references and attributes.

use crate::model::Limits;
use linkwright::Span;
use linkwright::rewrite::TextRun;
use quick_xml::Reader;

use super::entities::{self, Entities};

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
    let text = str::from_utf8(name.of(run.source())).ok();
    let decoded = text.and_then(|name| entities::character(name).or_else(|| entities.expand(name)));
    match decoded {
        Some(text) => run.push_decoded(text.as_bytes(), whole),
        None => run.push_source(whole),
    }
}

/// Appends the value of the attribute at `span`, with its references decoded.
pub(super) fn push_value(run: &mut TextRun<'_>, span: Span, entities: &Entities) {
    let mut at = span.start();
    while let Some(found) = memchr::memchr(b'&', Span::new(at, span.end()).of(run.source())) {
        let start = at + found;
        run.push_source(Span::new(at, start));
        let rest = Span::new(start + 1, span.end()).of(run.source());
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
        let len = rest.iter().take_while(is_name).count();
        if rest.get(len) == Some(&b';') {
            push_reference(run, Span::new(start + 1, start + 1 + len), entities);
            at = start + len + 2;
        } else {
            run.push_source(Span::new(start, start + 1));
            at = start + 1;
        }
    }
    run.push_source(Span::new(at, span.end()));
}

/// The decoded value of a pseudo-attribute of a processing instruction, and its span.
pub(super) fn pseudo_attribute(xml: &str, content: &str, name: &str) -> Option<(String, Span)> {
    let start = content.match_indices(name).find_map(|(at, _)| {
        let before = content.get(..at)?.chars().next_back();
        let rest = content.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        before.is_none_or(char::is_whitespace).then_some(rest)
    })?;
    let quote = start.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = start.get(1..)?.split(quote).next()?;
    let mut run = TextRun::new(xml.as_bytes());
    let place = place(xml, value)?;
    push_value(&mut run, place, &Entities::new(&Limits::default()));
    Some((String::from_utf8_lossy(run.text()).into_owned(), place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        let mut run = TextRun::new(text.as_bytes());
        push_value(&mut run, Span::new(0, text.len()), &Entities::new(&Limits::default()));
        String::from_utf8_lossy(run.text()).into_owned()
    }

    #[test]
    fn references_are_decoded() {
        assert_eq!(value("a&amp;b&#38;c&#x26;d&nbsp;e"), "a&b&c&d\u{A0}e");
        assert_eq!(value("a&b;c&;&#0;&#xD800;&d=e&"), "a&b;c&;&#0;&#xD800;&d=e&");
    }

    #[test]
    fn pseudo_attributes_have_spans() {
        let xml = "<?xml-stylesheet type='a' xhref='b' href = \"c&amp;d\"?>";
        let read = pseudo_attribute(xml, &xml[17..xml.len() - 2], "href");
        assert_eq!(read, Some(("c&d".to_owned(), Span::new(44, 51))));
        assert_eq!(pseudo_attribute(xml, &xml[17..30], "href"), None);
    }
}
