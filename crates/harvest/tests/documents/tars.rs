//! Reads unusual tar archives: sparse, concatenated, without a signature or an end, or with a damaged header.

use std::io::Read as _;

use super::support::{Found, read_plainly};

fn header(name: &str, len: usize) -> Vec<u8> {
    let mut header = tar::Header::new_old();
    header.set_path(name).unwrap();
    header.set_size(len as u64);
    header.set_cksum();
    header.as_bytes().to_vec()
}

/// A member in the format of Seventh Edition Unix.
fn member(name: &str, text: &str) -> Vec<u8> {
    let padding = text.len().next_multiple_of(512) - text.len();
    [&header(name, text.len()), text.as_bytes(), &vec![0; padding]].concat()
}

fn gunzip(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/archives/{name}.gz", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

fn uris(found: &Found) -> Vec<&str> {
    found.links.iter().map(|link| link.rsplit_once(' ').unwrap().1).collect()
}

#[test]
fn sparse_files_by_gnu_tar_are_read_without_their_holes() {
    let mut expected: Vec<String> = (0..30).map(|n| format!("http://a.example/{n}")).collect();
    expected.push("http://b.example/".to_owned());
    for kind in ["gnu", "posix-1.0"] {
        let found = read_plainly("a.tar", &gunzip(&format!("sparse-{kind}.tar")));
        assert_eq!(uris(&found), expected, "{kind}");
        assert!(found.links[0].starts_with("!/sparse.txt@"), "{kind}");
        assert_eq!(found.kinds, [""; 0], "{kind}");
    }
}

#[test]
fn concatenated_archives_are_read() {
    let end = vec![0; 1024];
    let one = [member("a", "http://a.example/1"), end.clone()].concat();
    let two = [member("b", "http://a.example/2"), end].concat();
    let found = read_plainly("a.tar", &[one, two].concat());
    assert_eq!(found.links, ["!/a@0 text http://a.example/1", "!/b@0 text http://a.example/2"]);
    assert_eq!(found.kinds, [""; 0]);
}

#[test]
fn archives_without_a_signature_or_an_end_are_read() {
    let bytes = [member("a", "http://a.example/1"), member("b", "http://a.example/2")].concat();
    for name in ["a.tar", "a", "a.txt"] {
        let found = read_plainly(name, &bytes);
        assert_eq!(uris(&found), ["http://a.example/1", "http://a.example/2"], "{name}");
        assert_eq!(found.kinds, [""; 0]);
    }
    // The padding of the last member may also be missing.
    let found = read_plainly("a", &bytes[..bytes.len() - 400]);
    assert_eq!((found.links.len(), found.kinds.len()), (2, 0));
}

#[test]
fn the_members_after_a_damaged_header_are_read() {
    let members: Vec<u8> =
        (0..5).flat_map(|n| member(&n.to_string(), &format!("http://a.example/{n}"))).collect();
    for damaged in 1..5 {
        let mut bytes = members.clone();
        bytes[damaged * 1024 + 3] ^= 0xFF;
        let found = read_plainly("a.tar", &bytes);
        let expected: Vec<String> = (0..5)
            .filter(|n| *n != damaged)
            .map(|n| format!("!/{n}@0 text http://a.example/{n}"))
            .collect();
        assert_eq!(found.links, expected);
        let message = format!(
            ": byte {}: a damaged header; reading continues at the next one",
            damaged * 1024
        );
        assert_eq!(found.diagnostics, [message]);
    }
    // Padding after the end of the archive, as on tapes, is not a damaged header.
    let padded = [&members[..], &[0; 1024], &[b'x'; 2048]].concat();
    assert_eq!(read_plainly("a.tar", &padded).diagnostics, [""; 0]);
}

#[test]
fn a_size_in_a_pax_record_overrides_the_header() {
    let record = |key: &str, value: &str| {
        let len = (2..99).find(|len| format!("{len} {key}={value}\n").len() == *len).unwrap();
        format!("{len} {key}={value}\n")
    };
    let text = "http://a.example/1";
    let records = record("size", &text.len().to_string());
    let mut pax = tar::Header::new_ustar();
    pax.set_entry_type(tar::EntryType::XHeader);
    pax.set_size(records.len() as u64);
    pax.set_cksum();
    let padding = vec![0; 512 - records.len()];
    let mut bytes = [&pax.as_bytes()[..], records.as_bytes(), &padding].concat();
    bytes.extend([header("a", 0), text.as_bytes().to_vec(), vec![0; 512 - text.len()]].concat());
    bytes.extend(member("b", "http://a.example/2"));
    assert_eq!(uris(&read_plainly("a.tar", &bytes)), ["http://a.example/1", "http://a.example/2"]);
}
