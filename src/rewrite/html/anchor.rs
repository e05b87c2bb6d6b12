//! An anchor that a document has, from its start tag to its end.

use super::references::{self, Place};
use super::tag::{self, Tag};
use crate::link::{Attributes, Treated, write_attribute};
use crate::rewrite::source_map::TextRun;
use crate::span::Span;

/// An anchor whose end is still to come.
#[derive(Debug)]
pub(super) struct OpenAnchor<'s> {
    anchor: Anchor<'s>,
    text: TextRun<'s>,
}

/// An anchor with an `href`.
#[derive(Debug)]
pub(super) struct Anchor<'s> {
    html: &'s [u8],
    tag: Tag<'s>,
    start_tag: Span,
    /// `None` if another anchor or the end of the document ends it.
    end_tag: Option<Span>,
    /// Whether its start tag ends an anchor that has no end tag.
    ends_another: bool,
    href: String,
    /// The text in it, decoded.
    text: String,
}

impl<'s> OpenAnchor<'s> {
    /// The anchor that `tag` opens, which stands at `start_tag`; `None` if it has no `href`.
    pub(super) fn new(
        html: &'s [u8],
        tag: Tag<'s>,
        start_tag: Span,
        ends_another: bool,
    ) -> Option<OpenAnchor<'s>> {
        let is_href = |one: &tag::Attribute| one.name.of(html).eq_ignore_ascii_case(b"href");
        // Of several the first one counts.
        let href = tag::attributes(html, tag.attributes).find(is_href)?;
        let href = decoded(html, href.value);
        let anchor =
            Anchor { html, tag, start_tag, end_tag: None, ends_another, href, text: String::new() };
        Some(OpenAnchor { anchor, text: TextRun::new(html) })
    }

    /// Takes text in it.
    pub(super) fn text(&mut self, text: Span) {
        references::decode(self.anchor.html, text, Place::Text, &mut self.text);
    }

    /// The anchor, complete.
    pub(super) fn end(self, end_tag: Option<Span>) -> Anchor<'s> {
        let text = String::from_utf8_lossy(self.text.text()).into_owned();
        Anchor { end_tag, text, ..self.anchor }
    }
}

impl Anchor<'_> {
    /// Where it begins.
    pub(super) fn start(&self) -> usize {
        self.start_tag.start()
    }

    pub(super) fn start_tag(&self) -> Span {
        self.start_tag
    }

    pub(super) fn end_tag(&self) -> Option<Span> {
        self.end_tag
    }

    pub(super) fn ends_another(&self) -> bool {
        self.ends_another
    }

    /// The value of its `href`, decoded.
    pub(super) fn href(&self) -> &str {
        &self.href
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its other attributes, decoded; one without a value has the empty value.
    pub(super) fn attributes(&self) -> Attributes {
        let others = self.list().map(|one| (self.name(&one), decoded(self.html, one.value)));
        Attributes::existing(others.filter(|(name, _)| name != "href"))
    }

    /// The start tag as `treated` has it; every attribute that stays keeps its bytes.
    pub(super) fn rewritten(&self, treated: &Treated) -> Vec<u8> {
        let before = self.attributes();
        let mut out = Span::new(self.start(), self.tag.attributes.start()).of(self.html).to_vec();
        let mut seen: Vec<String> = Vec::new();
        for one in self.list() {
            let name = self.name(&one);
            let (old, new) = match name.as_str() {
                "href" => (Some(self.href()), Some(treated.href.as_str())),
                _ => (before.get(&name), treated.attributes.get(&name)),
            };
            // The second one of a name is not seen by anyone, and goes where the first one changes.
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
        for (name, value) in
            treated.attributes.iter().filter(|(name, _)| before.get(name).is_none())
        {
            push_attribute(&mut out, name.as_bytes(), value);
        }
        out.extend_from_slice(if tag::ends_in_slash(self.html, self.start_tag.end()) {
            b" />"
        } else {
            b">"
        });
        out
    }

    fn list(&self) -> impl Iterator<Item = tag::Attribute> {
        tag::attributes(self.html, self.tag.attributes)
    }

    /// The name of an attribute, in lower case.
    fn name(&self, one: &tag::Attribute) -> String {
        String::from_utf8_lossy(one.name.of(self.html)).to_ascii_lowercase()
    }
}

/// An attribute as it is written, with its quotes.
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
