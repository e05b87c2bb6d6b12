//! Checks that a record that reaches a limit is reported, and that the other records are read.

use linkwright_harvest::{Harvester, Limit, Limits};

use super::super::seeds::gzip;
use super::super::support::{Found, read};
use super::make::{http, page, record, warc_gz};

fn limited(limits: Limits, name: &str, bytes: &[u8]) -> Found {
    read(&Harvester::builder().limits(limits).build().unwrap(), name, bytes)
}

fn last() -> Vec<u8> {
    page("http://a.example/last", "<a href='http://b.example/'>")
}

#[test]
fn a_decompression_bomb_affects_only_its_record() {
    let zeros = vec![b' '; 8 << 20];
    let limits = Limits::default().with(Limit::Ratio, 20);
    let member = record("resource", "http://a.example/bomb", "text/plain", &zeros);
    let body = http("text/plain", "Content-Encoding: gzip\r\n", &gzip(&zeros));
    let twice = http("text/plain", "Content-Encoding: gzip, gzip\r\n", &gzip(&gzip(&zeros)));
    for (name, bomb) in [
        ("a.warc.gz", member),
        ("a.warc", record("response", "http://a.example/bomb", "application/http", &body)),
        ("a.warc", record("response", "http://a.example/bomb", "application/http", &twice)),
    ] {
        let records = [bomb, last()];
        let bytes = if name == "a.warc" { records.concat() } else { warc_gz(&records) };
        let found = limited(limits, name, &bytes);
        assert_eq!(found.kinds, ["ratio"], "{:?}", found.diagnostics);
        assert!(
            found.diagnostics[0].starts_with("!/http://a.example/bomb: "),
            "{:?}",
            found.diagnostics
        );
        assert_eq!(found.links, ["!/http://a.example/last@9 attribute http://b.example/"]);
    }
}

#[test]
fn the_limit_on_decompressed_bytes_ends_the_reading() {
    let limits = Limits::default().with(Limit::Decompressed, 100_000);
    let text = "some words and 12 numbers ".repeat(2000);
    let records = [
        page("http://a.example/1", &text),
        page("http://a.example/2", &text),
        page("http://a.example/3", &text),
    ];
    let found = limited(limits, "a.warc.gz", &warc_gz(&records));
    assert_eq!(found.kinds, ["too-much"]);
}

#[test]
fn a_record_over_the_limit_of_held_bytes_is_cut() {
    let limits = Limits::default().with(Limit::Held, 10_000);
    let text = format!("http://b.example/ {} http://c.example/ ", "some words ".repeat(20_000));
    let long = record("resource", "http://a.example/t", "text/plain", text.as_bytes());
    let page = page("http://a.example/p", &format!("<a href=/x> {text}"));
    for name in ["a.warc", "a.warc.gz"] {
        let records = [long.clone(), page.clone(), last()];
        let bytes = if name == "a.warc" { records.concat() } else { warc_gz(&records) };
        let found = limited(limits, name, &bytes);
        let lengths: Vec<bool> =
            found.located.iter().map(|link| link.warc_record().unwrap().length.is_some()).collect();
        assert_eq!(found.links.len(), 4, "{:?}", found.links);
        assert_eq!(found.kinds, ["too-large"; 2], "{:?}", found.diagnostics);
        let is_plain = name == "a.warc";
        assert_eq!(lengths, [is_plain, is_plain, is_plain, true]);
    }
}

#[test]
fn the_number_of_records_and_the_depth_are_limited() {
    let limits = Limits::default().with(Limit::Members, 2);
    let found = limited(limits, "a.warc", &[last(), last(), last()].concat());
    assert_eq!((found.links.len(), found.kinds), (2, vec!["too-many"]));
    let shallow = Limits::default().with(Limit::Depth, 0);
    assert_eq!(limited(shallow, "a.warc", &last()).kinds, ["too-deep"]);
}
