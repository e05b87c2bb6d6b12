//! Tests of web archives: the places of links, offsets, damage, and limits.

mod damaged;
mod limits;
mod make;
mod offsets;
mod places;

use linkwright_harvest::Format;

use super::seeds::{Seed, gzip, seed};
use make::{http, record, warc_gz};

/// Archives with several kinds of records: uncompressed, with each record compressed separately, and compressed as a
/// whole.
pub(crate) fn seeds() -> Vec<Seed> {
    let page = b"<a href='/b'>c</a> http://d.example/";
    let chunked = b"5\r\n<a hr\r\n20\r\nef='http://e.example/'>f</a>       \r\n0\r\n\r\n";
    let fields = b"outlink: http://g.example/ L a/@href\r\n";
    let wat =
        br#"{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{"Links":
        [{"path":"A@/href","url":"http:\/\/h.example\/"}]}}}}}"#;
    let records = [
        record("warcinfo", "", "application/warc-fields", b"software: i\r\n"),
        record(
            "response",
            "http://a.example/",
            "application/http",
            &http("text/html", "Link: </j>; rel=k\r\n", page),
        ),
        record(
            "response",
            "<http://a.example/l>",
            "application/http",
            &http("text/html", "Transfer-Encoding: chunked\r\n", chunked),
        ),
        record(
            "response",
            "http://a.example/m",
            "application/http",
            &http("text/html", "Content-Encoding: gzip\r\n", &gzip(page)),
        ),
        record("conversion", "http://n.example/", "text/plain", b"see http://o.example/\n"),
        record("metadata", "http://p.example/", "application/warc-fields", fields),
        record("metadata", "http://q.example/", "application/json", wat),
    ];
    let plain = records.concat();
    let wet = [&records[0][..], &records[4]].concat();
    vec![
        seed(Format::Warc, "a.warc.gz", warc_gz(&records)),
        seed(Format::Warc, "a.warc", plain.clone()),
        seed(Format::Warc, "a.warc", gzip(&plain)),
        seed(Format::Warc, "a", wet),
    ]
}
