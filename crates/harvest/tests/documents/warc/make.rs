//! Builds web archives.

use super::super::seeds;

/// A WARC 1.0 record with an id and a date, and with a target unless `url` is empty.
pub(super) fn record(kind: &str, url: &str, content_type: &str, block: &[u8]) -> Vec<u8> {
    record_with(kind, url, &format!("Content-Type: {content_type}\r\n"), block)
}

/// Like [`record`], with more fields.
pub(super) fn record_with(kind: &str, url: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let target = if url.is_empty() { String::new() } else { format!("WARC-Target-URI: {url}\r\n") };
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{target}WARC-Record-ID: <urn:uuid:{kind}>\r\n\
         WARC-Date: 2024-02-03T04:05:06Z\r\n{fields}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// An HTTP response.
pub(super) fn http(content_type: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n{fields}\r\n");
    [head.as_bytes(), body].concat()
}

/// A record of a response with an HTML page.
pub(super) fn page(url: &str, body: &str) -> Vec<u8> {
    record(
        "response",
        url,
        "application/http; msgtype=response",
        &http("text/html", "", body.as_bytes()),
    )
}

/// A gzip member for each record.
pub(super) fn warc_gz(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| seeds::gzip(record)).collect()
}

/// A zstd frame for each record.
pub(super) fn warc_zst(records: &[Vec<u8>]) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    records.iter().flat_map(|record| ruzstd::encoding::compress_to_vec(&**record, level)).collect()
}
