use crate::parse::testing::{links, notes, places, survives};

use super::{is_rtf, read};

fn links_of(rtf: &str) -> String {
    links(read, rtf.as_bytes()).join(" ")
}

#[test]
fn text_is_decoded() {
    for (rtf, expected) in [
        (r"{\rtf1 see {\b http://a.exa}mple/b, and}", "http://a.example/b"),
        (r"{\rtf1\ansi http://a.example/\'e9}", "http://a.example/%C3%A9"),
        (r"{\rtf1\ansicpg1251 http://a.example/\'e9}", "http://a.example/%D0%B9"),
        (r"{\rtf1\ansi\uc1 http://a.example/\u233?x}", "http://a.example/%C3%A9x"),
        (r"{\rtf1\ansi\uc2 http://a.example/\u233 ??x}", "http://a.example/%C3%A9x"),
        (r"{\rtf1\ansi\uc1 http://a.example/\u8364\'80x}", "http://a.example/%E2%82%ACx"),
        (r"{\rtf1\ansi\uc0 http://a.example/\u-10179\u-8704/}", "http://a.example/%F0%9F%98%80/"),
        (r"{\rtf1\ansi\uc1 http://a.example/\u-10179?\u-8704?/}", "http://a.example/%F0%9F%98%80/"),
        (r"{\rtf1 http://a.example/b\_c\-d}", "http://a.example/b-cd"),
        (r"{\rtf1 http://a.example/\{b\}}", "http://a.example/%7Bb%7D"),
        ("{\\rtf1 http://a.exam\r\nple/b}", "http://a.example/b"),
        (r"{\rtf1 http://a.example/b\par c\par}", "http://a.example/b"),
        (r"{\rtf1 http://a.example/b\cell c\row}", "http://a.example/b"),
        (r"{\rtf1 http://a.example/b\emdash c}", "http://a.example/b"),
        (r"{\rtf1{\upr{http://a.example/b}{\*\ud{http://a.example/\u233}}}}", "http://a.example/b"),
        (
            r"{\rtf1\ansicpg932{\fonttbl{\f0 A;}}http://a.example/\'83e\f0 c}",
            "http://a.example/%E3%83%86c",
        ),
    ] {
        assert_eq!(links_of(rtf), expected, "{rtf}");
    }
}

#[test]
fn the_targets_of_fields_are_links() {
    for (rtf, expected) in [
        (
            r#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://a.example/b"}}{\fldrslt{\ul c}}}}"#,
            "http://a.example/b@hyperlink",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst HYPERLINK "http://a.ex}{\b ample/b" \\l "c"}{\fldrslt d}}}"#,
            "http://a.ex@hyperlink",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://a.ex}{\b ample/b" \\l "c"}}{\fldrslt d}}}"#,
            "http://a.example/b#c@hyperlink",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://a.example/b"}}{\fldrslt http://a.example/b}} c}"#,
            "http://a.example/b@hyperlink",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://a.example/b"}}{\fldrslt http://c.example/}}d}"#,
            "http://a.example/b@hyperlink http://c.example/",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://{\field{\*\fldinst PAGE}{\fldrslt a}}.example/"}}{\fldrslt c}}}"#,
            "http://a.example/@hyperlink",
        ),
        (
            r#"{\rtf1 {\field{\*\fldinst{INCLUDEPICTURE "http://a.example/b.png" \\d}}{\fldrslt }}}"#,
            "http://a.example/b.png@includepicture",
        ),
        (
            r"{\rtf1 {\field{\*\fldinst{ADDIN <url>http://a.example/</url>}}{\fldrslt 1}}}",
            "http://a.example/",
        ),
        (
            r"{\rtf1{\shp{\*\shpinst{\sp{\sn pihlShape}{\sv {\*\hl{\hlloc c}{\hlsrc http://a.example/b}}}}}}}",
            "http://a.example/b",
        ),
        (
            r#"{\rtf1{\info{\hlinkbase http://a.example/b/}}{\field{\*\fldinst{HYPERLINK "c"}}{\fldrslt d}}}"#,
            "http://a.example/b/c@hyperlink",
        ),
    ] {
        assert_eq!(links_of(rtf), expected, "{rtf}");
    }
}

#[test]
fn notes_and_hidden_text_are_searched_separately() {
    let rtf = r"{\rtf1 http://a.example/{\footnote see http://b.example/}c {\header http://d.example/\par}
        {\v http://e.example/}{\deleted http://f.example/}
        {\*\annotation http://g.example/}{\shp{\*\shpinst{\shptxt http://h.example/}}}\par http://i.example/}";
    let mut found = links(read, rtf.as_bytes());
    found.sort();
    let all: Vec<String> = "bdefghi".chars().map(|c| format!("http://{c}.example/")).collect();
    assert_eq!(found[0], "http://a.example/c");
    assert_eq!(found[1..], all);
}

#[test]
fn groups_without_text_are_skipped() {
    for rtf in [
        r"{\rtf1{\*\generator http://a.example/;}}",
        r"{\rtf1{\stylesheet{\s1 http://a.example/;}}}",
        r"{\rtf1{\*\bkmkstart http://a.example/}{\*\unknown{\shptxt http://a.example/}}}",
        r"{\rtf1{\pict\pngblip http://a.example/}}",
        r"{\rtf1{\object{\*\objdata http://a.example/}}}",
        "{\\rtf1 \\bin17 http://a.example/ b}",
        r"{\rtf1 http://a.example}http://b.example/".split_once(" http://a").unwrap().0,
    ] {
        assert_eq!(links_of(rtf), "", "{rtf}");
    }
}

#[test]
fn properties_are_read() {
    let rtf = r"{\rtf1{\info{\title http://a.example/}{\doccomm see http://b.example/}}{\*\userprops{\propname c}\proptype30{\staticval http://d.example/}}}";
    assert_eq!(links_of(rtf), "http://a.example/ http://b.example/ http://d.example/");
}

#[test]
fn html_in_rtf_is_read_as_rtf() {
    let rtf = r#"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 {\*\htmltag84 <a href="http://a.example/?b&amp;c">}\htmlrtf {\field{\*\fldinst{HYPERLINK "http://a.example/?b&c"}}{\fldrslt\cf1\ul \htmlrtf0 d\htmlrtf }\htmlrtf0 }\htmlrtf0 {\*\htmltag92 </a>} http://e.example/\htmlrtf }\htmlrtf0}"#;
    assert_eq!(links_of(rtf), "http://a.example/?b&c@hyperlink http://e.example/");
}

#[test]
fn spans_refer_to_the_file() {
    let rtf = br#"{\rtf1 {\field{\*\fldinst{HYPERLINK "http://a.example/\'e9"}}{\fldrslt b}} http://c.ex{\b ample}/\'e9}"#;
    assert_eq!(places(read, rtf), [r"http://a.example/\'e9", r"http://c.example/\'e9"]);
}

#[test]
fn damaged_files_are_reported() {
    let read = |rtf: &str| {
        let notes = notes(read, rtf.as_bytes());
        (notes.links.join(" "), notes.diagnostics)
    };
    let (links, diagnostics) = read(r"{\rtf1 {\b http://a.example/b");
    assert_eq!(links, "http://a.example/b");
    assert_eq!(diagnostics, [(Some(29), "the RTF ends before its last brace".to_owned())]);
    let (links, diagnostics) = read(r"{\rtf1 \bin999 http://a.example/b}");
    assert_eq!((&*links, diagnostics), ("http://a.example/b", vec![]));
}

#[test]
fn documents_are_recognized_by_their_first_word() {
    assert!(is_rtf(b"{\\rtf1\\ansi") && is_rtf(b"\xEF\xBB\xBF{\\rtf") && !is_rtf(b"{\\rt"));
}

#[test]
fn broken_files_are_read() {
    survives(
        read,
        br#"{\rtf1\ansicpg932{\fonttbl{\f1\fcharset204 A;}}\f1\'83\'e9{\field{\*\fldinst{HYPERLINK "http://a.example/" \\l b}}{\fldrslt c}}{\footnote\ftnalt d}\u-10179?\u-8704?{\*\htmltag <p>}\bin2 ab{\upr{e}{\*\ud f}}\v g\par}"#,
    );
}

/// Neither groups nor fields hide a link by their number; more groups than can be held are reported.
#[test]
fn nested_groups_and_fields_hide_no_link() {
    let link = r#"{\field{\*\fldinst{HYPERLINK "http://a.example/"}}{\fldrslt b}}"#;
    let nested =
        |depth: usize| format!("{{\\rtf1 {}{link}{}}}", "{".repeat(depth), "}".repeat(depth));
    let notes_of = |rtf: &str| {
        let found = notes(read, rtf.as_bytes());
        (found.links.len(), found.diagnostics.len())
    };
    assert_eq!(notes_of(&nested(5000)), (1, 0));
    assert_eq!(notes_of(&nested(100_000)).1, 1);
    let open = r#"{\field{\*\fldinst{HYPERLINK "http://a.example/" "#.repeat(200);
    assert_eq!(
        notes_of(&format!("{{\\rtf1 {open}{}}} http://b.example/}}", "}".repeat(599))).0,
        201
    );
}

#[test]
fn many_groups_are_read_in_linear_time() {
    for unit in [
        "{",
        "}",
        "{\\footnote ",
        "{\\field{\\*\\fldinst ",
        "{\\*\\annotation}",
        "\\u-10179 ",
        "{\\fldrslt ",
    ] {
        links(read, format!("{{\\rtf1 {}", unit.repeat(100_000)).as_bytes());
    }
}
