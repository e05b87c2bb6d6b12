//! Searches a value that the format delimits, such as a string in a JSON document or a cell of a table.
//!
//! In running text, a full stop or a comma after a URI is hardly ever part of the URI. In a value that consists of one
//! URI, such a character is part of the URI, because the format delimits the value, just as `<` and `>` delimit a URI
//! in text (RFC 3986, Appendix C).

use linkwright::rewrite::{SourceMap, TextRun};
use linkwright::{Finder, Match, Span};

use super::runs;
use crate::model::Origin;
use crate::sink::Sink;

/// Searches the value at `span` of `document`, which has no escapes.
pub(crate) fn search(document: &[u8], span: Span, sink: &mut dyn Sink) {
    if may_hold_link(span.of(document)) {
        search_run(&runs::source(document, span), sink);
    }
}

/// Searches a decoded value.
pub(super) fn search_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    search_run_as(run, |_| Some(Origin::Text), sink);
}

/// Searches a decoded value; `origin` returns the origin of a match, or `None` if the match is not reported.
pub(super) fn search_run_as(
    run: &TextRun<'_>,
    origin: impl Fn(&Match<'_>) -> Option<Origin>,
    sink: &mut dyn Sink,
) {
    let text = run.text();
    if !may_hold_link(text) {
        return;
    }
    let finder = sink.finder().clone();
    let take = &mut |found: &Match<'_>, map: &SourceMap| {
        if let Some(origin) = origin(found) {
            sink.found_as(found, Some(map), origin);
        }
    };
    let mut matches = finder.find_iter(text);
    if let Some(first) = matches.next() {
        let second = matches.next();
        if second.is_none() && falls_short(&first, text) && search_whole(run, &finder, take) {
            return;
        }
        for found in [Some(first), second].into_iter().flatten().chain(&mut matches) {
            take(&found, run.map());
        }
    }
    sink.too_long(matches.skipped_too_long());
}

/// Whether the value is long enough for a link, and contains `:`, `.`, `@` or a byte outside ASCII, as every link does.
/// Most values in most documents are words and numbers, and searching all of them would take longer than reading the
/// document.
fn may_hold_link(text: &[u8]) -> bool {
    text.len() > 3 && text.iter().any(|&byte| b":.@".contains(&byte) || !byte.is_ascii())
}

/// Whether `found` is a match with `://` that covers the beginning of `text` but not the end, although `text` contains
/// no character that delimits a URI.
fn falls_short(found: &Match<'_>, text: &[u8]) -> bool {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    let span = found.span();
    span.start() == 0
        && span.end() < text.len()
        && found.text().contains("://")
        && !text.iter().any(|byte| ends(byte) || b"<>\"".contains(byte))
}

/// Searches the value as if it were between `<` and `>`. If a match covers the whole value, reports the match and
/// returns `true`.
fn search_whole(
    run: &TextRun<'_>,
    finder: &Finder,
    take: &mut dyn FnMut(&Match<'_>, &SourceMap),
) -> bool {
    let text = run.text();
    let (start, end) = (Span::new(0, 0), Span::new(text.len(), text.len()));
    let mut wrapped = TextRun::new(text);
    wrapped.push_decoded(b"<", start);
    wrapped.push_source(Span::new(0, text.len()));
    wrapped.push_decoded(b">", end);
    let found = finder.find_iter(wrapped.text()).next();
    let inside = Span::new(1, text.len() + 1);
    let Some(found) = found.filter(|found| found.span() == inside) else { return false };
    let all = Span::new(0, text.len() + 2);
    take(&found, &wrapped.map().through(run.map(), all));
    true
}

#[cfg(test)]
mod tests {
    use linkwright::Span;

    use super::super::testing::{links, places};
    use crate::sink::Sink;

    fn read(document: &[u8], sink: &mut dyn Sink) {
        super::search(document, Span::new(0, document.len()), sink);
    }

    #[test]
    fn a_value_that_is_one_uri_is_reported_as_a_whole() {
        for value in [
            "https://a.example/Inc.",
            "https://a.example/x,y,",
            "https://a.example/(x",
            "https://a.example/x!",
            "https://a.example/x",
        ] {
            assert_eq!(links(read, value.as_bytes()), [value]);
            assert_eq!(places(read, value.as_bytes()), [value]);
        }
    }

    #[test]
    fn a_value_with_other_text_is_searched_as_text() {
        assert_eq!(links(read, b"see https://a.example/x."), ["https://a.example/x"]);
        assert_eq!(links(read, b"https://a.example/x. See"), ["https://a.example/x"]);
        let two = ["https://a.example/x", "https://b.example/y"];
        assert_eq!(links(read, b"https://a.example/x,https://b.example/y."), two);
        assert_eq!(links(read, b"a word, and 12.5"), [""; 0]);
    }
}
