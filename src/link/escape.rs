//! Escaping: one table a state of the HTML tokenizer, one pass, no placeholders.

use core::fmt;

/// Whether `uri`, which is one, needs no escape in any place: `<`, `>` and `"` are not in the
/// grammar.
pub(crate) fn is_plain_uri(uri: &str) -> bool {
    memchr::memchr(b'&', uri.as_bytes()).is_none()
}

/// Writes `text` where a tokenizer is in the data state: between tags. NUL, which HTML cannot write, is U+FFFD.
pub(crate) fn text(out: &mut (impl fmt::Write + ?Sized), text: &str) -> fmt::Result {
    let is_special = |byte: u8| matches!(byte, b'&' | b'<' | b'>' | 0);
    // A blank or a point between links is not worth a search.
    if text.len() <= 8 && !text.bytes().any(is_special) {
        return out.write_str(text);
    }
    let mut rest = text;
    while let Some(at) = memchr::memchr(0, rest.as_bytes()) {
        let (before, after) = rest.split_at_checked(at).unwrap_or_default();
        without_nul(out, before)?;
        out.write_char(char::REPLACEMENT_CHARACTER)?;
        rest = after.get(1..).unwrap_or_default();
    }
    without_nul(out, rest)
}

fn without_nul(out: &mut (impl fmt::Write + ?Sized), text: &str) -> fmt::Result {
    let mut copied = 0;
    for at in memchr::memchr3_iter(b'&', b'<', b'>', text.as_bytes()) {
        out.write_str(text.get(copied..at).unwrap_or_default())?;
        out.write_str(match text.as_bytes().get(at) {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            _ => "&gt;",
        })?;
        copied = at + 1;
    }
    out.write_str(text.get(copied..).unwrap_or_default())
}

/// Writes `text` where a tokenizer is in a double-quoted attribute value.
///
/// A raw `&` would be one too many: browsers read `?a&copy=1` as `?a©=1`.
pub(crate) fn attribute(out: &mut (impl fmt::Write + ?Sized), text: &str) -> fmt::Result {
    if memchr::memchr(b'"', text.as_bytes()).is_none() {
        return self::text(out, text);
    }
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let instead = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            0 => "\u{FFFD}",
            _ => continue,
        };
        out.write_str(text.get(copied..at).unwrap_or_default())?;
        out.write_str(instead)?;
        copied = at + 1;
    }
    out.write_str(text.get(copied..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_state_has_its_table() {
        let hostile = "a<b>&amp;\"'é";
        let mut out = String::new();
        super::text(&mut out, hostile).unwrap();
        assert_eq!(out, "a&lt;b&gt;&amp;amp;\"'é");
        out.clear();
        super::attribute(&mut out, hostile).unwrap();
        assert_eq!(out, "a&lt;b&gt;&amp;amp;&quot;'é");
    }

    #[test]
    fn nul_is_replaced() {
        for text in ["\0", "a\0", "\0<\0\0&long enough\0", "quoted \" and \0"] {
            let expected =
                text.replace('\0', "\u{FFFD}").replace('&', "&amp;").replace('<', "&lt;");
            let mut out = String::new();
            super::text(&mut out, text).unwrap();
            assert_eq!(out, expected);
            out.clear();
            super::attribute(&mut out, text).unwrap();
            assert_eq!(out, expected.replace('"', "&quot;"));
        }
    }

    #[test]
    fn all_of_a_long_text_is_escaped() {
        for len in 0..200 {
            for (special, escaped) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
                let text = ["é".repeat(len), special.repeat(3), "x".repeat(len)].concat();
                let mut out = String::new();
                super::text(&mut out, &text).unwrap();
                assert_eq!(out, text.replace(special, escaped));
            }
        }
    }
}
