//! Checks the offsets and lengths of records, and the reading of one record by its place.

use linkwright_harvest::Located;

use super::super::seeds::gzip;
use super::super::support::{Found, read_plainly};
use super::make::{page, record, warc_zst};

fn records() -> Vec<Vec<u8>> {
    let mut records = vec![record("warcinfo", "", "application/warc-fields", b"software: x\r\n")];
    for n in 0..6_usize {
        let body = format!("{} <a href='{n}'>", "some words of prose ".repeat(n * n * 100));
        records.push(page(&format!("http://a.example/{n}/"), &body));
    }
    records
}

fn places(found: &Found) -> Vec<(Option<u64>, Option<u64>)> {
    let place = |link: &Located<'_>| {
        let record = link.warc_record().unwrap();
        (record.offset, record.length)
    };
    found.located.iter().map(place).collect()
}

/// The offset of each part except the first in the concatenation of `parts`, and the length of the part minus `without`
/// bytes.
fn in_a_row(parts: &[Vec<u8>], without: usize) -> Vec<(Option<u64>, Option<u64>)> {
    let mut at = 0;
    let place = |part: &Vec<u8>| {
        let place = (Some(at), Some((part.len() - without) as u64));
        at += part.len() as u64;
        place
    };
    parts.iter().map(place).skip(1).collect()
}

#[test]
fn offsets_are_those_of_the_compressed_record() {
    let records = records();
    let found = read_plainly("a.warc", &records.concat());
    assert_eq!(places(&found), in_a_row(&records, 4));
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    assert_eq!(places(&read_plainly("a.warc.gz", &members.concat())), in_a_row(&members, 0));
    let frames: Vec<Vec<u8>> =
        records.iter().map(|record| warc_zst(core::slice::from_ref(record))).collect();
    assert_eq!(places(&read_plainly("a.warc.zst", &frames.concat())), in_a_row(&frames, 0));
}

#[test]
fn records_that_are_not_compressed_separately_have_no_offsets() {
    let records = records();
    let plain = read_plainly("a.warc", &records.concat());
    let nowhere = vec![(None, None); 6];
    let whole = read_plainly("a.warc.gz", &gzip(&records.concat()));
    assert_eq!((&whole.links, places(&whole)), (&plain.links, nowhere.clone()));
    // bgzip writes blocks of the same length.
    let blocks: Vec<u8> = records.concat().chunks(700).flat_map(gzip).collect();
    let blocks = read_plainly("a.warc.gz", &blocks);
    assert_eq!((&blocks.links, &blocks.diagnostics), (&plain.links, &plain.diagnostics));
    assert!(places(&blocks).iter().all(|(_, length)| length.is_none()));
    // One member has two records.
    let pairs: Vec<u8> = records.chunks(2).flat_map(|pair| gzip(&pair.concat())).collect();
    let pairs = read_plainly("a.warc.gz", &pairs);
    assert_eq!(pairs.links, plain.links);
    assert!(places(&pairs)[..5].iter().all(|(_, length)| length.is_none()));
}
