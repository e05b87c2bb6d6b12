//! Verifies the places of links in members of archives and in compressed files. The offsets of such a link refer to the
//! member, and the steps in its record extract the member from the file.

use std::io::{Cursor, Write as _};

use super::super::support::read_plainly;
use super::all_cut;
use super::texts::DOCUMENTS;

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(0);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// An archive with two members of the same name, and a folder before them.
pub(super) fn tar(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Directory);
    header.set_size(0);
    builder.append_data(&mut header, "folder", &b""[..]).unwrap();
    for content in [b"http://first.example/", bytes] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, name, content).unwrap();
    }
    builder.into_inner().unwrap()
}

pub(super) fn zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("first.txt", &b"http://first.example/"[..]), (name, bytes)] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn links_of_every_format_in_every_container_have_the_recorded_places() {
    for (name, text, count) in DOCUMENTS {
        let bytes = text.as_bytes();
        let inner = tar(name, bytes);
        let gz = format!("{name}.gz");
        for (outer, file) in [
            (format!("{name}.gz"), gzip(bytes)),
            (format!("{name}.bz2"), bzip2(bytes)),
            (format!("{name}.xz"), xz(bytes)),
            (format!("{name}.zst"), zstd(bytes)),
            ("a.tar".to_owned(), inner.clone()),
            ("a.zip".to_owned(), zip(name, bytes)),
            ("a.tgz".to_owned(), gzip(&inner)),
            ("a.tar".to_owned(), tar("b.zip", &zip("b.tgz", &gzip(&inner)))),
            ("a.zip".to_owned(), zip("b.tar", &tar(&gz, &gzip(bytes)))),
        ] {
            let found = read_plainly(&outer, &file);
            let cut = super::proofs_of(&found, &file);
            let links = found.located.len();
            assert_eq!(cut, all_cut(links), "{outer} with {name}");
            assert!(links >= *count, "{outer} with {name}: {:?}", found.links);
        }
    }
}

#[test]
fn the_steps_extract_the_member() {
    let file = gzip(&tar("a/b.txt", &zip("c.txt", b"http://a.example/")));
    let found = read_plainly("a.tgz", &file);
    let steps = found.located.last().unwrap().source().steps();
    let steps: Vec<_> =
        steps.iter().map(|step| (step.undo, step.member.as_deref(), step.number)).collect();
    let expected =
        [("gzip", None, None), ("tar", Some("a/b.txt"), Some(2)), ("zip", Some("c.txt"), Some(2))];
    assert_eq!(steps, expected);
    // A file that is not packed needs no steps.
    assert_eq!(read_plainly("a", b"http://a.example/").located[0].source().steps().len(), 0);
}
