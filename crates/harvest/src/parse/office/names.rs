//! Represents the names of elements and attributes. Each name consists of the purpose of its namespace and the local
//! name, which follows the prefix.
//!
//! Programs choose prefixes freely, and the namespaces of Strict Open XML differ from those of Transitional Open XML.
//! Names are therefore compared by the purpose of their namespace.

/// The purpose of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// `WordprocessingML`.
    Word,
    /// `SpreadsheetML`.
    Sheet,
    /// `PresentationML`.
    Slides,
    /// The text and the links of `DrawingML`.
    Drawing,
    /// Mathematical formulas in Office documents (OMML).
    Math,
    /// VML.
    Vml,
    /// Attributes that refer to a relationship.
    Relation,
    /// Elements in the parts that list relationships.
    Relations,
    /// Alternate content (ECMA-376, part 3).
    Compatibility,
    /// The properties of a document, in `docProps`.
    Properties,
    /// Dublin Core.
    DublinCore,
    /// Any other part of Open XML.
    OpenXml,
    /// ODF: the outermost elements of a document.
    Office,
    /// ODF: text.
    Text,
    /// ODF: tables.
    Table,
    /// ODF: drawings and presentations.
    Draw,
    /// ODF: metadata.
    Meta,
    /// ODF: styles.
    Style,
    /// `XLink`.
    XLink,
    /// An unknown namespace, or no namespace.
    Other,
}

/// Substrings of the names of namespaces, and the purposes of these namespaces. The first row whose substring occurs in
/// a name applies.
const SPACES: &[(&str, Space)] = &[
    ("/wordprocessingml/", Space::Word),
    ("/spreadsheetml/", Space::Sheet),
    ("/presentationml/", Space::Slides),
    ("microsoft.com/office/powerpoint/", Space::Slides),
    ("/drawingml/2006/main", Space::Drawing),
    ("/ooxml/drawingml/main", Space::Drawing),
    ("/officeDocument/2006/math", Space::Math),
    ("/ooxml/officeDocument/math", Space::Math),
    ("schemas-microsoft-com:vml", Space::Vml),
    ("/officeDocument/2006/relationships", Space::Relation),
    ("/ooxml/officeDocument/relationships", Space::Relation),
    ("/package/2006/relationships", Space::Relations),
    ("/markup-compatibility/", Space::Compatibility),
    ("/metadata/core-properties", Space::Properties),
    ("/extended-properties", Space::Properties),
    ("/extendedProperties", Space::Properties),
    ("/custom-properties", Space::Properties),
    ("/customProperties", Space::Properties),
    ("/docPropsVTypes", Space::Properties),
    ("://schemas.openxmlformats.org/", Space::OpenXml),
    ("://purl.oclc.org/ooxml/", Space::OpenXml),
    ("://schemas.microsoft.com/office/", Space::OpenXml),
    ("urn:schemas-microsoft-com:office", Space::OpenXml),
    ("://purl.org/dc/", Space::DublinCore),
    ("opendocument:xmlns:office:", Space::Office),
    ("opendocument:xmlns:text:", Space::Text),
    ("opendocument:xmlns:table:", Space::Table),
    ("opendocument:xmlns:drawing:", Space::Draw),
    ("opendocument:xmlns:presentation:", Space::Draw),
    ("opendocument:xmlns:meta:", Space::Meta),
    ("opendocument:xmlns:style:", Space::Style),
    ("//www.w3.org/1999/xlink", Space::XLink),
];

/// Common prefixes, with the purposes of their usual namespaces. This table is used for a prefix that the document does
/// not declare.
const PREFIXES: &[(&str, Space)] = &[
    ("w", Space::Word),
    ("x", Space::Sheet),
    ("p", Space::Slides),
    ("a", Space::Drawing),
    ("m", Space::Math),
    ("v", Space::Vml),
    ("r", Space::Relation),
    ("mc", Space::Compatibility),
    ("dc", Space::DublinCore),
    ("office", Space::Office),
    ("text", Space::Text),
    ("table", Space::Table),
    ("draw", Space::Draw),
    ("meta", Space::Meta),
    ("style", Space::Style),
    ("xlink", Space::XLink),
];

impl Space {
    /// The purpose of a namespace.
    pub(crate) fn of(namespace: &str) -> Space {
        let found = SPACES.iter().find(|(part, _)| namespace.contains(part));
        found.map_or(Space::Other, |(_, space)| *space)
    }

    /// The purpose of the usual namespace of a prefix that the document does not declare.
    fn of_prefix(prefix: &str) -> Space {
        let found = PREFIXES.iter().find(|(one, _)| *one == prefix);
        found.map_or(Space::Other, |(_, space)| *space)
    }

    /// Whether the outermost element of a part of an Open XML document may be in this namespace.
    pub(crate) const fn is_open_xml(self) -> bool {
        matches!(
            self,
            Space::Word
                | Space::Sheet
                | Space::Slides
                | Space::Drawing
                | Space::Math
                | Space::Vml
                | Space::Relations
                | Space::Properties
                | Space::OpenXml
        )
    }
}

/// The name of an element or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'n> {
    pub(crate) space: Space,
    /// The name without its prefix.
    pub(crate) local: &'n str,
}

/// The maximum number of declarations that are stored. The outermost element of a document has up to fifty
/// declarations.
const MOST: usize = 256;

/// The prefixes that are declared at the current position.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The depth of the declaring element, the prefix, and the namespace.
    declared: Vec<(usize, Box<str>, Space)>,
}

impl Scopes {
    /// Records that the element at `depth` declares `prefix`, which is empty for the default namespace.
    pub(super) fn declare(&mut self, depth: usize, prefix: &str, namespace: &str) {
        if self.declared.len() < MOST {
            self.declared.push((depth, prefix.into(), Space::of(namespace)));
        }
    }

    /// Removes the declarations of elements at `depth` and deeper, which have ended.
    pub(super) fn leave(&mut self, depth: usize) {
        while self.declared.pop_if(|(at, ..)| *at >= depth).is_some() {}
    }

    /// The name of an element.
    pub(super) fn element<'n>(&self, name: &'n str) -> Name<'n> {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        Name { space: self.space(prefix), local }
    }

    /// The name of an attribute. An attribute without a prefix has no namespace.
    pub(super) fn attribute<'n>(&self, name: &'n str) -> Name<'n> {
        match name.split_once(':') {
            Some((prefix, local)) => Name { space: self.space(prefix), local },
            None => Name { space: Space::Other, local: name },
        }
    }

    fn space(&self, prefix: &str) -> Space {
        let found = self.declared.iter().rev().find(|(_, one, _)| **one == *prefix);
        found.map_or_else(|| Space::of_prefix(prefix), |(.., space)| *space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_and_transitional_open_xml_have_the_same_names() {
        for (transitional, strict, space) in [
            ("wordprocessingml/2006/main", "wordprocessingml/main", Space::Word),
            ("spreadsheetml/2006/main", "spreadsheetml/main", Space::Sheet),
            ("presentationml/2006/main", "presentationml/main", Space::Slides),
            ("drawingml/2006/main", "drawingml/main", Space::Drawing),
            ("officeDocument/2006/math", "officeDocument/math", Space::Math),
            ("officeDocument/2006/relationships", "officeDocument/relationships", Space::Relation),
        ] {
            let of = |base: &str, path: &str| Space::of(&format!("{base}{path}"));
            assert_eq!(of("http://schemas.openxmlformats.org/", transitional), space);
            assert_eq!(of("http://purl.oclc.org/ooxml/", strict), space);
        }
        assert_eq!(Space::of("http://a.example/"), Space::Other);
    }

    #[test]
    fn the_innermost_declaration_of_a_prefix_applies() {
        let mut scopes = Scopes::default();
        assert_eq!(
            scopes.element("w:p").space,
            Space::Word,
            "an undeclared prefix has its usual meaning"
        );
        scopes.declare(0, "w", "http://a.example/");
        scopes.declare(0, "", "http://purl.oclc.org/ooxml/wordprocessingml/main");
        scopes.declare(1, "q", "urn:oasis:names:tc:opendocument:xmlns:text:1.0");
        assert_eq!(scopes.element("w:p").space, Space::Other);
        assert_eq!(scopes.element("p"), Name { space: Space::Word, local: "p" });
        assert_eq!(scopes.attribute("p").space, Space::Other);
        assert_eq!(scopes.attribute("q:c").space, Space::Text);
        scopes.leave(1);
        assert_eq!(scopes.element("q:p").space, Space::Other);
    }
}
