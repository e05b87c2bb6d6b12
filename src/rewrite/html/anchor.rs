//! An existing anchor of a document, from its start tag to its end.

use std::borrow::Cow;

use super::references::{self, ReferencePlace};
use super::tag::{self, Tag};
use crate::link::{Attributes, write_attribute};
use crate::rewrite::source_map::TextRun;
use crate::span::Span;

/// The number of bytes before a removed tag in which a character reference is recognized. Only references with
/// superfluous leading zeros are longer.
const LONGEST_REFERENCE: usize = 64;

/// An anchor with an `href`.
#[derive(Debug)]
pub(super) struct Anchor<'s> {
    html: &'s [u8],
    tag: Tag<'s>,
    pub(super) start_tag: Span,
    /// The end tag; `None` if it has not been read yet, or if another anchor or the end of the document closes this one.
    pub(super) end_tag: Option<Span>,
    /// Whether the start tag closes a previous anchor that has no end tag.
    pub(super) ends_another: bool,
    /// Whether the markup around the anchor is parsed in the same way if the tags of the anchor are removed: no other
    /// element that forbids links is open at its start and its end.
    pub(super) is_plain: bool,
    /// The value of its `href`, decoded.
    pub(super) href: String,
    /// The decoded text in the anchor.
    text: TextRun<'s>,
}

impl<'s> Anchor<'s> {
    /// The anchor that `tag` opens, at `start_tag`; `None` if it has no `href`.
    pub(super) fn new(
        html: &'s [u8],
        tag: Tag<'s>,
        start_tag: Span,
        ends_another: bool,
        is_plain: bool,
    ) -> Option<Anchor<'s>> {
        let is_href = |one: &tag::Attribute| one.name.of(html).eq_ignore_ascii_case(b"href");
        // Browsers use only the first `href`.
        let href = tag::attributes(html, tag.attributes).find(is_href)?;
        let (href, text) = (decoded(html, href.value), TextRun::new(html));
        Some(Anchor { html, tag, start_tag, end_tag: None, ends_another, is_plain, href, text })
    }

    /// Adds a span of text in the anchor.
    pub(super) fn push_text(&mut self, text: Span) {
        references::decode(self.html, text, ReferencePlace::Text, &mut self.text);
    }

    /// Separates the text before the tag at `span` from the text after it, as a browser does.
    pub(super) fn separate(&mut self, span: Span) {
        self.text.push_decoded(b"\n", span);
    }

    pub(super) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.text.text())
    }

    /// The other attributes, decoded; an attribute without a value has an empty value.
    pub(super) fn attributes(&self) -> Attributes {
        let others = self.list().map(|one| (self.name(&one), decoded(self.html, one.value)));
        Attributes::existing(others.filter(|(name, _)| name != "href"))
    }

    /// The replacement for a removed `tag`. It is an empty comment if the text before the tag ends in `<` or in the
    /// beginning of a character reference, because the text after the tag could complete that markup. In any other case
    /// it is empty.
    pub(super) fn gap_before(&self, tag: Span) -> &'static str {
        let before =
            Span::new(tag.start().saturating_sub(LONGEST_REFERENCE), tag.start()).of(self.html);
        let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        let name = before.iter().rev().take_while(|byte| is_inner(byte)).count();
        let begins = before.iter().rev().nth(name);
        let is_read_on = before.ends_with(b"<") || begins == Some(&b'&');
        if is_read_on { "<!---->" } else { "" }
    }

    /// The start tag with `href` (or without one) and with `attributes`; each unchanged attribute keeps its bytes.
    pub(super) fn rewritten(&self, href: Option<&str>, attributes: &Attributes) -> Vec<u8> {
        let before = self.attributes();
        let mut out =
            Span::new(self.start_tag.start(), self.tag.attributes.start()).of(self.html).to_vec();
        let mut seen: Vec<String> = Vec::new();
        for one in self.list() {
            let name = self.name(&one);
            let (old, new) = match name.as_str() {
                "href" => (Some(self.href.as_str()), href),
                _ => (before.get(&name), attributes.get(&name)),
            };
            // Browsers ignore a second attribute of the same name; it is removed when the first one changes.
            let is_first = !seen.contains(&name);
            match new {
                _ if old == new => {
                    out.push(b' ');
                    out.extend_from_slice(written(self.html, &one).of(self.html));
                }
                Some(value) if is_first => push_attribute(&mut out, one.name.of(self.html), value),
                _ => {}
            }
            seen.push(name);
        }
        for (name, value) in attributes.iter().filter(|(name, _)| before.get(name).is_none()) {
            push_attribute(&mut out, name.as_bytes(), value);
        }
        out.extend_from_slice(if self.is_self_closing() { b" />" } else { b">" });
        out
    }

    /// Whether the start tag ends in a `/` that is not part of an attribute. In SVG, such a `/` closes the element.
    fn is_self_closing(&self) -> bool {
        let last = self.list().last().map(|one| written(self.html, &one).end());
        let start = last.unwrap_or(self.tag.attributes.start());
        Span::new(start, self.tag.attributes.end()).of(self.html).contains(&b'/')
    }

    fn list(&self) -> impl Iterator<Item = tag::Attribute> {
        tag::attributes(self.html, self.tag.attributes)
    }

    /// The name of an attribute, in lower case.
    fn name(&self, one: &tag::Attribute) -> String {
        String::from_utf8_lossy(one.name.of(self.html)).to_ascii_lowercase()
    }
}

/// The bytes of an attribute, with its quotes.
fn written(html: &[u8], one: &tag::Attribute) -> Span {
    let Some(value) = one.value else { return one.name };
    let before = value.start().checked_sub(1).and_then(|at| html.get(at));
    let is_quoted = matches!(before, Some(b'"' | b'\''));
    Span::new(one.name.start(), value.end() + usize::from(is_quoted))
}

fn decoded(html: &[u8], value: Option<Span>) -> String {
    let run = value.map(|value| references::decode_attribute(html, value));
    run.map_or(String::new(), |run| String::from_utf8_lossy(run.text()).into_owned())
}

fn push_attribute(out: &mut Vec<u8>, name: &[u8], value: &str) {
    let mut attribute = String::new();
    write_attribute(&mut attribute, &String::from_utf8_lossy(name), value);
    out.extend_from_slice(attribute.as_bytes());
}
