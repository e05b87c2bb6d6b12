//! Checks the links and diagnostics of damaged, truncated and hostile packages.

use linkwright_harvest::{Harvester, Limit, Limits, Outcome};

use super::{open_xml, package, part, relations, rows};
use crate::support::{read, read_plainly};

fn docx() -> Vec<u8> {
    open_xml(&[
        ("word/_rels/document.xml.rels", &relations(&[("a", "hyperlink", "http://t.example/")])),
        (
            "word/document.xml",
            "<w:document><w:p><w:hyperlink r:id='a'><w:r><w:t>b</w:t></w:r></w:hyperlink></w:p><w:p><w:r>\
             <w:t>http://a.exa</w:t></w:r><w:r><w:t>mple/</w:t></w:r></w:p></w:document>",
        ),
    ])
}

#[test]
fn a_package_without_its_directory_is_read_as_an_archive() {
    let bytes = docx();
    let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let found = read_plainly("a.docx", &bytes[..directory]);
    assert_eq!(found.kinds, ["truncated"]);
    assert_eq!(
        rows(&found),
        ["word/_rels/document.xml.rels: http://t.example/", "word/document.xml: http://a.example/"]
    );
}

#[test]
fn missing_and_damaged_relationships_are_reported() {
    let body = part(
        "<w:document><w:p><w:hyperlink r:id='a'><w:r><w:t>http://a.example/</w:t></w:r></w:hyperlink></w:p></w:document>",
    );
    for (relations, kinds) in [
        (None, &["malformed"][..]),
        (Some("<Relationships"), &["malformed", "malformed"]),
        (
            Some(
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>",
            ),
            &["malformed", "truncated"],
        ),
    ] {
        let mut parts =
            vec![("[Content_Types].xml", &b"<Types/>"[..]), ("word/document.xml", body.as_bytes())];
        parts.extend(relations.map(|text| ("word/_rels/document.xml.rels", text.as_bytes())));
        let found = read_plainly("a.docx", &package(&parts));
        assert_eq!(rows(&found), ["word/document.xml: http://a.example/"]);
        assert_eq!(found.kinds, kinds, "{:?}", found.diagnostics);
        assert!(found.diagnostics[0].contains("a relationship is not declared"));
        assert_eq!(found.summary.outcome(), Outcome::Partly);
    }
}

#[test]
fn a_part_that_is_cut_or_nested_wrongly_is_reported() {
    let whole = part(
        "<w:document><w:p><w:r><w:t>http://a.example/</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p></w:document>",
    );
    for (text, kind) in [
        (whole[..whole.find("<w:r><w:t>b").unwrap()].to_owned(), "truncated"),
        (whole.replace("</w:p><w:p>", "</w:x><w:p>"), "malformed"),
        (whole.replace("</w:t></w:r></w:p><w:p>", "</w:r></w:p><w:p>"), "malformed"),
    ] {
        let found = read_plainly(
            "a.docx",
            &package(&[
                ("[Content_Types].xml", b"<Types/>"),
                ("word/document.xml", text.as_bytes()),
            ]),
        );
        assert_eq!(found.located.len(), 1, "{text}");
        assert_eq!(found.kinds[0], kind, "{text}: {:?}", found.diagnostics);
    }
}

#[test]
fn parts_that_exceed_the_ratio_are_reported() {
    let text = format!(
        "<w:document><w:p><w:r><w:t>http://a.example/ {}</w:t></w:r></w:p></w:document>",
        " ".repeat(9 << 20)
    );
    let found = read_plainly("a.docx", &open_xml(&[("word/document.xml", &text)]));
    assert_eq!(found.kinds[0], "ratio", "{:?}", found.diagnostics);
    assert!(found.summary.diagnostics > 0);
    let strings = format!("<x:sst>{}</x:sst>", " ".repeat(9 << 20));
    let found = read_plainly(
        "a.xlsx",
        &open_xml(&[("xl/workbook.xml", "<x:workbook/>"), ("xl/sharedStrings.xml", &strings)]),
    );
    assert_eq!(found.kinds[0], "ratio", "{:?}", found.diagnostics);
    assert!(found.diagnostics[0].starts_with("!/xl/sharedStrings.xml"));
}

#[test]
fn the_numbers_of_parts_and_bytes_are_limited() {
    let limits = Limits::default().with(Limit::Members, 1);
    let few = Harvester::builder().limits(limits).build().unwrap();
    assert_eq!(read(&few, "a.docx", &docx()).kinds, ["too-many"]);
    let limits = Limits::default().with(Limit::Held, 300);
    let short = Harvester::builder().limits(limits).build().unwrap();
    let folder = crate::support::Folder::new("office-limits");
    let path = folder.file("a.docx", &docx());
    let mut found = crate::support::Found::default();
    found.summary = short.read_path(&path, &mut found);
    assert!(found.kinds.contains(&"too-large"), "{:?}", found.diagnostics);
}

#[test]
fn the_depth_of_nested_packages_is_limited() {
    let mut bytes = docx();
    for _ in 0..12 {
        bytes =
            package(&[("[Content_Types].xml", b"<Types/>"), ("word/embeddings/a.docx", &bytes)]);
    }
    let found = read_plainly("a.docx", &bytes);
    assert_eq!((found.kinds, found.located.len()), (vec!["too-deep"], 0));
    let limits = Limits::default().with(Limit::Depth, u64::MAX);
    let most = Harvester::builder().limits(limits).build().unwrap();
    assert_eq!(read(&most, "a.docx", &bytes).located.len(), 2);
}

/// A field without an end takes nothing of the paragraphs after it, however many there are, and however deeply fields
/// are nested.
#[test]
fn open_and_nested_fields_hide_no_link() {
    let document = |content: String| {
        open_xml(&[("word/document.xml", &format!("<w:document>{content}</w:document>"))])
    };
    let begin = |text: &str| {
        format!("<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>{text}</w:instrText></w:r>")
    };
    let link = |n: usize| begin(&format!("HYPERLINK \"http://a.example/{n}\""));
    let open: Vec<String> = (0..100).map(|n| format!("<w:p>{}</w:p>", link(n))).collect();
    assert_eq!(read_plainly("a.docx", &document(open.concat())).located.len(), 100);
    let dummies = format!("<w:p>{}</w:p>", begin("QUOTE").repeat(2000));
    let link = format!("<w:p>{}</w:p>", begin("HYPERLINK \"http://a.example/\""));
    assert_eq!(read_plainly("a.docx", &document(dummies + &link)).located.len(), 1);
    let (outer, end) = ("<w:fldSimple w:instr='QUOTE'>", "</w:fldSimple>");
    let inner = "<w:fldSimple w:instr='HYPERLINK \"http://a.example/\"'></w:fldSimple>";
    let nested = format!("<w:p>{}{inner}{}</w:p>", outer.repeat(2000), end.repeat(2000));
    assert_eq!(read_plainly("a.docx", &document(nested)).located.len(), 1);
}

/// If the time were quadratic in the size of a part, each of these packages would take minutes.
#[test]
fn hostile_parts_are_read_in_linear_time() {
    let many = 60_000;
    let document = |content: String| {
        open_xml(&[("word/document.xml", &format!("<w:document>{content}</w:document>"))])
    };
    let begin = "<w:fldChar w:fldCharType='begin'/><w:instrText>x</w:instrText>";
    for content in [
        begin.repeat(many),
        "<w:p>".repeat(many) + "<w:t>http://a.example/</w:t>",
        "<w:ins><w:t>a</w:t>".repeat(many),
        "<w:hyperlink r:id='x'>".repeat(many),
        "<mc:AlternateContent><mc:Choice>".repeat(many),
        format!("<w:p>{}</w:p>", "<w:t>http://a</w:t><w:tab/>".repeat(many)),
        "</w:p>".repeat(many),
    ] {
        read_plainly("a.docx", &document(content));
    }
    let relation: Vec<String> = (0..20_000).map(|n| format!("r{n}")).collect();
    let all: Vec<(&str, &str, &str)> =
        relation.iter().map(|id| (&**id, "hyperlink", "http://a.example/")).collect();
    let links: Vec<String> =
        relation.iter().map(|id| format!("<w:hyperlink r:id='{id}'/>")).collect();
    let body = links.concat();
    let bytes = open_xml(&[
        ("word/document.xml", &format!("<w:document>{body}</w:document>")),
        ("word/_rels/document.xml.rels", &relations(&all)),
    ]);
    assert_eq!(read_plainly("a.docx", &bytes).located.len(), relation.len());
}
