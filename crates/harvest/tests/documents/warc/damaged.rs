//! Reads damaged archives: the damaged record is reported, and all other records are read.

use super::super::seeds::gzip;
use super::super::support::{Found, read_plainly};
use super::make::{http, page, record, record_with, warc_gz};

fn pages(count: usize) -> Vec<Vec<u8>> {
    let page = |n: usize| {
        page(&format!("http://a.example/{n}"), &format!("<a href='http://b.example/{n}'> "))
    };
    (0..count).map(page).collect()
}

/// The numbers of the pages whose link was found.
fn found(found: &Found) -> Vec<usize> {
    let number = |link: &String| link.rsplit('/').next().unwrap().parse().unwrap_or(usize::MAX);
    found.links.iter().map(number).collect()
}

fn with_length(record: &[u8], length: &str) -> Vec<u8> {
    let text = String::from_utf8(record.to_vec()).unwrap();
    let start = text.find("Content-Length: ").unwrap() + 16;
    let end = start + text[start..].find('\r').unwrap();
    [&text[..start], length, &text[end..]].concat().into_bytes()
}

#[test]
fn a_wrong_length_loses_no_record() {
    for length in ["0", "9", "100", "5000", "99999999", "x", "-1", "18446744073709551616", ""] {
        let mut records = pages(4);
        records[1] = with_length(&records[1], length);
        for (name, bytes) in [("a.warc", records.concat()), ("a.warc.gz", warc_gz(&records))] {
            let read = read_plainly(name, &bytes);
            assert_eq!(found(&read), [0, 1, 2, 3], "{name} {length} {:?}", read.diagnostics);
            assert_eq!(read.diagnostics.len(), 1, "{name} {length} {:?}", read.diagnostics);
            assert!(
                read.diagnostics[0].starts_with("!/http://a.example/1: byte "),
                "{:?}",
                read.diagnostics
            );
        }
    }
}

#[test]
fn a_damaged_head_loses_only_its_record() {
    for (from, to) in [
        ("WARC/1.0", "WORC/1.0"),
        ("WARC/1.0", "WARC/1.0 x"),
        ("WARC-Date: ", "WARC-Date "),
        ("WARC/1.0\r\n", "\0\0\0"),
    ] {
        let mut records = pages(4);
        let damaged = String::from_utf8(records[1].clone()).unwrap().replacen(from, to, 1);
        records[1] = damaged.into_bytes();
        for (name, bytes) in [("a.warc", records.concat()), ("a.warc.gz", warc_gz(&records))] {
            let read = read_plainly(name, &bytes);
            assert_eq!(found(&read), [0, 2, 3], "{name} {from} {:?}", read.diagnostics);
            assert_eq!(read.diagnostics.len(), 1, "{name} {from} {:?}", read.diagnostics);
            assert!(
                read.diagnostics[0]
                    .ends_with("a damaged record; reading continues at the next one")
            );
        }
    }
}

/// Flips bits in one byte of a member at a time.
#[test]
fn a_damaged_member_loses_only_its_record() {
    let records = pages(4);
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    let start = members[0].len();
    for at in 0..members[1].len() {
        for bits in [0xFF, 1, 0x20] {
            let mut bytes = members.concat();
            bytes[start + at] ^= bits;
            let read = read_plainly("a.warc.gz", &bytes);
            let numbers = found(&read);
            let others: Vec<usize> =
                numbers.iter().copied().filter(|number| *number != 1).collect();
            // The damage may have changed the link itself.
            assert!(
                others.starts_with(&[0]) && others.ends_with(&[2, 3]),
                "{at} {bits} {:?} {numbers:?}",
                read.diagnostics
            );
            let is_reported = !read.diagnostics.is_empty();
            // Some bytes of the gzip header and the padding bits before the checksum have no effect.
            let has_meaning = !(3..10).contains(&at) && at + 9 != members[1].len();
            assert!(is_reported || !has_meaning, "{at} {bits}");
        }
    }
}

#[test]
fn an_archive_that_ends_too_early_is_reported() {
    let records = pages(3);
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    for (name, parts) in [("a.warc", &records), ("a.warc.gz", &members)] {
        let bytes = parts.concat();
        let last = bytes.len() - parts[2].len();
        for end in last + 1..bytes.len() {
            let read = read_plainly(name, &bytes[..end]);
            assert!(found(&read).starts_with(&[0, 1]), "{name} {end}");
            // The empty lines after an uncompressed record may be missing.
            let is_whole = name == "a.warc" && end >= bytes.len() - 4;
            assert_eq!(
                read.diagnostics.is_empty(),
                is_whole,
                "{name} {end} {:?}",
                read.diagnostics
            );
        }
    }
}

#[test]
fn bytes_between_records_are_reported_once() {
    let records = pages(2);
    let junk = b"junk\r\nmore junk\nWARC/1.0 is not here\r\n".repeat(50);
    let read = read_plainly("a.warc", &[&junk[..], &records[0], &junk, &records[1]].concat());
    // The content does not begin with a record, so the file is recognized as an archive by its name.
    assert_eq!(found(&read), [0, 1]);
    assert_eq!(read.diagnostics.len(), 2, "{:?}", read.diagnostics);
    let gz = [
        gzip(&records[0]),
        b"\0\0\0\0".to_vec(),
        b"junk\x1F\x8B\x08junk".to_vec(),
        gzip(&records[1]),
        vec![0; 512],
    ]
    .concat();
    let read = read_plainly("a.warc.gz", &gz);
    assert_eq!((found(&read), read.diagnostics.len()), (vec![0, 1], 1), "{:?}", read.diagnostics);
}

/// The records of an archive inside a record do not end that record.
#[test]
fn an_archive_in_a_record_is_a_member() {
    let inner = pages(2).concat();
    let outer = record("resource", "http://c.example/in.warc", "application/warc", &inner);
    let read = read_plainly("a.warc", &[&outer[..], &pages(1)[0]].concat());
    assert_eq!(found(&read), [0, 1, 0]);
    assert_eq!(read.diagnostics, [""; 0]);
    assert!(
        read.links[0].starts_with("!/http://c.example/in.warc/http://a.example/0@"),
        "{:?}",
        read.links
    );
}

#[test]
fn damaged_bodies_are_reported_and_read() {
    let one = |fields: &str, body: &[u8]| {
        let message = http("text/plain", "Transfer-Encoding: chunked\r\n", body);
        let fields = format!("Content-Type: application/http\r\n{fields}");
        read_plainly("a.warc", &record_with("response", "http://a.example/", &fields, &message))
    };
    let wrong = one("", b"5\r\nhttp://b.example/ \r\n3\r\nabc\r\n0\r\n\r\n");
    assert_eq!((wrong.kinds.as_slice(), wrong.links.len()), (&["malformed"][..], 1));
    assert!(
        wrong.diagnostics[0].starts_with("!/http://a.example/: byte "),
        "{:?}",
        wrong.diagnostics
    );
    let cut = one("", b"FF\r\nhttp://b.example/ c");
    assert_eq!((cut.kinds.as_slice(), cut.links.len()), (&["truncated"][..], 1));
    // A body that is cut off is not reported if `WARC-Truncated` declares the cut.
    let cut = one("WARC-Truncated: length\r\n", b"FF\r\nhttp://b.example/ c");
    assert_eq!((cut.kinds.as_slice(), cut.links.len()), (&[][..], 1));
    let damaged =
        http("text/plain", "Content-Encoding: gzip\r\n", &gzip(b"http://b.example/ ")[..15]);
    let damaged =
        [record("response", "http://a.example/", "application/http", &damaged), pages(1).concat()]
            .concat();
    let damaged = read_plainly("a.warc", &damaged);
    assert_eq!((damaged.kinds.as_slice(), found(&damaged)), (&["truncated"][..], vec![0]));
}
