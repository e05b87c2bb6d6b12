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
    </x:text></x:comment></x:commentList></x:comments>";

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
        ("HYPERLINK(\"http://a.example/?b&amp;c\",\"d\")", "http://a.example/?b&c sheet2"),
        ("HYPERLINK(\"http://a.example/\"&amp;\"b\")", "http://a.example/b sheet2"),
        ("HYPERLINK(\"http://a.example/?b=\"&amp;C1)", "http://a.example/?b= sheet2"),
        ("_xlfn.IMAGE(\"http://a.example/b.png\")", "http://a.example/b.png sheet2"),
        ("_xlfn.WEBSERVICE(\"http://a.example/\")", "http://a.example/ sheet2"),
        ("IF(A1,\"see http://a.example/\")", "http://a.example/ sheet2"),
    ] {
        assert_eq!(formula(text), [expected], "{text}");
    }
    // The cell shows the URI of its formula. The link is reported only once.
    let cell = "<x:row><x:c r='B2' t='str'><x:f>HYPERLINK(\"http://a.example/b\")</x:f><x:v>http://a.example/b</x:v></x:c></x:row>";
    assert_eq!(sheet_rows(cell, &[]), ["http://a.example/b sheet2"]);
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
        ["http://a.example/b. sheet2", "http://c.example/ sheet2", "http://d.example/ sheet2"]
    );
}

#[test]
fn hyperlinks_of_cells_are_reported() {
    let sheet = "<x:row><x:c r='B2' t='str'><x:v>http://t.example/</x:v></x:c></x:row><x:hyperlinks>\
        <x:hyperlink ref='B2' r:id='a' location='b' display='word'/><x:hyperlink ref='B3' location=\"'C'!A1\"/></x:hyperlinks>";
    assert_eq!(
        sheet_rows(sheet, &[("a", "hyperlink", "http://t.example/")]),
        ["http://t.example/ sheet2", "rels: http://t.example/#b sheet2"]
    );
}

#[test]
fn shared_strings_are_reported_once() {
    let cell = |name: &str, number: u32| format!("<x:c r='{name}' t='s'><x:v>{number}</x:v></x:c>");
    let row = |cells: &str| format!("<x:row>{cells}</x:row>");
    let strings = "<x:si><x:t>word</x:t></x:si><x:si><x:r><x:t>http://a.exa</x:t></x:r><x:r><x:t>mple/</x:t></x:r></x:si>\
        <x:si><x:t>http://unused.example/</x:t></x:si>";
    let bytes = xlsx(&row(&(cell("A1", 0) + &cell("B1", 1))), &row(&cell("C1", 1)), strings, &[]);
    let found = read_plainly("a.xlsx", &bytes);
    assert_bytes(&found, &bytes);
    let all: Vec<String> =
        rows(&found).into_iter().filter(|row| row.contains("sharedStrings")).collect();
    let expected = ["http://a.example/", "http://unused.example/"];
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
            "xl/worksheets/sheet2.xml: http://left.example/ sheet2",
            "xl/worksheets/sheet2.xml: http://a.example/?b&c sheet2",
            "xl/worksheets/sheet2.xml: http://footer.example/ sheet2",
            "xl/comments1.xml: http://comment.example/ comment",
            "xl/threadedComments/a.xml: http://thread.example/",
        ]
    );
}
