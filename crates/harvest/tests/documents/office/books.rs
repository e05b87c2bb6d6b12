//! Checks the links of EPUB books.

use super::{assert_bytes, package, rows};
use crate::support::{Found, read_plainly};

const CONTAINER: &str = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>\
    <rootfile full-path='OEBPS/a.opf'/></rootfiles></container>";

const OPF: &str = "<package xmlns='http://www.idpf.org/2007/opf' prefix='x: http://no.example/'>\
    <metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:identifier>http://identifier.example/</dc:identifier>\
    <meta property='x:y'>http://meta.example/</meta><meta name='z' content='http://content.example/'/>\
    <link rel='record' href='http://record.example/'/></metadata>\
    <manifest><item id='1' href='Text/one%20.xhtml' media-type='application/xhtml+xml'/>\
    <item id='2' href='Text/two.html' media-type='application/xhtml+xml'/><item id='s' href='a.css' media-type='text/css'/>\
    <item id='n' href='toc.ncx' media-type='application/x-dtbncx+xml'/>\
    <item id='f' href='http://remote.example/a.mp3' media-type='audio/mpeg'/></manifest>\
    <spine toc='n'><itemref idref='2'/><itemref idref='1'/></spine></package>";

fn page(content: &str) -> String {
    format!(
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>a</title></head><body>{content}</body></html>"
    )
}

fn epub(one: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let (one, two) = (page(one), page("<p>http://two.example/</p>"));
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER.as_bytes()),
        ("OEBPS/Text/one .xhtml", one.as_bytes()),
        ("OEBPS/Text/two.html", two.as_bytes()),
        ("OEBPS/a.css", b"a { b: url(http://style.example/) }"),
        ("OEBPS/toc.ncx", b"<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/'><navPoint><content src='Text/two.html#x'/></navPoint></ncx>"),
        ("OEBPS/a.opf", OPF.as_bytes()),
    ];
    parts.extend(more);
    package(&parts)
}

fn read(one: &str) -> Found {
    let bytes = epub(one, &[]);
    let found = read_plainly("a.epub", &bytes);
    assert_eq!(found.diagnostics, [""; 0]);
    assert_bytes(&found, &bytes);
    found
}

#[test]
fn parts_are_read_in_the_order_of_the_spine() {
    let found = read(
        "<p>http://a.example/</p><a href='http://b.example/?c&amp;d'>x</a><a href='two.html#e'>y</a>",
    );
    let opf = ["identifier", "meta", "content", "record", "remote"];
    let all = rows(&found);
    for (row, host) in all.iter().zip(opf) {
        assert!(row.starts_with(&format!("OEBPS/a.opf: http://{host}.example/")), "{row}");
    }
    assert_eq!(
        all[opf.len()..],
        [
            "OEBPS/Text/two.html: http://two.example/",
            "OEBPS/Text/one .xhtml: http://a.example/",
            "OEBPS/Text/one .xhtml: http://b.example/?c&d",
            "OEBPS/Text/one .xhtml: (OEBPS/Text/two.html#e)",
            "OEBPS/a.css: http://style.example/",
            "OEBPS/toc.ncx: (OEBPS/Text/two.html#x)",
        ]
    );
}

#[test]
fn the_text_after_an_empty_element_is_read() {
    for one in [
        "<title/>http://a.example/",
        "<script src='b.js'/>http://a.example/",
        "<p><![CDATA[http://a.example/]]></p>",
    ] {
        let found = read(one);
        let all = rows(&found);
        assert!(
            all.contains(&"OEBPS/Text/one .xhtml: http://a.example/".to_owned()),
            "{one}: {all:?}"
        );
    }
}

#[test]
fn the_base_of_a_page_is_applied() {
    let found = read("<base href='http://base.example/'/><a href='c'>x</a>");
    assert!(rows(&found).contains(&"OEBPS/Text/one .xhtml: http://base.example/c".to_owned()));
}

#[test]
fn encrypted_parts_are_reported() {
    let list = "<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container' xmlns:e='http://www.w3.org/2001/04/xmlenc#'>\
        <e:EncryptedData><e:EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes256-cbc'/><e:CipherData>\
        <e:CipherReference URI='OEBPS/Text/one%20.xhtml'/></e:CipherData></e:EncryptedData><e:EncryptedData>\
        <e:EncryptionMethod Algorithm='http://www.idpf.org/2008/embedding'/><e:CipherData><e:CipherReference URI='OEBPS/a.otf'/>\
        </e:CipherData></e:EncryptedData></encryption>";
    let bytes = epub(
        "\u{1}\u{2}http://no.example/",
        &[("META-INF/encryption.xml", list.as_bytes()), ("OEBPS/a.otf", b"\x01\x02")],
    );
    let found = read_plainly("a.epub", &bytes);
    assert_eq!(
        found.diagnostics,
        [
            "!/OEBPS/Text/one .xhtml: an encrypted member, not opened",
            "!/OEBPS/a.otf: an obfuscated font, not searched",
        ]
    );
    assert_eq!(found.kinds, ["encrypted", "binary"]);
    assert!(!found.links.iter().any(|link| link.contains("no.example")));
}
