//! Reads Java properties. Keys and values are unescaped as in `java.util.Properties.load`.
//!
//! Each key and each value is searched separately, so no link extends from a key into its value. Comments are searched
//! without unescaping.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::script::unicode;
use super::value;
use crate::sink::Sink;

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut at = 0;
    while at < document.len() && !sink.is_cancelled() {
        let comments = comments_end(document, at);
        if comments > at {
            sink.search(document, Span::new(at, comments));
            at = comments;
        } else {
            let line = logical_line(document, at);
            read_pair(document, line, sink);
            at = line.end() + 1;
        }
    }
}

/// The end of the comments and blank lines that begin at `at`.
fn comments_end(document: &[u8], mut at: usize) -> usize {
    while let Some(rest) = document.get(at..).filter(|rest| !rest.is_empty()) {
        let len = memchr::memchr2(b'\n', b'\r', rest).map_or(rest.len(), |end| end + 1);
        let line = rest.get(..len).unwrap_or_default().trim_ascii();
        if line.first().is_some_and(|first| !b"#!".contains(first)) {
            break;
        }
        at += len;
    }
    at
}

/// The line at `at` with its continuation lines, without the last line break.
fn logical_line(document: &[u8], at: usize) -> Span {
    let mut end = at;
    while let Some(rest) = document.get(end..) {
        let Some(found) = memchr::memchr3(b'\n', b'\r', b'\\', rest) else {
            end = document.len();
            break;
        };
        end += found;
        let escaped = match rest.get(found..) {
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            Some([b'\\', _, ..]) => 2,
            Some([b'\\']) => 1,
            _ => break,
        };
        end += escaped;
    }
    Span::new(at, end)
}

/// Searches the key and the value of a line.
fn read_pair(document: &[u8], line: Span, sink: &mut dyn Sink) {
    let text = line.of(document);
    let blanks = text.len() - text.trim_ascii_start().len();
    let text = text.get(blanks..).unwrap_or_default();
    let start = line.start() + blanks;
    let key = start + key_len(text);
    value::search_run(&unescaped(document, Span::new(start, key)), sink);
    let rest = Span::new(key, line.end());
    let separators = rest.of(document).iter().take_while(|byte| b" \t\x0C=:".contains(byte));
    let value = Span::new(key + separators.count(), line.end());
    value::search_run(&unescaped(document, value), sink);
}

/// The length of the key at the beginning of `text`.
fn key_len(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let ends = |byte: &u8| {
        let was_escaped = is_escaped;
        is_escaped = *byte == b'\\' && !was_escaped;
        !was_escaped && b" \t\x0C=:".contains(byte)
    };
    text.iter().position(ends).unwrap_or(text.len())
}

/// The text at `span`, unescaped. A backslash at the end of a line is removed, together with the line break and the
/// blanks after it.
fn unescaped(document: &[u8], span: Span) -> TextRun<'_> {
    let mut run = TextRun::new(document);
    let mut at = span.start();
    while let Some(found) = memchr::memchr(b'\\', Span::new(at, span.end()).of(document)) {
        run.push_source(Span::new(at, at + found));
        at += found;
        let rest = Span::new(at, span.end()).of(document);
        let (meaning, len) = escape(rest);
        let source = Span::new(at, at + len);
        match meaning {
            Some(c) => run.push_decoded(c.encode_utf8(&mut [0; 4]).as_bytes(), source),
            None if len == 1 => run.push_source(source),
            None => {}
        }
        at += len;
    }
    run.push_source(Span::new(at, span.end()));
    run
}

/// The character of the escape at the beginning of `text`, and the length of the escape. The character is `None` for a
/// line continuation. For a backslash that does not begin an escape, the character is `None` and the length is 1.
fn escape(text: &[u8]) -> (Option<char>, usize) {
    let c = match text.get(1) {
        Some(b'u') => return unicode(text),
        Some(b'n') => '\n',
        Some(b'r') if text.get(2) != Some(&b'\n') => '\r',
        Some(b't') => '\t',
        Some(b'f') => '\x0C',
        Some(b'\n' | b'\r') => {
            let blanks = text.iter().skip(1).take_while(|byte| byte.is_ascii_whitespace());
            return (None, 1 + blanks.count());
        }
        Some(&byte) if byte.is_ascii() => char::from(byte),
        _ => return (None, 1),
    };
    (Some(c), 2)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::read;

    #[test]
    fn values_are_unescaped() {
        for (properties, expected) in [
            ("url=http\\://a.example/x\\=y", "http://a.example/x=y"),
            ("url : https\\://a.example/x.", "https://a.example/x."),
            ("url http\\u003a//a.example/\\u00e9", "http://a.example/%C3%A9"),
            ("url=http://a.example/\\\n    b/\\\r\n\tc\nd=e", "http://a.example/b/c"),
            ("http\\://a.example/x=y", "http://a.example/x"),
            (
                "# see http://a.example/x.\n! bo@b.example\n",
                "http://a.example/x mailto:bo@b.example",
            ),
            ("a=http\\://a.example/\nb=x", "http://a.example/"),
            ("jdbc=see\\thttp://a.example/x\\ny", "http://a.example/x"),
        ] {
            assert_eq!(links(read, properties.as_bytes()).join(" "), expected, "{properties:?}");
        }
    }

    #[test]
    fn a_backslash_without_an_escape_is_kept() {
        assert_eq!(links(read, b"a=http\\"), [""; 0]);
        assert_eq!(links(read, b"# http\\://a.example/"), [""; 0], "comments are not unescaped");
        assert_eq!(links(read, b"a=b\nhttp\n://a.example/"), [""; 0]);
    }

    #[test]
    fn spans_refer_to_the_escaped_text() {
        let properties = b"# a\nurl=http\\://a.example/x\n";
        assert_eq!(places(read, properties), ["http\\://a.example/x"]);
    }

    #[test]
    fn broken_files_are_read() {
        survives(read, b"#a\nb\\=c=http\\://d.example/\\u0041\\\n  e\r\nf\\");
    }
}
