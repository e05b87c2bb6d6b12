//! Finds the text that a link displays, in the source around its reference.

mod references;

use std::borrow::Cow;

use linkwright::Span;

use references::MOST;
pub use references::ReferenceTexts;

/// The beginning of the text of the anchor (`<a>`) with an attribute value at `value`. Tags are removed, and character
/// references are decoded unless one of them is invalid. `None` if the value belongs to another element, or if the
/// beginning or the end of the tag is too far from the value.
pub fn of_html(document: &[u8], value: Span) -> Option<String> {
    let before = document.get(value.start().saturating_sub(MOST)..value.start())?;
    let start = before.iter().rposition(|&byte| byte == b'<')?;
    let tag = before.get(start + 1..)?;
    let is_anchor = matches!(tag, [b'a' | b'A', next, ..] if next.is_ascii_whitespace());
    if !is_anchor {
        return None;
    }
    let quote = tag.last().copied().filter(|byte| b"\"'".contains(byte));
    let rest = document.get(value.end()..)?;
    let rest = rest.get(..rest.len().min(2 * MOST))?;
    let text = rest.get(end_of_tag(rest, quote)?..)?;
    let text = text.get(..end_of_anchor(text)).unwrap_or(text);
    let text = without_tags(text.get(..text.len().min(MOST))?);
    let text = String::from_utf8_lossy(&text).into_owned();
    match quick_xml::escape::unescape(&text) {
        Ok(Cow::Owned(decoded)) => Some(decoded),
        _ => Some(text),
    }
}

/// The offset after the `>` that ends the tag. If `quote` is given, `text` begins inside an attribute value in these
/// quotes.
fn end_of_tag(text: &[u8], mut quote: Option<u8>) -> Option<usize> {
    for (at, &byte) in text.iter().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            None if byte == b'>' => return Some(at + 1),
            None if b"\"'".contains(&byte) => quote = Some(byte),
            _ => {}
        }
    }
    None
}

fn end_of_anchor(text: &[u8]) -> usize {
    let is_end = |tag: &[u8]| tag.starts_with(b"</a") || tag.starts_with(b"</A");
    text.windows(3).position(is_end).unwrap_or(text.len())
}

fn without_tags(text: &[u8]) -> Vec<u8> {
    let mut is_tag = false;
    let mut kept = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'<' => is_tag = true,
            b'>' if is_tag => is_tag = false,
            _ if !is_tag => kept.push(byte),
            _ => {}
        }
    }
    kept
}

/// The text of the inline link (`[text](destination)`) whose destination is at `place`, without characters of markup
/// such as `*`; `None` if no text precedes the destination, as in an autolink.
pub fn of_markdown(source: &[u8], place: Span) -> Option<String> {
    let start = place.start().saturating_sub(2 * MOST);
    let before = source.get(start..place.start())?;
    let before = before.strip_suffix(b"<").unwrap_or(before).trim_ascii_end();
    let text = before.strip_suffix(b"](")?;
    let mut depth = 0_usize;
    let open = text.iter().rposition(|&byte| {
        depth += usize::from(byte == b']');
        let is_open = byte == b'[' && depth == 0;
        depth = depth.saturating_sub(usize::from(byte == b'['));
        is_open
    })?;
    let text = text.get(open + 1..)?;
    let is_mark = |byte: &u8| b"*_`\\<>".contains(byte);
    let text: Vec<u8> = text.iter().copied().filter(|byte| !is_mark(byte)).collect();
    Some(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(document: &str, value: &str) -> Option<String> {
        let start = document.find(value).unwrap();
        of_html(document.as_bytes(), Span::new(start, start + value.len()))
    }

    #[test]
    fn the_text_of_an_anchor_is_found() {
        let text = |document| html(document, "VALUE");
        assert_eq!(text("<a href=\"VALUE\">x</a>").as_deref(), Some("x"));
        assert_eq!(text("<A x='>' href=VALUE y='>'>a<b>b</b></A>").as_deref(), Some("ab"));
        assert_eq!(text("<a href='VALUE'>a&#46;b &amp; c").as_deref(), Some("a.b & c"));
        assert_eq!(text("<img src=VALUE>x"), None);
        assert_eq!(text("<area href=VALUE>x"), None);
        assert_eq!(text("<a href=VALUE"), None);
        assert_eq!(text("VALUE"), None);
    }

    #[test]
    fn the_text_of_an_inline_link_is_found() {
        let text = |source: &str| {
            let start = source.find("VALUE").unwrap();
            of_markdown(source.as_bytes(), Span::new(start, start + 5))
        };
        assert_eq!(text("[a](VALUE)").as_deref(), Some("a"));
        assert_eq!(text("x [**a [b]** c]( <VALUE>)").as_deref(), Some("a [b] c"));
        assert_eq!(text("<VALUE>"), None);
        assert_eq!(text("[a]: VALUE"), None);
        assert_eq!(text("](VALUE)"), None);
    }
}
