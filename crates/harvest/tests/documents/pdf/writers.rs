//! Reads PDFs that reportlab, Typst and `LibreOffice` have written, and compares their links with the expected ones.

use crate::witness;

#[test]
fn links_in_pdfs_by_independent_writers_are_found() {
    for document in witness::documents("pages.py") {
        let (name, found) = (&document.name, &document.found);
        assert_eq!(document.uris(&[]), document.expected, "{name}: {:#?}", found.links);
        assert_eq!(found.kinds, [""; 0], "{name}: {:?}", found.diagnostics);
    }
}
