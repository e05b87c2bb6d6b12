//! Sample documents of every format, for tests that damage them.

use std::io::Write as _;

use linkwright_harvest::Format;

use super::warc;

pub(crate) const MAIL: &str = "From a@a Thu Jan  1 00:00:00 1970\nFrom: =?utf-8?q?=C3=BC?= <a@a.example>\n\
    Message-ID: <1@a>\nDate: Fri, 21 Nov 1997 09:55:06 -0600\nList-Archive: <http://a.example/\n >\n\
    Content-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain; charset=koi8-r;\n\
    \x20format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=C1 =\n\n--x\n\
    Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nVG86IGEKCmh0dHA6Ly9hLmV4YW1wbGUvCg==\n\
    --x\n\nbegin 644 a\n#86)C\n`\nend\n--x--\nhttp://a.example/e\n\n\
    From b@b 00:00\nTo: b\n\n>From http://a.example/\n";

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn tar(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    builder.append_data(&mut header, name, bytes).unwrap();
    builder.into_inner().unwrap()
}

pub(crate) fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

/// A package of uncompressed parts, so that changes affect bytes that the readers interpret.
fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let method = zip::CompressionMethod::Stored;
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, content) in parts {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Office documents and an EPUB book.
fn office_seeds() -> Vec<Seed> {
    let word = "<w:document xmlns:w='/wordprocessingml/' xmlns:r='/officeDocument/2006/relationships'><w:p><w:hyperlink r:id='a'>\
        <w:r><w:t>http://a.exa</w:t></w:r></w:hyperlink><w:del><w:r><w:delText>b</w:delText></w:r></w:del><w:r><w:fldChar \
        w:fldCharType='begin'/><w:instrText>HYPERLINK \"http://b.example/\"</w:instrText></w:r></w:p></w:document>";
    let relations = "<Relationships xmlns='/package/2006/relationships'><Relationship Id='a' Type='hyperlink' \
        Target='http://t.example/' TargetMode='External'/></Relationships>";
    let sheet = "<worksheet xmlns='/spreadsheetml/'><row><c t='s'><v>0</v></c><c t='str'><f>HYPERLINK(\"http://a.example/\"&amp;A1)</f>\
        <v>x</v></c></row></worksheet>";
    let odf = "<office:document-content xmlns:office='opendocument:xmlns:office:1.0'><text:p>http://a.exa<text:span>mple/</text:span>\
        <text:note><text:note-citation>1</text:note-citation><text:p>b</text:p></text:note></text:p></office:document-content>";
    let container = "<container><rootfile full-path='a.opf'/></container>";
    let opf = "<package><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/></package>";
    vec![
        seed(
            Format::Office,
            "a.docx",
            package(&[
                ("[Content_Types].xml", "<Types/>"),
                ("word/document.xml", word),
                ("word/_rels/document.xml.rels", relations),
            ]),
        ),
        seed(
            Format::Office,
            "a.xlsx",
            package(&[
                ("xl/worksheets/sheet1.xml", sheet),
                ("xl/workbook.xml", "<workbook/>"),
                (
                    "xl/sharedStrings.xml",
                    "<sst xmlns='/spreadsheetml/'><si><t>http://s.example/</t></si></sst>",
                ),
            ]),
        ),
        seed(
            Format::Office,
            "a.odt",
            package(&[
                ("mimetype", "application/vnd.oasis.opendocument.text"),
                ("META-INF/manifest.xml", "<manifest/>"),
                ("content.xml", odf),
            ]),
        ),
        seed(
            Format::Epub,
            "a.epub",
            package(&[
                ("mimetype", "application/epub+zip"),
                ("META-INF/container.xml", container),
                ("a.opf", opf),
                ("a.xhtml", "<html><a href='http://a.example/'>b</a></html>"),
            ]),
        ),
    ]
}

/// A sample document, with its format and the name of its file.
#[derive(Clone)]
pub(crate) struct Seed {
    pub(crate) format: Format,
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) fn seed(format: Format, name: &'static str, bytes: Vec<u8>) -> Seed {
    Seed { format, name, bytes }
}

/// Documents of every format, with the syntax that each reader interprets.
pub(crate) fn seeds() -> Vec<Seed> {
    [
        packed_seeds(),
        office_seeds(),
        encoded_seeds(),
        mail_seeds(),
        data_seeds(),
        markup_seeds(),
        warc::seeds(),
        page_seeds(),
    ]
    .concat()
}

/// PDF documents, if the feature `pdf` is on.
fn page_seeds() -> Vec<Seed> {
    #[cfg(feature = "pdf")]
    return vec![seed(Format::Pdf, "a.pdf", super::pdf::places::every_place())];
    #[cfg(not(feature = "pdf"))]
    Vec::new()
}

const TEXT: &str = "ü see http://a.example/ü, and <http://b.example/\nc>\n";

const RTF: &str = "{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f1\\fcharset128 A;}}{\\field{\\*\\fldinst{HYPERLINK \
    \"http://a.example/\" \\\\l \"b\"}}{\\fldrslt c}}\\f1\\'83e http://d.example/\\u233?\\par {\\footnote http://e.example/}\
    {\\v http://f.example/}\\bin2 {}}";

/// Archives, compressed files and other binary files.
fn packed_seeds() -> Vec<Seed> {
    let xz = {
        let options = lzma_rust2::XzOptions::default();
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        encoder.write_all(TEXT.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let bzip2 = {
        let level = bzip2::Compression::fast();
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
        encoder.write_all(TEXT.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let streamed = {
        let mut writer = zip::ZipWriter::new_stream(Vec::new());
        writer.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(TEXT.as_bytes()).unwrap();
        writer.finish().unwrap().into_inner()
    };
    let sparse: &[u8] = include_bytes!("../archives/sparse-posix-1.0.tar.gz");
    let long_name = tar(&"long".repeat(40), TEXT.as_bytes());
    vec![
        seed(Format::Gzip, "a.gz", gzip(TEXT.as_bytes())),
        seed(Format::Gzip, "a.tar.gz", sparse.to_vec()),
        seed(Format::Bzip2, "a.bz2", bzip2),
        seed(Format::Xz, "a.xz", xz),
        seed(Format::Zstd, "a.zst", ruzstd::encoding::compress_to_vec(TEXT.as_bytes(), level)),
        seed(Format::Tar, "a.tar", long_name[..3 * 1024].to_vec()),
        seed(Format::Zip, "a.zip", zip(TEXT.as_bytes())),
        seed(Format::Zip, "a.zip", zip(&zip(MAIL.as_bytes()))),
        seed(Format::Zip, "a.zip", streamed),
        seed(Format::Ole, "a.msg", super::ole::message()),
        seed(Format::Ole, "a.doc", super::ole::document()),
        #[cfg(feature = "sqlite")]
        seed(Format::Sqlite, "a.db", super::sqlite::database()),
    ]
}

/// Plain text in several encodings.
fn encoded_seeds() -> Vec<Seed> {
    let wide: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let japanese = b"\x1B$B%F%9%H\x1B(Bhttp://a.example/ \x1B$B%F\x1B(B\n";
    vec![
        seed(Format::Text, "a.txt", TEXT.into()),
        seed(Format::Text, "a.txt", wide),
        seed(Format::Text, "a.txt", japanese.into()),
    ]
}

/// Messages and mailboxes.
fn mail_seeds() -> Vec<Seed> {
    let emlx = "40        \nTo: a\nSubject: b\n\nhttp://a.example/\n<?xml?>";
    vec![
        seed(Format::Mbox, "a.mbox", MAIL.into()),
        seed(Format::Mbox, "a.mbox", MAIL.replace('\n', "\r").into()),
        seed(Format::Mail, "a.eml", MAIL.split_once('\n').unwrap().1.into()),
        seed(Format::Mail, "a.emlx", emlx.into()),
    ]
}

/// Calendars, JSON, tables and scripts.
fn data_seeds() -> Vec<Seed> {
    let calendar = "BEGIN:VCALENDAR\r\nURL;A=\"http://b.example/\":http://a.ex\r\n ample/\\n\r\n";
    let card = "BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:http://a.example/=3D=\n&b\n";
    let json = r#"["{\"a\": \"http:\\/\\/a.example\"}", "<a href='b'>c</a>"]"#;
    let lines = "{\"a\": \"http:\\/\\/a.example/\\u0026\"}\n[\"http://b.example/\"]\n";
    let notebook = r##"{"cells": [{"cell_type": "markdown", "source": ["# [b](http://a.example/\\u0026)\n", "`c`"]},
        {"cell_type": "code", "source": "d = 'http://b.example/'", "outputs": [{"text": ["http://c.example/"]}]}]}"##;
    let har = r#"{"log": {"creator": {}, "entries": [{"request": {"url": "http://a.example/", "headers": [{"name": "Link",
        "value": "<b>; http://c.example/"}]}, "response": {"redirectURL": "d", "content": {"mimeType": "text/html",
        "text": "PGEgaHJlZj0nYic+aHR0cDovL2UuZXhhbXBsZTwvYT4=", "encoding": "base64"}}}]}}"#;
    let script = "a = \"http:\\/\\/a.example\\/\\x26\"; /* b */ c = /'/; `http://d.example/${c}`\n";
    vec![
        seed(Format::Calendar, "a.ics", calendar.into()),
        seed(Format::Vcard, "a.vcf", card.into()),
        seed(Format::Json, "a.json", json.into()),
        seed(Format::Ndjson, "a.ndjson", lines.into()),
        seed(
            Format::Csv,
            "a.csv",
            "a,b\n\"http://a.example/\"\"b\",c\nhttp://d.example/,e\n".into(),
        ),
        seed(Format::Tsv, "a.tsv", "a\tb\nhttp://a.example/\t\"c\nhttp://d.example/\te\n".into()),
        seed(Format::Notebook, "a.ipynb", notebook.into()),
        seed(Format::Script, "a.js", script.into()),
        seed(Format::Har, "a.har", har.into()),
    ]
}

/// Documents with markup.
fn markup_seeds() -> Vec<Seed> {
    let xml = "<!DOCTYPE a [<!ENTITY b 'http://a.example/&c;'><!ENTITY c '&b;x'>]><a b='&b;'>&b; http://d.example/&amp;e</a>";
    let html = "<base href=/a><p style='a:url(b)'><a href='http://a.example/?b&amp;c'>d</a><script>\
        e='http:\\/\\/f.example'</script><img srcset='g 1x, h'> http://i.example/<b>j</b><!-- k -->";
    let css = "@import 'a.css';b{c:url(http://a.example/\\29)/*d*/image-set('e')}";
    let markdown = "---\na: http://a.example\n---\n[b](http://c.example) <http://d.example> ![e][f] `g`\n\n\
        [f]: http://h.example 'i'\n";
    let asciidoc =
        "= A\n:b: http://a.example\n\n{b}/c[d] link:e.html[f] image::g.png[]\n----\nh[i]\n----\n";
    let latex = "\\documentclass{a}\n\\url{http://a.example/\\&} \\href[b]{http://c.example/\\~{}}{d}\n\
        \\begin{verbatim}\n\\url{e}\n\\end{verbatim}\\verb|f|\n";
    vec![
        seed(Format::Xml, "a.xml", xml.into()),
        seed(Format::Html, "a.html", html.into()),
        seed(Format::Css, "a.css", css.into()),
        seed(Format::Markdown, "a.md", markdown.into()),
        seed(Format::Asciidoc, "a.adoc", asciidoc.into()),
        seed(Format::Latex, "a.tex", latex.into()),
        seed(Format::Rtf, "a.rtf", RTF.into()),
    ]
}
