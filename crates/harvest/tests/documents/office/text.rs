//! Tests of links in `WordprocessingML` documents.

use super::{assert_bytes, open_xml, package, part, read_shown, relations, rows};
use crate::support::{Found, read_plainly};

/// A document with `body`, and with a relationship to each target. The identifiers are `a`, `b`, `c` and `d`.
fn docx(body: &str, targets: &[&str]) -> Vec<u8> {
    let ids = ["a", "b", "c", "d"];
    let all: Vec<(&str, &str, &str)> =
        ids.iter().zip(targets).map(|(id, target)| (*id, "hyperlink", *target)).collect();
    open_xml(&[
        ("_rels/.rels", &relations(&[("r", "officeDocument", "word/document.xml")])),
        ("word/document.xml", &format!("<w:document><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", &relations(&all)),
    ])
}

fn body(body: &str, targets: &[&str]) -> Vec<String> {
    let bytes = docx(body, targets);
    let found = read_plainly("a.docx", &bytes);
    assert_eq!(found.diagnostics, [""; 0], "{body}");
    assert_bytes(&found, &bytes);
    rows(&found).iter().map(|row| row.replace("word/document.xml: ", "")).collect()
}

#[test]
fn runs_are_joined() {
    let run = |text: &str| {
        format!("<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>")
    };
    let paragraph = |runs: &[&str]| format!("<w:p>{}</w:p>", runs.concat());
    for (runs, expected) in [
        (
            vec![&*run("see htt"), &run("p://a.exam"), &run("ple/b?c=1&amp;d")],
            "http://a.example/b?c=1&d",
        ),
        (
            vec![&run("http://a"), "<w:r><w:noBreakHyphen/></w:r>", &run("b.example")],
            "http://a-b.example",
        ),
        (
            vec![&run("http://a"), "<w:r><w:softHyphen/></w:r>", &run("b.example")],
            "http://ab.example",
        ),
        (vec![&run("http://a.example"), "<w:r><w:tab/></w:r>", &run("/b")], "http://a.example"),
        (vec![&run("http://a.example/"), "<w:r><w:br/></w:r>", &run("and")], "http://a.example/"),
        (
            vec![&run("http://a.example/"), "<w:proofErr w:type='x'/>", &run("b")],
            "http://a.example/b",
        ),
        (
            vec!["<w:pPr><w:tabs><w:tab w:val='x'/></w:tabs></w:pPr>", &run("http://a.example/")],
            "http://a.example/",
        ),
        (vec!["<m:oMath><m:r><m:t>http://a.example/</m:t></m:r></m:oMath>"], "http://a.example/"),
    ] {
        assert_eq!(body(&paragraph(&runs), &[]), [expected]);
    }
    let two = paragraph(&[&run("http://a.example")]) + &paragraph(&[&run("/b")]);
    assert_eq!(body(&two, &[]), ["http://a.example"]);
}

#[test]
fn a_hyperlink_is_one_link_with_its_text() {
    let link = |attributes: &str, text: &str| {
        format!("<w:p><w:hyperlink {attributes}><w:r><w:t>{text}</w:t></w:r></w:hyperlink></w:p>")
    };
    let relation = "word/_rels/document.xml.rels: ";
    for (markup, expected) in [
        (link("r:id='a'", "http://t.example/"), format!("{relation}http://t.example/b")),
        (link("r:id='a' w:anchor='c'", "word"), format!("{relation}http://t.example/b#c")),
    ] {
        assert_eq!(body(&markup, &["http://t.example/b"]), [expected]);
    }
    // A place in the same document is not a link.
    assert_eq!(body(&link("w:anchor='c'", "word"), &[]), [""; 0]);
    let elsewhere = body(&link("r:id='a'", "http://u.example/"), &["http://t.example/b"]);
    assert_eq!(
        elsewhere,
        ["http://u.example/".to_owned(), format!("{relation}http://t.example/b")]
    );
    let shown =
        read_shown("a.docx", &docx(&link("r:id='a'", "a &amp; b"), &["http://t.example/b"]));
    assert_eq!(shown.located[0].existing().unwrap().displayed(), Some("a & b"));
    // A URI in the text before a link does not continue in the text of the link.
    let around = "<w:p><w:r><w:t>http://u.example/</w:t></w:r><w:hyperlink r:id='a'><w:r><w:t>word</w:t></w:r>\
        </w:hyperlink></w:p>";
    assert_eq!(body(around, &["http://t.example/"])[0], "http://u.example/");
}

#[test]
fn a_relationship_that_nothing_uses_is_reported_as_a_link() {
    assert_eq!(
        body("<w:p/>", &["http://t.example/", "mailto:a@b.example"]),
        ["http://t.example/", "mailto:a@b.example"]
            .map(|uri| format!("word/_rels/document.xml.rels: {uri}"))
    );
}

fn field(instruction: &str, result: &str) -> String {
    format!(
        "<w:r><w:fldChar w:fldCharType='begin'/></w:r>{instruction}<w:r><w:fldChar w:fldCharType='separate'/></w:r>\
         <w:r><w:t>{result}</w:t></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>"
    )
}

#[test]
fn field_instructions_are_joined() {
    let instruction = |text: &str| format!("<w:r><w:instrText>{text}</w:instrText></w:r>");
    let cut =
        [" HYPERL", "INK \"http://a.exam", "ple/?b&amp;c\" \\l \"d\" "].map(instruction).concat();
    let paragraph = format!("<w:p>{}</w:p>", field(&cut, "word"));
    assert_eq!(body(&paragraph, &[]), ["http://a.example/?b&c#d"]);
    let shown = read_shown("a.docx", &docx(&paragraph, &[]));
    assert_eq!(shown.located[0].existing().unwrap().displayed(), Some("word"));
    let same = field(&instruction("HYPERLINK \"http://a.example/\""), "http://a.example/");
    assert_eq!(body(&format!("<w:p>{same}</w:p>"), &[]), ["http://a.example/"]);
    let simple = "<w:p><w:fldSimple w:instr=' HYPERLINK &quot;http://a.example/&quot; '><w:r><w:t>b</w:t></w:r>\
        </w:fldSimple></w:p>";
    assert_eq!(body(simple, &[]), ["http://a.example/"]);
    let citation = field(&instruction("ADDIN X {\"URL\":\"http://a.example/\"}"), "(1)");
    assert_eq!(body(&format!("<w:p>{citation}</w:p>"), &[]), ["http://a.example/"]);
    // In the first document, the instruction contains another field; in the second, the field has no end.
    let inner = field(&instruction("DOCPROPERTY x"), "a.example");
    let outer = instruction("HYPERLINK \"http://") + &inner + &instruction("/b\"");
    assert_eq!(body(&format!("<w:p>{}</w:p>", field(&outer, "c")), &[]), ["http://a.example/b"]);
    let open = format!(
        "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r>{}</w:p>",
        instruction("HYPERLINK http://a.example/")
    );
    assert_eq!(body(&open, &[]), ["http://a.example/"]);
}

#[test]
fn deleted_text_is_apart_and_hidden_text_is_read() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let deleted = |text: &str| {
        format!("<w:del w:author='Ada'><w:r><w:delText>{text}</w:delText></w:r></w:del>")
    };
    let inserted = |text: &str| format!("<w:ins w:author='Bo'>{}</w:ins>", run(text));
    let changed = run("http://a.example/") + &deleted("old") + &inserted("new") + &run("/b");
    assert_eq!(body(&format!("<w:p>{changed}</w:p>"), &[]), ["http://a.example/new/b"]);
    let moved =
        format!("<w:p><w:moveFrom w:author='Ada'>{}</w:moveFrom></w:p>", run("http://a.example/"));
    assert_eq!(body(&moved, &[]), ["http://a.example/"]);
    let hidden = |off: &str| {
        format!("<w:p><w:r><w:rPr><w:vanish{off}/></w:rPr><w:t>http://a.example/</w:t></w:r></w:p>")
    };
    assert_eq!(body(&hidden(""), &[]), ["http://a.example/"]);
    assert_eq!(body(&hidden(" w:val='0'"), &[]), ["http://a.example/"]);
    // The paragraph mark is hidden, but not the text.
    let mark = "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>http://a.example/</w:t></w:r></w:p>";
    assert_eq!(body(mark, &[]), ["http://a.example/"]);
}

#[test]
fn text_and_links_in_drawings_are_found() {
    let text_box =
        "<w:txbxContent><w:p><w:r><w:t>http://box.example/</w:t></w:r></w:p></w:txbxContent>";
    let choice = format!(
        "<w:p><w:r><w:t>http://a.exa</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='x'>{text_box}\
         </mc:Choice><mc:Fallback>{text_box}<v:shape href='http://no.example/'/></mc:Fallback>\
         </mc:AlternateContent></w:r><w:r><w:t>mple/</w:t></w:r></w:p>"
    );
    assert_eq!(body(&choice, &[]), ["http://box.example/", "http://a.example/"]);
    let shape = "<w:p><w:r><v:shape href='http://a.example/?b&amp;c'><v:textpath string='http://d.example/'/>\
        </v:shape></w:r></w:p>";
    assert_eq!(body(shape, &[]), ["http://a.example/?b&c", "http://d.example/"]);
    let picture = "<w:p><w:r><a:blip r:link='a'/></w:r></w:p>";
    assert_eq!(
        body(picture, &["http://t.example/"]),
        ["word/_rels/document.xml.rels: http://t.example/"]
    );
}

/// A document with a part of every kind that may contain text.
fn all_parts() -> Vec<u8> {
    let paragraph = |host: &str| format!("<w:p><w:r><w:t>http://{host}.example/</w:t></w:r></w:p>");
    open_xml(&[
        (
            "docProps/core.xml",
            "<cp:coreProperties xmlns:cp='http://schemas.openxmlformats.org/package/2006/metadata/core-properties' xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:description>http://core.example/</dc:description></cp:coreProperties>",
        ),
        (
            "docProps/custom.xml",
            "<Properties xmlns='http://schemas.openxmlformats.org/officeDocument/2006/custom-properties' xmlns:vt='http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes'><property name='Source'><vt:lpwstr>http://custom.example/</vt:lpwstr></property></Properties>",
        ),
        ("word/header1.xml", &format!("<w:hdr>{}</w:hdr>", paragraph("header"))),
        ("word/footer1.xml", &format!("<w:ftr>{}</w:ftr>", paragraph("footer"))),
        (
            "word/footnotes.xml",
            &format!(
                "<w:footnotes><w:footnote w:id='1'>{}</w:footnote></w:footnotes>",
                paragraph("footnote")
            ),
        ),
        (
            "word/endnotes.xml",
            &format!(
                "<w:endnotes><w:endnote w:id='1'>{}</w:endnote></w:endnotes>",
                paragraph("endnote")
            ),
        ),
        (
            "word/comments.xml",
            &format!(
                "<w:comments><w:comment w:author='Ada'>{}</w:comment></w:comments>",
                paragraph("comment")
            ),
        ),
        ("customXml/item1.xml", "<a b='http://no.example/'>http://no.example/</a>"),
        ("word/theme/theme1.xml", "<a:theme name='http://no.example/'/>"),
        (
            "word/document.xml",
            &format!("<w:document><w:body>{}</w:body></w:document>", paragraph("body")),
        ),
    ])
}

const ALL_PARTS: &[&str] = &[
    "docProps/core.xml: http://core.example/",
    "docProps/custom.xml: http://custom.example/",
    "word/header1.xml: http://header.example/ header",
    "word/footer1.xml: http://footer.example/ footer",
    "word/footnotes.xml: http://footnote.example/ footnote",
    "word/endnotes.xml: http://endnote.example/ endnote",
    "word/comments.xml: http://comment.example/ comment",
    "word/document.xml: http://body.example/",
];

#[test]
fn every_part_is_read() {
    let found = read_plainly("a.docx", &all_parts());
    assert_eq!(
        (rows(&found), found.diagnostics.len()),
        (ALL_PARTS.iter().map(|row| (*row).to_owned()).collect(), 0)
    );
}

#[test]
fn a_document_is_recognized_under_any_name_and_in_any_container() {
    // The same bytes are read under the names of a template, of a document with macros, of an archive and of other
    // files, without a name, and as a member of an archive.
    for name in ["a.dotx", "a.docm", "a.zip", "a.bin", "a", ""] {
        assert_eq!(rows(&read_plainly(name, &all_parts())), ALL_PARTS, "{name}");
    }
    let outer = package(&[("b.docx", &all_parts())]);
    let inside: Vec<String> = rows(&read_plainly("a.zip", &outer));
    assert_eq!(inside, ALL_PARTS.iter().map(|row| format!("b.docx/{row}")).collect::<Vec<_>>());
}

fn replaced(from: &[&str], to: &[&str]) -> Found {
    let body = "<w:document><w:body><w:p><w:hyperlink r:id='a'><w:r><w:t>b</w:t></w:r></w:hyperlink>\
        <w:r><w:t>http://a.exa</w:t></w:r><w:r><w:t>mple/</w:t></w:r></w:p></w:body></w:document>";
    let mut text = part(body);
    for (from, to) in from.iter().zip(to) {
        text = text.replace(from, to);
    }
    read_plainly(
        "a.docx",
        &package(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("word/document.xml", text.as_bytes()),
            (
                "word/_rels/document.xml.rels",
                relations(&[("a", "hyperlink", "http://t.example/")]).as_bytes(),
            ),
        ]),
    )
}

#[test]
fn strict_documents_and_documents_with_other_prefixes_are_read() {
    let expected =
        ["word/document.xml: http://a.example/", "word/_rels/document.xml.rels: http://t.example/"];
    assert_eq!(rows(&replaced(&[], &[])), expected);
    let strict = replaced(
        &[
            "schemas.openxmlformats.org/wordprocessingml/2006/main",
            "schemas.openxmlformats.org/officeDocument/2006/relationships",
        ],
        &[
            "purl.oclc.org/ooxml/wordprocessingml/main",
            "purl.oclc.org/ooxml/officeDocument/relationships",
        ],
    );
    assert_eq!(rows(&strict), expected);
    let prefixes = replaced(&["w:", ":w=", "r:id", ":r="], &["ns0:", ":ns0=", "q:id", ":q="]);
    assert_eq!(rows(&prefixes), expected);
    let default = replaced(&["<w:", "</w:", "xmlns:w="], &["<", "</", "xmlns="]);
    assert_eq!(rows(&default), expected);
}

#[test]
fn parts_in_other_encodings_are_read() {
    let text =
        part("<w:document><w:p><w:r><w:t>ü http://a.example/</w:t></w:r></w:p></w:document>");
    let utf8 = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let utf16: Vec<u8> = format!("\u{FEFF}{}", text.replace("UTF-8", "UTF-16"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for document in [utf8, utf16] {
        let bytes =
            package(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", &document)]);
        let found = read_plainly("a.docx", &bytes);
        assert_eq!(rows(&found), ["word/document.xml: http://a.example/"]);
        assert_eq!(found.diagnostics, [""; 0]);
        assert_bytes(&found, &bytes);
    }
}

#[test]
fn the_base_that_a_document_declares_is_applied() {
    let app = "<Properties xmlns='http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'>\
        <HyperlinkBase>http://base.example/a/</HyperlinkBase></Properties>";
    let rels = relations(&[("a", "hyperlink", "x:")]).replace("Target='x:'", "Target='b.html'");
    let bytes = open_xml(&[
        ("word/document.xml", "<w:document/>"),
        ("word/_rels/document.xml.rels", &rels),
        ("docProps/app.xml", app),
    ]);
    assert_eq!(
        rows(&read_plainly("a.docx", &bytes)),
        [
            "word/_rels/document.xml.rels: http://base.example/a/b.html",
            "docProps/app.xml: http://base.example/a/"
        ]
    );
    let without = open_xml(&[
        ("word/document.xml", "<w:document/>"),
        ("word/_rels/document.xml.rels", &rels),
    ]);
    assert_eq!(rows(&read_plainly("a.docx", &without)), ["word/_rels/document.xml.rels: (b.html)"]);
}
