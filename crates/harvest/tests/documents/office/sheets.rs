//! Checks the links of `SpreadsheetML` workbooks.

use super::{assert_bytes, open_xml, read_shown, relations, rows};
use crate::support::read_plainly;

/// A workbook with the sheet `A b` and the hidden sheet `C`.
fn xlsx(sheet: &str, other: &str, strings: &str, relation: &[(&str, &str, &str)]) -> Vec<u8> {
    open_xml(&[
        ("xl/sharedStrings.xml", &format!("<x:sst>{strings}</x:sst>")),
        ("xl/worksheets/sheet2.xml", &format!("<x:worksheet>{sheet}</x:worksheet>")),
        ("xl/worksheets/sheet1.xml", &format!("<x:worksheet>{other}</x:worksheet>")),
        ("xl/worksheets/_rels/sheet2.xml.rels", &relations(relation)),
        (
            "xl/workbook.xml",
            "<x:workbook><x:sheets><x:sheet name='A b' r:id='s2'/><x:sheet name='C' state='hidden' r:id='s1'/>\
             </x:sheets></x:workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &relations(&[
                ("s1", "worksheet", "worksheets/sheet1.xml"),
                ("s2", "worksheet", "/xl/worksheets/sheet2.xml"),
            ]),
        ),
        ("xl/comments1.xml", COMMENTS),
        ("xl/threadedComments/a.xml", THREADS),
        (
            "xl/persons/person.xml",
            "<x:personList><x:person displayName='Bo' id='{1}'/></x:personList>",
        ),
    ])
}

const COMMENTS: &str = "<x:comments><x:authors><x:author>Ada</x:author><x:author>tc={2}</x:author></x:authors>\
    <x:commentList><x:comment ref='B3' authorId='0'><x:text><x:r><x:t>http://com</x:t></x:r><x:r><x:t>ment.example/</x:t></x:r>\
    </x:text></x:comment><x:comment ref='B4' authorId='1'><x:text><x:t>http://no.example/</x:t></x:text></x:comment>\
    </x:commentList></x:comments>";

const THREADS: &str = "<x:ThreadedComments><x:threadedComment ref='B4' personId='{1}'><x:text>http://thread.example/</x:text>\
    </x:threadedComment></x:ThreadedComments>";

fn sheet_rows(sheet: &str, relation: &[(&str, &str, &str)]) -> Vec<String> {
    let bytes = xlsx(sheet, "", "", relation);
    let found = read_plainly("a.xlsx", &bytes);
    assert_eq!(found.diagnostics, [""; 0]);
    assert_bytes(&found, &bytes);
    let all = rows(&found).into_iter().filter(|row| !row.contains("omment"));
    all.map(|row| {
        row.replace("xl/worksheets/sheet2.xml: ", "")
            .replace("xl/worksheets/_rels/sheet2.xml.rels", "rels")
    })
    .collect()
}

#[test]
fn literals_in_formulas_are_searched() {
    let formula = |text: &str| {
        sheet_rows(
            &format!("<x:row><x:c r='B2' t='str'><x:f>{text}</x:f><x:v>x</x:v></x:c></x:row>"),
            &[],
        )
    };
    for (text, expected) in [
        (
            "HYPERLINK(\"http://a.example/?b&amp;c\",\"d\")",
            "http://a.example/?b&c A b B2 HYPERLINK",
        ),
        ("HYPERLINK(\"http://a.example/\"&amp;\"b\")", "http://a.example/b A b B2 HYPERLINK"),
        (
            "HYPERLINK(\"http://a.example/?b=\"&amp;C1)",
            "http://a.example/?b= A b B2 HYPERLINK partial",
        ),
        ("_xlfn.IMAGE(\"http://a.example/b.png\")", "http://a.example/b.png A b B2 IMAGE"),
        ("_xlfn.WEBSERVICE(\"http://a.example/\")", "http://a.example/ A b B2 WEBSERVICE"),
        ("IF(A1,\"see http://a.example/\")", "http://a.example/ A b B2"),
    ] {
        assert_eq!(formula(text), [expected], "{text}");
    }
    // The cell shows the URI of its formula. The link is reported only once.
    let cell = "<x:row><x:c r='B2' t='str'><x:f>HYPERLINK(\"http://a.example/b\")</x:f><x:v>http://a.example/b</x:v></x:c></x:row>";
    assert_eq!(sheet_rows(cell, &[]), ["http://a.example/b A b B2 HYPERLINK"]);
    let shown = read_shown(
        "a.xlsx",
        &xlsx(&cell.replace("<x:v>http://a.example/b", "<x:v>word"), "", "", &[]),
    );
    assert_eq!(shown.located[0].existing().unwrap().displayed(), Some("word"));
}

#[test]
fn cells_without_shared_strings_are_searched() {
    let cells = "<x:row r='7'><x:c t='inlineStr'><x:is><x:r><x:t>http://a.exa</x:t></x:r><x:r><x:t>mple/b.</x:t></x:r>\
        <x:rPh><x:t>no</x:t></x:rPh></x:is></x:c><x:c t='str'><x:v>http://c.example/</x:v></x:c><x:c><x:v>1.5</x:v></x:c></x:row>\
        <x:row hidden='1'><x:c t='str'><x:v>http://d.example/</x:v></x:c></x:row>";
    assert_eq!(
        sheet_rows(cells, &[]),
        [
            "http://a.example/b. A b A7",
            "http://c.example/ A b B7",
            "http://d.example/ A b A8 hidden"
        ]
    );
}

#[test]
fn hyperlinks_of_cells_are_reported() {
    let sheet = "<x:row><x:c r='B2' t='str'><x:v>http://t.example/</x:v></x:c></x:row><x:hyperlinks>\
        <x:hyperlink ref='B2' r:id='a' location='b' display='word'/><x:hyperlink ref='B3' location=\"'C'!A1\"/></x:hyperlinks>";
    assert_eq!(
        sheet_rows(sheet, &[("a", "hyperlink", "http://t.example/")]),
        ["(#'C'!A1)", "rels: http://t.example/#b A b B2"]
            .map(|row| row.replace("(#'C'!A1)", "(#'C'!A1) A b B3"))
    );
}

#[test]
fn shared_strings_are_reported_for_the_cells_that_show_them() {
    let cell = |name: &str, number: u32| format!("<x:c r='{name}' t='s'><x:v>{number}</x:v></x:c>");
    let row = |cells: &str| format!("<x:row>{cells}</x:row>");
    let strings = "<x:si><x:t>word</x:t></x:si><x:si><x:r><x:t>http://a.exa</x:t></x:r><x:r><x:t>mple/</x:t></x:r></x:si>\
        <x:si><x:t>http://unused.example/</x:t></x:si>";
    let bytes = xlsx(&row(&(cell("A1", 0) + &cell("B1", 1))), &row(&cell("C1", 1)), strings, &[]);
    let found = read_plainly("a.xlsx", &bytes);
    assert_bytes(&found, &bytes);
    let all: Vec<String> =
        rows(&found).into_iter().filter(|row| row.contains("sharedStrings")).collect();
    let expected =
        ["http://a.example/ A b B1", "http://a.example/ C C1 hidden", "http://unused.example/"];
    assert_eq!(all, expected.map(|row| format!("xl/sharedStrings.xml: {row}")));
}

#[test]
fn comments_headers_and_footers_are_searched() {
    let margin = "<x:headerFooter><x:oddHeader>&amp;L&amp;\"Arial,Bold\"http://left.example/&amp;12 &amp;Chttp://a.example/?b&amp;&amp;c</x:oddHeader>\
        <x:firstFooter>&amp;Rhttp://footer.example/</x:firstFooter></x:headerFooter>";
    let found = read_plainly("a.xlsx", &xlsx(margin, "", "", &[]));
    assert_eq!(
        rows(&found),
        [
            "xl/worksheets/sheet2.xml: http://left.example/ A b header",
            "xl/worksheets/sheet2.xml: http://a.example/?b&c A b header",
            "xl/worksheets/sheet2.xml: http://footer.example/ A b footer",
            "xl/comments1.xml: http://comment.example/ B3 comment Ada",
            "xl/threadedComments/a.xml: http://thread.example/ B4 comment Bo",
        ]
    );
}

#[test]
fn links_in_the_parts_of_a_sheet_have_the_name_of_the_sheet() {
    let found = read_plainly(
        "a.xlsx",
        &xlsx(
            "",
            "",
            "",
            &[("a", "comments", "../comments1.xml"), ("b", "drawing", "../drawings/drawing1.xml")],
        ),
    );
    assert_eq!(rows(&found)[0], "xl/comments1.xml: http://comment.example/ A b B3 comment Ada");
}

#[test]
fn the_reports_for_many_cells_with_one_string_are_limited() {
    let cells = "<x:c t='s'><x:v>0</x:v></x:c>".repeat(70);
    let strings = format!("<x:si><x:t>{}http://a.example/</x:t></x:si>", "word ".repeat(200_000));
    let found =
        read_plainly("a.xlsx", &xlsx(&format!("<x:row>{cells}</x:row>"), "", &strings, &[]));
    let shared = rows(&found).iter().filter(|row| row.contains("sharedStrings")).count();
    assert!((60..70).contains(&shared), "{shared}");
    assert_eq!(found.kinds, ["too-many"]);
}
