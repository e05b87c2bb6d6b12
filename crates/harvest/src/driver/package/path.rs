//! The names of parts, and the references between them.

use linkwright::uri::pct;

/// Whether the name of a part has the extension `ending`, regardless of case.
pub(super) fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, one)| one.eq_ignore_ascii_case(ending))
}

/// The path of the part to which `reference` refers, if the reference is in the part `from`. The query and the fragment
/// of the reference are ignored.
pub(super) fn resolve(from: &str, reference: &str) -> String {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let path = String::from_utf8_lossy(&pct::decode(path)).into_owned();
    let mut folders: Vec<&str> = match path.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(folders.pop()),
            segment => folders.push(segment),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_are_resolved_to_parts() {
        for (from, reference, expected) in [
            ("word/document.xml", "media/a.png", "word/media/a.png"),
            ("word/document.xml", "/docProps/a.xml", "docProps/a.xml"),
            ("OEBPS/Text/a.xhtml", "../Styles/b%20c.css?x#y", "OEBPS/Styles/b c.css"),
            ("a.opf", "../../b", "b"),
            ("a.opf", "", ""),
            ("a.opf", "b%zz%", "b%zz%"),
        ] {
            assert_eq!(resolve(from, reference), expected);
        }
    }
}
