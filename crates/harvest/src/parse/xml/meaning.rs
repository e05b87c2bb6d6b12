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
        match vocabulary {
            Vocabulary::Html => of_html(local),
            Vocabulary::Rss => of_rss(local, attributes),
            Vocabulary::Atom => of_atom(local, attributes),
            Vocabulary::Sitemap => one_of(
                &["loc", "content_loc", "player_loc", "thumbnail_loc", "license", "geo_location"],
                local,
            ),
            Vocabulary::OpenXml => of_open_xml(local),
            Vocabulary::OpenDocument if matches!(local, "p" | "h") => Meaning::Text,
            Vocabulary::OpenDocument | Vocabulary::Other => Meaning::Value,
        }
    }
}

fn of_html(local: &str) -> Meaning {
    match local {
        "script" => Meaning::Nothing,
        "style" => Meaning::Css,
        _ => Meaning::Text,
    }
}

fn of_rss(local: &str, attributes: &[Attribute<'_>]) -> Meaning {
    match local {
        "description" | "encoded" => Meaning::Html,
        // A `guid` that is not a permalink may be any unique text.
        "guid" if is(attributes, "isPermaLink", &["false"]) => Meaning::Value,
        _ => one_of(&["link", "guid", "url", "comments", "docs", "commentRss", "origLink"], local),
    }
}

fn of_atom(local: &str, attributes: &[Attribute<'_>]) -> Meaning {
    let is_html = || is(attributes, "type", &["html", "text/html"]);
    match local {
        "title" | "subtitle" | "summary" | "content" | "rights" if is_html() => Meaning::Html,
        _ => one_of(&["id", "uri", "url", "icon", "logo"], local),
    }
}

fn of_open_xml(local: &str) -> Meaning {
    match local {
        "p" | "text" => Meaning::Text,
        "f" => Meaning::Formula,
        "HyperlinkBase" => Meaning::Reference("HyperlinkBase"),
        "oddHeader" | "evenHeader" | "firstHeader" | "oddFooter" | "evenFooter" | "firstFooter" => {
            Meaning::Margin
        }
        _ => Meaning::Value,
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
