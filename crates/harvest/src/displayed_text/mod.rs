//! Finds the text that a link displays, in the source around its reference.

mod markdown;
mod tags;

use std::borrow::Cow;

use linkwright::Span;

pub(crate) use markdown::{LinkText, ReferenceTexts};
use tags::{MOST, without_tags};

/// The beginning of the text of the anchor (`<a>`) with an attribute value at `value`. Tags are removed, and character
/// references are decoded unless one of them is invalid. `None` if the value belongs to another element, or if the
/// beginning or the end of the tag is too far from the value.
pub(crate) fn of_html(document: &[u8], value: Span) -> Option<String> {
    let before = document.get(value.start().saturating_sub(MOST)..value.start())?;
    let start = before.iter().rposition(|&byte| byte == b'<')?;
    let tag = before.get(start + 1..)?;
    let name = tag.split(u8::is_ascii_whitespace).next()?;
    // In XML, the name may have a prefix: `text:a`.
    let local = name.rsplit(|byte| *byte == b':').next()?;
    if !local.eq_ignore_ascii_case(b"a") || local.len() == tag.len() {
        return None;
    }
    // The value may begin after blanks in its quotes, which browsers ignore.
    let quote = tag.trim_ascii_end().last().copied().filter(|byte| b"\"'".contains(byte));
    let rest = document.get(value.end()..)?;
    let rest = rest.get(..rest.len().min(2 * MOST))?;
    let text = rest.get(end_of_tag(rest, quote)?..)?;
    Some(decoded(text.get(..end_of_anchor(text, name)).unwrap_or(text)))
}

/// The beginning of the text of XML from the offset `start` to the next `end`, in the form of [`of_html`].
pub(crate) fn until(document: &[u8], start: usize, end: &[u8]) -> String {
    // Office programs write much markup between two words.
    let rest = document.get(start..).unwrap_or_default();
    let rest = rest.get(..16 * MOST).unwrap_or(rest);
    let len = memchr::memmem::find(rest, end).unwrap_or(rest.len());
    decoded(rest.get(..len).unwrap_or_default())
}

/// The beginning of `text` without tags, with its character references decoded.
fn decoded(text: &[u8]) -> String {
    let mut text = without_tags(text);
    text.truncate(MOST);
    let text = String::from_utf8_lossy(&text).into_owned();
    match quick_xml::escape::unescape(&text) {
        Ok(Cow::Owned(decoded)) => decoded,
        _ => text,
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

fn end_of_anchor(text: &[u8], name: &[u8]) -> usize {
    let is_end =
        |tag: &[u8]| tag.strip_prefix(b"</").is_some_and(|end| end.eq_ignore_ascii_case(name));
    text.windows(name.len() + 2).position(is_end).unwrap_or(text.len())
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
        assert_eq!(text("<a href=\" \t\nVALUE\" x=y>z</a>").as_deref(), Some("z"));
        assert_eq!(text("<a x=\">\" href= VALUE>z</a>").as_deref(), Some("z"));
        assert_eq!(text("<A x='>' href=VALUE y='>'>a<b>b</b></A>").as_deref(), Some("ab"));
        assert_eq!(text("<a href='VALUE'>a&#46;b &amp; c").as_deref(), Some("a.b & c"));
        assert_eq!(text("<a href=VALUE>a.com<br>b</a>").as_deref(), Some("a.com\nb"));
        assert_eq!(text("<img src=VALUE>x"), None);
        assert_eq!(text("<area href=VALUE>x"), None);
        assert_eq!(text("<a href=VALUE"), None);
        assert_eq!(text("VALUE"), None);
    }
}
