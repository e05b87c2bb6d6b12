//! The links that a document has already.

use std::borrow::Cow;

use crate::span::Span;

use super::references;
use super::tag::{self, Tag};

/// A link that a document has already: an attribute whose value is a URI-reference.
#[derive(Clone, Debug)]
pub struct Existing<'s> {
    element: Cow<'s, str>,
    attribute: Cow<'s, str>,
    value: String,
    span: Span,
}

impl Existing<'_> {
    /// The name of the element, as it is written: `a`, `IMG`.
    pub fn element(&self) -> &str {
        &self.element
    }

    /// The name of the attribute, as it is written: `href`, `SRC`.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    /// The value, its character references decoded, without blanks at its ends.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Where the value stands in the document, without its quotes.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Whether a reader can follow it: the `href` of `a` or `area`.
    pub fn is_anchor(&self) -> bool {
        let is_element = |name: &str| self.element.eq_ignore_ascii_case(name);
        self.attribute.eq_ignore_ascii_case("href") && (is_element("a") || is_element("area"))
    }
}

/// The attributes whose value is one URI-reference (HTML standard, index of attributes).
const REFERENCES: &[&str] = &[
    "href",
    "src",
    "cite",
    "action",
    "formaction",
    "poster",
    "data",
    "background",
    "longdesc",
    "manifest",
    "usemap",
    "codebase",
    "profile",
    "xlink:href",
];

/// The links in a start tag.
pub(super) fn links<'s>(html: &'s [u8], tag: Tag<'s>) -> impl Iterator<Item = Existing<'s>> {
    let attributes = tag::attributes(html, tag.attributes);
    attributes.filter_map(move |one| {
        let attribute = String::from_utf8_lossy(one.name.of(html));
        if !REFERENCES.iter().any(|known| attribute.eq_ignore_ascii_case(known)) {
            return None;
        }
        let span = trimmed(html, one.value?);
        let value = references::decode_attribute(span.of(html));
        Some(Existing {
            element: String::from_utf8_lossy(tag.name),
            attribute,
            value: String::from_utf8_lossy(&value).into_owned(),
            span,
        })
    })
}

/// `span` without the blanks at its ends.
fn trimmed(html: &[u8], span: Span) -> Span {
    let text = span.of(html);
    let start = span.start() + (text.len() - text.trim_ascii_start().len());
    Span::new(start, start + text.trim_ascii().len())
}
