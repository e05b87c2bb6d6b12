//! The links in the attributes of a start tag.

use linkwright::Span;
use linkwright::rewrite::html::attribute::Holds;
use linkwright::uri::Uri;

use super::tag::Attribute;
use super::vocabulary::Vocabulary;
use super::walker::XmlWalker;
use crate::parse::{css, html, value};

/// The attributes that contain a reference in any vocabulary. Prefixes are omitted: `href` also represents
/// `xlink:href`, and `about` also represents `rdf:about`. Some of the attributes belong to OPML and XML Schema.
#[rustfmt::skip]
const ANYWHERE: &[&str] = &[
    "href", "src", "url", "uri", "resource", "about", "xmlUrl", "htmlUrl",
    "noNamespaceSchemaLocation",
];

/// Whether the element is a `meta` that loads another page.
pub(super) fn refreshes(element: &str, attributes: &[Attribute<'_>]) -> bool {
    let has = |one: &Attribute<'_>| {
        one.name.eq_ignore_ascii_case("http-equiv") && one.value().eq_ignore_ascii_case("refresh")
    };
    element == "meta" && attributes.iter().any(has)
}

impl XmlWalker<'_, '_> {
    /// Reads an attribute of the element with the local name `element`. `refreshes` says whether the element is a
    /// `meta` that loads another page.
    pub(super) fn attribute(
        &mut self,
        vocabulary: Vocabulary,
        element: &str,
        refreshes: bool,
        attribute: &Attribute<'_>,
    ) {
        let (name, value) = (&*attribute.name, attribute.value());
        let (run, is_office) = (&attribute.run, vocabulary.is_office());
        if is_identifier(name) || name == "xml:base" || (element, name) == ("Relationship", "Type")
        {
            return;
        }
        let holds = match vocabulary {
            // The content of a `meta` is the target of a refresh, or a whole URI.
            Vocabulary::Html if element == "meta" && name == "content" => {
                let whole = is_whole_uri(value).then_some(Holds::One);
                if refreshes { Some(Holds::Refresh) } else { whole }
            }
            Vocabulary::Html => Holds::of(element, name),
            // In office documents, `uri` names an extension.
            _ if is_office && attribute.local() == "uri" => None,
            _ => ANYWHERE.contains(&attribute.local()).then_some(Holds::One),
        };
        match holds {
            Some(Holds::Style) => css::read_run(run, self.sink),
            Some(Holds::Document) => html::read_run(run, self.sink),
            // A place in the same office document, or a member of the package, is not a link.
            Some(_) if is_office && value.starts_with('#') || (self.part.is_member)(value) => {}
            Some(holds) => {
                for span in holds.references(run.text()) {
                    let reference = String::from_utf8_lossy(span.of(run.text()));
                    let is_base = vocabulary == Vocabulary::Html && element == "base";
                    // Only the first `base` applies.
                    if is_base && name == "href" && !core::mem::replace(&mut self.has_base, true) {
                        self.sink.base(&reference);
                    }
                    self.link(&reference, attribute.around(span), name);
                }
            }
            // In XHTML, titles and similar attributes are not text of the page.
            None if vocabulary == Vocabulary::Html => {}
            None if attribute.local() == "schemaLocation" => self.schema_locations(attribute),
            None if self.namespaces.contains(value) => {}
            // Most attributes of an office document are names and measures, and many name a namespace.
            None if is_office
                && (!value.contains("://") || Vocabulary::of_namespace(value).is_office()) => {}
            None if !is_office && is_whole_uri(value) => self.link(value, attribute.place(), name),
            None => value::search_run(run, self.sink),
        }
    }

    /// Reads `xsi:schemaLocation`, which has pairs of a name and a location, or the `schemaLocation` of an import,
    /// which has only a location.
    fn schema_locations(&mut self, attribute: &Attribute<'_>) {
        let all: Vec<Span> = Holds::Blanks.references(attribute.run.text()).collect();
        let is_alone = all.len() == 1;
        for (at, span) in all.into_iter().enumerate() {
            if is_alone || at % 2 == 1 {
                let reference = String::from_utf8_lossy(span.of(attribute.run.text()));
                self.link(&reference, attribute.around(span), "schemaLocation");
            }
        }
    }
}

/// Whether the attribute called `name` identifies namespaces or an algorithm (XML Signature). Such an identifier is
/// not a link.
fn is_identifier(name: &str) -> bool {
    const NAMES: &[&str] =
        &["targetNamespace", "namespace", "namespaceuri", "prefix", "ContentType", "Algorithm"];
    name.starts_with("xmlns") || NAMES.contains(&name)
}

/// Whether the whole `value` is a URI with an authority.
fn is_whole_uri(value: &str) -> bool {
    Uri::parse(value).is_ok_and(|uri| uri.authority().is_some())
}
