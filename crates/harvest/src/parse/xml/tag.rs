//! The attributes of a start tag, and the links in them.

use std::collections::HashSet;

use linkwright::Span;
use linkwright::rewrite::TextRun;
use linkwright::rewrite::html::attribute::Holds;
use linkwright::uri::Uri;
use quick_xml::events::BytesStart;

use super::entities::Entities;
use super::links::XmlLinks;
use super::part;
use super::vocabulary::Vocabulary;
use crate::parse::{css, html, value};

/// An attribute, with its character references decoded.
#[derive(Debug)]
pub(super) struct Attribute<'x> {
    pub(super) name: String,
    pub(super) run: TextRun<'x>,
    place: Span,
}

impl Attribute<'_> {
    /// The value without blanks at its ends.
    pub(super) fn value(&self) -> String {
        String::from_utf8_lossy(self.run.text().trim_ascii()).into_owned()
    }

    /// The span in the document that corresponds to the range `part` of the value.
    pub(super) fn around(&self, part: Span) -> Span {
        if self.run.is_empty() { self.place } else { self.run.map().around(part) }
    }
}

/// The attributes of `tag`. Quotes may be missing. The list ends at the first text that is not an attribute.
pub(super) fn attributes<'x>(
    xml: &'x str,
    document: &'x [u8],
    tag: &BytesStart<'x>,
    entities: &Entities,
) -> Vec<Attribute<'x>> {
    let mut attributes = tag.html_attributes();
    let read = attributes.with_checks(false).map_while(Result::ok).filter_map(|one| {
        let place = part::place(xml, &one.value)?;
        let mut run = TextRun::new(document);
        part::push_value(&mut run, place, entities);
        Some(Attribute { name: one.key.0.to_owned(), run, place })
    });
    read.collect()
}

/// The attributes that contain a reference in any vocabulary. Prefixes are omitted: `href` also represents
/// `xlink:href`, and `about` also represents `rdf:about`. Some of the attributes belong to OPML and XML Schema.
#[rustfmt::skip]
const ANYWHERE: &[&str] = &[
    "href", "src", "url", "uri", "resource", "about", "xmlUrl", "htmlUrl",
    "noNamespaceSchemaLocation",
];

/// Whether the element is a `meta` that loads another page.
pub(super) fn refreshes(local: &str, attributes: &[Attribute<'_>]) -> bool {
    let has = |one: &Attribute<'_>| {
        one.name.eq_ignore_ascii_case("http-equiv") && one.value().eq_ignore_ascii_case("refresh")
    };
    local == "meta" && attributes.iter().any(has)
}

/// Reads the attributes of an element.
pub(super) struct Held<'h, 'x, 's> {
    pub(super) links: &'h mut XmlLinks<'x, 's>,
    pub(super) vocabulary: Vocabulary,
    pub(super) local: &'h str,
    /// Whether the element is a `meta` that loads another page.
    pub(super) refreshes: bool,
    /// Whether a reference names a member of the package.
    pub(super) is_member: &'h dyn Fn(&str) -> bool,
    /// The names of the namespaces of the document. They are not links, even as values of attributes.
    pub(super) namespaces: &'h HashSet<String>,
}

impl Held<'_, '_, '_> {
    pub(super) fn read(&mut self, attribute: &Attribute<'_>) {
        let name = &*attribute.name;
        if is_identifier(name) || name == "xml:base" || self.is_relationship_type(name) {
            return;
        }
        let is_base = self.vocabulary == Vocabulary::Html && self.local == "base";
        match self.holds(attribute) {
            Some(Holds::Style) => css::read_run(&attribute.run, self.links.sink),
            Some(Holds::Document) => html::read_run(&attribute.run, self.links.sink),
            Some(_) if self.is_inside(&attribute.value()) => {}
            Some(holds) => {
                for span in holds.references(attribute.run.text()) {
                    let reference = String::from_utf8_lossy(span.of(attribute.run.text()));
                    if is_base && name == "href" {
                        self.links.html_base(&reference);
                    }
                    self.links.link(&reference, attribute.around(span), name);
                }
            }
            // In XHTML, titles and similar attributes are not text of the page.
            None if self.vocabulary == Vocabulary::Html => {}
            None if local(name) == "schemaLocation" => self.schema_locations(attribute),
            None if self.namespaces.contains(&attribute.value()) => {}
            None if self.vocabulary.is_office() => self.office(attribute),
            None if is_whole_uri(&attribute.value()) => {
                let place = Span::new(0, attribute.run.text().len());
                self.links.link(&attribute.value(), attribute.around(place), name);
            }
            None => value::search_run(&attribute.run, self.links.sink),
        }
    }

    /// Whether an attribute contains the type of a relationship (ECMA-376, part 2, section 6.5).
    fn is_relationship_type(&self, name: &str) -> bool {
        self.local == "Relationship" && name == "Type"
    }

    /// Whether a reference names a member of the package, or a place in the same office document.
    fn is_inside(&self, reference: &str) -> bool {
        let is_place = self.vocabulary.is_office() && reference.starts_with('#');
        is_place || (self.is_member)(reference)
    }

    /// Searches an attribute of an office document that is no reference. Most of them are names and measures, and many
    /// name a namespace.
    fn office(&mut self, attribute: &Attribute<'_>) {
        let value = attribute.run.text();
        let is_name = || Vocabulary::of_namespace(&attribute.value()).is_office();
        if memchr::memmem::find(value, b"://").is_some() && !is_name() {
            value::search_run(&attribute.run, self.links.sink);
        }
    }

    fn holds(&self, attribute: &Attribute<'_>) -> Option<Holds> {
        let name = &*attribute.name;
        if self.vocabulary == Vocabulary::Html {
            return Holds::of(self.local, name).or_else(|| self.told(attribute));
        }
        // In office documents, `uri` names an extension.
        let is_extension = self.vocabulary.is_office() && local(name) == "uri";
        (ANYWHERE.contains(&local(name)) && !is_extension).then_some(Holds::One)
    }

    /// The content of the attribute `content` of an XHTML `meta`: the target of a refresh, or a whole URI.
    fn told(&self, attribute: &Attribute<'_>) -> Option<Holds> {
        if self.local != "meta" || attribute.name != "content" {
            return None;
        }
        let is_uri = || is_whole_uri(&attribute.value());
        if self.refreshes { Some(Holds::Refresh) } else { is_uri().then_some(Holds::One) }
    }

    /// Reads `xsi:schemaLocation`, which has pairs of a name and a location, or the `schemaLocation` of an import,
    /// which has only a location.
    fn schema_locations(&mut self, attribute: &Attribute<'_>) {
        let all: Vec<Span> = Holds::Blanks.references(attribute.run.text()).collect();
        let is_alone = all.len() == 1;
        for (at, span) in all.into_iter().enumerate() {
            if is_alone || at % 2 == 1 {
                let reference = String::from_utf8_lossy(span.of(attribute.run.text()));
                self.links.link(&reference, attribute.around(span), "schemaLocation");
            }
        }
    }
}

/// Whether the attribute called `name` is the target of an anchor. The prefix is ignored, because vocabularies such as
/// SVG use `xlink:href`.
pub(super) fn is_href(name: &str) -> bool {
    local(name).eq_ignore_ascii_case("href")
}

/// A name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Whether the attribute called `name` identifies namespaces or an algorithm (XML Signature). Such an identifier is
/// not a link.
fn is_identifier(name: &str) -> bool {
    name.starts_with("xmlns")
        || matches!(
            name,
            "targetNamespace"
                | "namespace"
                | "namespaceuri"
                | "prefix"
                | "ContentType"
                | "Algorithm"
        )
}

/// Whether the whole `value` is a URI with an authority.
fn is_whole_uri(value: &str) -> bool {
    Uri::parse(value).is_ok_and(|uri| uri.authority().is_some())
}
