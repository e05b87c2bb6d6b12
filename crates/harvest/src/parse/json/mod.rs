//! Finds links in the strings of JSON documents.
//!
//! Strings are unescaped and then searched. Member names are searched like values, because they are URIs in linked
//! data. Each string is searched separately, so no link spans two strings.
//!
//! A string that contains JSON or HTML, as in request logs, is read as a document, up to a limit on the depth.
//!
//! Several documents in one file, as in a log, are read one after another. If a document violates the grammar, the
//! fault is reported, and the rest of the file is searched as plain text. This also applies to JSON with comments.

pub(super) mod strings;
pub(super) mod unescape;

use linkwright::Span;

use super::nested::Nested;
use super::{html, runs, value};
use crate::model::{DiagnosticKind, Limit};
use crate::sink::Sink;
use strings::{Fault, Strings};

/// Reads the documents of a text.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let depth = sink.limits().len(Limit::StringDepth);
    read_part(document, Span::new(0, document.len()), depth, sink);
}

/// Reads text in which each line is a document. A fault in one line does not affect the next line.
pub(crate) fn read_lines(window: &[u8], sink: &mut dyn Sink) {
    let (mut at, depth) = (0, sink.limits().len(Limit::StringDepth));
    while at < window.len() && !sink.is_cancelled() {
        let rest = Span::new(at, window.len()).of(window);
        let end = at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        read_part(window, Span::new(at, end), depth, sink);
        at = end + 1;
    }
}

/// The length of the complete lines at the beginning of `window`.
pub(crate) fn split_lines(window: &[u8]) -> usize {
    memchr::memrchr(b'\n', window).map_or(0, |at| at + 1)
}

/// Reads the documents at `part` of `document`. Documents in their strings are read up to `depth`
/// levels deep.
fn read_part(document: &[u8], part: Span, depth: usize, sink: &mut dyn Sink) {
    let mut strings = Strings::new(document, part);
    loop {
        match strings.next_string() {
            Ok(Some(place)) => search(document, place, depth, sink),
            Ok(None) => return,
            Err(fault) => return read_on(document, &fault, part.end(), sink),
        }
        if sink.is_cancelled() {
            return;
        }
    }
}

/// Reports a fault, and searches the text from the fault to `end` as plain text.
pub(super) fn read_on(document: &[u8], fault: &Fault, end: usize, sink: &mut dyn Sink) {
    let message =
        format!("invalid JSON: expected {}; the rest is searched as text", fault.expected);
    sink.diagnostic(Some(fault.at), DiagnosticKind::Malformed, &message);
    sink.search(document, Span::new(fault.at, end));
}

/// The string at `place`, unescaped.
pub(super) fn text(document: &[u8], place: Span) -> String {
    String::from_utf8_lossy(unescape::run(document, place).text()).into_owned()
}

/// Reads the string at `place`, which excludes the quotes.
pub(super) fn read_string(document: &[u8], place: Span, sink: &mut dyn Sink) {
    let depth = sink.limits().len(Limit::StringDepth);
    search(document, place, depth, sink);
}

/// Reads the string at `place`. Documents in it are read up to `depth` levels deep.
fn search(document: &[u8], place: Span, depth: usize, sink: &mut dyn Sink) {
    let text = place.of(document);
    let has_escapes = memchr::memchr(b'\\', text).is_some();
    // JSON in a string contains escaped quotes, and HTML contains `<`. A string without a backslash and without `<` is
    // therefore a plain value.
    let may_nest = has_escapes || memchr::memchr(b'<', text).is_some();
    if !may_nest {
        return value::search(document, place, sink);
    }
    let run =
        if has_escapes { unescape::run(document, place) } else { runs::source(document, place) };
    let text = run.text();
    if has_escapes && is_document(text) {
        if let Some(depth) = depth.checked_sub(1) {
            let sink = &mut Nested::new(run.map(), sink);
            return read_part(text, Span::new(0, text.len()), depth, sink);
        }
        let message = "JSON in strings of JSON, nested too deep; it is searched as text";
        sink.diagnostic(place.start(), Limit::StringDepth, message);
    }
    if has_markup(text) { html::read_run(&run, sink) } else { value::search_run(&run, sink) }
}

/// Whether a string consists of complete and valid documents that contain at least one string.
fn is_document(text: &[u8]) -> bool {
    let mut strings = Strings::new(text, Span::new(0, text.len()));
    let mut count = 0;
    while begins_document(text) {
        match strings.next_string() {
            Ok(Some(_)) => count += 1,
            Ok(None) => return count > 0,
            Err(_) => return false,
        }
    }
    false
}

/// Whether a string is HTML: it is the beginning of a page, or has the end tag of an anchor or
/// paragraph, or an `<img>`.
pub(crate) fn has_markup(text: &[u8]) -> bool {
    let has = |tag: &[u8]| memchr::memmem::find(text, tag).is_some();
    html::is_html(text) || has(b"</a>") || has(b"</A>") || has(b"</p>") || has(b"<img ")
}

/// Whether `head` is the beginning of a valid object or array. A text that consists only of opening brackets is not
/// treated as JSON.
pub(crate) fn is_json(head: &[u8]) -> bool {
    let is_something = |byte: &u8| !b"{[".contains(byte) && !byte.is_ascii_whitespace();
    begins_document(head) && head.iter().any(is_something) && is_sound(head)
}

/// Whether the first line of `head` is a complete object, and the second one begins an object or an
/// array.
pub(crate) fn is_lines(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n');
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    begins_document(first)
        && begins_document(second)
        && first.trim_ascii_end().ends_with(b"}")
        && is_sound(first)
}

fn begins_document(head: &[u8]) -> bool {
    matches!(head.trim_ascii_start(), [b'{' | b'[', ..])
}

/// Whether the text is valid JSON, or the beginning of valid JSON.
fn is_sound(head: &[u8]) -> bool {
    Strings::new(head, Span::new(0, head.len())).stays_sound()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::{is_json, is_lines, read, read_lines, split_lines};

    #[test]
    fn strings_are_unescaped() {
        let json = br#"{"a": "http:\/\/a.example\/b?\u0063&d", "http://e.example/": [1, "x"]}"#;
        assert_eq!(links(read, json), ["http://a.example/b?c&d", "http://e.example/"]);
        let written = [r"http:\/\/a.example\/b?\u0063&d", "http://e.example/"];
        assert_eq!(places(read, json), written);
        assert_eq!(links(read, br#"["http://a.example/x."]"#), ["http://a.example/x."]);
        assert_eq!(links(read, br#"["see\nhttp://a.example/x."]"#), ["http://a.example/x"]);
    }

    #[test]
    fn documents_in_strings_are_read() {
        let json = br#"{"body": "{\"a\": \"http:\\/\\/a.example\\/?b\\u0026c\"}"}"#;
        assert_eq!(links(read, json), ["http://a.example/?b&c"]);
        assert_eq!(places(read, json), [r"http:\\/\\/a.example\\/?b\\u0026c"]);
        let json = br#"["<a href='http://a.example/?b&amp;c'>d</a> http://e.example/?f&amp;g"]"#;
        assert_eq!(links(read, json), ["http://a.example/?b&c@href", "http://e.example/?f&g"]);
        let json = br#"["see <a href=\"http:\/\/a.example\/b\">c<\/a>"]"#;
        assert_eq!(links(read, json), ["http://a.example/b@href"]);
        // Strings that only resemble JSON or HTML are values.
        let json =
            br#"["{\"a\": http://a.example/", "<http://b.example/>", "[\"x\"] http://c.example/"]"#;
        let notes = notes(read, json);
        assert_eq!(notes.links, ["http://a.example/", "http://b.example/", "http://c.example/"]);
        assert_eq!(notes.diagnostics, []);
        let mut deep = "http://a.example/".to_owned();
        for _ in 0..6 {
            deep = format!("[\"{}\"]", deep.replace('\\', "\\\\").replace('"', "\\\""));
        }
        assert_eq!(links(read, deep.as_bytes()), ["http://a.example/"]);
    }

    #[test]
    fn no_link_spans_two_strings() {
        assert_eq!(links(read, br#"["http://a.example/", "b"]"#), ["http://a.example/"]);
        assert_eq!(links(read, br#"["http:", "//a.example/"]"#), [""; 0]);
        assert_eq!(links(read, b"[true, 1.5, null]"), [""; 0]);
    }

    #[test]
    fn faults_are_reported_and_the_rest_is_searched_as_text() {
        let json = br#"{"a": "http://a.example/", b: "http://c.example/d"}"#;
        let notes = notes(read, json);
        assert_eq!(notes.links, ["http://a.example/", "http://c.example/d"]);
        let expected = "invalid JSON: expected a name in quotes; the rest is searched as text";
        assert_eq!(notes.diagnostics, [(Some(27), expected.to_owned())]);
        assert_eq!(notes.spans[1].start(), 31);
    }

    #[test]
    fn several_documents_are_read() {
        let json = br#"{"a": "http://a.example/"} ["http://b.example/"] "http://c.example/""#;
        let notes = notes(read, json);
        assert_eq!(notes.links.len(), 3);
        assert_eq!(notes.diagnostics, []);
    }

    #[test]
    fn a_fault_in_a_line_does_not_affect_the_next_line() {
        let lines = b"[\"http://a.example/\"]\n[\"http://b.example/\n\n{}\r\n\"http://c.example/\"";
        let notes = notes(read_lines, lines);
        assert_eq!(notes.links, ["http://a.example/", "http://b.example/", "http://c.example/"]);
        assert_eq!(notes.diagnostics.len(), 1);
        assert_eq!(notes.diagnostics[0].0, Some(23));
        assert_eq!(split_lines(b"a\nb\nc"), 4);
        assert_eq!(split_lines(b"abc"), 0);
    }

    #[test]
    fn documents_are_recognized_by_their_beginning() {
        for head in ["{\"a\": 1}", " [\"a\", {\"b\": \"cu", "{\"a\": tr", "{}", "[[1, 2"] {
            assert!(is_json(head.as_bytes()), "{head}");
        }
        for head in ["", "\"a\"", "[x](y)", "{% if %}", "[section]\na=b", "[1] see", "[[[", "[\n{"]
        {
            assert!(!is_json(head.as_bytes()), "{head}");
        }
        assert!(is_lines(b"{\"a\": 1}\n{\"a\""));
        assert!(!is_lines(b"{\"a\": 1}\n"));
        assert!(!is_lines(b"{\n\"a\": 1}\n"));
        assert!(!is_lines(b"[1]\n[2]\n"));
    }

    #[test]
    fn broken_documents_are_read() {
        survives(
            read,
            br#"{"a\n": ["http:\/\/a.example\/", "\ud83d\ude00", -1.5e3, null, {}]} [] "#,
        );
        survives(read_lines, b"{\"a\": \"http://a.example\"}\n[1]\r\n\"b\\u00e9\"\n");
    }
}
