//! Reads the fields of a metadata record (`application/warc-fields`), which contain the links that a crawler has
//! extracted from a page: `outlink: http://a.example/ L a/@href`.
//!
//! The other fields describe the crawl, for example the duration of the fetch and the referring page. They are not
//! read.

use linkwright::Span;

use crate::model::Origin;
use crate::sink::Sink;

/// Reads a block.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut at = 0;
    while at < document.len() && !sink.is_cancelled() {
        let rest = document.get(at..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        line(document, Span::new(at, at + end), sink);
        at += end;
    }
}

fn line(document: &[u8], line: Span, sink: &mut dyn Sink) {
    const NAME: &[u8] = b"outlink:";
    let text = line.of(document);
    if !text.get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME)) {
        return;
    }
    let value = Span::new(line.start() + NAME.len(), line.end()).trimmed(document);
    let end = value.of(document).iter().position(u8::is_ascii_whitespace);
    let place = Span::new(value.start(), end.map_or(value.end(), |end| value.start() + end));
    if !place.is_empty() {
        let reference = String::from_utf8_lossy(place.of(document));
        sink.existing(&reference, place, Origin::Attribute, "outlink");
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::read;

    #[test]
    fn only_outlinks_are_links() {
        let block = b"via: http://a.example/\r\nhopsFromSeed: L\r\noutlink: http://b.example/c L a/@href\r\n\
            outlink:/d\nOutlink: e X =JS_MISC\noutlink: \r\nfetchTimeMs: 3\r\n\r\n";
        assert_eq!(links(read, block), ["http://b.example/c@outlink", "/d@outlink", "e@outlink"]);
        assert_eq!(places(read, block), ["http://b.example/c", "/d", "e"]);
        survives(read, block);
    }
}
