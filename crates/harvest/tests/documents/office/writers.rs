//! Reads documents that python-docx, openpyxl, `XlsxWriter`, python-pptx, odfpy and ebooklib have written, and compares
//! their links with the expected ones.

use super::rows;
use crate::witness;

/// The beginnings of links that the writers add to every document.
const OF_WRITERS: &[&str] = &["https://github.com/", "http://example.com/"];

#[test]
fn links_in_documents_by_python_libraries_are_found() {
    for document in witness::documents("office.py") {
        let (name, found) = (&document.name, &document.found);
        assert_eq!(document.uris(OF_WRITERS), document.expected, "{name}: {:#?}", rows(found));
        let harmful = found.kinds.iter().filter(|kind| **kind != "binary").count();
        assert_eq!(harmful, 0, "{name}: {:?}", found.diagnostics);
    }
}
