//! Tests of links in `PresentationML` presentations.

use super::{assert_bytes, open_xml, relations, rows};
use crate::support::read_plainly;

fn text(runs: &str) -> String {
    format!("<p:sp><p:txBody><a:p>{runs}</a:p></p:txBody></p:sp>")
}

fn run(link: &str, text: &str) -> String {
    format!("<a:r><a:rPr>{link}</a:rPr><a:t>{text}</a:t></a:r>")
}

/// A presentation whose first slide is in the part `slide2.xml`.
fn pptx(first: &str, second: &str) -> Vec<u8> {
    open_xml(&[
        ("ppt/slides/slide1.xml", &format!("<p:sld show='0'>{second}</p:sld>")),
        ("ppt/slides/slide2.xml", &format!("<p:sld>{first}</p:sld>")),
        (
            "ppt/slides/_rels/slide2.xml.rels",
            &relations(&[
                ("a", "hyperlink", "http://t.example/"),
                ("b", "hyperlink", "http://hover.example/"),
                ("n", "notesSlide", "../notesSlides/notesSlide1.xml"),
                ("c", "comments", "../comments/comment1.xml"),
                ("l", "slideLayout", "../slideLayouts/slideLayout1.xml"),
            ]),
        ),
        (
            "ppt/slideLayouts/slideLayout1.xml",
            &format!("<p:sldLayout>{}</p:sldLayout>", text(&run("", "http://layout.example/"))),
        ),
        (
            "ppt/notesSlides/notesSlide1.xml",
            &format!("<p:notes>{}</p:notes>", text(&run("", "http://notes.example/"))),
        ),
        (
            "ppt/comments/comment1.xml",
            "<p:cmLst><p:cm authorId='0'><p:text>http://comment.example/</p:text></p:cm></p:cmLst>",
        ),
        (
            "ppt/commentAuthors.xml",
            "<p:cmAuthorLst><p:cmAuthor id='0' name='Ada'/></p:cmAuthorLst>",
        ),
        (
            "ppt/presentation.xml",
            "<p:presentation><p:sldIdLst><p:sldId id='256' r:id='s2'/><p:sldId id='257' r:id='s1'/></p:sldIdLst></p:presentation>",
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            &relations(&[
                ("s1", "slide", "slides/slide1.xml"),
                ("s2", "slide", "slides/slide2.xml"),
            ]),
        ),
    ])
}

/// The rows of the links that [`pptx`] puts into every presentation, in addition to those in the text of the slides.
const REST: [&str; 4] = [
    "ppt/slides/_rels/slide2.xml.rels: http://hover.example/",
    "ppt/notesSlides/notesSlide1.xml: http://notes.example/ speaker notes",
    "ppt/comments/comment1.xml: http://comment.example/ comment",
    "ppt/slideLayouts/slideLayout1.xml: http://layout.example/ layout",
];

#[test]
fn slides_are_read_with_their_notes_and_comments() {
    let first = text(&(run("", "http://a.exa") + &run("", "mple/") + "<a:br/>" + &run("", "b")))
        + &text(&run("<a:hlinkClick r:id='a'/><a:hlinkHover r:id='b'/>", "word"));
    let bytes = pptx(&first, &text(&run("", "http://second.example/")));
    let found = read_plainly("a.pptx", &bytes);
    assert_eq!(found.diagnostics, [""; 0]);
    assert_bytes(&found, &bytes);
    let mut all = rows(&found);
    all.sort();
    let mut expected = vec![
        "ppt/slides/slide2.xml: http://a.example/ s2",
        "ppt/slides/_rels/slide2.xml.rels: http://t.example/ s2",
        "ppt/slides/_rels/slide2.xml.rels: http://hover.example/ s2",
        "ppt/slides/slide1.xml: http://second.example/ s1",
    ];
    expected.extend(&REST[1..]);
    expected.sort_unstable();
    assert_eq!(all, expected);
}

#[test]
fn runs_with_the_same_link_are_reported_as_one_link() {
    let link = "<a:hlinkClick r:id='a'/>";
    let found = read_plainly(
        "a.pptx",
        &pptx(&text(&(run(link, "http://t.exam") + &run(link, "ple/"))), ""),
    );
    let of_slide = "ppt/slides/_rels/slide2.xml.rels: http://t.example/ s2";
    assert_eq!(rows(&found).iter().filter(|row| *row == of_slide).count(), 1);
    assert!(
        !rows(&found).iter().any(|row| row.contains("slides/slide2.xml")),
        "{:?}",
        rows(&found)
    );
    let shape = "<p:sp><p:nvSpPr><p:cNvPr><a:hlinkClick r:id='a'/></p:cNvPr></p:nvSpPr></p:sp>";
    let found = read_plainly("a.pptx", &pptx(shape, ""));
    assert!(
        rows(&found).contains(&"ppt/slides/_rels/slide2.xml.rels: http://t.example/ s2".to_owned())
    );
}
