//! Recognizes XML by its content.

use quick_xml::Reader as Events;
use quick_xml::errors::Error;
use quick_xml::events::{BytesStart, Event};

use super::vocabulary::{self, Vocabulary};
use crate::parse::{html, lossless};

/// Whether `head` is the beginning of XML. It must begin with an XML declaration, with the outermost element of a known
/// vocabulary, or with any element that is well-formed up to the end of `head`. In a known vocabulary other than `rss`,
/// a namespace must be declared.
pub(crate) fn is_xml(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    if head.starts_with(b"<?xml") {
        return true;
    }
    let name = head.strip_prefix(b"<").unwrap_or_default();
    let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name = String::from_utf8_lossy(name.get(..len).unwrap_or_default());
    let has_namespace = || memchr::memmem::find(head, b"xmlns").is_some();
    if vocabulary::of_root(&name) != Vocabulary::Other && (name == "rss" || has_namespace()) {
        return true;
    }
    begins_element(head) && !html::is_html(head) && is_well_formed(head)
}

/// Whether `head` begins with `<` and a character that may follow it in a tag, a declaration or a comment. This test
/// excludes PHP files and most texts.
fn begins_element(head: &[u8]) -> bool {
    let Some(rest) = head.strip_prefix(b"<") else { return false };
    rest.starts_with(b"!")
        || rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

/// Whether one element contains all other elements and all text, all attributes have quotes, the end tags have the
/// names of the start tags, and at least one element has ended. `head` may end inside the outermost element.
fn is_well_formed(head: &[u8]) -> bool {
    let text = lossless::text(head);
    let mut events = Events::from_str(&text);
    let (mut depth, mut closed, mut is_first) = (0_usize, 0_usize, true);
    loop {
        match events.read_event() {
            Ok(Event::Start(tag)) if is_sound(&tag, depth, is_first) => {
                (depth, is_first) = (depth + 1, false);
            }
            Ok(Event::Empty(tag)) if is_sound(&tag, depth, is_first) => {
                (closed, is_first) = (closed + 1, false);
            }
            Ok(Event::End(_)) => (depth, closed) = (depth.saturating_sub(1), closed + 1),
            Ok(Event::Text(text)) if depth == 0 && !text.trim_ascii().is_empty() => return false,
            Ok(Event::Eof) | Err(Error::Syntax(_)) => return closed > 0,
            Ok(Event::Start(_) | Event::Empty(_)) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

/// Whether the attributes of a tag are well-formed, and the tag is the first one or inside another
/// element. An address in angle brackets is not a tag: `<http://a.example/>`.
fn is_sound(tag: &BytesStart<'_>, depth: usize, is_first: bool) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || "_-.:".contains(char);
    (depth > 0 || is_first)
        && tag.name().0.chars().all(is_part)
        && tag.attributes().all(|attribute| attribute.is_ok())
}

#[cfg(test)]
mod tests {
    use super::is_xml;

    #[test]
    fn documents_are_recognized_by_their_beginning() {
        for head in [
            "<?xml version='1.0'?><a/>",
            "\n<rss version='2.0'>",
            "<svg xmlns='x'>",
            "<catalog><book url='http://a.example/?a&amp;b'/><bo",
            "<!-- x --><!DOCTYPE a SYSTEM 'b'>\n<a>b</a>\n",
            "<pom:a xmlns:pom='b'><pom:c>d</pom:c>",
        ] {
            assert!(is_xml(head.as_bytes()), "{head}");
        }
        for head in [
            "<svg>",
            "<html>",
            "<!doctype html>",
            "<feed>",
            "text",
            "<rssx xmlns='a'>",
            "<p>a</p>",
            "<http://a.example/>",
            "<a@b.example> wrote: <b>c</b>",
            "<name> is a name",
            "<?php a ?>",
            "<x>a</y>",
            "<x>a</x> and more",
            "<x>a</x><y/>",
            "<x a=b>c</x>",
            "",
        ] {
            assert!(!is_xml(head.as_bytes()), "{head}");
        }
    }
}
