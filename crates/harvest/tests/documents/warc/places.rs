//! Checks in which places of a record links are found, and which records are not searched.

use linkwright_harvest::{Harvester, WarcType};

use super::super::seeds::{gzip, zip};
use super::super::support::{Found, read, read_plainly};
use super::make::{http, page, record, record_with, warc_gz, warc_zst};

/// The member, the origin and the URI of each link, without offsets.
fn links(found: &Found) -> Vec<String> {
    let show = |link: &String| {
        let (place, rest) = link.split_once('@').unwrap();
        format!("{place} {}", rest.split_once(' ').unwrap().1)
    };
    found.links.iter().map(show).collect()
}

/// The links of an archive of these records. The links must be the same if the archive is uncompressed, and if it is
/// compressed with gzip or zstd.
fn of(records: &[Vec<u8>]) -> Vec<String> {
    let found = read_plainly("a.warc", &records.concat());
    assert_eq!(found.diagnostics, [""; 0]);
    let compressed = read_plainly("a.warc.gz", &warc_gz(records));
    assert_eq!(compressed.links, found.links);
    let zstd = read_plainly("a.warc.zst", &warc_zst(records));
    assert_eq!(zstd.links, found.links);
    assert_eq!(zstd.diagnostics, [""; 0]);
    links(&found)
}

#[test]
fn a_response_has_links_in_its_header_and_its_body() {
    let fields = "Link: </next>; rel=\"next\"; title=\"<http://no.example/>\", <http://b.example/>; rel=x\r\n\
        Location: c\r\nContent-Location: /d/\r\nRefresh: 5; url=e\r\nServer: http://no.example/\r\n";
    let body = b"<a href='f'>g</a> see http://h.example/.";
    let all = of(&[record(
        "response",
        "<http://a.example/i/>",
        "application/http",
        &http("text/html", fields, body),
    )]);
    let place = "!/http://a.example/i/";
    let expected = [
        "http-header http://a.example/next",
        "http-header http://b.example/",
        "http-header http://a.example/i/c",
        "http-header http://a.example/d/",
        "http-header http://a.example/i/e",
        "attribute http://a.example/d/f",
        "text http://h.example/",
    ]
    .map(|link| format!("{place} {link}"));
    assert_eq!(all, expected);
}

#[test]
fn the_base_comes_from_the_page_or_the_content_location_or_the_target() {
    let with = |fields: &str, body: &str| {
        let message = http("text/html", fields, body.as_bytes());
        of(&[record("response", "http://a.example/b/c", "application/http", &message)])
            .pop()
            .unwrap()
    };
    let page = "<a href=x>";
    assert_eq!(with("", page), "!/http://a.example/b/c attribute http://a.example/b/x");
    let relative = "Content-Location: d/e\r\n";
    assert_eq!(with(relative, page), "!/http://a.example/b/c attribute http://a.example/b/d/x");
    let own = "<base href='http://f.example/g/'><a href=x>";
    assert_eq!(with(relative, own), "!/http://a.example/b/c attribute http://f.example/g/x");
}

#[test]
fn the_format_of_a_payload_depends_on_its_header_its_name_and_its_content() {
    let body = b"[a](/b) <p title='/no'>\nc: http://d.example/\n";
    let one = |url: &str, kind: &str, body: &[u8]| {
        let message = http(kind, "", body);
        of(&[record("response", url, "application/http", &message)])
            .iter()
            .map(|link| link.split_once(' ').unwrap().1.to_owned())
            .collect::<Vec<_>>()
    };
    let text = ["text http://d.example/"];
    assert_eq!(one("http://a.example/x.html", "text/plain", body), text);
    let markdown = ["markdown http://a.example/b", "text http://d.example/"];
    assert_eq!(one("http://a.example/x", "text/markdown; charset=utf-8", body), markdown);
    // The file name in the URL is used if the media type is generic. A host is not a file name.
    assert_eq!(one("http://a.example/x.md?y", "application/octet-stream", body), markdown);
    assert_eq!(one("http://a.md", "application/octet-stream", body), text);
    let page = b"<!DOCTYPE html><a href=/b>";
    assert_eq!(
        one("http://a.example/x", "application/octet-stream", page),
        ["attribute http://a.example/b"]
    );
    let wide: Vec<u8> =
        "http://\u{fc}.example/ \u{fc}".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(
        one("http://a.example/", "text/plain; charset=UTF-16BE", &wide),
        ["text http://xn--tda.example/"]
    );
    // Compressed documents and archives are opened.
    let map = gzip(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://e.example/</loc></url></urlset>");
    assert_eq!(one("http://a.example/sitemap.xml.gz", "application/gzip", &map).len(), 1);
    assert_eq!(
        one("http://a.example/f", "application/zip", &zip(b"http://g.example/")),
        ["text http://g.example/"]
    );
}

#[test]
fn transfer_and_content_codings_are_decoded() {
    let page = b"<a href='http://b.example/'>c</a>".to_vec();
    let chunks = |body: &[u8]| {
        let chunk =
            |chunk: &[u8]| [format!("{:X};x\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat();
        [body.chunks(7).flat_map(chunk).collect(), b"0\r\nX: http://no.example/\r\n\r\n".to_vec()]
            .concat()
    };
    for (fields, body) in [
        ("Content-Encoding: gzip\r\n", gzip(&page)),
        ("content-encoding: x-gzip\r\ntransfer-encoding: chunked\r\n", chunks(&gzip(&page))),
        ("Transfer-Encoding: chunked\r\n", chunks(&page)),
        // The header still lists codings that the crawler has already decoded.
        ("Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", page.clone()),
        ("Content-Encoding: gzip, deflate\r\n", page.clone()),
        ("", page),
    ] {
        let message = http("text/html", fields, &body);
        let all = of(&[record("response", "http://a.example/", "application/http", &message)]);
        assert_eq!(all, ["!/http://a.example/ attribute http://b.example/"], "{fields}");
    }
}

#[test]
fn brotli_is_decoded() {
    // `<a href=http://b.example/>` as one uncompressed meta-block, and an empty meta-block after it.
    let text = b"<a href=http://b.example/>";
    let len = u32::try_from(text.len() - 1).unwrap();
    let header: u32 = len << 4 | 1 << 20;
    let mut body = header.to_le_bytes()[..3].to_vec();
    body.extend(text);
    body.push(3);
    let message = http("text/html", "Content-Encoding: br\r\n", &body);
    let all = of(&[record("response", "http://a.example/", "application/http", &message)]);
    assert_eq!(all, ["!/http://a.example/ attribute http://b.example/"]);
}

/// A record of each type, with several contents.
fn each_type() -> Vec<u8> {
    let revisit = http("text/html", "Link: </r>\r\n", b"http://no.example/");
    let redirect = b"HTTP/1.0 302 Found\r\nLocation: http://s.example/\r\n\r\n";
    let wat = br#"{"Container":{"Filename":"http://no.example/"},"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":
        "http://no.example/"},"Payload-Metadata":{"HTTP-Response-Metadata":{"Headers":{"Location":"/t"},"HTML-Metadata":
        {"Head":{"Base":"http://u.example/","Link":[{"path":"LINK@/href","url":"/v"}]},"Links":[{"path":"A@/href","url":"/w"}]}}}}}"#;
    [
        record("warcinfo", "", "application/warc-fields", b"isPartOf: http://no.example/\r\n"),
        record(
            "request",
            "http://a.example/",
            "application/http; msgtype=request",
            b"GET / HTTP/1.1\r\nReferer: http://no.example/\r\n\r\n",
        ),
        record("response", "http://a.example/", "application/http; msgtype=response", redirect),
        record(
            "response",
            "dns:a.example",
            "text/dns",
            b"20240101\na.example. 1 IN A 1.2.3.4\nhttp://no.example/",
        ),
        record("resource", "file:///b.css", "text/css", b"b { c: url(d.png) }"),
        record(
            "resource",
            "http://a.example/e",
            "image/svg+xml",
            b"<svg xmlns='http://www.w3.org/2000/svg'><a href='/f'/></svg>",
        ),
        record("resource", "http://a.example/g", "image/png", b"http://no.example/"),
        record("conversion", "http://a.example/h", "text/plain", b"see http://i.example/ and more"),
        record(
            "metadata",
            "http://a.example/j/",
            "application/warc-fields",
            b"via: http://no.example/\r\noutlink: k L a/@href\r\n",
        ),
        record("metadata", "http://a.example/", "application/json", wat),
        record(
            "metadata",
            "metadata://gnu.org/software/wget/warc/MANIFEST.txt",
            "text/plain",
            b"<urn:uuid:1>\n",
        ),
        record(
            "resource",
            "metadata://gnu.org/software/wget/warc/wget.log",
            "text/plain",
            b"--- http://l.example/\n",
        ),
        record("revisit", "http://a.example/m", "application/http", &revisit),
        record("continuation", "http://a.example/n", "", b"http://o.example/ "),
        record("own", "", "text/plain", b"http://p.example/ "),
    ]
    .concat()
}

#[test]
fn every_type_of_record_is_read_in_its_format() {
    let found = read_plainly("a.warc", &each_type());
    let expected = [
        "!/http://a.example/ http-header http://s.example/",
        "!/file:///b.css attribute file:///d.png",
        "!/http://a.example/e attribute http://a.example/f",
        "!/http://a.example/h text http://i.example/",
        "!/http://a.example/j/ attribute http://a.example/j/k",
        "!/http://a.example/ http-header http://u.example/t",
        "!/http://a.example/ attribute http://u.example/",
        "!/http://a.example/ attribute http://u.example/v",
        "!/http://a.example/ attribute http://u.example/w",
        "!/metadata://gnu.org/software/wget/warc/wget.log text http://l.example/",
        "!/http://a.example/m http-header http://a.example/r",
        "!/http://a.example/n text http://o.example/",
        "#15 text http://p.example/",
    ];
    assert_eq!(links(&found), expected);
    let left_out = [
        "!/dns:a.example: text/dns, not searched",
        "!/http://a.example/g: image/png, not searched",
    ];
    assert_eq!(found.diagnostics, left_out);
}

#[test]
fn types_that_are_not_read_by_default_can_be_selected() {
    let request = b"POST / HTTP/1.1\r\nReferer: http://b.example/\r\nContent-Type: application/json\r\n\r\n[\"http://c.example/\"]";
    let archive = [
        record("warcinfo", "", "application/warc-fields", b"isPartOf: http://d.example/\r\n"),
        record("request", "http://a.example/", "application/http", request),
        page("http://a.example/", "<a href=e>"),
    ]
    .concat();
    let types = |types: &[WarcType]| {
        let harvester = Harvester::builder().warc_types(types.iter().copied()).build().unwrap();
        let found = read(&harvester, "a.warc", &archive);
        assert_eq!(found.diagnostics, [""; 0]);
        links(&found)
    };
    let (info, request, response) = (
        "#1 text http://d.example/",
        [
            "!/http://a.example/ http-header http://b.example/",
            "!/http://a.example/ text http://c.example/",
        ],
        "!/http://a.example/ attribute http://a.example/e",
    );
    assert_eq!(types(&WarcType::DEFAULT), [response]);
    assert_eq!(types(&[WarcType::Warcinfo, WarcType::Response]), [info, response]);
    assert_eq!(types(&[WarcType::Request]), request);
    assert_eq!(types(&WarcType::ALL), [info, request[0], request[1], response]);
}

#[test]
fn a_link_at_the_cut_of_a_truncated_record_is_left_out() {
    let body = b"see http://b.example/ and http://c.exam";
    let message = http("text/plain", "", body);
    let fields = "Content-Type: application/http\r\nWARC-Truncated: length\r\n";
    let cut = of(&[record_with("response", "http://a.example/", fields, &message)]);
    assert_eq!(cut, ["!/http://a.example/ text http://b.example/"]);
    let whole = of(&[record_with("response", "http://a.example/", &fields[..32], &message)]);
    assert_eq!(whole.len(), 2);
}
