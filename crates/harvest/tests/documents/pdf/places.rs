//! Checks in which places of a PDF links are found, and which page, boxes and other properties are reported for them.

use linkwright_harvest::{NoBytes, PageBox};

use super::build::{Pdf, lines, one_page};
use super::{links, read};

/// A document with a link in each place that `docs/documents.md` lists.
pub(crate) fn every_place() -> Vec<u8> {
    let content = lines(&[
        (20, 380, "see http://text.example/a and shown"),
        (20, 368, "words"),
        (20, 300, "1 http://text.example/b"),
    ]);
    let mut pdf = one_page(
        "/Outlines 9 0 R /Metadata 11 0 R /URI << /Base (http://base.example/) >> \
         /PageLabels << /Nums [0 << /S /r >>] >> /Names << /EmbeddedFiles << /Names [(note.txt) 12 0 R] >> >>",
        "/Annots [6 0 R 7 0 R 8 0 R << /Subtype /Link /Rect [1 1 2 2] /A << /S /URI /URI (relative) >> >> \
          << /Subtype /Text /Rect [5 5 9 9] /T (Ada) /Contents (see http://note.example/) >> \
          << /Subtype /Link /Rect [0 0 1 1] /A << /S /GoTo /D [3 0 R /Fit] >> >>]",
        &content,
    );
    // Two fragments of one link: `shown` above and `words` below.
    pdf.object(
        "<< /Subtype /Link /Rect [170 376 195 390] /A << /S /URI /URI (http://link.example/) >> >>",
    );
    pdf.object(
        "<< /Subtype /Link /Rect [20 364 45 378] /A << /S /URI /URI (http://link.example/) >> >>",
    );
    pdf.object(
        "<< /Subtype /Widget /FT /Tx /T (site) /V (http://field.example/) /Rect [1 50 90 60] >>",
    );
    pdf.object("<< /First 10 0 R >>");
    pdf.object("<< /Title (Chapter) /A << /S /URI /URI (http://outline.example/) >> >>");
    pdf.stream(
        "/Type /Metadata /Subtype /XML",
        b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
          <rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:source>http://xmp.example/</dc:source>\
          </rdf:Description></rdf:RDF></x:xmpmeta>",
    );
    pdf.object("<< /Type /Filespec /F (note.txt) /EF << /F 13 0 R >> >>");
    pdf.stream("/Type /EmbeddedFile /Subtype /text#2Fplain", b"http://file.example/");
    pdf.object("<< /Title (At http://info.example/) >>");
    pdf.bytes("/Info 14 0 R")
}

#[test]
fn every_listed_place_is_read_and_no_other() {
    let found = read(&every_place());
    assert_eq!(found.diagnostics, [""; 0]);
    let expected = [
        "metadata http://info.example/",
        "metadata http://xmp.example/",
        "outline http://outline.example/",
        "annotation http://base.example/relative",
        "text http://text.example/a",
        "annotation http://link.example/",
        "text http://text.example/b",
        "text http://field.example/",
        "text http://note.example/",
        "text http://file.example/",
    ];
    assert_eq!(links(&found), expected);
    assert!(found.links[9].starts_with("!/note.txt@0"), "{}", found.links[9]);
}

#[test]
fn links_have_their_page_and_boxes() {
    let found = read(&every_place());
    let unit = |at: usize| found.located[at].unit().unwrap();
    let page_box = |left, bottom, right, top| PageBox { left, bottom, right, top };
    assert_eq!(unit(0).field.as_deref(), Some("Title"));
    assert_eq!(unit(1).field.as_deref(), Some("dc:source"));
    assert_eq!((unit(5).page, unit(5).page_label.as_deref()), (Some(1), Some("i")));
    assert_eq!(
        unit(5).boxes,
        [page_box(170.0, 376.0, 195.0, 390.0), page_box(20.0, 364.0, 45.0, 378.0)]
    );
    let text = &unit(4).boxes[0];
    assert_eq!((text.left, text.right), (40.0, 145.0));
    assert_eq!(unit(7).field.as_deref(), Some("site"));
    assert_eq!(
        (unit(8).note.as_deref(), unit(8).author.as_deref()),
        (Some("comment"), Some("Ada"))
    );
    assert_eq!(found.located[4].source_pieces(), Err(NoBytes::PageContent));
    let link = found.located[5].existing().unwrap();
    assert_eq!(
        (link.displayed(), found.located[5].text()),
        (Some("shown words"), "http://link.example/")
    );
}

/// The links in a document of one page with these lines.
fn found_in(text: &[(u32, u32, &str)]) -> Vec<String> {
    let found = read(&one_page("", "", &lines(text)).bytes(""));
    assert_eq!(found.diagnostics, [""; 0]);
    links(&found)
}

/// Lines of prose that end at x = 300.
const PROSE: [(u32, u32, &str); 2] = [
    (20, 380, "Some lines of prose fill the column up to its right edge"),
    (20, 368, "and that is how each reader can tell where the line ends"),
];

#[test]
fn a_uri_continues_if_its_next_part_did_not_fit_in_the_line() {
    let lines = |above: &'static str, below: &'static str| {
        let text = [PROSE[0], PROSE[1], (20, 356, above), (20, 344, below)];
        found_in(&text)
    };
    // The line ends at x = 295: `annotations` did not fit, while `b` would have fitted.
    let full = "as at http://long.example/archive/of-pages/2026/papers/";
    assert_eq!(
        lines(full, "annotations/list.html"),
        ["text http://long.example/archive/of-pages/2026/papers/annotations/list.html"]
    );
    assert_eq!(
        lines(full, "b and others"),
        ["text http://long.example/archive/of-pages/2026/papers/"]
    );
    let short = "as at http://long.example/archive/";
    assert_eq!(lines(short, "annotations of it"), ["text http://long.example/archive/"]);
    assert_eq!(lines(short, "Another sentence."), ["text http://long.example/archive/"]);
}

#[test]
fn a_uri_ends_before_a_superscript() {
    let content = "BT /F 10 Tf 20 380 Td (http://a.example/b) Tj /F 6 Tf 4 Ts (3) Tj ET";
    let found = read(&one_page("", "", content).bytes(""));
    assert_eq!(links(&found), ["text http://a.example/b"]);
}

#[test]
fn columns_are_not_mixed() {
    let text = [
        (20, 380, "left http://l.example/a"),
        (20, 368, "words of the left column"),
        (220, 380, "right http://r.example/b"),
        (220, 368, "words of the right column"),
    ];
    assert_eq!(found_in(&text), ["text http://l.example/a", "text http://r.example/b"]);
}

#[test]
fn rotated_text_has_rotated_boxes() {
    // The text is rotated a quarter turn to the left, so it runs upwards.
    let content = "BT /F 10 Tf 0 1 -1 0 100 50 Tm (http://up.example/) Tj ET";
    let found = read(&one_page("", "", content).bytes(""));
    assert_eq!(links(&found), ["text http://up.example/"]);
    let unit = found.located[0].unit().unwrap();
    let area = unit.boxes[0];
    assert_eq!((area.bottom, area.top), (50.0, 140.0));
    assert!(area.left < 100.0 && area.right >= 100.0, "{area:?}");
}

#[test]
fn a_document_without_text_is_reported() {
    let link =
        "/Annots [<< /Subtype /Link /Rect [1 1 2 2] /A << /S /URI /URI (http://a.example/) >> >>]";
    let found = read(&one_page("", link, "0 0 10 10 re f").bytes(""));
    assert_eq!(links(&found), ["annotation http://a.example/"]);
    assert_eq!(found.kinds, ["unread-format"]);
    assert!(found.diagnostics[0].contains("without a text layer"), "{}", found.diagnostics[0]);
}

#[test]
fn an_html_page_with_the_name_of_a_pdf_is_read_as_html() {
    let found = read(b"<!DOCTYPE html><a href=http://a.example/>404</a>");
    assert_eq!(links(&found), ["attribute http://a.example/"]);
}

#[test]
fn a_pdf_in_an_archive_has_the_same_links() {
    let zip = {
        use std::io::Write as _;
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        writer.start_file("b.pdf", zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(&every_place()).unwrap();
        writer.finish().unwrap().into_inner()
    };
    let inside = super::support::read_plainly("a.zip", &zip);
    assert_eq!(links(&inside), links(&read(&every_place())));
}

#[test]
fn decoding_in_another_process_yields_the_same_links() {
    use linkwright_harvest::{Harvester, write_pdf_content};
    let process = |pdf: &[u8], limits: &linkwright_harvest::Limits| {
        let (mut pdf, mut content) = (pdf, Vec::new());
        write_pdf_content(&mut pdf, limits, &mut content)?;
        Ok(Box::new(std::io::Cursor::new(content)) as Box<dyn std::io::Read>)
    };
    let harvester = Harvester::builder().pdf_process(Some(process)).build().unwrap();
    let found = super::support::read(&harvester, "a.pdf", &every_place());
    assert_eq!(found.links, read(&every_place()).links);
}

#[test]
fn a_process_that_ends_early_is_reported() {
    let process = |_: &[u8], _: &linkwright_harvest::Limits| {
        Ok(Box::new(std::io::empty()) as Box<dyn std::io::Read>)
    };
    let harvester = linkwright_harvest::Harvester::builder().pdf_process(Some(process)).build();
    let found = super::support::read(&harvester.unwrap(), "a.pdf", &Pdf::new("").bytes(""));
    assert_eq!((found.kinds, found.skips), (vec!["too-large"], 1));
}
