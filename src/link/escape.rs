//! Escaping: one table a state of the HTML tokenizer, one pass, no placeholders.

use core::fmt;

/// Whether `uri`, which is one, is written as it is wherever it stands: `<`, `>` and `"` are not in the
/// grammar.
pub(crate) fn is_plain_uri(uri: &str) -> bool {
    memchr::memchr(b'&', uri.as_bytes()).is_none()
}

/// Writes `text` where a tokenizer is in the data state: between tags.
pub(crate) fn text(out: &mut (impl fmt::Write + ?Sized), text: &str) -> fmt::Result {
    let is_special = |byte: u8| matches!(byte, b'&' | b'<' | b'>');
    // A blank or a point between links is not worth a search.
    if text.len() <= 8 && !text.bytes().any(is_special) {
        return out.write_str(text);
    }
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
