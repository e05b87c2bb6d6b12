//! Escapes text for HTML in one pass: between tags, and in attribute values.

use crate::text::chars;
use crate::text::specials::{self, Specials};

/// Whether `uri`, which is valid, needs no escape between tags or in an attribute value. Only `&` is tested, because
/// the grammar does not allow `<`, `>` and `"`.
pub(crate) fn is_plain_uri(uri: &str) -> bool {
    memchr::memchr(b'&', uri.as_bytes()).is_none()
}

/// Writes `text` for a place between tags (the data state of a tokenizer). NUL cannot be represented in HTML and
/// becomes U+FFFD.
pub(crate) fn text(out: &mut String, text: &str) {
    // For short texts between links, such as a space, a vector search takes longer than this loop.
    if text.len() <= 8 && !text.bytes().any(specials::is_special) {
        return out.push_str(text);
    }
    let mut copied = 0;
    for at in Specials::of(text.as_bytes()) {
        out.push_str(text.get(copied..at).unwrap_or_default());
        // Each call has a constant, which is written without a call of `memcpy`.
        match chars::byte_at(text.as_bytes(), at) {
            b'&' => out.push_str("&amp;"),
            b'<' => out.push_str("&lt;"),
            b'>' => out.push_str("&gt;"),
            _ => out.push('\u{FFFD}'),
        }
        copied = at + 1;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
}

/// Writes `text` for a double-quoted attribute value.
///
/// `&` must be escaped: browsers read `?a&copy` as `?a©`.
pub(crate) fn attribute(out: &mut String, text: &str) {
    for (index, part) in text.split('"').enumerate() {
        if index > 0 {
            out.push_str("&quot;");
        }
        self::text(out, part);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn double_quotes_are_escaped_only_in_attributes() {
        let hostile = "a<b>&amp;\"'é";
        let mut out = String::new();
        super::text(&mut out, hostile);
        assert_eq!(out, "a&lt;b&gt;&amp;amp;\"'é");
        out.clear();
        super::attribute(&mut out, hostile);
        assert_eq!(out, "a&lt;b&gt;&amp;amp;&quot;'é");
    }

    #[test]
    fn nul_is_replaced() {
        for text in ["\0", "a\0", "\0<\0\0&long enough\0", "quoted \" and \0"] {
            let expected =
                text.replace('\0', "\u{FFFD}").replace('&', "&amp;").replace('<', "&lt;");
            let mut out = String::new();
            super::text(&mut out, text);
            assert_eq!(out, expected);
            out.clear();
            super::attribute(&mut out, text);
            assert_eq!(out, expected.replace('"', "&quot;"));
        }
    }

    #[test]
    fn every_special_of_a_long_text_is_escaped() {
        for len in 0..200 {
            for (special, escaped) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
                let text = ["é".repeat(len), special.repeat(3), "x".repeat(len)].concat();
                let mut out = String::new();
                super::text(&mut out, &text);
                assert_eq!(out, text.replace(special, escaped));
            }
        }
    }
}
