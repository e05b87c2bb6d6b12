//! Reads damaged documents of every format, which are made by pseudo-random changes to the seeds. The changes are the
//! same in every run.
//!
//! The tests check that no document causes a panic, and that the size of the output is bounded. They also check that
//! every document is read, partly read or skipped, and that it yields the same links whether it is read as a whole, in
//! pieces or from a file.

use std::collections::BTreeSet;

use linkwright_harvest::{Format, Harvester, Limit, Limits, Outcome};

use super::seeds::{self, Seed, seeds};
use super::support::{Drip, Folder, Found, on_small_stack};

/// The number of times that each seed is changed.
const ROUNDS: u32 = 50;

/// The limit of decompression for one document.
const UNPACKED: u64 = 1 << 20;

#[test]
fn every_format_has_a_seed() {
    let seeds = seeds();
    let missing: Vec<Format> =
        Format::all().filter(|format| !seeds.iter().any(|seed| seed.format == *format)).collect();
    assert!(missing.is_empty(), "add seeds for {missing:?}");
    for seed in seeds {
        let found = read(&harvester(), &seed);
        assert!(!found.links.is_empty(), "the seed of {} has no link", seed.format);
    }
}

#[test]
fn every_damaged_document_is_read_partly_read_or_skipped() {
    let seeds = seeds();
    let folder = Folder::new("mutations");
    on_small_stack(|| {
        let harvester = harvester();
        let mut numbers = Numbers(1);
        for seed in &seeds {
            for round in 0..ROUNDS {
                let mut seed = seed.clone();
                for _ in 0..=numbers.below(3) {
                    change(&mut seed.bytes, &seeds, &mut numbers);
                }
                check(&harvester, &seed, round, &folder);
            }
        }
    });
}

fn harvester() -> Harvester {
    let limits = Limits::default().with(Limit::Decompressed, UNPACKED).with(Limit::Held, 1 << 20);
    Harvester::builder().limits(limits).lines(true).context(10).build().unwrap()
}

fn read(harvester: &Harvester, seed: &Seed) -> Found {
    let mut found = Found::default();
    found.summary = harvester.read(seed.name, &seed.bytes[..], &mut found);
    found
}

fn check(harvester: &Harvester, seed: &Seed, round: u32, folder: &Folder) {
    let whole = read(harvester, seed);
    let shown = || format!("{} {round} {:?}", seed.name, String::from_utf8_lossy(&seed.bytes));
    assert_accounted(&whole, shown);
    assert_bounded(&whole, seed.bytes.len(), shown);
    for step in [1, 7, 4096] {
        let mut found = Found::default();
        let drip = Drip { bytes: &seed.bytes, step };
        found.summary = harvester.read(seed.name, drip, &mut found);
        assert_same(&found, &whole, step, shown);
    }
    if round.is_multiple_of(4) {
        let path = folder.file(seed.name, &seed.bytes);
        let mut found = Found::default();
        found.summary =
            harvester.read_file(&path, &std::fs::File::open(&path).unwrap(), &mut found);
        assert_same(&found, &whole, 0, shown);
    }
}

/// Checks that the document was read, or that diagnostics report why it was read only partly or skipped.
fn assert_accounted(found: &Found, shown: impl Fn() -> String) {
    let summary = &found.summary;
    assert_eq!(summary.links, found.links.len() as u64, "{}", shown());
    assert_eq!(summary.skipped, found.skips, "{}", shown());
    match summary.outcome() {
        // A document also counts as read if it contains tokens that are too long for a link.
        Outcome::Read => {
            let is_told = found.kinds.iter().all(|kind| *kind == "link-too-long");
            assert!(is_told, "{:?} {}", found.diagnostics, shown());
        }
        Outcome::Skipped => {
            assert!(found.links.is_empty() && !found.diagnostics.is_empty(), "{}", shown());
        }
        _ => assert!(!found.diagnostics.is_empty(), "{}", shown()),
    }
}

/// Checks that the size of the output is bounded by the size of the document and of its decompressed data.
fn assert_bounded(found: &Found, len: usize, shown: impl Fn() -> String) {
    let said: usize = found.links.iter().chain(&found.diagnostics).map(String::len).sum();
    let bound = 64 * (len + 1024) + usize::try_from(UNPACKED).unwrap();
    assert!(said <= bound, "{said} bytes of output for {len} bytes of input: {}", shown());
}

fn assert_same(found: &Found, whole: &Found, step: usize, shown: impl Fn() -> String) {
    assert_eq!(found.links, whole.links, "step {step}: {}", shown());
    assert_eq!(found.diagnostics, whole.diagnostics, "step {step}: {}", shown());
    assert_eq!(found.summary.outcome(), whole.summary.outcome(), "step {step}: {}", shown());
}

/// Bytes that have a meaning in one of the formats.
const WORDS: &[&[u8]] = &[
    b"http://x.example/",
    b"\nFrom x@x Thu Jan  1 00:00:00 1970\n",
    b"--x\n",
    b"--x--",
    b"begin 644 y\n",
    b"<a href=",
    b"<script>",
    b"<!--",
    b"]]>",
    b"&b;",
    b"\"",
    b"'",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\n\n",
    b"\r\n ",
    b"=\n",
    b"@end ",
    b"\\url{",
    b"@uref{",
    b"----\n",
    b"\0\0\0\0",
    b"\xFF\xFE",
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"\x1F\x8B\x08",
];

/// Changes `bytes` in one of seven ways.
fn change(bytes: &mut Vec<u8>, seeds: &[Seed], numbers: &mut Numbers) {
    let at = numbers.at(bytes.len());
    match numbers.below(7) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << numbers.below(8)),
        1 => bytes.truncate(at),
        2 => {
            let word = WORDS[numbers.at(WORDS.len() - 1)];
            bytes.splice(at..at, word.iter().copied());
        }
        3 => {
            let other = &seeds[numbers.at(seeds.len() - 1)].bytes;
            let part = &other[numbers.at(other.len())..];
            bytes.truncate(at);
            bytes.extend_from_slice(part);
        }
        // Overwrites bytes that may be a length, in binary or in digits.
        4 => {
            let fill = [0, 0xFF, b'7', b'0', 0x80][numbers.at(4)];
            let len = [1, 2, 4, 8, 12][numbers.at(4)];
            bytes.iter_mut().skip(at).take(len).for_each(|byte| *byte = fill);
        }
        5 => {
            let end = (at + numbers.at(200)).min(bytes.len());
            let part = bytes[at..end].repeat(numbers.at(60));
            bytes.splice(at..at, part);
        }
        _ => {
            let end = (at + numbers.at(40)).min(bytes.len());
            bytes.drain(at..end);
        }
    }
}

/// Checks only formats whose documents consist of independent parts.
#[test]
fn parts_before_the_damage_are_read() {
    type Make = fn(&[String]) -> (Vec<u8>, Vec<usize>);
    let kinds: [(&str, Make); 5] = [
        ("a.mbox", |uris| {
            joined(uris, |uri| format!("From a@a Thu Jan  1 00:00:00 1970\nTo: b\n\n{uri}\n\n"))
        }),
        ("a.ndjson", |uris| joined(uris, |uri| format!("{{\"a\": \"{uri}\"}}\n"))),
        ("a.txt", |uris| joined(uris, |uri| format!("See {uri}, or write a letter.\n\n"))),
        ("a.tar", members_of_tar),
        ("a.zip", members_of_zip),
    ];
    let uris: Vec<String> = (0..8).map(|n| format!("http://a.example/number{n}/")).collect();
    // Seeds of plain text are left out, because inserting much text in another encoding changes the detected encoding
    // of a short file.
    let mut seeds = seeds();
    seeds.retain(|seed| seed.format != Format::Text);
    let mut numbers = Numbers(2);
    for (name, make) in kinds {
        let (bytes, starts) = make(&uris);
        // The directory of a zip has the offsets of all members, so the number of bytes before the directory must not
        // change.
        let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02");
        let end = directory.unwrap_or(bytes.len());
        for round in 0..400 {
            let damaged = numbers.at(starts.len() - 1);
            // Damage begins after the first byte of a part, so the end of the previous part is intact.
            let begin = starts[damaged] + 1;
            let mut rest = bytes[begin..end].to_vec();
            change(&mut rest, &seeds, &mut numbers);
            if directory.is_some() {
                rest.resize(end - begin, 0);
            }
            let bytes = [&bytes[..begin], &rest, &bytes[end..]].concat();
            let found = super::support::read(&harvester(), name, &bytes);
            // A text is treated as binary data if much of an archive is inserted into it. If the damage hides the
            // beginning of a message, its bytes belong to the message before it, which may then be treated as binary
            // data.
            let is_binary = found.kinds.contains(&"binary");
            if is_binary && found.summary.outcome() == Outcome::Skipped {
                continue;
            }
            let before = damaged - usize::from(is_binary && damaged > 0);
            let read: BTreeSet<&str> =
                found.links.iter().map(|link| link.rsplit_once(' ').unwrap().1).collect();
            for uri in &uris[..before] {
                assert!(
                    read.contains(&**uri),
                    "{name}, round {round}, damage in part {damaged}: {uri} is missing: {:?}",
                    found.diagnostics
                );
            }
        }
    }
}

fn joined(uris: &[String], part: impl Fn(&str) -> String) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for uri in uris {
        starts.push(bytes.len());
        bytes.extend(part(uri).into_bytes());
    }
    (bytes, starts)
}

fn members_of_tar(uris: &[String]) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for (n, uri) in uris.iter().enumerate() {
        starts.push(bytes.len());
        // A header and a block, without the two blocks at the end of the archive.
        bytes.extend_from_slice(
            &seeds::tar(&format!("{n}.txt"), format!("{uri}\n").as_bytes())[..1024],
        );
    }
    bytes.resize(bytes.len() + 1024, 0);
    (bytes, starts)
}

fn members_of_zip(uris: &[String]) -> (Vec<u8>, Vec<usize>) {
    use std::io::Write as _;

    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (n, uri) in uris.iter().enumerate() {
        writer.start_file(format!("{n}.txt"), options).unwrap();
        // The URI ends with its line, because a link at the end of a damaged text may be incomplete.
        writeln!(writer, "{uri}").unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let is_header = |at: &usize| bytes[*at..].starts_with(b"PK\x03\x04");
    let starts = (0..bytes.len()).filter(is_header).collect();
    (bytes, starts)
}

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// A number from 0 to `last`.
    fn at(&mut self, last: usize) -> usize {
        usize::try_from(self.below(last as u64 + 1)).unwrap()
    }
}
