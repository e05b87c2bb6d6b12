//! What the names in a document belong to.

/// The vocabularies whose links are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vocabulary {
    /// XHTML, SVG and `MathML`, which share their attributes.
    Html,
    /// RSS of any version, with its modules.
    Rss,
    Atom,
    /// Sitemaps and their extensions.
    Sitemap,
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
        ];
        let bare = name.trim_start_matches("https://").trim_start_matches("http://");
        let begins = |one: &str| bare.starts_with(one.trim_start_matches("http://"));
        let found = NAMES.iter().find(|(one, _)| begins(one));
        found.map_or(Vocabulary::Other, |(_, vocabulary)| *vocabulary)
    }
}

/// The vocabulary of a document without a namespace, by the name of its outermost element.
pub(super) fn of_root(name: &str) -> Vocabulary {
    match name {
        "html" | "svg" => Vocabulary::Html,
        "rss" | "RDF" | "channel" => Vocabulary::Rss,
        "feed" => Vocabulary::Atom,
        "urlset" | "sitemapindex" => Vocabulary::Sitemap,
        _ => Vocabulary::Other,
    }
}

/// Whether `head` begins as XML does: with a declaration, or with the outermost element of a known
/// vocabulary and its namespace.
pub(crate) fn is_xml(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    if head.starts_with(b"<?xml") {
        return true;
    }
    let name = head.strip_prefix(b"<").unwrap_or_default();
    let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name = String::from_utf8_lossy(name.get(..len).unwrap_or_default());
    let has_namespace = memchr::memmem::find(head, b"xmlns").is_some();
    of_root(&name) != Vocabulary::Other && (has_namespace || name == "rss")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_known_in_all_versions() {
        let of = Vocabulary::of_namespace;
        assert_eq!(of("http://www.sitemaps.org/schemas/sitemap/0.9"), Vocabulary::Sitemap);
        assert_eq!(of("https://www.sitemaps.org/schemas/sitemap/0.9"), Vocabulary::Sitemap);
        assert_eq!(of("http://purl.org/rss/1.0/modules/content/"), Vocabulary::Rss);
        assert_eq!(of("http://example.org/"), Vocabulary::Other);
    }

    #[test]
    fn documents_are_told_by_their_beginning() {
        for head in ["<?xml version='1.0'?><a/>", "\n<rss version='2.0'>", "<svg xmlns='x'>"] {
            assert!(is_xml(head.as_bytes()), "{head}");
        }
        for head in ["<svg>", "<html>", "<!doctype html>", "<feed>", "text", "<rssx xmlns='a'>"] {
            assert!(!is_xml(head.as_bytes()), "{head}");
        }
    }
}
