//! The vocabularies of XML documents. The namespaces and the outermost element of a document determine its vocabulary.

/// A vocabulary of elements and attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vocabulary {
    /// XHTML, SVG and `MathML`, which share their attributes.
    Html,
    /// RSS of any version, with its modules.
    Rss,
    Atom,
    /// Sitemaps and their extensions.
    Sitemap,
    /// Open XML, with VML.
    OpenXml,
    /// ODF.
    OpenDocument,
    Other,
}

impl Vocabulary {
    /// The vocabulary of a namespace.
    pub(super) fn of_namespace(name: &str) -> Vocabulary {
        const NAMES: &[(&str, Vocabulary)] = &[
            ("http://www.w3.org/1999/xhtml", Vocabulary::Html),
            ("http://www.w3.org/2000/svg", Vocabulary::Html),
            ("http://www.w3.org/1998/Math/MathML", Vocabulary::Html),
            ("http://www.w3.org/2005/Atom", Vocabulary::Atom),
            ("http://purl.org/atom/ns#", Vocabulary::Atom),
            ("http://purl.org/rss/1.0/modules/", Vocabulary::Rss),
            ("http://purl.org/rss/1.0/", Vocabulary::Rss),
            ("http://my.netscape.com/", Vocabulary::Rss),
            ("http://backend.userland.com/", Vocabulary::Rss),
            ("http://wellformedweb.org/CommentAPI/", Vocabulary::Rss),
            ("http://rssnamespace.org/feedburner/", Vocabulary::Rss),
            ("http://search.yahoo.com/mrss", Vocabulary::Rss),
            ("http://www.sitemaps.org/schemas/sitemap", Vocabulary::Sitemap),
            ("http://www.google.com/schemas/sitemap", Vocabulary::Sitemap),
            ("http://schemas.openxmlformats.org/", Vocabulary::OpenXml),
            ("http://purl.oclc.org/ooxml/", Vocabulary::OpenXml),
            ("http://schemas.microsoft.com/office/", Vocabulary::OpenXml),
            ("urn:schemas-microsoft-com:", Vocabulary::OpenXml),
            ("urn:oasis:names:tc:opendocument:", Vocabulary::OpenDocument),
        ];
        let bare = name.trim_start_matches("https://").trim_start_matches("http://");
        let begins = |one: &str| bare.starts_with(one.trim_start_matches("http://"));
        let found = NAMES.iter().find(|(one, _)| begins(one));
        found.map_or(Vocabulary::Other, |(_, vocabulary)| *vocabulary)
    }

    /// Whether the vocabulary is one of office documents.
    pub(super) const fn is_office(self) -> bool {
        matches!(self, Vocabulary::OpenXml | Vocabulary::OpenDocument)
    }
}

/// The vocabulary of a document without a known namespace, whose outermost element is called `name`.
pub(super) fn of_root(name: &str) -> Vocabulary {
    match name {
        "html" | "svg" => Vocabulary::Html,
        "rss" | "RDF" | "channel" => Vocabulary::Rss,
        "feed" => Vocabulary::Atom,
        "urlset" | "sitemapindex" => Vocabulary::Sitemap,
        _ => Vocabulary::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_of_all_versions_are_known() {
        let of = Vocabulary::of_namespace;
        assert_eq!(of("http://www.sitemaps.org/schemas/sitemap/0.9"), Vocabulary::Sitemap);
        assert_eq!(of("https://www.sitemaps.org/schemas/sitemap/0.9"), Vocabulary::Sitemap);
        assert_eq!(of("http://purl.org/rss/1.0/modules/content/"), Vocabulary::Rss);
        assert_eq!(of("http://example.org/"), Vocabulary::Other);
    }
}
