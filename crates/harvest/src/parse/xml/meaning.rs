//! The meaning of the text in an element.

use super::tag::Attribute;
use super::vocabulary::Vocabulary;

/// The way in which the text in an element is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Running text.
    Text,
    /// A value, which may consist of one URI.
    Value,
    /// A reference. The string is the name of the element.
    Reference(&'static str),
    /// Escaped HTML.
    Html,
    /// A style sheet.
    Css,
    /// A formula.
    Formula,
    /// The header or the footer of a sheet, with its codes.
    Margin,
    /// Text that is not read.
    Nothing,
}

impl Meaning {
    /// The meaning of the text in the element with the local name `local`.
    pub(super) fn of(vocabulary: Vocabulary, local: &str, attributes: &[Attribute<'_>]) -> Meaning {
        let is_html = || is(attributes, "type", &["html", "text/html"]);
        match (vocabulary, local) {
            (Vocabulary::Html, "script") => Meaning::Nothing,
            (Vocabulary::Html, "style") => Meaning::Css,
            (Vocabulary::Html, _) => Meaning::Text,
            (Vocabulary::Rss, "description" | "encoded") => Meaning::Html,
            // A `guid` that is not a permalink may be any unique text.
            (Vocabulary::Rss, "guid") if is(attributes, "isPermaLink", &["false"]) => {
                Meaning::Value
            }
            (Vocabulary::Rss, _) => one_of(
                &["link", "guid", "url", "comments", "docs", "commentRss", "origLink"],
                local,
            ),
            (Vocabulary::Atom, "title" | "subtitle" | "summary" | "content" | "rights")
                if is_html() =>
            {
                Meaning::Html
            }
            (Vocabulary::Atom, _) => one_of(&["id", "uri", "url", "icon", "logo"], local),
            (Vocabulary::Sitemap, _) => one_of(
                &["loc", "content_loc", "player_loc", "thumbnail_loc", "license", "geo_location"],
                local,
            ),
            (Vocabulary::OpenXml, "p" | "text") | (Vocabulary::OpenDocument, "p" | "h") => {
                Meaning::Text
            }
            (Vocabulary::OpenXml, "f") => Meaning::Formula,
            (Vocabulary::OpenXml, "HyperlinkBase") => Meaning::Reference("HyperlinkBase"),
            (
                Vocabulary::OpenXml,
                "oddHeader" | "evenHeader" | "firstHeader" | "oddFooter" | "evenFooter"
                | "firstFooter",
            ) => Meaning::Margin,
            _ => Meaning::Value,
        }
    }
}

fn one_of(names: &[&'static str], local: &str) -> Meaning {
    let known = names.iter().find(|name| **name == local);
    known.map_or(Meaning::Value, |name| Meaning::Reference(name))
}

/// Whether the attribute called `name` has one of `values`.
fn is(attributes: &[Attribute<'_>], name: &str, values: &[&str]) -> bool {
    let attribute = attributes.iter().find(|one| one.name == name);
    attribute.is_some_and(|one| values.iter().any(|value| one.value().eq_ignore_ascii_case(value)))
}
