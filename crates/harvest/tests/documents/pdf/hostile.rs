//! Reads damaged, encrypted and hostile PDFs. Damage is reported, the undamaged part is read, and time and memory are
//! bounded.

use linkwright_harvest::{Harvester, Limit, Limits};

use super::super::support;
use super::build::{Pdf, deflated, lines, one_page};
use super::places::every_place;
use super::{links, read};

/// A document that needs the password `secret`.
const LOCKED: &[u8] = include_bytes!("locked.pdf");

/// A document that opens with the empty password; only changing it needs a password.
const OPEN: &[u8] = include_bytes!("open.pdf");

#[test]
fn encrypted_documents_open_with_the_empty_password_or_are_reported() {
    let locked = read(LOCKED);
    assert_eq!((locked.kinds, locked.skips), (vec!["encrypted"], 1));
    assert!(locked.diagnostics[0].contains("needs a password"), "{}", locked.diagnostics[0]);
    let open = read(OPEN);
    assert_eq!(open.diagnostics, [""; 0]);
    assert_eq!(links(&open), ["text http://encrypted.example/"]);
}

#[test]
fn a_document_that_is_cut_is_read_up_to_the_cut() {
    let whole = every_place();
    let mut most = 0;
    for len in (0..whole.len()).step_by(13).chain([whole.len() - 1]) {
        let found = read(&whole[..len]);
        let is_told = !found.diagnostics.is_empty() || !found.links.is_empty() || len < 5;
        assert!(is_told, "cut to {len}");
        most = most.max(found.links.len());
    }
    assert!(most >= 9, "{most} links");
}

#[test]
fn a_wrong_cross_reference_table_is_rebuilt() {
    let bytes = String::from_utf8_lossy(&every_place()).replace("startxref\n", "startxref\n9");
    assert_eq!(links(&read(bytes.as_bytes())).len(), 10);
}

/// A document of two pages. The first page has the content `data`, encoded with these filters, and the second page has
/// one link.
fn page_of(filter: &str, data: &[u8]) -> Vec<u8> {
    let mut pdf = one_page("", "", "");
    let content = pdf.stream(filter, data);
    let text = lines(&[(20, 300, "http://a.example/")]);
    let other = pdf.stream("", text.as_bytes());
    let page = |content| {
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents {content} 0 R \
             /Resources << /Font << /F 5 0 R >> >> >>"
        )
    };
    let first = pdf.object(&page(content));
    let second = pdf.object(&page(other));
    let kids = format!("<< /Type /Pages /Kids [{first} 0 R {second} 0 R] /Count 2 >>");
    pdf.replace(2, &kids);
    pdf.bytes("")
}

#[test]
fn a_stream_that_decompresses_beyond_the_limit_affects_only_its_page() {
    let limits = Limits::default().with(Limit::Held, 1 << 20);
    let harvester = Harvester::builder().limits(limits).build().unwrap();
    let bomb = deflated(&vec![b' '; (1 << 20) + 1]);
    let twice = deflated(&bomb);
    for (filter, data) in [("/Filter /FlateDecode", &bomb), ("/Filter [/Fl /Fl]", &twice)] {
        let found = support::read(&harvester, "a.pdf", &page_of(filter, data));
        assert_eq!(links(&found), ["text http://a.example/"], "{filter}");
        assert_eq!(found.kinds, ["too-large"], "{:?}", found.diagnostics);
        assert!(found.diagnostics[0].contains("page 1"), "{}", found.diagnostics[0]);
    }
}

#[test]
fn a_page_with_too_many_strings_is_reported() {
    let strings = deflated(&b"()Tj ".repeat((1 << 20) + 1));
    let found = read(&page_of("/Filter /FlateDecode", &strings));
    assert_eq!(
        (links(&found), found.kinds),
        (vec!["text http://a.example/".to_owned()], vec!["too-many"])
    );
}

#[test]
fn nested_forms_are_limited() {
    // Each form refers to the next one ten times.
    let mut pdf = one_page("", "/Rotate 0", "/X Do");
    let mut form = pdf.stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", b"");
    for _ in 0..15 {
        let entries = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {form} 0 R >> >>"
        );
        form = pdf.stream(&entries, "/X Do ".repeat(10).as_bytes());
    }
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R \
         /Resources << /XObject << /X {form} 0 R >> >> >>"
    );
    pdf.replace(3, &page);
    let found = read(&pdf.bytes(""));
    assert_eq!((found.links.len(), found.kinds), (0, vec!["malformed"]));
}

#[test]
fn cycles_of_references_do_not_loop() {
    let link = "<< /S /URI /URI (http://a.example/) /Next 6 0 R >>";
    let mut pdf = one_page("/Outlines 7 0 R", "/Annots [<< /Subtype /Link /A 6 0 R >>]", "");
    pdf.object(link);
    pdf.object("<< /First 8 0 R >>");
    pdf.object("<< /Title (http://b.example/) /Next 8 0 R /First 8 0 R >>");
    pdf.replace(2, "<< /Type /Pages /Kids [3 0 R 2 0 R 3 0 R] /Parent 2 0 R /Count 9 >>");
    let found = links(&read(&pdf.bytes("")));
    assert_eq!(found[0], "outline http://b.example/");
    assert!(found.len() <= 3, "{found:?}");
}

#[test]
fn deeply_nested_values_do_not_overflow_the_stack() {
    let deep = format!("<< /Type /Pages /Kids {} >>", "[".repeat(1 << 20));
    let mut pdf = Pdf::new("");
    pdf.object(&deep);
    let found = read(&pdf.bytes(""));
    assert_eq!((found.links.len(), found.kinds.is_empty()), (0, false));
}

/// A PDF that consists of a cross-reference stream.
pub(crate) fn section(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 4 2] /Root 2 0 R {entries} /Length {} >>\nstream\n",
        data.len()
    );
    let mut bytes = head.into_bytes();
    bytes.extend(data);
    bytes.extend(b"\nendstream\nendobj\nstartxref\n9\n%%EOF");
    bytes
}

#[test]
fn cross_reference_sections_and_object_streams_are_limited() {
    let bomb = section("/Filter /FlateDecode", &deflated(&vec![0; 33 << 20]));
    let found = read(&bomb);
    assert_eq!((found.kinds, found.skips), (vec!["too-large"], 1), "{:?}", found.diagnostics);

    // Object 2 is in the object stream 3, which claims to have 2^60 objects.
    let container = format!(
        "%PDF-1.7\n3 0 obj\n<< /Type /ObjStm /N {} /First 4 /Length 4 >>\nstream\n2 0 \nendstream\nendobj\n",
        1_u64 << 60
    );
    let start = container.len();
    let entry = |kind: u8, at: u32, index: u16| {
        [&[kind][..], &at.to_be_bytes(), &index.to_be_bytes()].concat()
    };
    let entries = [entry(0, 0, 0), entry(0, 0, 0), entry(2, 3, 0), entry(1, 9, 0)].concat();
    let head = format!(
        "1 0 obj\n<< /Type /XRef /Size 4 /W [1 4 2] /Root 2 0 R /Length {} >>\nstream\n",
        entries.len()
    );
    let end = format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF");
    let bytes = [container.as_bytes(), head.as_bytes(), &entries, end.as_bytes()].concat();
    let found = read(&bytes);
    assert_eq!((found.kinds, found.skips), (vec!["malformed"], 1), "{:?}", found.diagnostics);
}
