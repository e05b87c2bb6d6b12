//! Reads bookmarks in the Netscape format, which browsers export. It is HTML whose links have additional attributes.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use crate::model::Origin;
use crate::sink::Sink;

/// The additional attributes that contain a reference, either to the icon or to the feed of the bookmarked page.
const NAMES: [&str; 3] = ["icon_uri", "feedurl", "icon"];

/// Whether a page is a list of bookmarks.
pub(super) fn is_list(page: &[u8]) -> bool {
    const MARK: &[u8] = b"<!DOCTYPE NETSCAPE-Bookmark-file-1";
    let page = page.trim_ascii_start();
    page.get(..MARK.len()).is_some_and(|head| head.eq_ignore_ascii_case(MARK))
}

/// Reports the links in the additional attributes. A `data:` icon is not reported, because its content is in the file.
/// A `fake-favicon-uri:` only names such an icon, so it is not reported either.
pub(super) fn read(page: &[u8], sink: &mut dyn Sink) {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'<', page.get(at..).unwrap_or_default()) {
        if sink.is_cancelled() {
            return;
        }
        at += found + 1;
        let is_anchor =
            matches!(page.get(at..), Some([b'a' | b'A', blank, ..]) if blank.is_ascii_whitespace());
        if is_anchor {
            at = attributes(page, at + 1, sink);
        }
    }
}

/// Reads the attributes of the tag from `at` on, and returns the offset after the attributes.
fn attributes(page: &[u8], mut at: usize, sink: &mut dyn Sink) -> usize {
    loop {
        let rest = page.get(at..).unwrap_or_default();
        at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = page.get(at..).unwrap_or_default();
        let len =
            rest.iter().take_while(|byte| !byte.is_ascii_whitespace() && !b"=<>".contains(byte));
        let len = len.count();
        let name = rest.get(..len).unwrap_or_default().to_ascii_lowercase();
        match rest.get(len..) {
            Some([b'=', quote @ (b'"' | b'\''), value @ ..]) => {
                let start = at + len + 2;
                let end = memchr::memchr(*quote, value).unwrap_or(value.len());
                if let Some(name) = NAMES.iter().find(|one| one.as_bytes() == name) {
                    reference(page, Span::new(start, start + end), name, sink);
                }
                at = start + end + 1;
            }
            Some([b'>' | b'<', ..] | []) | None => return at + len,
            _ => at += len.max(1),
        }
    }
}

fn reference(page: &[u8], place: Span, name: &str, sink: &mut dyn Sink) {
    let mut run = TextRun::new(page);
    let mut at = place.start();
    while let Some(found) = memchr::memmem::find(Span::new(at, place.end()).of(page), b"&amp;") {
        run.push_source(Span::new(at, at + found));
        run.push_decoded(b"&", Span::new(at + found, at + found + 5));
        at += found + 5;
    }
    run.push_source(Span::new(at, place.end()));
    let value = String::from_utf8_lossy(run.text().trim_ascii()).into_owned();
    let scheme = value.get(..5).unwrap_or_default();
    let is_inside = scheme.eq_ignore_ascii_case("data:") || value.starts_with("fake-favicon-uri:");
    if !value.is_empty() && !is_inside {
        sink.existing(&value, place, Origin::Attribute, name);
    }
}
