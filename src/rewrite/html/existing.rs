//! The parts of a document that are listed, and the links that it already has.

use std::borrow::Cow;

use crate::find::Match;
use crate::rewrite::source_map::{SourceMap, TextRun};
use crate::span::Span;
use crate::uri::Uri;

use super::attribute::Holds;
use super::references::decode_attribute;
use super::tag::{self, Tag};

/// A link of a document, or content that may contain more links.
#[derive(Debug)]
#[non_exhaustive]
pub enum Part<'a> {
    /// A URI in text. Its offsets refer to the decoded text; the map converts them to offsets of the document. The
    /// third value is the link of the anchor around it, if there is one.
    Text(&'a Match<'a>, &'a SourceMap, Option<&'a Existing<'a>>),
    /// A URI in the text of an element for which [`is_code_element`](super::is_code_element) returns true. An anchor in
    /// such an element is still a [`Part::Existing`], because a reader can follow it.
    Code(&'a Match<'a>, &'a SourceMap, Option<&'a Existing<'a>>),
    /// A reference in an attribute.
    Existing(Existing<'a>),
    /// The value of a `style` attribute, or the content of a `style` element: CSS.
    Style(TextRun<'a>),
    /// The value of a `srcdoc` attribute: a document.
    Document(TextRun<'a>),
    /// The content of a `script` element: a program, or JSON.
    Script(TextRun<'a>),
}

/// A link that a document already has: a URI-reference in an attribute.
#[derive(Clone, Debug)]
pub struct Existing<'s> {
    element: Cow<'s, str>,
    attribute: Cow<'s, str>,
    value: String,
    span: Span,
}

impl Existing<'_> {
    /// The name of the element, as written: `a`, `IMG`.
    pub fn element(&self) -> &str {
        &self.element
    }

    /// The name of the attribute, as written: `href`, `SRC`.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    /// The reference, with its character references decoded and without white space at its ends. It may be the whole
    /// value, as in `href`, or one of several references in the value, as in `srcset`.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The span of the reference in the document, without quotes.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Whether the link is one that a reader can follow: the `href` of `a` or `area`.
    pub fn is_anchor(&self) -> bool {
        self.is_href_of("a") || self.is_href_of("area")
    }

    /// Whether the link is the base of the other links: the `href` of `base`. Only the first `base` of a document is
    /// used.
    pub fn is_base(&self) -> bool {
        self.is_href_of("base")
    }

    fn is_href_of(&self, element: &str) -> bool {
        self.attribute.eq_ignore_ascii_case("href") && self.element.eq_ignore_ascii_case(element)
    }
}

/// The links in the attributes of a start tag, and the attributes whose content may contain links.
pub(super) fn parts<'s>(html: &'s [u8], tag: Tag<'s>) -> impl Iterator<Item = Part<'s>> {
    let element = String::from_utf8_lossy(tag.name);
    let mut told = told(html, tag);
    tag::attributes(html, tag.attributes).flat_map(move |one| {
        let name = String::from_utf8_lossy(one.name.of(html));
        let is_told = |(place, _): &mut (Span, Holds)| *place == one.name;
        let told = || told.take_if(is_told).map(|(_, holds)| holds);
        let holds = Holds::of(&element, &name).or_else(told);
        let links = holds.zip(one.value).map(|(holds, value)| {
            read(&element, &name, value, holds, decode_attribute(html, value))
        });
        links.unwrap_or_default()
    })
}

/// The place of the attribute whose meaning depends on another attribute (`content` of `meta`, `value` of `param`), and
/// the kind of its value; `None` if the value has no reference. Of several attributes with the same name, the first one
/// is used.
fn told(html: &[u8], tag: Tag<'_>) -> Option<(Span, Holds)> {
    let (name, neighbour, wanted, holds) = match tag.name {
        name if name.eq_ignore_ascii_case(b"meta") => {
            ("content", "http-equiv", "refresh", Holds::Refresh)
        }
        name if name.eq_ignore_ascii_case(b"param") => ("value", "valuetype", "ref", Holds::One),
        _ => return None,
    };
    let first = |wanted: &str| {
        let is_wanted = |name: &[u8]| name.eq_ignore_ascii_case(wanted.as_bytes());
        tag::attributes(html, tag.attributes).find(|one| is_wanted(one.name.of(html)))
    };
    let value = first(name)?;
    let neighbour = first(neighbour).and_then(|one| one.value).unwrap_or_default();
    if neighbour.of(html).trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()) {
        return Some((value.name, holds));
    }
    is_absolute(decode_attribute(html, value.value?).text()).then_some((value.name, Holds::One))
}

/// Whether the whole `value` is a URI with an authority, as in `<meta property="og:image">`. Any other value may be a
/// title.
fn is_absolute(value: &[u8]) -> bool {
    let text = core::str::from_utf8(value.trim_ascii());
    let uri = text.ok().and_then(|text| Uri::parse(text).ok());
    uri.is_some_and(|uri| uri.authority().is_some())
}

/// The references in the attribute `name`, whose value is at `value`; `text` is the decoded value.
fn read<'s>(
    element: &Cow<'s, str>,
    name: &Cow<'s, str>,
    value: Span,
    holds: Holds,
    text: TextRun<'s>,
) -> Vec<Part<'s>> {
    match holds {
        Holds::Style => return vec![Part::Style(text)],
        Holds::Document => return vec![Part::Document(text)],
        _ => {}
    }
    let links = holds.references(text.text()).map(|found| {
        // An empty reference has no bytes whose source the map could return.
        let empty = Span::new(value.start(), value.start());
        let place = if found.is_empty() { Some(empty) } else { text.map().span(found) };
        Part::Existing(Existing {
            element: element.clone(),
            attribute: name.clone(),
            value: String::from_utf8_lossy(found.of(text.text())).into_owned(),
            // In `url&bne;x`, the URI-reference begins inside the character reference `&bne;`, which decodes to `=`
            // and a combining mark. In that case, the span of the whole value is used.
            span: place.unwrap_or(value),
        })
    });
    links.collect()
}
