//! Checks the links of `OpenDocument` texts, spreadsheets and presentations.

use super::{assert_bytes, package, read_shown, rows};
use crate::support::read_plainly;

const NAMESPACES: &str = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
    xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' \
    xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' \
    xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' \
    xmlns:presentation='urn:oasis:names:tc:opendocument:xmlns:presentation:1.0' \
    xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0' \
    xmlns:meta='urn:oasis:names:tc:opendocument:xmlns:meta:1.0' \
    xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:xlink='http://www.w3.org/1999/xlink'";

const MANIFEST: &str =
    "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>";

fn document(root: &str, content: &str) -> String {
    format!("<office:{root} {NAMESPACES}>{content}</office:{root}>")
}

fn odf(content: &str, styles: &str, meta: &str) -> Vec<u8> {
    package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", MANIFEST.as_bytes()),
        ("meta.xml", document("document-meta", meta).as_bytes()),
        ("styles.xml", document("document-styles", styles).as_bytes()),
        ("content.xml", document("document-content", content).as_bytes()),
        ("settings.xml", b"<a b='http://no.example/'/>"),
        (
            "Object 1/content.xml",
            document("document-content", "<text:p>http://object.example/</text:p>").as_bytes(),
        ),
    ])
}

fn body(content: &str) -> Vec<String> {
    let bytes = odf(content, "", "");
    let found = read_plainly("a.odt", &bytes);
    assert_eq!(found.diagnostics, [""; 0], "{content}");
    assert_bytes(&found, &bytes);
    let all = rows(&found).into_iter().filter(|row| !row.starts_with("Object"));
    all.map(|row| row.replace("content.xml: ", "")).collect()
}

#[test]
fn text_is_joined_across_elements() {
    for (text, expected) in [
        (
            "http://a.exa<text:span>mple/<text:span>b</text:span></text:span>?c=1&amp;d",
            "http://a.example/b?c=1&d",
        ),
        ("http://a.example/<text:s text:c='2'/>b", "http://a.example/"),
        ("http://a.example/<text:tab/>b", "http://a.example/"),
        ("see http://a.example/\n   b", "http://a.example/"),
        ("http://a.example/<text:soft-page-break/>b", "http://a.example/b"),
        ("<text:bookmark-start/>http://a.example/<text:bookmark-end/>b", "http://a.example/b"),
        ("http://a.example/<text:page-number>1</text:page-number>", "http://a.example/1"),
    ] {
        assert_eq!(body(&format!("<text:p>{text}</text:p>")), [expected], "{text}");
    }
    assert_eq!(body("<text:h>http://a.example</text:h><text:p>/b</text:p>"), ["http://a.example"]);
}

#[test]
fn links_are_reported_with_their_text() {
    let link = |text: &str| {
        format!("<text:p><text:a xlink:href='http://t.example/?a&amp;b'>{text}</text:a></text:p>")
    };
    assert_eq!(body(&link("word")), ["http://t.example/?a&b"]);
    assert_eq!(body(&link("http://t.example/?a&amp;b")), ["http://t.example/?a&b"]);
    assert_eq!(body(&link("http://u.example/")), ["http://t.example/?a&b", "http://u.example/"]);
    let shown = read_shown("a.odt", &odf(&link("a <text:span>word</text:span>"), "", ""));
    assert_eq!(shown.located[0].existing().unwrap().displayed(), Some("a word"));
    let others = "<draw:image xlink:href='Pictures/a.png'/><draw:object xlink:href='./Object 1'/>\
        <draw:image xlink:href='http://image.example/'/><text:bibliography-mark text:url='http://entry.example/'>x\
        </text:bibliography-mark><draw:a xlink:href='http://shape.example/'/><text:section-source xlink:href='../b.odt'/>";
    let expected = [
        "(Pictures/a.png)",
        "http://image.example/",
        "http://entry.example/",
        "http://shape.example/",
        "(../b.odt)",
    ];
    assert_eq!(body(&format!("<office:text>{others}</office:text>")), expected);
}

#[test]
fn notes_and_annotations_do_not_end_a_link() {
    let note = "<text:p>http://a.exa<text:note text:note-class='endnote'><text:note-citation>1</text:note-citation>\
        <text:note-body><text:p>http://note.example/</text:p></text:note-body></text:note></text:p>";
    assert_eq!(body(note)[0], "http://note.example/");
    let annotation = "<text:p>http://a.exa<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026</dc:date>\
        <text:p>http://note.example/</text:p></office:annotation>mple/</text:p>";
    assert_eq!(body(annotation), ["http://note.example/", "http://a.example/"]);
    let citation = "<text:p>http://a.example/b<text:note><text:note-citation>1</text:note-citation></text:note></text:p>";
    assert_eq!(body(citation), ["http://a.example/b"]);
}

#[test]
fn deleted_and_hidden_text_is_found() {
    let deleted = "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Ada</dc:creator>\
        </office:change-info><text:p>http://a.example/</text:p></text:deletion></text:changed-region></text:tracked-changes>";
    assert_eq!(body(deleted), ["http://a.example/"]);
    let hidden = "<style:style style:name='T1'><style:text-properties text:display='none'/></style:style>\
        <text:p><text:span text:style-name='T1'>http://a.example/</text:span></text:p>\
        <text:section text:display='none'><text:p>http://b.example/</text:p></text:section>";
    assert_eq!(body(hidden), ["http://a.example/", "http://b.example/"]);
}

#[test]
fn links_in_cells_and_formulas_are_found() {
    let table = "<office:spreadsheet><table:table table:name='A b'><table:table-row table:number-rows-repeated='3'/>\
        <table:table-row><table:table-cell table:number-columns-repeated='2'/><table:table-cell><text:p>http://a.example/</text:p>\
        </table:table-cell><table:table-cell table:formula='of:=HYPERLINK(&quot;http://b.example/?c&amp;d&quot;;&quot;e&quot;)'>\
        <text:p>e</text:p></table:table-cell><table:table-cell table:formula='of:=HYPERLINK(&quot;http://f.example/&quot;&amp;[.A1])'/>\
        </table:table-row><table:table-row table:visibility='collapse'><table:table-cell><text:p>http://g.example/</text:p>\
        </table:table-cell></table:table-row></table:table></office:spreadsheet>";
    assert_eq!(
        body(table),
        ["http://a.example/", "http://b.example/?c&d", "http://f.example/", "http://g.example/",]
    );
}

#[test]
fn links_on_slides_and_in_notes_are_found() {
    let page = |host: &str, notes: &str| {
        format!(
            "<draw:page><draw:frame><draw:text-box><text:p>http://{host}.example/</text:p></draw:text-box></draw:frame>\
             <presentation:notes><text:p>{notes}</text:p></presentation:notes></draw:page>"
        )
    };
    let slides = page("a", "http://notes.example/") + &page("b", "");
    assert_eq!(
        body(&format!("<office:presentation>{slides}</office:presentation>")),
        ["http://a.example/", "http://notes.example/", "http://b.example/"]
    );
}

#[test]
fn links_in_styles_metadata_and_objects_are_found() {
    let styles = "<style:master-page><style:header><text:p>http://header.example/</text:p></style:header>\
        <style:footer-left><text:p>http://footer.example/</text:p></style:footer-left></style:master-page>";
    let meta = "<office:meta><meta:generator>http://generator.example/</meta:generator><dc:description>http://meta.example/\
        </dc:description><meta:template xlink:href='http://template.example/'/></office:meta>";
    let found = read_plainly("a.odt", &odf("", styles, meta));
    assert_eq!(
        rows(&found),
        [
            "meta.xml: http://generator.example/",
            "meta.xml: http://meta.example/",
            "meta.xml: http://template.example/",
            "styles.xml: http://header.example/",
            "styles.xml: http://footer.example/",
            "Object 1/content.xml: http://object.example/",
        ]
    );
    assert!(found.links[1].contains("metadata"), "{:?}", found.links);
}

#[test]
fn flat_documents_are_read() {
    let flat = document(
        "document",
        "<office:body><text:p>http://a.exa<text:span>mple/</text:span></text:p></office:body>",
    );
    for name in ["a.fodt", "a.xml", "a"] {
        assert_eq!(rows(&read_plainly(name, flat.as_bytes())), [": http://a.example/"], "{name}");
    }
}

#[test]
fn encrypted_members_of_odf_are_reported() {
    let manifest = "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'>\
        <manifest:file-entry manifest:full-path='content.xml'><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    let bytes = package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", manifest.as_bytes()),
        ("content.xml", b"\x01\x02\x03http://no.example/"),
        (
            "meta.xml",
            document(
                "document-meta",
                "<office:meta><dc:source>http://a.example/</dc:source></office:meta>",
            )
            .as_bytes(),
        ),
    ]);
    let found = read_plainly("a.odt", &bytes);
    assert_eq!(found.diagnostics, ["!/content.xml: an encrypted member, not opened"]);
    assert_eq!(rows(&found), ["meta.xml: http://a.example/"]);
}
